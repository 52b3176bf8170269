import Foundation
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests the status of bound locks that administrators see, and tests where this status comes from.
@Suite(.serialized) struct LockStatusTests {
    private func row(_ system: TestSystem) async throws -> JSON {
        try #require(try await system.answer("locks", "list").lines.first)
    }

    /// Waits until `isWanted` accepts the lock's row. Shortly after the answer, the lock's report appears in the row.
    private func awaitRow(_ system: TestSystem, _ isWanted: (JSON) -> Bool) async throws -> JSON {
        var last = JSON.null
        for _ in 0..<100 {
            last = try await row(system)
            if isWanted(last["status"] ?? .null) { return last }
        }
        throw TestFailure("not as wanted: \(last)\n\(system.logs)")
    }

    @Test("lock status: an unlock keeps the status fresh and a killed daemon keeps it")
    func anUnlockKeepsTheStatusFreshAndAKilledDaemonKeepsIt() async throws {
        let system = try await TestSystem.withFrontKey()
        let before = try await row(system)
        #expect(before["status"]?["state"] == "unknown", "\(before)")
        let table = try await system.seam(["locks"])
        #expect(table.output.contains("unknown") && !table.output.contains("locked"), "\(table)")
        #expect(try await system.unlock().status == 0)
        let opened = try await awaitRow(system) { $0["state"] == "unlocked" }
        #expect(opened["status"]?["battery_percent"] == 92 && opened["status"]?["door"] == "closed", "\(opened)")
        #expect(opened["status"]?["firmware"] == "2.12.4" && opened["status"]?["as_of"] != nil, "\(opened)")
        // The list came from memory. If the daemon has answered a later write, the store also contains the lock's
        // report.
        let id = try #require(opened["binding_id"]?.stringValue)
        #expect(try await system.seam(["locks", "grant", id, "--user", "root"]).status == 0)
        try await system.killSessiond()
        try await system.startSessiond()
        let kept = try await row(system)
        #expect(kept["status"]?["state"] == opened["status"]?["state"], "\(kept)")
        #expect(kept["status"]?["as_of"] == opened["status"]?["as_of"], "\(kept)")
    }

    @Test("lock status: a lock is asked and a battery that is low is told everywhere")
    func aLockIsAskedAndABatteryThatIsLowIsToldEverywhere() async throws {
        let system = try await TestSystem.withFrontKey()
        try system.fault("low_battery")
        let asked = try await system.seam(["locks", "status", TestSystem.frontAddress, "--refresh"])
        #expect(asked.status == 0, "\(asked)\n\(system.logs)")
        #expect(asked.output.contains("state     locked, just now"), "\(asked)")
        #expect(asked.output.contains("battery   low, 4 %"), "\(asked)")
        let keys = try await system.seam(["keys"])
        #expect(keys.output.contains("the lock's battery is low"), "\(keys)\n\(system.logs)")
        let doctor = try await system.seam(["doctor"])
        #expect(doctor.output.contains("its battery is low, at 4 %"), "\(doctor)")
        let metrics = try await system.seam(["metrics"])
        #expect(metrics.output.contains("seam_locks_battery_low 1"), "\(metrics)")
        #expect(try system.openings() == 0, "nothing moved")
        // A key still opens a lock with a low battery.
        #expect(try await system.unlock().status == 0)
        try system.clearFaults()
        #expect(try await system.seam(["locks", "status", TestSystem.frontAddress, "--refresh"]).status == 0)
        let after = try await system.seam(["metrics"])
        #expect(after.output.contains("seam_locks_battery_low 0"), "\(after)")
    }

    @Test("lock status: watchers hear of a change and of a lock that is unbound")
    func watchersHearOfAChangeAndOfALockThatIsUnbound() async throws {
        let system = try await TestSystem.withFrontKey()
        let watch = try system.startSeam(["rpc", "--admin", "locks.watch"])
        try await watch.awaitOutput("\"synced\"")
        try system.fault("low_battery")
        #expect(try await system.unlock().status == 0)
        try await watch.awaitOutput("\"battery_critical\":true")
        let id = try #require(try await row(system)["binding_id"]?.stringValue)
        var unbound = try await system.seam(["locks", "unbind", id])
        for _ in 0..<20 where unbound.status == 75 { unbound = try await system.seam(["locks", "unbind", id]) }
        try await watch.awaitOutput("\"removed\"")
        watch.signal(SIGTERM)
        try await watch.awaitExit()
    }

    @Test("lock status: a lock that is away is said to be away and what is kept stays")
    func aLockThatIsAwayIsSaidToBeAwayAndWhatIsKeptStays() async throws {
        let system = try await TestSystem.withFrontKey()
        #expect(try await system.unlock().status == 0)
        _ = try await awaitRow(system) { $0["state"] == "unlocked" }
        try system.fault("out_of_range")
        let away = try await system.answer("locks", "status", TestSystem.frontAddress, "--refresh")
        #expect(away.status == 3 && away.reason == "bind.no_lock_found", "\(away)")
        let kept = try await system.seam(["locks", "status", TestSystem.frontAddress])
        #expect(kept.status == 0 && kept.output.contains("unlocked"), "\(kept)")
        let unknown = try await system.seam(["locks", "status", "No Such Door"])
        #expect(unknown.status == 64, "\(unknown)")
    }
}
