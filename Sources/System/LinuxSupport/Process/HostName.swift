import Glibc

/// What the machine is called.
package enum HostName {
    /// How many bytes the kernel lets a name have.
    private static let limit = 64

    /// The name now: 1 to 64 bytes of UTF-8. `localhost` if it has none.
    package static var current: String {
        var room = [CChar](repeating: 0, count: limit + 1)
        guard unsafe gethostname(&room, limit) == 0 else { return "localhost" }
        let name = String(decoding: room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // What is no UTF-8 is replaced, which may make it longer.
        return name.isEmpty || name.utf8.count > limit ? "localhost" : name
    }
}
