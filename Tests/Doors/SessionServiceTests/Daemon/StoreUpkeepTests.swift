import DaemonCore
import DaemonStore
import SealedDatabase
import SeamModel
import SessionCore
import SessionStore
import Testing
import Wire

@testable import SessionService

@Suite("What the store keeps", .timeLimit(.minutes(1)))
struct StoreUpkeepTests {
    private func reveal(_ number: Int, at time: Timestamp) throws -> AttemptAdmission {
        AttemptAdmission(
            attemptID: "reveal-\(number)", session: try sessionID(), method: "credentials.reveal", credentialID: "k",
            authority: .cloud, admittedAt: time)
    }

    @Test(
        "store upkeep: neither a stored time nor a wall clock that is ahead empties the journal"
    )
    func clockAhead() async throws {
        try await withService { service in
            let (day, year): (Int64, Int64) = (86_400_000, 365 * 86_400_000)
            let act = try reveal(1, at: moment(day))
            try await service.store.run { store throws(StoreError) in
                try store.record(act, as: AttemptOutcome(.revealed, effect: .none))
            }
            for (wall, named) in [(2 * day, 9 * year), (9 * year, 2 * day)] {
                let mark = TimeMark(trusted: moment(named), bootClock: .milliseconds(1_000), bootID: "b")
                let clock = DaemonClock(mark) {
                    TrustedClock.Reading(wall: moment(wall), bootClock: .seconds(1), bootID: "b")
                }
                let limits = JournalLimits(age: .milliseconds(year), rows: 5_000)
                await StoreUpkeep(store: service.store, clock: clock, limits: limits, logger: silent).trim()
                let page = try await service.store.run { store throws(StoreError) in
                    try store.audit(.everyone, before: nil, limit: 200)
                }
                #expect(page.attempts.count == 1)
            }
        }
    }

    @Test("store upkeep: entries that are too many go also in a round in which one was too old")
    func trimBoth() async throws {
        try await withService { service in
            let day: Int64 = 86_400_000
            for number in 0..<20 {
                let act = try reveal(number, at: moment(number == 0 ? 0 : 10 * day))
                try await service.store.run { store throws(StoreError) in
                    try store.record(act, as: AttemptOutcome(.revealed, effect: .none))
                }
            }
            let clock = DaemonClock(nil) {
                TrustedClock.Reading(wall: moment(11 * day), bootClock: .seconds(1), bootID: "b")
            }
            let limits = JournalLimits(age: .milliseconds(5 * day), rows: 8)
            await StoreUpkeep(store: service.store, clock: clock, limits: limits, logger: silent).trim()
            let page = try await service.store.run { store throws(StoreError) in
                try store.audit(.everyone, before: nil, limit: 200)
            }
            #expect(page.attempts.map(\.admission.attemptID) == (12..<20).reversed().map { "reveal-\($0)" })
        }
    }

    @Test(
        "store upkeep: the journal's oldest entries go, by age and by number, and none that must stay",
        arguments: [true, false])
    func trim(byAge: Bool) async throws {
        try await withService { service in
            let day: Int64 = 86_400_000
            // Creates more entries than the upkeep removes in one step.
            let acts = try (0..<700).map { try reveal($0, at: moment(Int64($0) * 1_000)) }
            try await service.store.run { store throws(StoreError) in
                for act in acts { try store.record(act, as: AttemptOutcome(.revealed, effect: .none)) }
            }
            var running = try reveal(700, at: moment(0))
            running.method = "unlock.start"
            var kept = running
            (kept.attemptID, kept.idem, kept.fingerprint) = ("kept", "0123456789abcdef", "f")
            kept.admittedAt = moment(2 * day - 1)
            try await service.store.run { [running, kept] store throws(StoreError) in
                _ = try store.admit(running)
                _ = try store.admit(kept)
                let outcome = AttemptOutcome(.timedOut, effect: .none)
                try store.finish("kept", outcome, events: [], reply: nil, at: moment(9))
            }
            let now = moment(2 * day)
            let clock = DaemonClock(nil) {
                TrustedClock.Reading(wall: now, bootClock: .seconds(1), bootID: "b")
            }
            let limits =
                byAge
                ? JournalLimits(age: .milliseconds(2 * day - 600_000), rows: 5_000)
                : JournalLimits(age: .seconds(3_600 * 24 * 365), rows: 102)
            await StoreUpkeep(store: service.store, clock: clock, limits: limits, logger: silent).trim()
            let page = try await service.store.run { store throws(StoreError) in
                try store.audit(.everyone, before: nil, limit: 200)
            }
            #expect(page.nextBefore == nil)
            #expect(page.attempts.map(\.admission.attemptID).prefix(2) == ["kept", "reveal-700"])
            #expect(page.attempts.count == 102)
            #expect(page.attempts.last?.admission.attemptID == "reveal-600")
        }
    }
}
