import Foundation
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests every fault that a lock can have. Each fault is seen from three sides: by the person, in the journal, and in
/// the lock itself.
@Suite(.serialized)
struct VanishTests {
    /// The expected consequence of one fault.
    struct Expectation {
        let status: Int32
        let terminal: String
        let effect: WireError.Effect
        /// Whether the lock opened.
        let opened: Bool
        let reason: String?

        static func granted() -> Self {
            Self(status: 0, terminal: "grantedAccess", effect: .applied, opened: true, reason: nil)
        }

        static func failed(_ reason: String? = nil) -> Self {
            Self(status: 3, terminal: "connectionFailed", effect: .none, opened: false, reason: reason)
        }

        /// After the commit gate, only the lock knows the outcome.
        static func unknown(opened: Bool, _ reason: String? = nil) -> Self {
            Self(status: 5, terminal: "connectionFailed", effect: .unknown, opened: opened, reason: reason)
        }

        static func timedOut() -> Self {
            Self(status: 124, terminal: "timedOut", effect: .none, opened: false, reason: nil)
        }

        static func timedOutUnknown() -> Self {
            Self(status: 5, terminal: "timedOut", effect: .unknown, opened: true, reason: nil)
        }
    }

    @Test("vanish: the lock vanishes after each step of the conversation")
    func vanishesAtEveryStep() async throws {
        let system = try await TestSystem.withFrontKey()
        let faults = Faults(system: system)
        // BlueZ 5.66 does not report why a link ended. If the link was still being made, BlueZ does not report it at
        // all.
        let reasons = TestSystem.isInLab ? ["connect_failed", "link_lost"] : ["supervision", "supervision"]
        for (step, reason) in reasons.enumerated() {
            try await faults.check("vanish", step: step, milliseconds: 500, .failed(reason))
        }
        try await faults.check(
            "vanish", step: 2, milliseconds: 500, .unknown(opened: false), orElse: .failed())
        for step in 3...4 {
            try await faults.check(
                "vanish", step: step, milliseconds: 500, .unknown(opened: true, "outcome_unknown"))
        }
        // At step 5, the lock reports that it is acting. For this reason, the daemon asks the lock for the outcome when
        // the lock is back.
        for step in 5...7 { try await faults.check("vanish", step: step, milliseconds: 500, .granted()) }
        #expect(try await system.unlock().status == 0, "it opens afterwards")
    }

    @Test("vanish: the other faults of a lock")
    func otherFaults() async throws {
        let system = try await TestSystem.withFrontKey()
        let faults = Faults(system: system)
        try await faults.check("motor", .unknown(opened: false, "nuki_motor_power_failure"))
        try await faults.check("jammed", .unknown(opened: false, "nuki_motor_blocked"))
        try await faults.check("low_battery", .granted())
        try await faults.check("mtu_23", .granted())
        // At this point, the lock is already open, and reports this state both before and after the fault.
        try await faults.check("motor", .unknown(opened: false, "nuki_motor_power_failure"))
        try await faults.check("slow", milliseconds: 300, .granted())
        try await faults.check("refuse", step: 1, .failed("nuki_busy"))
        try await faults.check("refuse", step: 1, code: 0x46, .failed("nuki_cancelled_by_button"))
        try await faults.check("refuse", step: 3, .unknown(opened: false, "nuki_busy"))
        try await faults.check("refuse", step: 3, code: 0x77, .unknown(opened: false, "nuki_error_77"))
        try await faults.check("paired_elsewhere", .failed("nuki_not_authorized"))
        try await faults.check("out_of_range", .timedOut())
        try await faults.check("mute", .timedOut())
        try await faults.check("silent", .timedOut())
        #expect(try await system.unlock().status == 0, "it opens afterwards")
        // The silent fault comes last, because the lock counts as busy for as long as the journal may still get the
        // outcome.
        try await faults.check("silent", step: 3, .timedOutUnknown())
    }
}

/// Switches one fault on, unlocks the door, switches the fault off, and compares all reports.
private struct Faults {
    let system: TestSystem

    /// The time limit of an unlock that is meant to time out. bluetoothd needs two seconds to end the earlier link.
    private static let patience = TestSystem.isInLab ? "5s" : "1s"

    /// The time limit of an unlock that is meant to succeed in time. bluetoothd may take up to 20 s to report a lock
    /// that is back.
    private static let time = TestSystem.isInLab ? "30s" : "10s"

    func check(
        _ kind: String, step: Int? = nil, milliseconds: Int? = nil, code: UInt8? = nil,
        _ expected: VanishTests.Expectation, orElse other: VanishTests.Expectation? = nil
    ) async throws {
        let name = "\(kind)\(step.map { " after step \($0)" } ?? "")"
        let (before, entries) = (try system.settledTally(), try await system.journal().count)
        try system.fault(kind, step: step, milliseconds: milliseconds, code: code)
        let start = ContinuousClock.now
        let told = try await system.unlock(timeout: expected.terminal == "timedOut" ? Self.patience : Self.time)
        let time = ContinuousClock.now - start
        try system.clearFaults()
        let attempt = try await system.compareJournal(since: before, entries: entries + 1, name)
        let after = try system.settledTally()
        let expected = other.flatMap { $0.status == told.status ? $0 : nil } ?? expected
        let all: Comment = "\(name): \(told), \(attempt), \(before) → \(after)"
        #expect(told.status == expected.status, all)
        #expect(told.terminals == [expected.terminal], all)
        #expect(told.result?.effect == expected.effect, all)
        #expect(attempt.effect == expected.effect, all)
        #expect(attempt.attemptID == told.result?.attemptID, all)
        if attempt.effect == .unknown { #expect(told.phases.contains("operating"), all) }
        #expect(after.opened == before.opened + (expected.opened ? 1 : 0), all)
        if let reason = expected.reason { #expect(told.result?.reason == reason, all) }
        if expected.terminal == "timedOut" { #expect(time >= .seconds(1), "\(name): early, after \(time)") }
    }
}
