public import Foundation
public import SignalDependencies

/// Records check-ins, the signs that the person is well.
public struct CheckInClient: Sendable {
    /// Checks in, and returns the time by the daemon's clock after the check-in has been stored. A check-in also
    /// answers all pings. Throws ``CheckInError``.
    public var checkIn: @Sendable () async throws -> Date
    /// The latest check-ins, newest first: 1 to 1,000, or 100 for nil. Throws ``CheckInError``.
    public var getCheckInHistory: @Sendable (Int?) async throws -> [CheckInRecord]
    /// How long after a check-in the next one is due, in seconds. Throws ``CheckInError``.
    public var getCheckInInterval: @Sendable () async throws -> TimeInterval
    /// Sets the check-in interval: 5 minutes to 7 days. A running deadline never moves later. Throws ``CheckInError``.
    public var setCheckInInterval: @Sendable (TimeInterval) async throws -> Void
    /// How long before the deadline the person is reminded, in seconds. Throws ``CheckInError``.
    public var getReminderInterval: @Sendable () async throws -> TimeInterval
    /// Sets the reminder interval, which must be shorter than the check-in interval. Throws ``CheckInError``.
    public var setReminderInterval: @Sendable (TimeInterval) async throws -> Void

    /// Creates a client from closures.
    public init(
        checkIn: @escaping @Sendable () async throws -> Date,
        getCheckInHistory: @escaping @Sendable (Int?) async throws -> [CheckInRecord],
        getCheckInInterval: @escaping @Sendable () async throws -> TimeInterval,
        setCheckInInterval: @escaping @Sendable (TimeInterval) async throws -> Void,
        getReminderInterval: @escaping @Sendable () async throws -> TimeInterval,
        setReminderInterval: @escaping @Sendable (TimeInterval) async throws -> Void
    ) {
        self.checkIn = checkIn
        self.getCheckInHistory = getCheckInHistory
        self.getCheckInInterval = getCheckInInterval
        self.setCheckInInterval = setCheckInInterval
        self.getReminderInterval = getReminderInterval
        self.setReminderInterval = setReminderInterval
    }

    /// Calls ``getCheckInHistory`` with argument labels.
    public func getCheckInHistory(limit: Int? = nil) async throws -> [CheckInRecord] {
        try await getCheckInHistory(limit)
    }

    /// Calls ``setCheckInInterval`` with argument labels.
    public func setCheckInInterval(interval: TimeInterval) async throws {
        try await setCheckInInterval(interval)
    }

    /// Calls ``setReminderInterval`` with argument labels.
    public func setReminderInterval(interval: TimeInterval) async throws {
        try await setReminderInterval(interval)
    }
}

extension CheckInClient: DependencyKey {
    /// Talks to the daemon: ``BackendService/shared``.
    public static var liveValue: Self { live(.shared) }

    /// Ada Moreno and her people, in memory.
    public static var previewValue: Self { preview(.shared) }

    /// Fails on every call. A test must override the functions that it uses.
    public static var testValue: Self {
        Self(
            checkIn: { throw CheckInError.unimplemented("CheckInClient.checkIn") },
            getCheckInHistory: { _ in throw CheckInError.unimplemented("CheckInClient.getCheckInHistory") },
            getCheckInInterval: { throw CheckInError.unimplemented("CheckInClient.getCheckInInterval") },
            setCheckInInterval: { _ in throw CheckInError.unimplemented("CheckInClient.setCheckInInterval") },
            getReminderInterval: { throw CheckInError.unimplemented("CheckInClient.getReminderInterval") },
            setReminderInterval: { _ in throw CheckInError.unimplemented("CheckInClient.setReminderInterval") })
    }
}

extension DependencyValues {
    /// The current task's ``CheckInClient``.
    public var checkInClient: CheckInClient {
        get { self[CheckInClient.self] }
        set { self[CheckInClient.self] = newValue }
    }
}
