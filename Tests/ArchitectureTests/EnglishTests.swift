import Foundation
import Testing

/// Sentences must read as if a native speaker had written them. The subject comes first, and is not a subordinate
/// clause.
@Suite struct EnglishTests {
    /// Patterns that occur in translated sentences, each with a better wording.
    private static let patterns: [(name: String, pattern: String)] = [
        ("whoever: anyone who, everyone who", #"\b[Ww]ho(?:m)?ever\b"#),
        ("any more: no longer", #"\bany more\b"#),
        ("anew: again", #"\banew\b"#),
        (
            "has none: has no PIN, does not exist",
            #"(?<![Tt]here )(?<!may )(?<!can )(?<!must )\b(?:has|have|had|is|are|was|were|be) none\b"#
        ),
        ("a final 'too': also, as well", #"\btoo(?=[.;:!)\]]|$)"#),
        ("a headless 'who': anyone who, the person who", #"(?:^|[.;:] )Who (?![^.?]*\?)"#),
        ("a headless 'what': name the thing", #"(?:^|[.;:] )What (?![^.?]*\?)"#),
        ("'so that who': so that anyone who", #"\bso that who\b"#),
        (
            "tell without a person: show, report, say",
            #"(?<!cannot |not |can |left to )\b[Tt]ells?\b(?! (?:you|me|us|them|him|her|people|somebody|someone|anyone|everyone|"#
                + #"everybody|others|another|it|the truth)\b)"#
                + #"(?! (?!(?:whether|that|what|how|when|which|if|why|of)\b)(?:[^ ]+ ){0,2}(?:apart|operators?|persons?|people|"#
                + #"callers?|handlers?|users?|readers?|clients?|daemon|broker|locks?|cloud|responders?|contacts?|server|desk|"#
                + #"sender|shell|terminal|provider|programs?)\b)"#
        ),
    ]

    private static let all = Result {
        try NSRegularExpression(pattern: patterns.map { "(\($0.pattern))" }.joined(separator: "|"))
    }

    /// The faults in a text, each with the words around it.
    private static func faults(in text: String) throws -> [String] {
        let whole = NSRange(text.startIndex..., in: text)
        return try all.get().matches(in: text, range: whole).compactMap { match in
            guard let kind = patterns.indices.first(where: { match.range(at: $0 + 1).location != NSNotFound }),
                let place = Range(match.range, in: text)
            else { return nil }
            let start = text.index(place.lowerBound, offsetBy: -40, limitedBy: text.startIndex) ?? text.startIndex
            let end = text.index(place.upperBound, offsetBy: 40, limitedBy: text.endIndex) ?? text.endIndex
            return "…\(text[start..<end])…: \(patterns[kind].name)"
        }
    }

    @Test("English: the patterns find what they are for, and nothing else") func patternsAreTried() throws {
        let wrong = [
            "Whoever was on the way is none: it goes on at once.", "It does not exist any more.", "It begins anew.",
            "It has none.", "German is there, too.", "Who misses it is reminded.", "What a key's error says",
            "Go on, and tell every change.", "It tells whether it is there.",
            "It waits, so that who comes later waits.",
        ]
        for sentence in wrong { #expect(try !Self.faults(in: sentence).isEmpty, "\(sentence)") }
        let right = [
            "Anyone who misses it is reminded.", "Who opened it?", "What now? Nothing.", "It is too long.",
            "It tells the caller why.", "It tells all keys apart.", "It cannot tell.", "The person who came",
            "Any more than ten are refused",
        ]
        for sentence in right { #expect(try Self.faults(in: sentence).isEmpty, "\(sentence)") }
    }

    /// Headings and code are not sentences.
    @Test("English: documents are written plainly") func documents() throws {
        let documents = try SourceTree.documents()
        #expect(documents.count > 80)
        let faults = try Self.faults(in: documents, Self.paragraphs)
        #expect(faults == [])
    }

    /// The text of messages, help and screens: every string literal that contains a space.
    @Test("English: texts for people are written plainly") func texts() throws {
        let faults = try Self.faults(in: SourceTree.files(in: "Sources"), Self.texts)
        #expect(faults == [])
    }

    @Test("English: contracts and units are written plainly") func contracts() throws {
        let files = try SourceTree.contracts() + SourceTree.units()
        #expect(files.count > 30)
        let faults = try Self.faults(in: files, Self.words)
        #expect(faults == [])
    }

    /// The text in a contract, and the comments in a unit file.
    private static func words(of file: SourceFile) -> [String] {
        file.lines.flatMap { line in
            line.hasPrefix("#") ? [String(line.dropFirst(2))] : line.components(separatedBy: "\"")
        }
    }

    /// The comments contained 2,600 unnatural sentences in November 2026. The number may only fall.
    @Test("English: comments become plainer") func comments() throws {
        let files = try SourceTree.files(in: "Sources") + SourceTree.files(in: "Tests")
        let count = try Self.faults(in: files, Self.comments).count
        #expect(count <= 111, "\(count) sentences: rewrite those of your change")
    }

    private static func faults(in files: [SourceFile], _ parts: (SourceFile) -> [String]) throws -> [String] {
        try files.flatMap { file in
            try parts(file).flatMap { try faults(in: $0) }.map { "\(file.path): \($0)" }
        }
    }

    /// The paragraphs, list items and cells of a document, without Markdown's marks.
    private static func paragraphs(of file: SourceFile) -> [String] {
        var (paragraphs, isCode): ([String], Bool) = ([""], false)
        for line in file.lines {
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.hasPrefix("```") { isCode.toggle() }
            if isCode || text.isEmpty || text.hasPrefix("#") || text.hasPrefix("```") {
                paragraphs.append("")
            } else if text.hasPrefix("|") {
                paragraphs += text.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) } + [""]
            } else if text.hasPrefix("- ") {
                paragraphs.append(String(text.dropFirst(2)))
            } else {
                paragraphs[paragraphs.count - 1] += paragraphs.last == "" ? text : " \(text)"
            }
        }
        return paragraphs.map { $0.replacing(/`[^`]*`/, with: "x").replacing(/[*_>]/, with: "") }
    }

    /// The string literals that contain a space, and each line of a multi-line literal.
    private static func texts(of file: SourceFile) -> [String] {
        var isText = false
        return file.lines.filter { !$0.trimmingCharacters(in: .whitespaces).hasPrefix("//") }.flatMap { line in
            if line.components(separatedBy: "\"\"\"").count == 2 { isText.toggle() }
            if isText { return [line.trimmingCharacters(in: .whitespaces)] }
            let parts = line.components(separatedBy: "\"")
            return parts.indices.filter { $0 % 2 == 1 && parts[$0].contains(" ") }.map { parts[$0] }
        }
    }

    /// The comments of a file. Consecutive lines are one comment.
    private static func comments(of file: SourceFile) -> [String] {
        var comments = [""]
        for line in file.lines {
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.hasPrefix("//") {
                let words = text.drop { $0 == "/" }.trimmingCharacters(in: .whitespaces)
                comments[comments.count - 1] += comments.last == "" ? words : " \(words)"
            } else if comments.last != "" {
                comments.append("")
            }
        }
        return comments
    }
}
