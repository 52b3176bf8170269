import Glibc

/// Two user ids. While a test has them, no other test on this machine uses them, in any process. The ids are between
/// 61,000 and 61,899, and this range is not assigned to users. An abstract socket reserves the ids. They are free again
/// when the last reference is released, or when the process ends.
final class ReservedUsers: Sendable {
    let first: UInt32
    var second: UInt32 { first + 1 }

    private let socket: Int32

    /// Reserves two ids. Throws if all ids are in use.
    init() throws {
        let start = UInt32.random(in: 0..<450)
        for step in 0..<450 as Range<UInt32> {
            let user = 61_000 + (start + step) % 450 * 2
            guard let socket = Self.bound("\0seam-test-users-\(user)") else { continue }
            (first, self.socket) = (user, socket)
            return
        }
        throw TestFailure("all of the tests' users are in use")
    }

    deinit { close(socket) }

    /// A socket bound to `name`, or nil if the name is in use.
    private static func bound(_ name: String) -> Int32? {
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(name.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        if status == 0 { return descriptor }
        close(descriptor)
        return nil
    }
}
