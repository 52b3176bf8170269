package import Wire

/// Checks names and notes that people enter. The caller converts a text to Unicode's form NFC first.
package enum ProfileText {
    /// The longest name and the longest note, in characters.
    package static let (nameLimit, noteLimit) = (64, 2_000)

    /// Returns the name without surrounding white space, and without the direction marks that come with a copied name.
    /// Throws if the name is empty, is too long, or contains control characters.
    package static func name(_ text: String, _ field: String) throws(FieldFault) -> String {
        let name = trimmed(TypedText.seen(text))
        guard !name.isEmpty else { throw FieldFault(field, "must not be empty") }
        try check(name, field, limit: nameLimit) { _ in false }
        return name
    }

    /// Returns the note without surrounding white space. A note may be empty and may contain line breaks.
    package static func note(_ text: String, _ field: String) throws(FieldFault) -> String {
        let note = trimmed(TypedText.seen(text))
        try check(note, field, limit: noteLimit) { $0 == "\n" || $0 == "\t" }
        return note
    }

    private static func trimmed(_ text: String) -> String {
        var rest = text.drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }

    private static func check(
        _ text: String, _ field: String, limit: Int, allowing isAllowed: (Unicode.Scalar) -> Bool
    ) throws(FieldFault) {
        guard text.count <= limit else { throw FieldFault(field, "must have at most \(limit) characters") }
        // One visible character may consist of any number of scalars.
        guard text.unicodeScalars.count <= limit * 4 else { throw FieldFault(field, "has too many marks") }
        for scalar in text.unicodeScalars where !isAllowed(scalar) {
            switch scalar.properties.generalCategory {
            case .control,
                .format where scalar != "\u{200D}", .lineSeparator, .paragraphSeparator, .privateUse,
                .surrogate, .unassigned:
                throw FieldFault(field, "must have no control characters")
            default: break
            }
        }
    }

    /// The phone number with only its ends readable: `+49 … 4321`.
    package static func hint(_ phone: String) -> String {
        let end = phone.count >= 11 ? 4 : 2
        return "\(phone.prefix(3)) … \(phone.suffix(end))"
    }
}
