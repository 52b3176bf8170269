import Logging
import RPC
import SeamCloud
import SeamModel
import SessionCore
import Wire

/// What every session needs of the daemon.
struct SessionEnvironment: Sendable {
    var store: StoreThread
    var cloud: any SessionCloud
    /// In which order the sessions' questions go there.
    var pace = CloudPace(.init())
    /// How often users may have tokens refused.
    var refused = RefusedTokens()
    /// How often users may begin sessions.
    var changes = SessionChanges()
    /// Which sessions the cloud has ended.
    var ended = EndedSessions()
    var providers: ProviderCatalog
    var policy: ProximityPolicy
    var offlineGrace: Duration
    var periods: SyncPlan.Periods
    var logger: Logger
    /// The time that access is decided by: the wall clock, never behind what the cloud once named.
    var now: @Sendable () -> Timestamp
    /// The same but for what the cloud merely claims: for what cannot be taken back.
    var settled: @Sendable () -> Timestamp
    /// The time that is certain: what the cloud last named, and what has passed since. Nil before it named any.
    var named: @Sendable () -> Timestamp?
    /// Whether the wall clock is so far behind that the cloud must be asked before a key that expires is used.
    var isClockSuspect: @Sendable () -> Bool
    var monotonic: @Sendable () -> Duration
    /// Where the sessions' topics come from.
    var topics: TopicSource
    /// Whose attempts end with the session, or with a key that the cloud takes back.
    var attempts: AttemptRegister
    /// Where the session's attempts are followed.
    var hub: UnlockHub
    /// Which connections have sessions of their own.
    var ephemeral = EphemeralSessions()
    /// Where questions to the cloud are counted.
    var instruments = SessionInstruments.none
}

/// What sessions ask of the cloud.
protocol SessionCloud: Sendable {
    /// Whose the token is.
    func session(token: ClientSessionToken, on lane: CloudLane) async throws(CloudError) -> CloudSession
    /// Everything that the token may see; `known` is what an earlier read found.
    func reading(
        token: ClientSessionToken, known: CloudSnapshot?, on lane: CloudLane
    ) async throws(CloudError) -> CloudReading
    /// A few keys of the person whose session it is.
    func keys(
        _ ids: [String], of session: CloudSession, token: ClientSessionToken, on lane: CloudLane
    ) async throws(CloudError) -> KeyReading
    /// What has happened after `since`, oldest first.
    func events(
        since: Timestamp, types: [String], limit: Int, token: ClientSessionToken, on lane: CloudLane
    ) async throws(CloudError) -> [CloudEvent]
}

/// What the host knows that all sessions derive their keys from.
struct HostFacts: Sendable, Equatable {
    var bindings: [Binding] = []
    /// The keys to them that this machine gives.
    var grants: [LocalGrant] = []
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

    /// Under which name the session's status gives it.
    var syncReason: SyncReason {
        switch kind {
        case .offline, .cancelled: .offline
        case .tls: .untrusted
        case .connectionLost: .connectionLost
        case .connectTimedOut, .timedOut: .timedOut
        case .unexpectedContent: .captivePortal
        case .replyTooLarge: .replyTooLarge
        case .invalidReply: .invalidReply
        case .invalidToken(.expired): .tokenExpired
        case .invalidToken: .tokenRefused
        case .notPermitted: .notPermitted
        case .notFound, .rejected: .rejected
        case .rateLimited: .rateLimited
        case .server: .serverFailed
        case .tooManyWaiting: .tooManyWaiting
        }
    }

    /// One line without the reply's own words.
    var forPeople: String { description }
}
