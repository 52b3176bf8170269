import Glibc

/// A pipe for the standard error of a program. The pipe's reader has stopped reading, and the pipe is full from the
/// start.
package final class UnreadPipe: Sendable {
    private let descriptor: Int32
    private let path: String

    /// Makes a pipe to which every user may write.
    package init(in directory: TestDirectory) throws {
        path = directory.file("unread")
        guard mkfifo(path, 0o666) == 0, chmod(path, 0o666) == 0 else { throw TestFailure("no pipe") }
        // The pipe is open for both reading and writing. A writer therefore neither waits for a reader, nor notices
        // when a reader leaves.
        descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        fill()
    }

    deinit { close(descriptor) }

    /// The command that starts a program. The program's standard error is the pipe.
    package var command: [String] { ["/bin/sh", "-c", "exec \"$@\" 2>\"$0\"", path] }

    /// Fills the pipe's remaining space.
    package func fill() {
        // Fills the pipe, first in steps of 4 KiB and then byte by byte.
        for size in [4_096, 1] {
            let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: size)
            while write(descriptor, bytes, size) > 0 {}
        }
    }

    /// Lets the reader continue. Returns the content of the pipe up to `text`, or nil if `text` does not come.
    package func read(until text: String, limit: Duration = .seconds(20)) -> String? {
        let deadline = ContinuousClock.now + limit
        var (found, room) = ("", [UInt8](repeating: 0, count: 65_536))
        while ContinuousClock.now < deadline {
            var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 100) == 1 else { continue }
            let count = Glibc.read(descriptor, &room, room.count)
            guard count > 0 else { continue }
            found += String(decoding: room[..<count], as: UTF8.self)
            if found.contains(text) { return found }
        }
        return nil
    }
}
