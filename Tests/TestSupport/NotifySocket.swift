import Foundation
import Glibc

/// The service manager's end of `NOTIFY_SOCKET`, a datagram socket. A test reads the reports one after the other.
package final class NotifySocket: @unchecked Sendable {
    // The socket's descriptor. Only one test uses the socket at a time.
    private let descriptor: Int32
    /// The value of `NOTIFY_SOCKET`.
    package let name: String

    /// Creates a socket. Its path is one to which every user may write, or its name is abstract and begins with `@`.
    package init(_ name: String) throws {
        self.name = name
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = name.hasPrefix("@") ? [0] + Array(name.utf8.dropFirst()) : Array(name.utf8) + [0]
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        guard bound == 0 else { throw TestFailure("\(name) cannot be bound") }
        if name.hasPrefix("/") { chmod(name, 0o777) }
    }

    deinit { close(descriptor) }

    /// The next report within `limit`, if there is one.
    package func next(within limit: Duration = .seconds(20)) -> String? {
        nextDatagram(within: limit).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes of the next report.
    package func nextDatagram(within limit: Duration = .seconds(20)) -> [UInt8]? {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, Int32(limit / .milliseconds(1))) == 1 else { return nil }
        var room = [UInt8](repeating: 0, count: 262_144)
        let count = recv(descriptor, &room, room.count, 0)
        return count >= 0 ? Array(room[..<count]) : nil
    }

    /// Reads until a report begins with `beginning`. Returns nil if no report arrives for `limit`.
    package func next(beginning: String, within limit: Duration = .seconds(20)) -> String? {
        while let report = next(within: limit) {
            if report.hasPrefix(beginning) { return report }
        }
        return nil
    }

    /// Reads and drops all reports that have arrived.
    package func drain() { while next(within: .zero) != nil {} }
}
