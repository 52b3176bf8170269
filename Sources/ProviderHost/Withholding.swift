import Wire

/// Keeps a secret out of texts that a provider wrote: it was given the secret and is not trusted with what it says.
struct Withholding: Sendable {
    /// Shorter secrets would make words of common bytes disappear, and are no keys.
    private static let shortest = 8

    private let forms: [String]

    /// Withholds `secret` in hexadecimal, base64 and base64url, and as text where it is one.
    init(_ secret: [UInt8]?) {
        guard let secret, secret.count >= Self.shortest else {
            forms = []
            return
        }
        let hex = Hex.encode(secret)
        let base64URL = Base64URL.encode(secret)
        let base64 = base64URL.replacing("-", with: "+").replacing("_", with: "/")
        forms = [hex, hex.uppercased(), base64URL, base64, String(decoding: secret, as: UTF8.self)]
    }

    /// `text` with every form of the secret replaced.
    func clean(_ text: String) -> String {
        forms.reduce(text) { $0.replacing($1, with: "[withheld]") }
    }

    /// What a child wrote on standard error, as one line of printable ASCII.
    func note(_ bytes: [UInt8]) -> String {
        let text = clean(String(decoding: bytes, as: UTF8.self))
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
}
