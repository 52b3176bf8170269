import Glibc

/// The machine's time zone: `TZ`, or `/etc/localtime`.
package enum MachineZone {
    /// Returns a time as `strftime` formats it. The time is given in seconds since 1970. If the C library fails,
    /// returns nil.
    package static func text(_ time: Int, _ format: String) -> String? {
        var time = time
        var parts = unsafe tm()
        // The C library rereads the machine's time zone only when `tzset` is called.
        tzset()
        guard unsafe localtime_r(&time, &parts) != nil else { return nil }
        var room = [CChar](repeating: 0, count: 64)
        let count = unsafe strftime(&room, room.count, format, &parts)
        return count == 0 ? nil : String(decoding: room.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
