/// Why a session's keys may be older than the cloud's keys. Programs may rely on the names of the reasons
/// (`Protocol/errors.md`, 2.7).
///
/// New names may appear; a client shows an unknown name as it is.
package enum SyncReason: String, Sendable, CaseIterable {
    /// No connection was made, because there was no route or no name, or because the server refused it.
    case offline
    /// The server could not prove its identity, or the encryption failed.
    case untrusted
    /// The connection broke after it was made.
    case connectionLost = "connection_lost"
    /// No complete answer arrived in time.
    case timedOut = "timed_out"
    /// Something other than the cloud answered, with a redirect, a web page, or data that is not HTTP.
    case captivePortal = "captive_portal"
    /// The answer is longer than any answer may be.
    case replyTooLarge = "reply_too_large"
    /// The cloud's answer is not as documented, or concerns somebody else.
    case invalidReply = "invalid_reply"
    /// The cloud does not accept the token, so the session has ended.
    case tokenRefused = "token_refused"
    /// The token has expired, so the session has ended.
    case tokenExpired = "token_expired"
    /// The keys were read too long ago, so they cannot be used without the cloud.
    case graceExpired = "grace_expired"
    /// According to the time that the cloud reports, the keys were read too long ago. This machine's clock does not
    /// confirm that time.
    case timesDiffer = "times_differ"
    /// The token is valid, but not for this request.
    case notPermitted = "not_permitted"
    /// The cloud refused a request for another reason.
    case rejected
    /// The cloud asks clients to send fewer requests.
    case rateLimited = "rate_limited"
    /// The cloud failed.
    case serverFailed = "server_failed"
    /// Too many requests to the cloud are waiting on this machine.
    case tooManyWaiting = "too_many_waiting"
    /// The cloud's list is longer than this machine reads, so the rest is not shown.
    case listTooLong = "list_too_long"
    /// Some of the cloud's rows are not as documented, so their objects are not shown and open nothing.
    case rowsLeftOut = "rows_left_out"
    /// The store could not keep the cloud's answer.
    case notStored = "not_stored"
    /// Nobody used the ephemeral session, so it has ended.
    case idle

    /// The remedy, for the person who asked. `wait` is how long the cloud asks clients to wait, if it says so.
    package func advice(after wait: Duration?) -> String {
        if let wait { return "try again in \(Self.text(wait))" }
        return switch self {
        case .offline: "connect to the internet and try again"
        case .untrusted: "check this machine's clock, and its network"
        case .captivePortal: "sign in to this network, then try again"
        case .connectionLost, .timedOut, .tooManyWaiting: "try again in a moment"
        case .rateLimited, .serverFailed: "wait a minute, then try again"
        case .replyTooLarge, .invalidReply, .rejected: "try again later, or see the log of seam-sessiond"
        case .tokenRefused, .tokenExpired: "get a new client session token, then run 'seam init'"
        case .graceExpired: "connect to the internet, then run 'seam refresh'"
        case .timesDiffer: "set this machine's clock: see 'timedatectl'; if the clock is right, ask the operator"
        case .notPermitted: "ask the person who gave you the token"
        case .listTooLong, .rowsLeftOut: "ask the operator"
        case .notStored: "is the disk full?"
        case .idle: "sign in again"
        }
    }

    /// Whether this machine cannot reach the cloud. If not, the cloud answers, but not as requested.
    package var isOffline: Bool { missesInternet || self == .serverFailed }

    /// Whether the internet, or the connection to the cloud, is missing.
    package var missesInternet: Bool {
        switch self {
        case .offline, .untrusted, .connectionLost, .timedOut, .captivePortal, .graceExpired: true
        case .replyTooLarge, .invalidReply, .tokenRefused, .tokenExpired, .notPermitted, .rejected, .rateLimited,
            .serverFailed, .tooManyWaiting, .listTooLong, .rowsLeftOut, .notStored, .idle, .timesDiffer:
            false
        }
    }

    /// The text for a time to wait, for example `90 s` or `5 min`. The time is never rounded down.
    package static func text(_ wait: Duration) -> String {
        let (seconds, rest) = wait.components
        let whole = max(1, rest > 0 ? seconds + 1 : seconds)
        return whole <= 120 ? "\(whole) s" : "\((whole + 59) / 60) min"
    }

    /// The reason in words for people.
    package var words: String {
        switch self {
        case .offline: "the cloud cannot be reached"
        case .untrusted: "the connection to the cloud is not trustworthy"
        case .connectionLost: "the connection to the cloud broke"
        case .timedOut: "the cloud did not answer in time"
        case .captivePortal: "something other than the cloud answered, such as a network's sign-in page"
        case .replyTooLarge: "the cloud's answer is too large"
        case .invalidReply: "the cloud's answer is invalid"
        case .tokenRefused: "the cloud no longer accepts the token"
        case .tokenExpired: "the token has expired"
        case .graceExpired: "the keys are out of date: they open nothing until the cloud has been reached again"
        case .timesDiffer: "the cloud's time is far ahead of this machine's: the keys open nothing until both agree"
        case .notPermitted: "the client session may not do this"
        case .rejected: "the cloud refused the request"
        case .rateLimited: "the cloud is asking for fewer requests"
        case .serverFailed: "the cloud failed"
        case .tooManyWaiting: "too many requests to the cloud are waiting on this machine"
        case .listTooLong: "the cloud lists more than this machine reads"
        case .rowsLeftOut: "the cloud lists something that cannot be read: it is left out"
        case .notStored: "the cloud's answer could not be stored"
        case .idle: "the session was not used for a while"
        }
    }
}
