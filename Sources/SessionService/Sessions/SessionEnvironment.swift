import Logging
import RPC
import SeamCloud
import SeamModel
import SessionCore
import Wire

/// What every session needs of the daemon.
struct SessionEnvironment: Sendable {
    var store: StoreThread
    var cloud: CloudClient
    var providers: ProviderCatalog
    var policy: ProximityPolicy
    var offlineGrace: Duration
    var periods: SyncPlan.Periods
    var logger: Logger
    /// The wall clock, never behind what the cloud once said.
    var now: @Sendable () -> Timestamp
    var monotonic: @Sendable () -> Duration
    /// Where the sessions' topics come from.
    var topics: TopicSource
    /// Ends the session's attempts that are not past their gate.
    var endAttempts: @Sendable (SessionKey) async -> Void
}

/// What the host knows that all sessions derive their keys from.
struct HostFacts: Sendable, Equatable {
    var bindings: [Binding] = []
    var radio = RadioState.unknown
}

/// Which of a session's questions the cloud answered, in the lifecycle's terms.
enum CloudVerdict {
    static func of(_ result: Result<CloudSession, CloudError>) -> TokenVerdict {
        switch result {
        case .success(let session): .valid(ProvenSession(session))
        case .failure(let error) where error.refusesToken: .invalid(detail: "the cloud does not accept it")
        case .failure(let error): .unreachable(detail: error.forPeople)
        }
    }
}

extension CloudError {
    /// Whether the cloud said that the token is not, or no longer, valid.
    var refusesToken: Bool {
        if case .invalidToken = kind { true } else { false }
    }

    /// How long the cloud asked us to stay away.
    var retryAfter: Duration? {
        if case .rateLimited(let after) = kind { after } else { nil }
    }

    /// One line without the reply's own words.
    var forPeople: String { description }
}
