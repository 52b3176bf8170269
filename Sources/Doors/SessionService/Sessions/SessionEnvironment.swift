import CloudModel
import DaemonKit
import DaemonStore
import Logging
import RPC
import RadioModel
import SeamCloud
import SeamModel
import SessionCore
import Wire

/// The parts of the daemon that every session needs.
struct SessionEnvironment: Sendable {
    var store: SessionStoreThread
    var cloud: any SessionCloud
    /// The pace and order of the sessions' requests to the cloud.
    var pace = CloudPace(.init())
    /// The limit on how often users' tokens may be refused.
    var refused = RefusedTokens()
    /// The limit on how often users may begin sessions.
    var changes = SessionChanges()
    /// The reasons why sessions have ended without a request from their owners.
    var ended = EndedSessions()
    var providers: ProviderCatalog
    var policy: ProximityPolicy
    var offlineGrace: Duration
    var periods: SyncPlan.Periods
    var logger: Logger
    /// The time by which access is decided. It is the wall clock, but never earlier than a time that the cloud has
    /// reported.
    var now: @Sendable () -> Timestamp
    /// The time for decisions that cannot be undone. It ignores times that the cloud has reported but that are not
    /// certain.
    var settled: @Sendable () -> Timestamp
    /// The certain time: the last time that the cloud reported, plus the time since that report. The value is nil
    /// before the first report.
    var named: @Sendable () -> Timestamp?
    /// Whether the wall clock is far behind. If so, the cloud must be asked before a key that expires is used.
    var isClockSuspect: @Sendable () -> Bool
    var monotonic: @Sendable () -> Duration
    /// The source of the sessions' topics.
    var topics: TopicSource
    /// The attempts, which must end with the session, or with a key that the cloud revokes.
    var attempts: AttemptRegister
    /// The topics of the sessions' attempts.
    var hub: UnlockHub
    /// The connections that have ephemeral sessions.
    var ephemeral = EphemeralSessions<SessionEnd>()
    /// The function that is called when an ephemeral session has ended. At that time, the buffers of connections to the
    /// cloud still contain the session's last exchange.
    var visitEnded: @Sendable () -> Void = {}
    /// The metrics in which requests to the cloud are counted.
    var instruments = SessionInstruments.none
}

/// The facts about the machine from which all sessions derive their keys.
struct HostFacts: Sendable, Equatable {
    var bindings: [Binding] = []
    /// The bindings whose locks have reported low batteries.
    var lowBatteries: Set<String> = []
    /// The grants of keys that this machine gives to the bound locks.
    var grants: [LocalGrant] = []
    var radio = RadioState.unknown
}

/// The cloud's answer about a token, in the lifecycle's terms.
enum CloudVerdict {
    static func of(_ result: Result<CloudSession, CloudError>) -> TokenVerdict {
        switch result {
        case .success(let session): .valid(ProvenSession(session))
        case .failure(let error) where error.refusesToken: .invalid(detail: "the cloud does not accept it")
        case .failure(let error):
            .unreachable(detail: error.forPeople, cause: error.syncReason, after: error.retryAfter)
        }
    }
}

extension CloudError {
    /// Whether the cloud said that the token is not valid, or no longer valid.
    var refusesToken: Bool {
        if case .invalidToken = kind { true } else { false }
    }

    /// The reason shown in the session's status.
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
}
