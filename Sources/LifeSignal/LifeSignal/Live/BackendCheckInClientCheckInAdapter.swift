public import Foundation
import SignalAPI
import Wire

/// Checks in through the daemon, for ``CheckInClient``.
public final class BackendCheckInClientCheckInAdapter: Sendable {
    private let backendService: BackendService

    /// Creates an adapter for a daemon, without connecting to the daemon yet.
    public init(backendService: BackendService = .shared) {
        self.backendService = backendService
    }

    /// Records that the person is well, and returns the time of the record. Throws ``CheckInError``.
    public func checkIn() async throws -> Date {
        // The call can be repeated safely, because two check-ins within a minute count as one.
        let person = try await backendService.call(
            SignalAPI.CheckInRecord.self, .init(), throwing: CheckInError.self)
        guard let moment = person.lastCheckIn else {
            throw CheckInError(.serverFault("the daemon's reply to a check-in has no time"))
        }
        return Date(moment)
    }

    /// The latest check-ins, newest first: at most 1,000, or 100 if no limit is given. Throws ``CheckInError``.
    public func getCheckInHistory(limit: Int?) async throws -> [CheckInRecord] {
        let params = SignalListParams(limit: limit.map { min(max(1, $0), 1_000) })
        let person = try await self.person().id
        let found = try await backendService.call(CheckInList.self, params, throwing: CheckInError.self).checkIns
        return found.map { row in
            CheckInRecord(
                id: UUID(row.id), userID: UUID(person), timestamp: Date(row.at),
                source: CheckInSource(rawValue: row.source) ?? .manual)
        }
    }

    /// The time between two check-ins, in seconds. Throws ``CheckInError``.
    public func getCheckInInterval() async throws -> TimeInterval {
        try await person().checkInInterval / .seconds(1)
    }

    /// Changes the check-in interval. Throws ``CheckInError``.
    public func setCheckInInterval(_ interval: TimeInterval) async throws {
        try await set(.init(interval: try Self.duration(interval)))
    }

    /// How long before the deadline the first reminder comes, in seconds. Throws ``CheckInError``.
    public func getReminderInterval() async throws -> TimeInterval {
        try await person().reminderInterval / .seconds(1)
    }

    /// Changes the reminder interval. Throws ``CheckInError``.
    public func setReminderInterval(_ interval: TimeInterval) async throws {
        try await set(.init(reminder: try Self.duration(interval)))
    }

    private func person() async throws -> SignalPerson {
        try await backendService.call(UserGet.self, .init(), throwing: CheckInError.self)
    }

    private func set(_ params: CheckInSet.Params) async throws {
        _ = try await backendService.call(CheckInSet.self, params, throwing: CheckInError.self) { $0.pin = $1 }
    }

    /// The daemon checks the range. This function refuses only numbers that are not durations.
    private static func duration(_ interval: TimeInterval) throws -> Duration {
        guard interval.isFinite, (0...604_800).contains(interval) else {
            throw CheckInError.validationError("an interval is 5 minutes to 7 days")
        }
        return .milliseconds(Int64(interval * 1_000))
    }
}

extension CheckInClient {
    /// A client that talks to that daemon.
    public static func live(_ backendService: BackendService) -> Self {
        let adapter = BackendCheckInClientCheckInAdapter(backendService: backendService)
        return Self(
            checkIn: { try await adapter.checkIn() },
            getCheckInHistory: { try await adapter.getCheckInHistory(limit: $0) },
            getCheckInInterval: { try await adapter.getCheckInInterval() },
            setCheckInInterval: { try await adapter.setCheckInInterval($0) },
            getReminderInterval: { try await adapter.getReminderInterval() },
            setReminderInterval: { try await adapter.setReminderInterval($0) })
    }
}
