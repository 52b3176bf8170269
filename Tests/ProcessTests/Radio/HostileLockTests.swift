import Foundation
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests a device that has taken the address of a bound lock. The device floods everyone who connects to it. Between
/// links, it also floods everyone who scans.
@Suite(.serialized, .timeLimit(.minutes(30)), .disabled(if: TestSystem.isInLab, "it speaks the virtual radio"))
struct HostileLockTests {
    private static let address = "FF:7C:46:FE:77:D8"

    @Test("hostile lock: a flood of values ends the unlock and nothing else")
    func aFloodOfValuesEndsTheUnlockAndNothingElse() async throws { try await Self.flood(values: 1_000) }

    @Suite(.lane(.figures)) struct FiguresLane {
        @Test("hostile lock: a million values leave the memory as it was")
        func aMillionValuesLeaveTheMemoryAsItWas() async throws {
            try await HostileLockTests.flood(values: 1_000_000)
        }
    }

    /// Unlocks repeatedly until the device has sent at least `values` values.
    private static func flood(values: Int) async throws {
        let system = try await TestSystem(moreLocks: ["side:\(address):sesame_5"])
        try await system.signIn()
        let bound = try await system.answer(
            "locks", "bind", "--provider", "sesame", "--workspace", TestCloud.workspace, "--entrance",
            "entrance_studio", "--device", address, "--address-type", "random")
        #expect(bound.status == 0, "\(bound)\n\(system.logs)")
        try await system.killLocks()
        let impostor = try ChildProcess(
            "/usr/bin/python3",
            [
                "\(Products.package)Tests/ProcessTests/Peers/hostile_lock.py", system.directory.file("radio/air.sock"),
                address, "7",
            ])
        try await impostor.awaitOutput("ready")
        let daemons = [system.radiod, system.sessiond]
        let before = try daemons.map { try ProcessFigures(pid: $0.pid).memory().resident }
        var (said, unlocks) = (0, 0)
        while said < values {
            unlocks += 1
            let told = try await system.told(try system.startSeam(["unlock", "Studio", "--json", "--timeout", "10s"]))
            #expect(told.terminals == ["connectionFailed"] && told.result?.effect == WireError.Effect.none, "\(told)")
            try await impostor.awaitOutput("{\"link\": \(unlocks), ")
            said = try self.said(by: impostor)
        }
        let after = try daemons.map { try ProcessFigures(pid: $0.pid).memory().resident }
        let grown = zip(after, before).map { $0 - $1 }
        print(
            "a hostile lock: \(said) values over \(unlocks) links, broker and session daemon have grown by \(grown) KiB"
        )
        #expect(grown.allSatisfy { $0 < 32_768 }, "\(grown) KiB")
        impostor.signal(SIGKILL)
        try await impostor.awaitExit()
        // The real lock is back, and none of our processes was restarted.
        try await system.startLocks()
        let opened = try await system.answer("unlock", "Studio")
        #expect(opened.status == 0, "\(opened)\n\(system.logs)")
        #expect(daemons.allSatisfy { $0.isRunning })
    }

    private static func said(by impostor: ChildProcess) throws -> Int {
        let last = try #require(impostor.output.split(separator: "\n").last { $0.contains("said") })
        return Int(try #require(try JSON(parsing: last.utf8)["said"]?.integerValue))
    }
}
