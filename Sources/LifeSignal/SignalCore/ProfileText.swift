package import Wire

/// A name or a note as a person may give it. Its reader brings a text into Unicode's form NFC first.
package enum ProfileText {
    /// The most characters of a name, and of a note.
    package static let (nameLimit, noteLimit) = (64, 2_000)

    /// A name without white space around it, and without the marks of direction that come along with a copied one.
    /// Throws the fault: empty, too long, control characters.
    package static func name(_ text: String, _ field: String) throws(FieldFault) -> String {
        let name = trimmed(TypedText.seen(text))
        guard !name.isEmpty else { throw FieldFault(field, "must not be empty") }
        try check(name, field, limit: nameLimit) { _ in false }
        return name
    }

    /// A note without white space around it, which may be empty and may have line ends.
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
        // One visible character may be made of any number of others.
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

    /// A number of which only the ends are readable: `+49 … 4321`.
    package static func hint(_ phone: String) -> String {
        let end = phone.count >= 11 ? 4 : 2
        return "\(phone.prefix(3)) … \(phone.suffix(end))"
    }
}
