import Foundation
import SignalAPI
import Wire

/// Raises and ends alarms through the daemon, for ``AlertClient``.
public final class BackendAlertClientAlertAdapter: Sendable {
    private let backendService: BackendService

    /// Creates an adapter for a daemon, without connecting to the daemon yet.
    public init(backendService: BackendService = .shared) {
        self.backendService = backendService
    }

    /// Calls for help. If an alarm is already running, everyone is alerted immediately. Throws ``AlertError``.
    public func activateAlert() async throws {
        _ = try await backendService.call(AlertActivate.self, .init(), throwing: AlertError.self)
    }

    /// Ends the alarm that the person raised. Without an alarm, nothing happens. Throws ``AlertError``.
    public func deactivateAlert() async throws {
        _ = try await backendService.call(AlertDeactivate.self, .init(), throwing: AlertError.self) { $0.pin = $1 }
    }

    /// The latest alarms, newest first: at most 1,000, or 100 if no limit is given. Throws ``AlertError``.
    public func getAlertHistory(limit: Int?) async throws -> [Alert] {
        let params = SignalListParams(limit: limit.map { min(max(1, $0), 1_000) })
        let person = UUID(try await backendService.call(UserGet.self, .init(), throwing: AlertError.self).id)
        return try await backendService.call(AlertList.self, params, throwing: AlertError.self).alerts
            .map { Alert($0, of: person) }
    }

    /// Whether an alarm of either kind is running. Throws ``AlertError``.
    public func isAlertActive() async throws -> Bool {
        try await backendService.call(AlertGet.self, .init(), throwing: AlertError.self).alert != nil
    }

    /// Delivers the running alarm (or nil) as soon as the daemon reports it, and again after each change.
    public func alertStream() -> AsyncStream<Alert?> {
        backendService.stream { [backendService] alerts in
            var last: SignalAlarm?
            await backendService.followPerson(AlertWatch.self) { item in
                switch item {
                case .snapshot(let alarm), .alert(let alarm):
                    // After reconnecting, the daemon may report the state that readers already have.
                    if alarm != last { alerts.yield(alarm.alert.map { Alert($0, of: backendService.userID) }) }
                    last = alarm
                    return .more
                case .ended:
                    // Once the person has signed out, their alarm is no longer visible.
                    if last?.alert != nil { alerts.yield(nil) }
                    last = nil
                    return .enough
                }
            }
        }
    }
}

extension AlertClient {
    /// Creates a client that talks to a daemon.
    public static func live(_ backendService: BackendService) -> Self {
        let adapter = BackendAlertClientAlertAdapter(backendService: backendService)
        return Self(
            activateAlert: { try await adapter.activateAlert() },
            deactivateAlert: { try await adapter.deactivateAlert() },
            getAlertHistory: { try await adapter.getAlertHistory(limit: $0) },
            isAlertActive: { try await adapter.isAlertActive() },
            alertStream: { adapter.alertStream() })
    }
}
