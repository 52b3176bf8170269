import Glibc

/// Sets whether keys such as Alt-F2 switch to another of the kernel's consoles: while one is locked, nothing switches
/// until it is unlocked. Only a process with CAP_SYS_TTY_CONFIG may do this, which the kiosk lacks: its unit does it
/// before the kiosk starts.
package enum ConsoleLock: String, CaseIterable, Sendable {
    /// The console stays in front.
    case lock
    /// Keys switch to other consoles again.
    case unlock

    // From linux/kd.h and linux/vt.h.
    private static let keyboardType: UInt = 0x4B33
    private static let (activate, awaitActive): (UInt, UInt) = (0x5606, 0x5607)
    private static let (lockSwitch, unlockSwitch): (UInt, UInt) = (0x560B, 0x560C)

    /// Shows the console at a descriptor and locks it, or unlocks it; does nothing for a terminal that is not a
    /// console.
    ///
    /// Throws `.permissionDenied` for a process without that right.
    package func apply(to descriptor: CInt) throws(LinuxError) {
        var kind: CChar = 0
        var status = stat()
        guard unsafe ioctl(descriptor, Self.keyboardType, &kind) == 0, unsafe fstat(descriptor, &status) == 0 else {
            return
        }
        let number = Int(status.st_rdev & 0xFF)
        switch self {
        case .lock:
            // If it were already locked, it would not come to the front.
            try Self.call(descriptor, Self.unlockSwitch, 0, "unlocking the consoles")
            try Self.call(descriptor, Self.activate, number, "showing console \(number)")
            try Self.call(descriptor, Self.awaitActive, number, "showing console \(number)")
            try Self.call(descriptor, Self.lockSwitch, 0, "locking the consoles")
        case .unlock: try Self.call(descriptor, Self.unlockSwitch, 0, "unlocking the consoles")
        }
    }

    private static func call(
        _ descriptor: CInt, _ request: UInt, _ number: Int, _ what: String
    ) throws(LinuxError) {
        let status = ioctl(descriptor, request, CInt(number))
        _ = try LinuxError.check(status == 0 ? 0 : Int64(-errno), what)
    }
}
