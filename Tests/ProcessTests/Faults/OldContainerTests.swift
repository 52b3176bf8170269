import Glibc
import TestSupport
import Testing
import Wire

/// Tests kernels and container filters that do not know some newer system calls. A daemon works without these calls,
/// and does not mistake a refused system call for a refused permission.
@Suite(.serialized, .timeLimit(.minutes(2))) struct OldContainerTests {
    private static func command(_ error: String) throws -> [String] {
        ["/usr/bin/python3", try Products.file("Tests/ProcessTests/Peers/refuse.py"), error, "all"]
    }

    @Test("old container: a daemon starts and serves", arguments: ["EPERM", "ENOSYS"], ["session", "radio"])
    func starts(error: String, kind: String) async throws {
        let kind = try #require(LoneDaemon.Kind(rawValue: kind))
        let daemon = try await LoneDaemon(kind) { _ in try Self.command(error) }
        try await daemon.awaitReady()
        if kind == .session {
            let client = try TextClient(daemon.adminSocket)
            let (_, reply) = try client.answer(to: try client.send("rpc.health"))
            let store = reply["result"]?["components"]?.arrayValue?.first { $0["name"] == "store" }
            #expect(store?["status"] == "serving", "\(reply.text)")
        }
        #expect(try await daemon.stop() == EX_OK, "\(daemon.process.errors)")
    }

    @Test("old container: a store that is there already opens as well", arguments: ["EPERM", "ENOSYS"])
    func opensAgain(error: String) async throws {
        let place = try TestDirectory(mode: 0o755)
        let first = try await LoneDaemon(.session, in: place)
        try await first.awaitReady()
        #expect(try await first.stop() == EX_OK)
        let second = try await LoneDaemon(.session, in: place) { _ in try Self.command(error) }
        try await second.awaitReady()
        #expect(try await second.stop() == EX_OK, "\(second.process.errors)")
    }

    /// A user other than root, so that the kernel checks the modes of files.
    private static let user: UInt32? = geteuid() == 0 ? 63_051 : nil

    @Test(
        "old container: what may really not be written is told by what it is",
        arguments: [
            ("chmod 400 \"$1\"", "this user may not write to the file"),
            ("chmod 200 \"$1\"", "this user may not open the file"),
            ("rm -f \"$1\"-*; chmod 500 \"${1%/*}\"", "this user may not write to its directory"),
        ])
    func refused(shell: String, says: String) async throws {
        let place = try TestDirectory(mode: 0o755)
        try place.directory("store", owner: Self.user)
        let store = try place.directory("store/own", owner: Self.user) + "/session.db"
        let first = try await LoneDaemon(
            .session, uid: Self.user, configuration: ["store": .string(store)], in: place)
        try await first.awaitReady()
        #expect(try await first.stop() == EX_OK)
        let change = try ChildProcess("/bin/sh", ["-c", shell, "sh", store])
        #expect(try await change.awaitExit() == 0)
        let second = try await LoneDaemon(
            .session, uid: Self.user, configuration: ["store": .string(store)], in: place)
        #expect(try await second.process.awaitExit() == EX_CONFIG)
        #expect(second.process.errors.contains(says), "\(second.process.errors)")
    }
}
