/// The number of colours of a terminal, from none to all.
package enum ColorDepth: String, CaseIterable, Comparable, Sendable {
    /// The terminal has no colours, only attributes.
    case mono
    /// The terminal has the eight colours of ECMA-48.
    case ansi8 = "8"
    /// The terminal has the eight colours of ECMA-48 and their bright variants.
    case ansi16 = "16"
    /// The terminal has 16 colours, the cube of 216 colours, and 24 greys.
    case indexed = "256"
    /// The terminal has all colours of sRGB.
    case truecolor

    package static func < (left: ColorDepth, right: ColorDepth) -> Bool {
        let order = allCases
        return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
    }

    /// Returns the terminal's nearest colour to `color`, by distance in OKLab.
    package func nearest(to color: TerminalColor) -> TerminalColor {
        guard let places else {
            // This terminal has either only attributes, or all colours.
            return self == .mono ? .standard : color
        }
        switch color.kind {
        case .standard: return color
        case .palette(let number) where Int(number) < places.count: return color
        case .palette(let number): return nearest(to: Palette.parts[Int(number)], among: places)
        case .rgb(let red, let green, let blue): return nearest(to: (red, green, blue), among: places)
        }
    }

    /// The range of existing palette entries, or nil if the palette does not matter.
    private var places: Range<Int>? {
        switch self {
        case .mono, .truecolor: nil
        case .ansi8: 0..<8
        case .ansi16: 0..<16
        case .indexed: 0..<256
        }
    }

    private func nearest(to parts: Palette.Parts, among places: Range<Int>) -> TerminalColor {
        let wanted = OKLab(parts)
        // The terminal's owner may have changed the first sixteen colours, so they are used only if there are no other
        // colours.
        let candidates = places.count > 16 ? 16..<256 : places
        var best = (place: candidates.lowerBound, distance: Float.infinity)
        for place in candidates {
            let distance = wanted.distance(to: Palette.perceived[place])
            if distance < best.distance { best = (place, distance) }
        }
        return .palette(UInt8(best.place))
    }
}

/// The palette popularized by xterm.
package enum Palette {
    /// The red, green and blue parts of a colour.
    package typealias Parts = (red: UInt8, green: UInt8, blue: UInt8)

    /// All 256 colours. The first sixteen are xterm's colours. A terminal's owner may have replaced them.
    package static let parts: [Parts] = makeParts()

    static let perceived = parts.map { OKLab($0) }

    private static func makeParts() -> [Parts] {
        var parts: [Parts] = [
            (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205),
            (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255),
            (255, 0, 255), (0, 255, 255), (255, 255, 255),
        ]
        let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
        for red in steps {
            for green in steps {
                for blue in steps { parts.append((red, green, blue)) }
            }
        }
        for grey in stride(from: UInt8(8), through: 238, by: 10) { parts.append((grey, grey, grey)) }
        return parts
    }
}
