/// Select Graphic Rendition. These sequences change the style in which a terminal writes (ECMA-48 8.3.117).
package enum SGR {
    /// Returns the shortest sequence that changes a terminal's style from `old` to `new`. The result is empty if the
    /// styles are equal. If `old` is nil, the style is unknown, and the sequence begins with a reset. Both styles must
    /// use colours that the terminal supports.
    package static func change(from old: CellStyle?, to new: CellStyle) -> [UInt8] {
        if old == new { return [] }
        let whole = [0] + additions(from: .plain, to: new)
        guard let old else { return sequence(whole) }
        let step = sequence(removals(from: old, to: new) + additions(from: old, to: new))
        // A lone reset may leave out its number.
        let reset = sequence(whole)
        return step.count < reset.count ? step : reset
    }

    private static func sequence(_ codes: [Int]) -> [UInt8] {
        var bytes: [UInt8] = [0x1B, 0x5B]
        for (index, code) in codes.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ";")) }
            if index > 0 || code != 0 { bytes.append(decimal: code) }
        }
        bytes.append(UInt8(ascii: "m"))
        return bytes
    }

    private static func removals(from old: CellStyle, to new: CellStyle) -> [Int] {
        let gone = old.attributes.subtracting(new.attributes)
        var codes: [Int] = []
        if !gone.isDisjoint(with: [.bold, .dim]) { codes.append(22) }
        if gone.contains(.italic) { codes.append(23) }
        if gone.contains(.underline) { codes.append(24) }
        if gone.contains(.reverse) { codes.append(27) }
        if gone.contains(.strikethrough) { codes.append(29) }
        return codes
    }

    private static func additions(from old: CellStyle, to new: CellStyle) -> [Int] {
        let gone = old.attributes.subtracting(new.attributes)
        var added = new.attributes.subtracting(old.attributes)
        // The same number ends both bold and dim.
        if !gone.isDisjoint(with: [.bold, .dim]) { added.formUnion(new.attributes.intersection([.bold, .dim])) }
        var codes: [Int] = []
        if added.contains(.bold) { codes.append(1) }
        if added.contains(.dim) { codes.append(2) }
        if added.contains(.italic) { codes.append(3) }
        if added.contains(.underline) { codes.append(4) }
        if added.contains(.reverse) { codes.append(7) }
        if added.contains(.strikethrough) { codes.append(9) }
        if old.foreground != new.foreground { codes += self.codes(new.foreground, base: 30) }
        if old.background != new.background { codes += self.codes(new.background, base: 40) }
        return codes
    }

    /// Returns the numbers for a colour. The `base` is 30 for the text, and 40 for the background.
    private static func codes(_ color: TerminalColor, base: Int) -> [Int] {
        switch color.kind {
        case .standard: [base + 9]
        case .palette(let number) where number < 8: [base + Int(number)]
        case .palette(let number) where number < 16: [base + 60 + Int(number) - 8]
        case .palette(let number): [base + 8, 5, Int(number)]
        case .rgb(let red, let green, let blue): [base + 8, 2, Int(red), Int(green), Int(blue)]
        }
    }
}

extension [UInt8] {
    /// Appends a non-negative number in decimal digits.
    mutating func append(decimal number: Int) {
        if number >= 10 { append(decimal: number / 10) }
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    /// Appends a control sequence. It has a number and the final byte, and the number is left out if it is 1.
    mutating func append(control final: Character, _ number: Int = 1) {
        append(contentsOf: [0x1B, 0x5B])
        if number != 1 { append(decimal: number) }
        append(contentsOf: final.utf8)
    }
}
