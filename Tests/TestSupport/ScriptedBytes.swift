/// Bytes written as hexadecimal digits.
package func hex(_ text: String) -> [UInt8] {
    var digits = text.compactMap(\.hexDigitValue)
    var bytes: [UInt8] = []
    while digits.count >= 2 {
        bytes.append(UInt8(digits[0] * 16 + digits[1]))
        digits.removeFirst(2)
    }
    return bytes
}

/// Bytes as hexadecimal digits.
package func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// A generator that first returns exactly the scripted bytes. After them, it returns a fixed pseudo-random sequence.
package struct ScriptedRandom: RandomNumberGenerator {
    private var script: [UInt8]
    private var seed: UInt64

    /// Returns the bytes of `hexText` first.
    package init(_ hexText: String = "", seed: UInt64 = 1) {
        script = hex(hexText)
        self.seed = seed
    }

    /// See `RandomNumberGenerator`.
    package mutating func next() -> UInt64 {
        guard script.count >= 8 else {
            // SplitMix64 is good enough to fill fields, and gives the same numbers in every run.
            seed &+= 0x9E37_79B9_7F4A_7C15
            var value = seed
            value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
            return value ^ value >> 31
        }
        defer { script.removeFirst(8) }
        return script.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
