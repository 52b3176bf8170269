import Foundation
import LinuxSupport
import Testing

@Suite struct PeerIdentityTests {
    @Test("peer identity: ourselves") func ourselves() throws {
        let scratch = try ScratchDirectory()
        let peer = try identity(scratch, of: nil)
        #expect(peer.uid == geteuid())
        #expect(peer.gids.first == getegid())
        #expect(peer.pid > 0)
    }

    @Test("peer identity: another user with its groups") func anotherUserWithItsGroups() throws {
        try requireRoot()
        let scratch = try ScratchDirectory()
        chmod(scratch.path, 0o755)
        let peer = try identity(scratch, of: asUser(54_321, groups: [7, 8, 54_321]))
        #expect(peer.uid == 54_321)
        #expect(peer.gids == [54_321, 7, 8])
    }

    @Test("peer identity: more groups than the first room") func moreGroupsThanTheFirstRoom() throws {
        try requireRoot()
        let scratch = try ScratchDirectory()
        chmod(scratch.path, 0o755)
        let many = Array(60_000..<60_300)
        let peer = try identity(scratch, of: asUser(54_321, groups: many))
        #expect(peer.gids == [54_321] + many.map(UInt32.init))
    }

    @Test("peer identity: the overflow user is refused") func theOverflowUserIsRefused() throws {
        try requireRoot()
        let scratch = try ScratchDirectory()
        chmod(scratch.path, 0o755)
        let error = #expect(throws: LinuxError.self) { try identity(scratch, of: asUser(65_534)) }
        #expect(error?.code == .unknownPeer)
        #expect(error?.message.contains("65534") == true)
        #expect(throws: LinuxError(.unknownPeer, "")) { try PeerIdentity(uid: .max, gids: [], pid: 0) }
    }

    @Test("peer identity: other descriptors have no identity") func otherDescriptorsHaveNoIdentity() throws {
        let inet = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        let unconnected = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { [inet, unconnected].forEach { close($0) } }
        #expect(throws: LinuxError(.notUnixSocket, "")) { try PeerIdentity(descriptor: inet) }
        #expect(throws: LinuxError(.unknownPeer, "")) { try PeerIdentity(descriptor: unconnected) }
        #expect(throws: LinuxError.self) { try PeerIdentity(descriptor: -1) }
        let null = open("/dev/null", O_RDONLY)
        defer { close(null) }
        #expect(throws: LinuxError.self) { try PeerIdentity(descriptor: null) }
    }

    /// Makes a client connect, and reads its identity. The client runs as our own user, or through the command that
    /// `asUser` returns.
    private func identity(_ scratch: ScratchDirectory, of words: [String]?) throws -> PeerIdentity {
        let listener = try UnixSocket.listen(at: scratch("s"), mode: 0o666)
        defer { try? listener.close() }
        guard let descriptor = listener.takeDescriptor() else { throw LinuxError(.closed, "no descriptor") }
        guard let words else {
            let client = try UnixSocket.connect(to: scratch("s"), deadline: .after(soon))
            let server = try UnixSocket.accept(from: descriptor, deadline: .after(soon))
            defer { withExtendedLifetime(client.withDescriptor { $0 }) {} }
            return try server.withDescriptor { try PeerIdentity(descriptor: $0) }
        }
        let script = "import socket; s = socket.socket(socket.AF_UNIX); s.connect('\(scratch("s"))'); s.recv(1)"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words + ["/usr/bin/python3", "-c", script]
        try process.run()
        defer { process.waitUntilExit() }
        let server = try UnixSocket.accept(from: descriptor, deadline: .after(soon))
        return try server.withDescriptor { try PeerIdentity(descriptor: $0) }
    }
}
