import Foundation
import LifeSignal
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing

/// Tests check-ins and alarms through the live clients. The test moves the clock of their `lifesignald` process.
@Suite("Check-ins and alarms, by the clients", .timeLimit(.minutes(1)))
struct SafetyClientTests {
    private let bench: SignalBench
    private let checkIns: CheckInClient
    private let alerts: AlertClient
    private let notifications: NotificationClient
    private let start = Date(timeIntervalSince1970: 1_767_225_600)

    init() async throws {
        bench = try await SignalBench()
        let backend = BackendService(socketPath: bench.socket)
        (checkIns, alerts, notifications) = (.live(backend), .live(backend), .live(backend))
    }

    @Test("safety client: intervals are kept, and each check-in is in the history")
    func checkingIn() async throws {
        let nobody = "nobody is signed in to this session (sign in first)"
        await #expect(throws: CheckInError.authenticationError(nobody)) { try await checkIns.checkIn() }
        await #expect(throws: AlertError.authenticationError(nobody)) { try await alerts.activateAlert() }
        try bench.signIn(SignalBench.ada)
        #expect(try await [checkIns.getCheckInInterval(), checkIns.getReminderInterval()] == [86_400, 7_200])
        try await checkIns.setReminderInterval(1_800)
        try await checkIns.setCheckInInterval(43_200)
        #expect(try await [checkIns.getCheckInInterval(), checkIns.getReminderInterval()] == [43_200, 1_800])
        #expect(try await checkIns.checkIn() == start)
        try bench.advance(.seconds(60))
        #expect(try await checkIns.checkIn() == start + 60)
        let history = try await checkIns.getCheckInHistory(nil)
        #expect(history.map(\.timestamp) == [start + 60, start] && history.allSatisfy { $0.source == .manual })
        #expect(try await checkIns.getCheckInHistory(limit: 1).count == 1)
        for interval in [299, 604_801, .infinity, -1] {
            let error = await #expect(throws: CheckInError.self) { try await checkIns.setCheckInInterval(interval) }
            guard case .validationError? = error else { throw TestFailure("\(interval): \(String(describing: error))") }
        }
        await #expect(throws: CheckInError.validationError("the reminder must be less than the interval")) {
            try await checkIns.setReminderInterval(43_200)
        }
    }

    @Test("client: an alarm is raised, streamed, ended and in the history; a missed check-in raises one by itself")
    func alarms() async throws {
        try bench.signIn(SignalBench.ada)
        var stream = await alerts.alertStream().makeAsyncIterator()
        #expect(await stream.next() == .some(nil))
        var told = await notifications.notificationStream().makeAsyncIterator()
        try await alerts.activateAlert()
        try await alerts.activateAlert()
        let raised = await stream.next() ?? nil
        #expect(raised?.kind == .manual && raised?.status == .active && raised?.timestamp == start)
        #expect(try await alerts.isAlertActive())
        try await alerts.deactivateAlert()
        try await alerts.deactivateAlert()
        #expect(await stream.next() == .some(nil))
        let isActive = try await alerts.isAlertActive()
        #expect(!isActive)
        _ = try await checkIns.checkIn()
        try bench.advance(.seconds(86_400 + 300))
        let missed = await stream.next() ?? nil
        #expect(missed?.kind == .overdue && missed?.timestamp == start + 86_700)
        _ = try await checkIns.checkIn()
        #expect(await stream.next() == .some(nil))
        let history = try await alerts.getAlertHistory(nil)
        #expect(
            history.map(\.resolution) == [.lateCheckIn, .cancelled] && history.map(\.status) == [.resolved, .resolved])
        #expect(try await alerts.getAlertHistory(limit: 1).map(\.kind) == [.overdue])
        // The stream has reported the notifications that came since the test began to follow it, and they are the same
        // as in the list.
        let titles = try await notifications.getNotifications().map(\.title)
        #expect(titles.contains("Alarm") && titles.contains("The alarm is over"))
        #expect(await told.next()?.type == .alert)
    }
}
