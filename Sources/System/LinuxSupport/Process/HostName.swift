import Glibc

/// The machine's name.
package enum HostName {
    /// The largest number of bytes that the kernel allows in a name.
    private static let limit = 64

    /// The current name: 1 to 64 bytes of UTF-8. The name is `localhost` for a machine without a name.
    package static var current: String {
        var room = [CChar](repeating: 0, count: limit + 1)
        guard unsafe gethostname(&room, limit) == 0 else { return "localhost" }
        let name = String(decoding: room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // Bytes that are not UTF-8 are replaced, which may make the name longer.
        return name.isEmpty || name.utf8.count > limit ? "localhost" : name
    }
}
