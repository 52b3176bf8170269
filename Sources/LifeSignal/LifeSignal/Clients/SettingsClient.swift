public import SignalDependencies

/// Reads and changes which messages the person wants.
public struct SettingsClient: Sendable {
    /// The notification preferences. Throws ``SettingsError``.
    public var getNotificationPreferences: @Sendable () async throws -> NotificationPreferences
    /// Changes the notification preferences. Throws ``SettingsError``.
    public var updateNotificationPreferences: @Sendable (NotificationPreferences) async throws -> Void

    /// Creates a client from closures.
    public init(
        getNotificationPreferences: @escaping @Sendable () async throws -> NotificationPreferences,
        updateNotificationPreferences: @escaping @Sendable (NotificationPreferences) async throws -> Void
    ) {
        self.getNotificationPreferences = getNotificationPreferences
        self.updateNotificationPreferences = updateNotificationPreferences
    }
}

extension SettingsClient: DependencyKey {
    /// Talks to the daemon: ``BackendService/shared``.
    public static var liveValue: Self { live(.shared) }

    /// Ada Moreno and her people, in memory.
    public static var previewValue: Self { preview(.shared) }

    /// Fails on every call. A test must override the functions that it uses.
    public static var testValue: Self {
        Self(
            getNotificationPreferences: {
                throw SettingsError.unimplemented("SettingsClient.getNotificationPreferences")
            },
            updateNotificationPreferences: { _ in
                throw SettingsError.unimplemented("SettingsClient.updateNotificationPreferences")
            })
    }
}

extension DependencyValues {
    /// The current task's ``SettingsClient``.
    public var settingsClient: SettingsClient {
        get { self[SettingsClient.self] }
        set { self[SettingsClient.self] = newValue }
    }
}
