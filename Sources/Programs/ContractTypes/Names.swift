/// Converts names on the wire to Swift.
enum Names {
    /// Written in capitals, unless a name begins with them.
    private static let acronyms: Set = ["id", "otp", "pin", "qr", "uid", "url"]

    /// `qr_code_id` as `qrCodeID`; for a flag, `armed` as `isArmed`; for a duration, `grace_ms` as `grace`.
    static func member(_ wire: String, _ type: String = "") -> String {
        var words = words(wire)
        if type == "Duration", words.last == "ms" { words.removeLast() }
        if type == "Bool", !["is", "has"].contains(words[0]) { words.insert("is", at: 0) }
        return words[0] + words.dropFirst().map(capitalized).joined()
    }

    /// `contact.add` as `ContactAdd`.
    static func type(_ wire: String) -> String { words(wire).map(capitalized).joined() }

    private static func words(_ wire: String) -> [String] { wire.split { "._".contains($0) }.map(String.init) }

    private static func capitalized(_ word: String) -> String {
        acronyms.contains(word) ? word.uppercased() : word.prefix(1).uppercased() + word.dropFirst()
    }
}
