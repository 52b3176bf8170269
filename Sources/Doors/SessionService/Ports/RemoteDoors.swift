import CloudModel
import DaemonCore
import RadioModel
import SeamCloud
import SeamModel
import SessionCore
import Wire

/// The functions of the cloud that remote unlocks need.
protocol RemoteCloud: Sendable {
    /// Requests that a smart lock be opened. The request is sent only once.
    func unlockDoor(deviceID: String, token: ClientSessionToken) async throws(CloudError) -> CloudActionAttempt
    /// Asks how far such a request has got.
    func actionAttempt(id: String, token: ClientSessionToken) async throws(CloudError) -> CloudActionAttempt
}

extension CloudClient: RemoteCloud {}

/// Opens doors through the cloud, with the session's own token.
struct RemoteDoors: Sendable {
    let cloud: any RemoteCloud
    /// The function that returns the session's token. It returns nil if the session is inactive or belongs to somebody
    /// else.
    let token: @Sendable (SessionID, _ person: String?) async -> ClientSessionToken?
    /// The function that is called after each answer.
    let heard: @Sendable (CloudError?) -> Void

    /// Requests that a door be opened, once.
    func unlock(_ deviceID: String, with token: ClientSessionToken?) async -> RemoteAttempt.Answer {
        guard let token else {
            return .failed(reason: "signed_out", debugDescription: "the session no longer has a token", effect: .none)
        }
        do throws(CloudError) {
            let attempt = try await cloud.unlockDoor(deviceID: deviceID, token: token)
            heard(nil)
            return RemoteAttempt.Answer(attempt)
        } catch {
            heard(error)
            return RemoteAttempt.Answer(error)
        }
    }

    /// The outcome of a request. If it cannot be determined, this is nil.
    func outcome(of id: String, with token: ClientSessionToken?) async -> RemoteAttempt.Answer? {
        guard let token else { return nil }
        do throws(CloudError) {
            let attempt = try await cloud.actionAttempt(id: id, token: token)
            heard(nil)
            return attempt.id == id ? RemoteAttempt.Answer(attempt) : nil
        } catch {
            heard(error)
            return nil
        }
    }
}

extension RemoteAttempt.Answer {
    init(_ attempt: CloudActionAttempt) {
        switch attempt.status {
        case .pending: self = .pending(id: attempt.id)
        case .success(let isConfirmed): self = .granted(isConfirmed == true ? .confirmed : .communicated)
        case .error(let type, _):
            // The cloud's own text is not passed on. The error's type is passed on, because it is a name for programs.
            let reason = Self.isReason(type) ? type : "remote_failed"
            self = .failed(
                reason: reason, debugDescription: "the cloud could not open the door: \(reason)",
                effect: Self.harmless.contains(type) ? .none : .unknown)
        }
    }

    /// The types of errors that mean that the lock was not reached. After any other error, the lock may have moved.
    private static let harmless: Set<String> = [
        "device_offline", "device_disconnected", "device_not_found", "device_removed", "hub_disconnected",
        "account_disconnected", "bridge_disconnected",
    ]

    private static func isReason(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    }

    init(_ error: CloudError) {
        switch error.effect {
        case .none:
            self = .failed(reason: Self.reason(of: error), debugDescription: error.forPeople, effect: .none)
        case .unknown:
            self = .failed(
                reason: Conclusion.outcomeUnknown, debugDescription: error.forPeople, effect: .unknown)
        }
    }

    private static func reason(of error: CloudError) -> String {
        switch error.kind {
        case .offline, .connectTimedOut: "cloud_unreachable"
        case .tls: "cloud_not_trusted"
        case .rateLimited, .tooManyWaiting: "cloud_rate_limited"
        case .invalidToken, .notPermitted, .notFound, .rejected: "cloud_refused"
        case .connectionLost, .timedOut, .unexpectedContent, .replyTooLarge, .invalidReply, .server, .cancelled:
            "cloud_failed"
        }
    }
}
