import DaemonCore
import LinuxSupport
import SeamModel
import SessionCore

/// The reasons why sessions have ended without a request from their owners. A person who finds nobody signed in learns
/// the reason. The reasons are kept only in memory, and the oldest are forgotten first.
final class EndedSessions: Sendable {
    private struct State {
        var reasons: [SessionID: SyncReason] = [:]
        var order: [SessionID] = []
    }

    private static let most = 1_024

    private let state = Locked(State())

    /// Notes a session's end. If the session's owner ended it, there is nothing to report.
    func note(_ end: SessionEnd, of id: SessionID) {
        let reason: SyncReason? =
            switch end {
            case .deactivated, .disconnected, .forgotten: nil
            case .idle: .idle
            case .revoked: .tokenRefused
            case .expired: .tokenExpired
            }
        state.withLock { state in
            state.order.removeAll { $0 == id }
            state.reasons[id] = reason
            guard reason != nil else { return }
            state.order.append(id)
            if state.order.count > Self.most { state.reasons[state.order.removeFirst()] = nil }
        }
    }

    /// Why nobody is signed in now. This is nil if the owner ended the session, or if nobody was ever signed in.
    func why(_ id: SessionID) -> SyncReason? { state.withLock { $0.reasons[id] } }
}
