import Glibc

/// Sets whether keys such as Alt-F2 switch to another of the kernel's consoles. While a console is locked, no other
/// console can be shown until it is unlocked. Only a process with CAP_SYS_TTY_CONFIG may lock a console. The kiosk
/// lacks this capability, so its unit locks the console before the kiosk starts.
package enum ConsoleLock: String, CaseIterable, Sendable {
    /// The console stays in front.
    case lock
    /// Keys can switch to other consoles again.
    case unlock

    // From linux/kd.h and linux/vt.h.
    private static let keyboardType: UInt = 0x4B33
    private static let (activate, awaitActive): (UInt, UInt) = (0x5606, 0x5607)
    private static let (lockSwitch, unlockSwitch): (UInt, UInt) = (0x560B, 0x560C)

    /// Shows the console at a descriptor and locks it, or unlocks it. Does nothing for a terminal that is not a
    /// console.
    ///
    /// Throws `.permissionDenied` for a process without the required capability.
    package func apply(to descriptor: CInt) throws(LinuxError) {
        var kind: CChar = 0
        var status = stat()
        guard unsafe ioctl(descriptor, Self.keyboardType, &kind) == 0, unsafe fstat(descriptor, &status) == 0 else {
            return
        }
        let number = Int(status.st_rdev & 0xFF)
        switch self {
        case .lock:
            // The consoles are unlocked first, because a locked console would prevent this console from being shown.
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
