/// The sixteen colours of a Linux console, which a program may set: they become the theme's own colours, exactly,
/// since the console has no others (console_codes(4), `ESC ]P`).
package struct VTPalette: Sendable {
    /// The colours that were assigned, by place. The first and the eighth place stay: they are the console's
    /// background and text.
    private var colors: [TerminalColor?] = Array(repeating: nil, count: 16)
    private var unsent: [Int] = []

    private static let free = [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 15, 8]

    package init() {}

    /// The place of a colour. It gets a place of its own while there are any; after that, the nearest assigned place.
    package mutating func place(for color: TerminalColor) -> TerminalColor {
        guard case .rgb(let red, let green, let blue) = color.kind else { return ColorDepth.ansi16.nearest(to: color) }
        if let place = colors.firstIndex(of: color) { return .palette(UInt8(place)) }
        if let place = Self.free.first(where: { colors[$0] == nil }) {
            colors[place] = color
            unsent.append(place)
            return .palette(UInt8(place))
        }
        let wanted = OKLab((red, green, blue))
        let best = Self.free.min { distance(wanted, $0) < distance(wanted, $1) }
        return .palette(UInt8(best ?? 7))
    }

    /// The bytes that tell the console of places that were assigned since the last call.
    package mutating func takeChanges() -> [UInt8] {
        var bytes: [UInt8] = []
        for place in unsent {
            guard case .rgb(let red, let green, let blue)? = colors[place]?.kind else { continue }
            bytes += [0x1B, UInt8(ascii: "]"), UInt8(ascii: "P")]
            bytes += String(place, radix: 16).utf8
            for part in [red, green, blue] {
                bytes += (part < 16 ? "0" : "").utf8 + Array(String(part, radix: 16).utf8)
            }
        }
        unsent = []
        return bytes
    }

    /// The bytes that give the console its own colours back.
    package static let reset: [UInt8] = [0x1B, UInt8(ascii: "]"), UInt8(ascii: "R")]

    private func distance(_ wanted: OKLab, _ place: Int) -> Float {
        guard case .rgb(let red, let green, let blue)? = colors[place]?.kind else { return .infinity }
        return wanted.distance(to: OKLab((red, green, blue)))
    }
}
