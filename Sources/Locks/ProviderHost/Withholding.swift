import Wire

/// Redacts a secret from a provider's texts. The provider knows the secret, and its output is not trusted.
///
/// The redaction finds the whole secret, or at least sixteen consecutive bytes of the secret, in plain encodings. A
/// provider can always encode the secret in a way that the redaction does not detect, so the provider's texts are shown
/// only to engineers.
struct Withholding: Sendable {
    /// The length of the shortest secret that is redacted. Shorter secrets are not keys, and redacting them would
    /// remove common words.
    private static let shortest = 8
    /// The number of consecutive matching bytes that cannot be a coincidence.
    private static let window = 16
    private static let mark = Array("[withheld]".utf8)

    /// The pieces of the secret that have the same length and encoding.
    private struct Spelling: Sendable {
        let length: Int
        let pieces: Set<[UInt8]>
        let ignoresCase: Bool

        init(_ texts: [[UInt8]], length: Int, ignoresCase: Bool = false) {
            self.length = length
            self.ignoresCase = ignoresCase
            pieces = Set(
                texts.flatMap { text in
                    (0..<max(0, text.count - length + 1)).map { Array(text[$0..<$0 + length]) }
                })
        }
    }

    private let spellings: [Spelling]

    /// Creates a redaction of each secret in hexadecimal, base64, base64url and raw form.
    init(_ secrets: [[UInt8]]) {
        spellings = secrets.filter { $0.count >= Self.shortest }.flatMap(Self.spellings)
    }

    private static func spellings(of secret: [UInt8]) -> [Spelling] {
        let window = min(Self.window, secret.count)
        // Base64 encodes a piece in one of three ways, depending on its offset modulo three; its outer characters mix
        // with the bytes next to it.
        let base64URL = (0..<3).map { Array(Base64URL.encode(Array(secret.dropFirst($0))).utf8) }
        let base64 = base64URL.map { text in
            text.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0 }
        }
        return [
            Spelling([Array(Hex.encode(secret).utf8)], length: window * 2, ignoresCase: true),
            Spelling(base64URL + base64, length: window * 4 / 3 - 1),
            Spelling([secret], length: window),
        ]
    }

    /// Whether `bytes` contain a piece of the secret.
    func isFound(in bytes: [UInt8]) -> Bool { clean(bytes) != nil }

    /// Returns `text` with every piece of the secret replaced.
    func clean(_ text: String) -> String {
        let cleaned = clean(Array(text.utf8))
        return cleaned.map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// Returns the child's standard error as one line of printable ASCII.
    func note(_ bytes: [UInt8]) -> String {
        let text = String(decoding: clean(bytes) ?? bytes, as: UTF8.self)
        var line = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x20...0x7E: line.unicodeScalars.append(scalar)
            case 0x0A: line += " | "
            default: line += "?"
            }
        }
        while line.hasSuffix(" ") || line.hasSuffix("|") { line.removeLast() }
        return line
    }

    /// Returns the redacted bytes. If nothing has to be replaced, returns nil.
    private func clean(_ bytes: [UInt8]) -> [UInt8]? {
        var isSecret = [Bool](repeating: false, count: bytes.count)
        var found = false
        for spelling in spellings where bytes.count >= spelling.length {
            let text = spelling.ignoresCase ? bytes.map(Self.lowercased) : bytes
            for start in 0...(text.count - spelling.length) {
                let end = start + spelling.length
                guard spelling.pieces.contains(Array(text[start..<end])) else { continue }
                found = true
                for index in start..<end { isSecret[index] = true }
            }
        }
        guard found else { return nil }
        var cleaned: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if !isSecret[index] {
                cleaned.append(byte)
            } else if index == 0 || !isSecret[index - 1] {
                cleaned += Self.mark
            }
        }
        return cleaned
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
