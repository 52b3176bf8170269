import Foundation
import TestSupport

/// The table of the sentences for people: `Tests/LifeSignal/Sentences/*.sentences`, a file for each kind of speaker.
///
///     ## Sources/LifeSignal/SignalCore/AlarmText.swift
///
///     [id] The sentence, with {} for each value
///       when: in which state it is said
///       then: what it promises; left out if it promises nothing
///       test: Suite.test, Suite.test
///       read: by none of these tests
struct SentenceTable {
    struct Row {
        var id: String
        /// The path of the source file that contains the sentence.
        var file: String
        var sentence: String
        var when = ""
        var then: String?
        var tests: [String] = []
        /// Whether no test reads the sentence, so that tests only check the sentence's promise.
        var isUnread = false
    }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    let rows: [Row]

    /// Reads the table. Throws if a line does not belong in the table.
    init() throws {
        let folder = Self.root.appending(path: "Tests/LifeSignal/Sentences")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
        var rows: [Row] = []
        for name in names.filter({ $0.hasSuffix(".sentences") }).sorted() {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            rows += try Self.rows(of: text, in: name)
        }
        self.rows = rows
    }

    private static func rows(of text: String, in name: String) throws -> [Row] {
        var (rows, file, last) = ([Row](), "", "")
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let match = line.wholeMatch(of: /## (\S+)/) {
                file = String(match.1)
            } else if let match = line.wholeMatch(of: /\[([a-z0-9-]+)\] (.+)/) {
                rows.append(Row(id: String(match.1), file: file, sentence: String(match.2)))
                last = ""
            } else if let match = line.wholeMatch(of: /\s{2}(when|then|test|read): (.+)/), !rows.isEmpty {
                last = String(match.1)
                rows[rows.count - 1].add(String(match.2), to: last)
            } else if let match = line.wholeMatch(of: /\s{4}(.+)/), !rows.isEmpty {
                // The line continues the sentence, or one of its attributes.
                rows[rows.count - 1].add(String(match.1), to: last)
            } else if !line.isEmpty, !line.hasPrefix("# ") {
                throw TestFailure("\(name):\(number + 1) is no line of the table: \(line)")
            }
        }
        return rows
    }
}

extension SentenceTable.Row {
    fileprivate mutating func add(_ text: String, to part: String) {
        switch part {
        case "when": when += when.isEmpty ? text : " \(text)"
        case "then": then = (then.map { "\($0) " } ?? "") + text
        case "read": isUnread = true
        case "test": tests += text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        default: sentence += " \(text)"
        }
    }
}
