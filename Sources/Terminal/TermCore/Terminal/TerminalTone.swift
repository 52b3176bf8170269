/// A short tone of the terminal.
package nonisolated enum TerminalTone: Hashable, Sendable {
    case success
    case warning
    case error

    /// Returns the bytes that make the terminal sound. Every terminal has only its bell. A console of the kernel also
    /// has a pitch in hertz and a duration in milliseconds. Both are set for this tone, and are reset afterwards
    /// (console_codes(4)).
    func bytes(isConsole: Bool) -> [UInt8] {
        guard isConsole else { return [0x07] }
        let (pitch, duration) =
            switch self {
            case .success: (880, 120)
            case .warning: (440, 200)
            case .error: (220, 400)
            }
        return Array("\u{1B}[10;\(pitch)]\u{1B}[11;\(duration)]\u{7}\u{1B}[10]\u{1B}[11]".utf8)
    }
}
