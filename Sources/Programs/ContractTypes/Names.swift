/// Converts names from the wire to names in Swift.
enum Names {
    /// The words that are written in capitals. If a name begins with such a word, the word is not written in capitals
    /// there.
    private static let acronyms: Set = ["id", "otp", "pin", "qr", "uid", "url"]

    /// Returns the name of a member. For example, `qr_code_id` becomes `qrCodeID`, the flag `armed` becomes `isArmed`,
    /// and the duration `grace_ms` becomes `grace`.
    static func member(_ wire: String, _ type: String = "") -> String {
        var words = words(wire)
        if type == "Duration", words.last == "ms" { words.removeLast() }
        if type == "Bool", !["is", "has"].contains(words[0]) { words.insert("is", at: 0) }
        return words[0] + words.dropFirst().map(capitalized).joined()
    }

    /// Returns the name of a type. For example, `contact.add` becomes `ContactAdd`.
    static func type(_ wire: String) -> String { words(wire).map(capitalized).joined() }

    private static func words(_ wire: String) -> [String] { wire.split { "._".contains($0) }.map(String.init) }

    private static func capitalized(_ word: String) -> String {
        acronyms.contains(word) ? word.uppercased() : word.prefix(1).uppercased() + word.dropFirst()
    }
}
