public import SignalDependencies

/// Raises and ends alerts, the person's calls for help.
public struct AlertClient: Sendable {
    /// Raises an alert: responders are alerted immediately. Throws ``AlertError``.
    public var activateAlert: @Sendable () async throws -> Void
    /// Ends the alert that the person raised. Without an alert, nothing happens. Throws ``AlertError``.
    public var deactivateAlert: @Sendable () async throws -> Void
    /// The latest alerts, newest first: 1 to 1,000, or 100 for nil. Throws ``AlertError``.
    public var getAlertHistory: @Sendable (Int?) async throws -> [Alert]
    /// Whether there is an alert, whatever its cause. Throws ``AlertError``.
    public var isAlertActive: @Sendable () async throws -> Bool
    /// Delivers the active alert (or nil) immediately, and again after each change.
    public var alertStream: @Sendable () async -> AsyncStream<Alert?>

    /// Creates a client from closures.
    public init(
        activateAlert: @escaping @Sendable () async throws -> Void,
        deactivateAlert: @escaping @Sendable () async throws -> Void,
        getAlertHistory: @escaping @Sendable (Int?) async throws -> [Alert],
        isAlertActive: @escaping @Sendable () async throws -> Bool,
        alertStream: @escaping @Sendable () async -> AsyncStream<Alert?>
    ) {
        self.activateAlert = activateAlert
        self.deactivateAlert = deactivateAlert
        self.getAlertHistory = getAlertHistory
        self.isAlertActive = isAlertActive
        self.alertStream = alertStream
    }

    /// Calls ``getAlertHistory`` with argument labels.
    public func getAlertHistory(limit: Int? = nil) async throws -> [Alert] {
        try await getAlertHistory(limit)
    }
}

extension AlertClient: DependencyKey {
    /// Talks to the daemon: ``BackendService/shared``.
    public static var liveValue: Self { live(.shared) }

    /// Ada Moreno and her people, in memory.
    public static var previewValue: Self { preview(.shared) }

    /// Fails on every call. A test must override the functions that it uses.
    public static var testValue: Self {
        Self(
            activateAlert: { throw AlertError.unimplemented("AlertClient.activateAlert") },
            deactivateAlert: { throw AlertError.unimplemented("AlertClient.deactivateAlert") },
            getAlertHistory: { _ in throw AlertError.unimplemented("AlertClient.getAlertHistory") },
            isAlertActive: { throw AlertError.unimplemented("AlertClient.isAlertActive") },
            alertStream: { .ended })
    }
}

extension DependencyValues {
    /// The current task's ``AlertClient``.
    public var alertClient: AlertClient {
        get { self[AlertClient.self] }
        set { self[AlertClient.self] = newValue }
    }
}
