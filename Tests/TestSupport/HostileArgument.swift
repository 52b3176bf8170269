/// Values that somebody may scan, type or invent. They are used as a name, an id or a token. The same seed gives the
/// same arguments.
package struct HostileArguments {
    private var numbers: SplitMix

    package init(seed: UInt64) { numbers = SplitMix(seed: seed) }

    private static let pieces =
        HostileText.samples.filter { $0.utf8.count < 200 }
        + ["../../etc/passwd", "' OR 1=1 --", "{}", "\\u0000", "%00", "x"]

    /// An arbitrary text. It is never the id of a key or a token.
    package mutating func text() -> String {
        switch Int.random(in: 0..<8, using: &numbers) {
        case 0: return "\u{0}"
        case 1: return piece() + "\u{0}" + piece()
        case 2: return String(repeating: "x", count: Int.random(in: 129...2_000, using: &numbers))
        case 3 where Int.random(in: 0..<32, using: &numbers) == 0: return String(repeating: "\u{0}", count: 20_000)
        case 4 where Int.random(in: 0..<32, using: &numbers) == 0: return String(repeating: "ö", count: 40_000)
        default: return piece() + piece()
        }
    }

    /// The text of a JSON value. The value may be one that no Swift string can have.
    package mutating func jsonText() -> String {
        let broken = [
            #""\ud800""#, #""a\udfff""#, #""\u0000""#, #"["\ud800\ud800"]"#, #"{"\u0000":1}"#, "1e999",
            "-99999999999999999999", "[9007199254740992]", "[]", "true",
        ]
        guard Bool.random(using: &numbers) else { return broken.randomElement(using: &numbers) ?? "1" }
        return Self.quoted(text())
    }

    private mutating func piece() -> String { Self.pieces.randomElement(using: &numbers) ?? "" }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{0}"..<"\u{20}":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
