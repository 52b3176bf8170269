import Glibc

/// The kernel's own console, whose font has only 256 or 512 characters.
package struct LinuxConsole: Sendable {
    /// The characters of the console's font, in the basic plane.
    private let characters: Set<UInt16>

    /// The characters used to draw lines, boxes and bars.
    private static let drawing: [Unicode.Scalar] = ["─", "│", "┌", "┐", "└", "┘", "█", "░"]
    /// The size of the kernel's map.
    private static let most = 65_535

    // From linux/kd.h.
    private static let keyboardType: UInt = 0x4B33
    private static let unicodeMap: UInt = 0x4B66

    /// The kernel's answer (`struct unimapdesc`).
    @unsafe private struct MapDescription {
        var count: UInt16
        /// A list of pairs: a character and its place in the font.
        var pairs: UnsafeMutablePointer<UInt16>?
    }

    /// Asks the kernel for the console's font. Returns nil if the terminal is not a console.
    package init?(_ descriptor: CInt) {
        var kind: CChar = 0
        guard unsafe ioctl(descriptor, Self.keyboardType, &kind) == 0 else { return nil }
        var pairs = [UInt16](repeating: 0, count: 2 * Self.most)
        let count: Int? = unsafe pairs.withUnsafeMutableBufferPointer { room in
            var description = unsafe MapDescription(count: UInt16(Self.most), pairs: room.baseAddress)
            guard unsafe ioctl(descriptor, Self.unicodeMap, &description) == 0 else { return nil }
            return Int(unsafe description.count)
        }
        guard let count else { return nil }
        self.init(characters: Set((0..<count).map { pairs[2 * $0] }))
    }

    /// Creates a console whose font has these characters.
    package init(characters: Set<UInt16>) {
        self.characters = characters
    }

    /// Whether the font has the characters used to draw lines, boxes and bars.
    package var hasDrawing: Bool { Self.drawing.allSatisfy { characters.contains(UInt16($0.value)) } }
}

extension TerminalProfile {
    /// Returns the same profile. If the terminal is a console, the profile is limited to the characters of the
    /// console's font.
    package func seen(on console: LinuxConsole?) -> TerminalProfile {
        guard let console, glyphs.value != .ascii else { return self }
        return console.hasDrawing
            ? with(Judged(value: .console, reason: "the console's font has lines and blocks"))
            : with(Judged(value: .ascii, reason: "the console's font has no lines"))
    }
}
