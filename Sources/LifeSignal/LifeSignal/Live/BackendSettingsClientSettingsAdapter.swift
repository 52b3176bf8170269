import SignalAPI

/// Reads and changes preferences through the daemon, for ``SettingsClient``.
public final class BackendSettingsClientSettingsAdapter: Sendable {
    private let backendService: BackendService

    /// Creates an adapter for a daemon, without connecting to the daemon yet.
    public init(backendService: BackendService = .shared) {
        self.backendService = backendService
    }

    /// The notification preferences. Throws ``SettingsError``.
    public func getNotificationPreferences() async throws -> NotificationPreferences {
        NotificationPreferences(
            try await backendService.call(SettingsGet.self, .init(), throwing: SettingsError.self))
    }

    /// Changes the notification preferences. Throws ``SettingsError``.
    public func updateNotificationPreferences(_ preferences: NotificationPreferences) async throws {
        try await update(preferences, throwing: SettingsError.self)
    }

    /// Changes the preferences. Throws the calling client's error.
    func update<Failure: SignalClientError>(
        _ preferences: NotificationPreferences, throwing: Failure.Type
    ) async throws {
        let params = SettingsSet.Params(preferences: SignalPreferences(preferences))
        _ = try await backendService.call(SettingsSet.self, params, throwing: throwing)
    }
}

extension SettingsClient {
    /// A client that talks to that daemon.
    public static func live(_ backendService: BackendService) -> Self {
        let adapter = BackendSettingsClientSettingsAdapter(backendService: backendService)
        return Self(
            getNotificationPreferences: { try await adapter.getNotificationPreferences() },
            updateNotificationPreferences: { try await adapter.updateNotificationPreferences($0) })
    }
}
