import LinuxSupport
import SeamModel
import SessionCore

/// Which sessions the cloud has ended, so that a person who finds nobody signed in learns why. Forgotten with the
/// process, and the oldest first.
final class EndedSessions: Sendable {
    private struct State {
        var reasons: [SessionKey: SyncReason] = [:]
        var order: [SessionKey] = []
    }

    private static let most = 1_024

    private let state = Locked(State())

    /// A session has ended; one that its owner ended leaves nothing to tell.
    func note(_ end: SessionEnd, of key: SessionKey) {
        let reason: SyncReason? =
            switch end {
            case .deactivated, .disconnected: nil
            case .idle: .idle
            case .revoked: .tokenRefused
            case .expired: .tokenExpired
            }
        state.withLock { state in
            state.order.removeAll { $0 == key }
            state.reasons[key] = reason
            guard reason != nil else { return }
            state.order.append(key)
            if state.order.count > Self.most { state.reasons[state.order.removeFirst()] = nil }
        }
    }

    /// Why nobody is signed in any more; nil if the owner wanted it so, or never was.
    func why(_ key: SessionKey) -> SyncReason? { state.withLock { $0.reasons[key] } }
}
