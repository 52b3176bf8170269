import Foundation
import Glibc
import SeamModel
import TestSupport
import Testing
import Wire

private let hour = Duration.seconds(3_600)
private let day = hour * 24
/// The date 2038-01-20. It is later than the last date that 32-bit time can express.
private let late = Timestamp(millisecondsSince1970: 2_147_558_400_000)

/// Tests a session daemon while its machine's clock jumps. In case of doubt, doors stay shut and people are told why.
/// Later, everything works again by itself.
@Suite(.serialized, .timeLimit(.minutes(3))) struct ClockTests {
    private static let needsInternet =
        "the key cannot be used: needs the cloud ('seam status' shows why)"
    private static let hasExpired = "the key cannot be used: expired (ask for a new key where you got this one)"
    private static let hasNoToken =
        "the client session token is not valid: the token has expired (get a new client session token, "
        + "then run 'seam init')"
    private static let isBehind =
        "clock the machine's clock is behind the cloud's time: keys with an end time must wait for the cloud"
    private static let isCorrected =
        "clock the machine's clock is behind the cloud's time: keys follow the cloud's time"
    private static let isAhead =
        "clock the machine's clock is ahead of the cloud's time: keys end too early"

    /// Without the cloud, the daemon does not know by how much the clock is behind. For this reason, two kinds of keys
    /// wait for the cloud: a key with an end, and a smart lock.
    @Test("clock: a clock behind waits for the cloud", arguments: ["an hour back", "1970"].sampled)
    func aClockBehindWaitsForTheCloud(_ jump: String) async throws {
        let fixture = try await ClockFixture()
        try await fixture.expectOpen()
        try await fixture.expectOpen(ClockFixture.flat)
        #expect(try await !fixture.status().contains("clock"))
        try await fixture.cutCloud()
        if jump == "1970" {
            try fixture.clock.setWall(to: Timestamp(millisecondsSince1970: 86_400_000))
        } else {
            try fixture.clock.shiftWall(by: .zero - hour)
        }
        for moment in ["running", "restarted"] {
            if moment == "restarted" { try await fixture.restart() }
            for key in [Keys.front, ClockFixture.flat] {
                try await fixture.expectRefusal(
                    key, status: 2, reason: "seam.credential_errors", saying: Self.needsInternet,
                    kinds: ["enable_internet"], "\(moment)")
            }
            try fixture.awaitHealth("clock") { $0["status"] == "degraded" }
            let status = try await fixture.status()
            #expect(status.contains(Self.isBehind), "\(moment): \(status)")
            #expect(status.contains("set the machine's clock: see 'timedatectl'"), "\(moment): \(status)")
        }
        // The clock is as wrong as before, but the daemon now knows the size of the error.
        try await fixture.restoreCloud()
        try await fixture.awaitWorkingKey()
        try await fixture.expectOpen()
        try await fixture.expectOpen(ClockFixture.flat)
        try fixture.awaitHealth("clock") { $0["reason"]?.stringValue?.contains("keys follow the cloud's time") == true }
        #expect(try await fixture.status().contains(Self.isCorrected))
    }

    /// Each remedy leads to a command that shows the real cause. The cloud was reached, but its time is far ahead.
    @Test("clock: a cloud that jumps ahead is named as the cause, and no refresh is said to help")
    func aCloudThatJumpsAheadIsNamed() async throws {
        let fixture = try await ClockFixture()
        #expect(try fixture.cloud.post("/_dev/clock", ["offset_s": 864_000]).status == 200)
        _ = try await fixture.system.seam(["refresh"])
        let refused = try await fixture.system.seam(["unlock", Keys.front])
        #expect(refused.status == 4, "\(refused)")
        #expect(refused.errors.contains("if that does not help, 'seam status' shows why"), "\(refused)")
        let status = try await fixture.status()
        #expect(status.contains("the cloud's time is far ahead of this machine's"), "\(status)")
        #expect(status.contains("clock the cloud's times differ"), "\(status)")
    }

    @Test("clock: a clock set back does not revive a key that has ended")
    func aClockSetBackDoesNotReviveAKeyThatHasEnded() async throws {
        let fixture = try await ClockFixture(keyEnds: hour)
        try await fixture.expectOpen()
        try fixture.pass(hour * 2)
        try await fixture.system.awaitKeys { $0.contains(#""expired""#) }
        try await fixture.cutCloud()
        for shift in [hour, .zero, .zero - hour, .zero - day * 400].sampled {
            try fixture.clock.shiftWall(by: shift)
            for moment in ["running", "restarted"] {
                if moment == "restarted" { try await fixture.restart() }
                try await fixture.expectRefusal(
                    status: 2, reason: "seam.credential_errors",
                    saying: "the key cannot be used: expired, needs the cloud "
                        + "(ask for a new key where you got this one)",
                    kinds: ["expired", "enable_internet"], "\(moment)")
            }
        }
        try await fixture.restoreCloud()
        try await fixture.system.awaitKeys { !$0.contains("enable_internet") }
        try await fixture.expectRefusal(
            status: 2, reason: "seam.credential_errors", saying: Self.hasExpired, kinds: ["expired"])
    }

    /// If a key has ended according to either of the two clocks, it does not work. When the clock is corrected, the key
    /// works again.
    @Test("clock: a clock ahead closes early until it is set right")
    func aClockAheadClosesEarlyUntilItIsSetRight() async throws {
        let fixture = try await ClockFixture(keyEnds: day)
        for moment in ["running", "restarted", "restarted without the cloud"] {
            try fixture.clock.shiftWall(by: day * 2)
            if moment == "restarted without the cloud" { try await fixture.cutCloud() }
            if moment != "running" { try await fixture.restart() }
            try await fixture.expectRefusal(
                status: 2, reason: "seam.credential_errors", saying: Self.hasExpired, kinds: ["expired"], "\(moment)")
            if moment != "restarted without the cloud" {
                try fixture.awaitHealth("clock") { $0["status"] == "degraded" }
                #expect(try await fixture.status().contains(Self.isAhead), "\(moment)")
            }
            try fixture.clock.shiftWall(by: .zero)
            try await fixture.expectOpen(Keys.front, "\(moment)")
        }
        // A clock that is set back too far is doubted as much as it would be without the earlier jump ahead.
        try fixture.clock.shiftWall(by: .zero - hour)
        try await fixture.expectRefusal(
            status: 2, reason: "seam.credential_errors", saying: Self.needsInternet, kinds: ["enable_internet"])
    }

    /// If the token has ended only by the wall clock, the session is kept, but its doors stay shut.
    @Test("clock: a clock in2038 closes everything and ends nothing")
    func aClockIn2038ClosesEverythingAndEndsNothing() async throws {
        let fixture = try await ClockFixture()
        for moment in ["running", "restarted", "restarted without the cloud"] {
            try fixture.clock.setWall(to: late)
            if moment == "restarted without the cloud" { try await fixture.cutCloud() }
            if moment != "running" { try await fixture.restart() }
            try await fixture.expectRefusal(
                status: 4, reason: "seam.invalid_client_session_token", saying: Self.hasNoToken,
                kinds: ["expired", "enable_internet"], "\(moment)")
            let status = try await fixture.status()
            #expect(status.contains("state active"), "\(moment): \(status)")
            #expect(status.contains("the token has expired"), "\(moment): \(status)")
            try fixture.clock.shiftWall(by: .zero)
            try await fixture.expectOpen(Keys.front, "\(moment)")
        }
    }

    @Test("clock: a running unlock keeps its time", arguments: [day * 2, .zero - hour].sampled)
    func aRunningUnlockKeepsItsTime(_ shift: Duration) async throws {
        let fixture = try await ClockFixture()
        let system = fixture.system
        try system.lockControl(["op": "fault", "lock": "front", "kind": "silent"])
        let start = ContinuousClock().now
        let unlocking = try system.startSeam(["unlock", Keys.front, "--json", "--timeout", "4s"])
        try await unlocking.awaitOutput("authenticating")
        // Only root may examine a provider's process.
        if canBeOtherUsers {
            let provider = try system.startedProvider()
            let loaded = try String(contentsOfFile: "/proc/\(provider)/maps", encoding: .utf8)
            #expect(!loaded.contains("clock_shim"), "what is told to the daemon is not passed on")
        }
        try fixture.clock.shiftWall(by: shift)
        let told = try await system.told(unlocking)
        let elapsed = ContinuousClock().now - start
        #expect(told.status == 124, "\(told)\n\(system.logs)")
        #expect(told.events == ["launched", "timedOut"])
        #expect(elapsed >= .seconds(4))
        #expect(elapsed < .seconds(8))
    }

    /// The journal is sorted by the order of the events, and not by the times that a clock gave. The newest event comes
    /// first. If an idempotency key was used under yesterday's clock, it cannot be used again. A wrong time from the
    /// cloud is not kept for ever.
    @Test("clock: an administrator lets it forget the time") func anAdministratorLetsItForgetTheTime() async throws {
        let fixture = try await ClockFixture()
        let system = fixture.system
        func forget() async throws -> (status: Int32, said: String) {
            let process = try ChildProcess(
                try Products.executable("seam-sessiond"),
                ["--forget-time", "--config", system.directory.file("session.json")], uid: system.sessionUID)
            return (try await process.awaitExit(), process.output + process.errors)
        }
        let busy = try await forget()
        #expect(busy.status == 78 && busy.said.contains("store"), "not beside a daemon: \(busy.said)")
        try await system.killSessiond()
        let forgotten = try await forget()
        #expect(forgotten.status == 0 && forgotten.said.contains("is erased"), "\(forgotten.said)")
        try await system.startSessiond()
        try await fixture.awaitWorkingKey()
        try await fixture.expectOpen()
    }

    @Test("clock: the journal keeps its order and its keys") func theJournalKeepsItsOrderAndItsKeys() async throws {
        let fixture = try await ClockFixture()
        let system = fixture.system
        let intent = "one-and-the-same-intent"
        let first = try await system.answer("unlock", Keys.front, "--idem", intent)
        #expect(first.status == 0, "\(first)\n\(system.logs)")
        var opened = [first.result?["attempt_id"]?.stringValue]
        for shift in [day * 2, .zero - hour, .zero] {
            try fixture.clock.shiftWall(by: shift)
            // A refresh shows the daemon by how much the clock is wrong.
            #expect(try await system.answer("refresh").status == 0)
            let again = try await system.answer("unlock", Keys.front, "--idem", intent)
            #expect(again.status == 0, "\(again)")
            #expect(again.result?["replayed"] == true, "\(shift): \(again)")
            #expect(again.result?["attempt_id"]?.stringValue == opened[0])
            let next = try await system.answer("unlock", Keys.front)
            #expect(next.status == 0, "\(next)\n\(system.logs)")
            opened.append(next.result?["attempt_id"]?.stringValue)
            try await fixture.restart()
        }
        #expect(try system.openings() == opened.count)
        #expect(try await system.journal().map(\.attemptID) == opened.reversed())
        #expect(try await system.journalIsIntact())
    }
}
