import Foundation
import TestSupport
import Testing
import Wire

/// Tests the table of sentences. It must contain every sentence that `seam signal` and `lifesignald` show to people,
/// and a test that produces the sentence.
@Suite struct SentenceTableTests {
    private static let client = "Sources/Clients/CommandLineTool"
    private static let daemon = "Sources/LifeSignal"
    private static let reasons = "Protocol/reasons.json"

    /// Every file that contains sentences for people.
    private static func files() throws -> [String] {
        let commands = try names(in: "\(client)/Commands").filter { $0.contains("/Signal") }
        let core = ["PhoneNumber", "ProfileText", "ReachAddress"].map { "\(daemon)/SignalCore/\($0).swift" }
        let texts = try names(in: "\(daemon)/SignalCore/Texts")
        let store = try names(in: "\(daemon)/SignalStore").filter { $0.contains("/SignalStore+") }
        let handlers = try names(in: "\(daemon)/SignalService")
            .filter { $0.hasSuffix("Handlers.swift") || $0.hasSuffix("WireError+Signal.swift") }
        let doctor = ["", "+Page"].map { "\(client)/Doctor/SignalExamination\($0).swift" }
        return commands + doctor + [reasons] + handlers + store
            + core + texts
            + ["\(daemon)/SignalAPI/SignalCodeText.swift", "Protocol/contract/lifesignal.json"]
            + ["Protocol/contract/delivery.json"]
    }

    private static func names(in folder: String) throws -> [String] {
        let path = SentenceTable.root.appending(path: folder).path(percentEncoded: false)
        return try FileManager.default.contentsOfDirectory(atPath: path).map { "\(folder)/\($0)" }.sorted()
    }

    private static func text(_ path: String) throws -> String {
        let text = try String(contentsOf: SentenceTable.root.appending(path: path), encoding: .utf8)
        if path == reasons { return try hints(in: text) }
        return path.hasSuffix(".json") ? try rules(in: text) : text
    }

    /// The remedies for LifeSignal's reasons. They come from the list of the reasons of all programs.
    private static func hints(in reasons: String) throws -> String {
        let sections = try JSON(parsing: reasons.utf8).objectValue?.members ?? []
        let rows = sections.flatMap { $0.value.objectValue?.members ?? [] }
        let own = rows.filter { $0.key.hasPrefix("signal.") || $0.key.hasPrefix("store.") }
        return own.compactMap { $0.value["hint"]?.stringValue.map { "\"\($0)\"" } }.joined(separator: "\n")
    }

    /// The clients' texts for strings that break the contract.
    private static func rules(in contract: String) throws -> String {
        guard case .object(let types) = try JSON(parsing: contract.utf8)["types"] else { return "" }
        let rules = types.members.filter { $0.value["pattern"] != nil }
        return rules.compactMap { $0.value["description"]?.stringValue.map { "\"must be \($0)\"" } }
            .joined(separator: "\n")
    }

    /// No sentence is missing from the table, and the table contains no unused sentence.
    @Test("sentence table: each sentence is in the table") func eachSentenceIsInTheTable() throws {
        let table = try SentenceTable()
        var said = 0
        for file in try Self.files() {
            let sentences = Set(try SentenceSource.sentences(in: try Self.text(file)))
            let listed = Set(table.rows.filter { $0.file == file }.map(\.sentence))
            for new in sentences.subtracting(listed).sorted() { Issue.record("not in the table: \(file): \(new)") }
            for old in listed.subtracting(sentences).sorted() { Issue.record("no longer said: \(file): \(old)") }
            said += sentences.count
        }
        #expect(said > 400 && table.rows.count == said)
        #expect(Set(table.rows.map(\.id)).count == table.rows.count, "an id comes twice")
    }

    /// The store contains no texts for people, because `TranslationTests` does not search the store for texts.
    @Test("sentence table: the store has no sentence") func theStoreHasNoSentence() throws {
        let stored = try SentenceTable().rows.filter { $0.file.contains("/SignalStore/") }
        #expect(stored.map(\.sentence) == ["%Y-%m-%d %H:%M %Z"])
    }

    /// An existing test checks the sentence's promise, and one of the sentence's tests reads the sentence.
    @Test("sentence table: each promise has its test") func eachPromiseHasItsTest() throws {
        var sources: [String: String] = [:]
        for folder in ["LifeSignal", "Clients/CommandLineToolTests"] {
            let root = SentenceTable.root.appending(path: "Tests/\(folder)").path(percentEncoded: false)
            let found = FileManager.default.enumerator(atPath: root)
            while let name = found?.nextObject() as? String {
                guard name.hasSuffix(".swift") else { continue }
                // Two suites may have the same name.
                let suite = String(name.split(separator: "/").last?.dropLast(6) ?? "")
                sources[suite, default: ""] += try String(contentsOfFile: "\(root)/\(name)", encoding: .utf8)
            }
        }
        for row in try SentenceTable().rows {
            #expect(!row.when.isEmpty, "\(row.id) has no state")
            #expect(row.then == nil || !row.tests.isEmpty, "\(row.id) promises what no test checks")
            // Help texts belong to no state, but their promises are still checked.
            var isRead = row.tests.isEmpty || row.isUnread || row.when.hasPrefix("in the help")
            for test in row.tests {
                let parts = test.split(separator: ".").map(String.init)
                guard parts.count == 2, let body = sources[parts[0]].flatMap({ Self.body(of: parts[1], in: $0) }) else {
                    Issue.record("\(row.id): there is no test \(test)")
                    continue
                }
                isRead = isRead || Self.reads(body, row.sentence)
            }
            #expect(isRead, "\(row.id): no test of it reads '\(row.sentence)'")
        }
    }

    /// The source of a test's function, up to the beginning of the next test.
    private static func body(of test: String, in text: String) -> String? {
        guard let begin = text.range(of: "func \(test)(") else { return nil }
        let rest = text[begin.upperBound...]
        let end = rest.range(of: "\n    @Test")?.lowerBound ?? rest.endIndex
        return String(rest[..<end].replacing(/\\\n\s*/, with: ""))
    }

    /// Whether a test contains some words of a sentence. The words are fifteen characters of the sentence. If the text
    /// between two values is shorter, they are the whole of this text.
    private static func reads(_ body: String, _ sentence: String) -> Bool {
        let pieces = sentence.split(separator: "{}").map { $0.trimmingCharacters(in: .whitespaces) }
        let letters = Array(pieces.max { $0.count < $1.count } ?? "")
        let length = min(letters.count, 15)
        return (0...(letters.count - length)).contains { body.contains(String(letters[$0..<($0 + length)])) }
    }
}
