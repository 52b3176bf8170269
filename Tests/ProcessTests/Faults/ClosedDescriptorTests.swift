import Foundation
import Glibc
import TestSupport
import Testing
import Wire

/// Callers may have closed standard input, output and error (`<&- >&- 2>&-`). Files that a program opens must not take
/// the numbers of these three descriptors.
@Suite(.serialized, .timeLimit(.minutes(2))) struct ClosedDescriptorTests {
    /// The beginning of a command that runs a program with all three standard descriptors closed.
    private static let closed = ["/bin/sh", "-c", #"exec "$0" "$@" <&- >&- 2>&-"#]

    @Test("closed descriptor: an unlock opens the door") func anUnlockOpensTheDoor() async throws {
        let system = try await TestSystem.withFrontKey()
        let command = Self.closed + [try Products.executable("seam"), "unlock", "Front Door"]
        let unlock = try ChildProcess(
            command[0], Array(command.dropFirst()), environment: ["SEAM_SOCKET": system.sessionSocket])
        #expect(try await unlock.awaitExit() == 0)
        #expect(try system.openings() == 1)
    }

    @Test("closed descriptor: a daemon serves", arguments: [LoneDaemon.Kind.session, .radio])
    func aDaemonServes(kind: LoneDaemon.Kind) async throws {
        let daemon = try await LoneDaemon(kind) { _ in Self.closed }
        try await TestSystem.awaitSocket(daemon.socket, of: daemon.process)
        try Self.expectNull(daemon.process.pid)
        let client = try TextClient(daemon.socket)
        #expect(try client.answer(to: try client.send("rpc.whoami")).reply["result"] != nil)
    }

    @Test("closed descriptor: the development cloud serves") func theDevelopmentCloudServes() async throws {
        let directory = try TestDirectory()
        let key = try directory.write("seam_test1234567_abcdefgh\n", to: "key", mode: 0o600)
        let address = directory.file("address")
        let command =
            Self.closed + [
                try Products.executable("seam-devcloud"), "--listen", "127.0.0.1:0", "--seed",
                "\(Products.package)deploy/devcloud/seed.json", "--api-key-file", key, "--address-file", address,
            ]
        let cloud = try ChildProcess(command[0], Array(command.dropFirst()))
        let deadline = ContinuousClock.now + .seconds(20)
        while access(address, F_OK) != 0, cloud.isRunning, ContinuousClock.now < deadline { poll(nil, 0, 20) }
        try Self.expectNull(cloud.pid)
        cloud.signal(SIGTERM)
        #expect(try await cloud.awaitExit() == 0)
    }

    /// Expects that the standard descriptors of a process are `/dev/null`.
    private static func expectNull(_ pid: Int32) throws {
        for descriptor in 0...2 {
            let target = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/fd/\(descriptor)")
            #expect(target == "/dev/null", "descriptor \(descriptor)")
        }
    }
}
