import SeamWords

/// The language of a page.
enum WebLanguage {
    /// The language that the visitor has chosen in the query, or else the first one of ours that the browser accepts,
    /// or else English.
    static func of(_ head: WebHead) -> SeamLanguage {
        if let chosen = head.query("lang").flatMap({ SeamLanguage(spoken: $0) }) { return chosen }
        return accepted(head.fields["accept-language"] ?? "") ?? .english
    }

    /// The spoken language with the highest weight in a field `Accept-Language`. Of equal weights, the first counts.
    private static func accepted(_ field: String) -> SeamLanguage? {
        var best: (language: SeamLanguage, weight: Double)?
        for entry in field.split(separator: ",").prefix(32) {
            let parts = entry.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            let code = parts.first?.prefix { $0 != "-" } ?? ""
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            guard let language = SeamLanguage(spoken: code), weight > (best?.weight ?? 0) else { continue }
            best = (language, weight)
        }
        return best?.language
    }
}
