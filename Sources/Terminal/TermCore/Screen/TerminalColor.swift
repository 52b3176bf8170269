/// A colour of a cell. It is the terminal's own colour, a colour of its palette, or a colour that is given by its
/// components.
package struct TerminalColor: Hashable, Sendable {
    /// The kind is in the highest byte; the number or the three parts are in the lower bytes.
    private let bits: UInt32

    private init(kind: UInt32, _ value: UInt32) {
        bits = kind << 24 | value
    }

    /// The terminal's own colour, for text or for its background.
    package static let standard = TerminalColor(kind: 0, 0)

    /// Returns a palette entry. The terminal's owner chooses the entries 0 to 15; all other entries are the same on
    /// every terminal.
    package static func palette(_ number: UInt8) -> TerminalColor { TerminalColor(kind: 1, UInt32(number)) }

    /// Returns a colour of sRGB.
    package static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> TerminalColor {
        TerminalColor(kind: 2, UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }

    /// The kinds of colour.
    package enum Kind: Hashable, Sendable {
        case standard
        case palette(UInt8)
        case rgb(red: UInt8, green: UInt8, blue: UInt8)
    }

    /// The kind of the colour.
    package var kind: Kind {
        let low = UInt8(truncatingIfNeeded: bits)
        switch bits >> 24 {
        case 0: return .standard
        case 1: return .palette(low)
        default:
            return .rgb(
                red: UInt8(truncatingIfNeeded: bits >> 16), green: UInt8(truncatingIfNeeded: bits >> 8), blue: low)
        }
    }
}
