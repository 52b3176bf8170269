import Foundation
import LinuxSupport
import Testing

@Suite struct UnixSocketTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    @Test("unix socket: bytes pass both ways") func bytesPassBothWays() throws {
        let listener = try UnixSocket.listen(at: scratch("s"), mode: 0o600)
        let descriptor = try take(listener)
        let client = try UnixSocket.connect(to: scratch("s"), deadline: .after(soon))
        let server = try UnixSocket.accept(from: descriptor, deadline: .after(soon))
        try client.write([1, 2, 3], deadline: .after(soon))
        #expect(try server.read(exactly: 3, deadline: .after(soon)) == [1, 2, 3])
        try server.write([4], deadline: .after(soon))
        #expect(try client.read(upTo: 100, deadline: .after(soon)) == [4])
        try server.close()
        #expect(try client.read(upTo: 1, deadline: .after(soon)) == [])
        #expect(throws: LinuxError(.closed, "")) {
            try client.write([5], deadline: .after(soon))
            try client.write([6], deadline: .after(soon))
        }
    }

    @Test("unix socket: the mode is right whatever the umask", arguments: [0o600, 0o660, 0o666])
    func theModeIsRightWhateverTheUmask(wanted: Int) throws {
        let listener = try UnixSocket.listen(at: scratch("s"), mode: UInt32(wanted))
        #expect(try mode(scratch("s")) == wanted)
        try listener.close()
    }

    @Test("unix socket: the group is set before anyone can connect") func theGroupIsSetBeforeAnyoneCanConnect() throws {
        try requireRoot()
        let listener = try UnixSocket.listen(at: scratch("s"), mode: 0o660, group: 54_321)
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch("s"))
        #expect(attributes[.groupOwnerAccountID] as? Int == 54_321)
        try listener.close()
    }

    @Test("unix socket: closing leaves nothing behind") func closingLeavesNothingBehind() throws {
        let listener = try UnixSocket.listen(at: scratch("s"), mode: 0o600)
        #expect(try scratch.entries == ["s", "s.lock"])
        try listener.close()
        #expect(try scratch.entries == [])
        try listener.close()
    }

    @Test("unix socket: a second listener is refused while the first lives")
    func aSecondListenerIsRefusedWhileTheFirstLives() throws {
        let first = try UnixSocket.listen(at: scratch("s"), mode: 0o600)
        #expect(throws: LinuxError(.addressInUse, "")) { try UnixSocket.listen(at: scratch("s"), mode: 0o600) }
        #expect(try first.ownsPath())
        try first.close()
        let second = try UnixSocket.listen(at: scratch("s"), mode: 0o600)
        #expect(try second.ownsPath())
        #expect(try !first.ownsPath())
    }

    @Test("unix socket: a live socket without our lock is respected")
    func aLiveSocketWithoutOurLockIsRespected() throws {
        let first = try UnixSocket.listen(at: scratch("s"), mode: 0o600)
        try FileManager.default.removeItem(atPath: scratch("s.lock"))
        #expect(throws: LinuxError(.addressInUse, "")) { try UnixSocket.listen(at: scratch("s"), mode: 0o600) }
        _ = try UnixSocket.connect(to: scratch("s"), deadline: .after(soon))
        #expect(try first.ownsPath())
    }

    @Test("unix socket: a stale socket is replaced") func aStaleSocketIsReplaced() throws {
        try plantStaleSocket(at: scratch("s"))
        #expect(throws: LinuxError(.refused, "")) { try connect() }
        let listener = try UnixSocket.listen(at: scratch("s"), mode: 0o600)
        try connect()
        try listener.close()
    }

    @Test("unix socket: a file at the path is left alone") func aFileAtThePathIsLeftAlone() throws {
        try Data("mine".utf8).write(to: URL(fileURLWithPath: scratch("s")))
        #expect(throws: LinuxError(.addressTaken, "")) { try UnixSocket.listen(at: scratch("s"), mode: 0o600) }
        #expect(FileManager.default.contents(atPath: scratch("s")) == Data("mine".utf8))
    }

    @Test("unix socket: a link at the path is left alone") func aLinkAtThePathIsLeftAlone() throws {
        try FileManager.default.createSymbolicLink(atPath: scratch("s"), withDestinationPath: "/etc/passwd")
        #expect(throws: LinuxError(.addressTaken, "")) { try UnixSocket.listen(at: scratch("s"), mode: 0o600) }
        #expect(try scratch.entries.contains("s"))
    }

    @Test("unix socket: a link in place of the lock is refused") func aLinkInPlaceOfTheLockIsRefused() throws {
        try FileManager.default.createSymbolicLink(atPath: scratch("s.lock"), withDestinationPath: scratch("other"))
        #expect(throws: LinuxError(.unsafeFile, "")) { try UnixSocket.listen(at: scratch("s"), mode: 0o600) }
        #expect(try scratch.entries == ["s.lock"])
    }

    @Test("unix socket: the directory must be safe") func theDirectoryMustBeSafe() throws {
        try FileManager.default.createDirectory(atPath: scratch("real"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: scratch("link"), withDestinationPath: scratch("real"))
        #expect(throws: LinuxError(.unsafeDirectory, "")) { try UnixSocket.listen(at: scratch("link/s"), mode: 0o600) }
        chmod(scratch("real"), 0o777)
        #expect(throws: LinuxError(.unsafeDirectory, "")) { try UnixSocket.listen(at: scratch("real/s"), mode: 0o600) }
        chmod(scratch("real"), 0o1777)
        try UnixSocket.listen(at: scratch("real/s"), mode: 0o600).close()
        try requireRoot()
        chmod(scratch("real"), 0o755)
        chown(scratch("real"), 54_321, 54_321)
        #expect(throws: LinuxError(.unsafeDirectory, "")) { try UnixSocket.listen(at: scratch("real/s"), mode: 0o600) }
        #expect(throws: LinuxError(.notFound, "")) { try UnixSocket.listen(at: scratch("absent/s"), mode: 0o600) }
    }

    @Test("unix socket: a path that was taken from us is not removed")
    func aPathThatWasTakenFromUsIsNotRemoved() throws {
        let listener = try UnixSocket.listen(at: scratch("s"), mode: 0o600)
        try FileManager.default.removeItem(atPath: scratch("s"))
        try plantStaleSocket(at: scratch("s"))
        #expect(try !listener.ownsPath())
        try listener.close()
        #expect(try scratch.entries == ["s"])
    }

    @Test("unix socket: paths are checked before anything happens") func pathsAreCheckedBeforeAnythingHappens() throws {
        let longest = scratch(String(repeating: "x", count: 107 - scratch("").utf8.count))
        try UnixSocket.listen(at: longest, mode: 0o600).close()
        #expect(throws: LinuxError(.pathTooLong, "")) { try UnixSocket.listen(at: longest + "x", mode: 0o600) }
        #expect(throws: LinuxError(.pathTooLong, "")) {
            _ = try UnixSocket.connect(to: longest + "x", deadline: .after(soon))
        }
        for path in ["", "\0abstract", "/tmp/", "/tmp/..", scratch("a\0b")] {
            #expect(throws: LinuxError(.invalidPath, "")) { try UnixSocket.listen(at: path, mode: 0o600) }
        }
    }

    @Test("unix socket: connecting says why not") func connectingSaysWhyNot() throws {
        #expect(throws: LinuxError(.notFound, "")) { try connect() }
        try requireRoot()
        let listener = try UnixSocket.listen(at: scratch("s"), mode: 0o600)
        chmod(scratch.path, 0o755)
        let script = "import socket; socket.socket(socket.AF_UNIX).connect('\(scratch("s"))')"
        let answer = try runToEnd(asUser(54_321) + ["/usr/bin/python3", "-c", script])
        #expect(answer.output.contains("PermissionError"))
        try listener.close()
    }

    @Test("unix socket: a full queue ends at the deadline") func aFullQueueEndsAtTheDeadline() throws {
        let listener = try UnixSocket.listen(at: scratch("s"), mode: 0o600, backlog: 0)
        let first = try UnixSocket.connect(to: scratch("s"), deadline: .after(soon))
        let start = SystemClock.monotonic()
        #expect(throws: LinuxError(.timedOut, "")) {
            _ = try UnixSocket.connect(to: scratch("s"), deadline: .after(.milliseconds(50)))
        }
        #expect(SystemClock.monotonic() - start >= .milliseconds(50))
        try first.close()
        try listener.close()
    }

    private func connect() throws {
        _ = try UnixSocket.connect(to: scratch("s"), deadline: .after(soon))
    }

    private func take(_ listener: UnixListener) throws -> OwnedDescriptor {
        guard let descriptor = listener.takeDescriptor() else { throw LinuxError(.closed, "no descriptor") }
        return descriptor
    }

    /// Makes a socket file like one that a killed daemon leaves behind.
    private func plantStaleSocket(at path: String) throws {
        let script = "import socket; socket.socket(socket.AF_UNIX).bind('\(path)')"
        try #require(try runToEnd(["/usr/bin/python3", "-c", script]).status == 0)
    }
}

/// The beginning of a command. The command runs a program as another user who is in none of our groups.
func asUser(_ uid: Int, groups: [Int] = []) -> [String] {
    let supplementary = groups.isEmpty ? "--clear-groups" : "--groups=" + groups.map(String.init).joined(separator: ",")
    return ["setpriv", "--reuid=\(uid)", "--regid=\(uid)", supplementary]
}
