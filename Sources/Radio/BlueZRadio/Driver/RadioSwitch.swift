import LinuxSupport

/// The kernel's rfkill state of an adapter: whether it is switched off on purpose, in software or by a hardware switch.
enum RadioSwitch {
    /// Whether the adapter at an object path is switched off. The path's last part is the kernel's name for the
    /// adapter.
    static func isBlocked(_ adapter: String) -> Bool {
        guard let name = adapter.split(separator: "/").last else { return false }
        // The kernel numbers switches in order of appearance. An adapter has one switch.
        return (0..<64).contains { number in
            let place = "/sys/class/bluetooth/\(name)/rfkill\(number)"
            return ["soft", "hard"].contains { file in
                (try? SystemFile.read("\(place)/\(file)", limit: 16))?.first == UInt8(ascii: "1")
            }
        }
    }
}
