import Glibc

/// A blocking connection to a Unix socket. Tests use it to write bytes themselves. Connecting, each write and each read
/// may take at most 20 seconds.
package final class UnixConnection: @unchecked Sendable {
    // The socket's descriptor. Only one test uses the connection at a time.
    private let descriptor: Int32
    private var pending: [UInt8] = []
    private var isOver = false

    package init(_ path: String) throws {
        guard let descriptor = Self.connected(path) else { throw TestFailure("nobody listens at \(path)") }
        self.descriptor = descriptor
    }

    deinit { Glibc.close(descriptor) }

    package static func canConnect(_ path: String) -> Bool {
        guard let descriptor = connected(path) else { return false }
        Glibc.close(descriptor)
        return true
    }

    /// The process that listens at `path`, or nil if a connection cannot be made.
    package static func listener(at path: String) -> Int32? {
        guard let descriptor = connected(path) else { return nil }
        defer { Glibc.close(descriptor) }
        // The array gets the peer's process, user and group (see socket(7)).
        var peer: [Int32] = [0, 0, 0]
        var length = socklen_t(3 * MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 else { return nil }
        return peer[0]
    }

    package func send(_ text: String) throws { try send(Array(text.utf8)) }

    package func send(_ bytes: [UInt8]) throws {
        guard Glibc.send(descriptor, bytes, bytes.count, Int32(truncatingIfNeeded: MSG_NOSIGNAL)) == bytes.count else {
            throw TestFailure("the peer has closed")
        }
    }

    /// Informs the peer that nothing more will be written.
    package func halfClose() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// The next line, without its line terminator. Throws an error at the end of the stream, and also after 20 seconds.
    package func line() throws -> String {
        while true {
            if let end = pending.firstIndex(of: 10) {
                defer { pending.removeSubrange(...end) }
                return String(decoding: pending[..<end], as: UTF8.self)
            }
            let more = try received()
            pending.append(contentsOf: more)
        }
    }

    /// The payload of the next frame, without its length. Throws an error at the end of the stream, and also after 20
    /// seconds.
    package func frame() throws -> [UInt8] {
        while true {
            let length = pending.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            if pending.count >= 4, pending.count - 4 >= length {
                defer { pending.removeFirst(4 + length) }
                return Array(pending[4..<4 + length])
            }
            let more = try received()
            pending.append(contentsOf: more)
        }
    }

    /// Reads until the end of the stream, and returns all bytes. It reads as a slow program does, which takes 4 KiB
    /// every 2 ms.
    ///
    /// The bytes are not processed between two reads, so the reader sets the pace, and not the speed of the machine.
    package func slowRest() -> [UInt8] {
        while true {
            poll(nil, 0, 2)
            guard let more = receive(4096) else { break }
            pending.append(contentsOf: more)
        }
        defer { pending = [] }
        return pending
    }

    /// Waits until the peer has sent some bytes, and keeps these bytes for later. Throws an error at the end of the
    /// stream, and also after 20 seconds.
    package func awaitWord() throws {
        guard pending.isEmpty else { return }
        pending.append(contentsOf: try received())
    }

    /// Reads until the end of the stream, and returns all bytes.
    package func rest() -> [UInt8] {
        while let more = receive() { pending.append(contentsOf: more) }
        defer { pending = [] }
        return pending
    }

    private func received() throws -> [UInt8] {
        if let more = receive() { return more }
        let reason = errno
        throw TestFailure(isOver ? "the peer has closed" : "no answer: \(String(cString: strerror(reason)))")
    }

    private func receive(_ most: Int = 65_536) -> [UInt8]? {
        var room = [UInt8](repeating: 0, count: most)
        let count = recv(descriptor, &room, room.count, 0)
        isOver = count == 0
        return count > 0 ? Array(room[..<count]) : nil
    }

    private static func connected(_ path: String) -> Int32? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        // The send timeout also applies to `connect`, which waits while the listener's queue is full.
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard connected == 0 else {
            Glibc.close(descriptor)
            return nil
        }
        return descriptor
    }
}
