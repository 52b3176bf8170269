import Foundation
import Glibc
import TestSupport
import Testing
import Wire

/// Tests how the session daemon behaves at its limits, and measures the cost of each connection. The tests print their
/// figures.
@Suite(.serialized, .timeLimit(.minutes(5))) struct LoadTests {
    private static let guest: UInt32 = 63_040
    private static let daemonUser: UInt32 = 63_041
    private static var script: String { get throws { try Products.file("Tests/ProcessTests/Peers/load.py") } }

    /// Root, who has no quota, uses up all descriptors of the daemon.
    @Test("load: without descriptors it rests and serves who is there")
    func withoutDescriptorsItRestsAndServesWhoIsThere() async throws { try await Self.expectRest() }

    private static func expectRest() async throws {
        try requireRoot()
        let daemon = try await self.daemon(files: 64)
        let figures = ProcessFigures(pid: daemon.process.pid)
        let idle = try figures.load(for: .seconds(2))
        let there = try ChildProcess("/usr/bin/python3", [try Self.script, daemon.socket, "call", "20"], input: nil)
        try await there.awaitOutput("slowest_ms")
        let flood = try ChildProcess("/usr/bin/python3", [try Self.script, daemon.socket, "press", "200"], input: nil)
        try await flood.awaitOutput("stand")
        // While the daemon accepts no connections, each of its two listening sockets frees one descriptor.
        try figures.wait(for: "exhaustion") { try $0.openFiles() >= 62 }
        let load = try figures.load(for: .seconds(3))
        try figures.wait(for: "a descriptor for the daemon's own") { try $0.openFiles() < 64 }
        try there.write("again\n")
        try await there.awaitOutput("}\n{")
        flood.signal(SIGKILL)
        try await flood.awaitExit()
        let start = ContinuousClock.now
        let client = try TextClient(daemon.socket)
        _ = try client.answer(to: try client.send("rpc.whoami"))
        let wait = ContinuousClock.now - start
        print(
            "without descriptors: \(Self.percent(load)) of a processor (idle \(Self.percent(idle))), who is there waits "
                + "\(there.output.split(separator: "\n").last ?? ""), the first call afterwards \(wait)")
        #expect(load < 5, "\(daemon.process.errors)")
        #expect(wait < .seconds(3))
        there.signal(SIGKILL)
        #expect(try await daemon.stop() == 0)
    }

    /// In the first run, another user takes all connections. In the second run, another user takes as many connections
    /// as one user may have.
    @Test("load: root always gets in", arguments: [64, 4096]) func rootAlwaysGetsIn(files: Int) async throws {
        try Self.requireRoot()
        let daemon = try await Self.daemon(files: files)
        let flood = try ChildProcess(
            "/usr/bin/python3", [try Self.script, daemon.socket, "press", "200"], uid: Self.guest, input: nil)
        try await flood.awaitOutput("stand")
        let refused = try ChildProcess(
            "/usr/bin/python3", [try Self.script, daemon.socket, "call", "1"], uid: Self.guest)
        #expect(try await refused.awaitExit() != 0, "the guest has no more connections")
        for socket in [daemon.socket, daemon.adminSocket] {
            let start = ContinuousClock.now
            let client = try TextClient(socket)
            let (_, reply) = try client.answer(to: try client.send("rpc.whoami"))
            #expect(reply["result"]?["uid"] == 0)
            #expect(ContinuousClock.now - start < .seconds(3))
        }
        let open = try ProcessFigures(pid: daemon.process.pid).openFiles()
        print("with \(files) descriptors and another user's flood: \(open) open, root gets in")
        flood.signal(SIGKILL)
        #expect(try await daemon.stop() == 0)
    }

    @Test("load: a connection takes little memory") func aConnectionTakesLittleMemory() async throws {
        #expect(try await Self.residentKibibytesPerConnection(of: 2_000) <= 24)
    }

    /// The lane of tests that run alone on the machine, with a release build.
    @Suite(.lane(.figures)) struct FiguresLane {
        @Test("load: without descriptors it rests and serves who is there")
        func withoutDescriptorsItRestsAndServesWhoIsThere() async throws { try await LoadTests.expectRest() }

        @Test("load: a connection takes little memory") func aConnectionTakesLittleMemory() async throws {
            #expect(try await LoadTests.residentKibibytesPerConnection(of: 10_000) <= 6)
        }

        @Test("load: at rest the daemons take little")
        func atRestTheDaemonsTakeLittle() async throws { try await LoadTests.expectLittleAtRest() }
    }

    private static func residentKibibytesPerConnection(of count: Int) async throws -> Double {
        try requireRoot()
        let limits: JSON = [
            "connections": 12_000, "connections_per_uid": 12_000, "connection_rate": 100_000,
            "connection_burst": 100_000,
        ]
        let daemon = try await self.daemon(files: 16_384, configuration: ["limits": limits])
        print("connections: configured with \(limits.text)")
        let figures = ProcessFigures(pid: daemon.process.pid)
        let warm = try ChildProcess("/usr/bin/python3", [try Self.script, daemon.socket, "hold", "10"], input: nil)
        try await warm.awaitOutput("stand")
        let before = try figures.memory()
        let crowd = try ChildProcess(
            "/usr/bin/prlimit",
            [
                "--nofile=16384:16384", "/usr/bin/setpriv", "--reuid", "\(Self.guest)", "--regid", "\(Self.guest)",
                "--clear-groups", "/usr/bin/python3", try Self.script, daemon.socket, "hold", "\(count)",
            ], input: nil)
        try await crowd.awaitOutput("\(count) stand", limit: .seconds(120))
        let after = try figures.memory()
        let resident = Double(after.resident - before.resident) / Double(count)
        let dirty = Double(after.privateDirty - before.privateDirty) / Double(count)
        print(
            String(
                format: "connections: %d idle ones take %.2f KiB each of resident memory, %.2f KiB private and dirty"
                    + " (%d KiB before, %d KiB after)", count, resident, dirty, before.resident, after.resident))
        try figures.wait(for: "the rest of idle connections") { try $0.load(for: .seconds(1)) < 20 }
        crowd.signal(SIGKILL)
        #expect(try await daemon.stop() == 0)
        return resident
    }

    @Test("load: a length of four gigabytes costs nothing") func aLengthOfFourGigabytesCostsNothing() async throws {
        let daemon = try await Self.daemon(files: 1024)
        let figures = ProcessFigures(pid: daemon.process.pid)
        func run(_ count: Int) async throws {
            let child = try ChildProcess("/usr/bin/python3", [try Self.script, daemon.socket, "oversize", "\(count)"])
            #expect(try await child.awaitExit(limit: .seconds(60)) == 0, "\(child.errors)")
        }
        try await run(200)
        let before = try figures.memory().resident
        try await run(1000)
        let after = try figures.memory().resident
        print("length 0xFFFFFFFF, 1,000 times: \(before) KiB resident before, \(after) KiB after")
        #expect(after - before < 2048)
        #expect(try await daemon.stop() == 0)
    }

    @Test("load: at rest the daemons take little")
    func atRestTheDaemonsTakeLittle() async throws { try await Self.expectLittleAtRest() }

    private static func expectLittleAtRest() async throws {
        for kind in [LoneDaemon.Kind.session, .radio] {
            let daemon = try await LoneDaemon(kind)
            try await daemon.awaitReady()
            let client = try TextClient(daemon.socket)
            _ = try client.answer(to: try client.send("rpc.whoami"))
            let figures = ProcessFigures(pid: daemon.process.pid)
            let memory = try figures.memory()
            let load = try figures.load(for: .seconds(2))
            print(
                "at rest, \(kind.rawValue): \(memory.resident) KiB resident, \(memory.privateDirty) KiB private and dirty, "
                    + "\(Self.percent(load)) of a processor, \(try figures.openFiles()) descriptors")
            #expect(memory.resident < 262_144)
            #expect(load < 10)
            #expect(try await daemon.stop() == 0)
        }
    }

    private static func requireRoot() throws {
        try #require(geteuid() == 0, "this test takes on other users and must run as root")
    }

    /// Starts a session daemon with its own user. The daemon may open at most `files` files.
    private static func daemon(files: Int, configuration: JSON = [:]) async throws -> LoneDaemon {
        let isRoot = geteuid() == 0
        let daemon = try await LoneDaemon(
            .session, uid: isRoot ? daemonUser : nil, users: [guest], configuration: configuration
        ) { _ in ["/usr/bin/prlimit", "--nofile=\(files):\(files)"] }
        try await daemon.awaitReady()
        return daemon
    }

    private static func percent(_ value: Double) -> String { String(format: "%.1f %%", value) }
}
