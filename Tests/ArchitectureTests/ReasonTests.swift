import Foundation
import Testing

@Suite("Every reason that the sources name is in Protocol/errors.md")
struct ReasonTests {
    private static func document() throws -> String {
        try String(contentsOf: SourceTree.root.appending(path: "Protocol/errors.md"), encoding: .utf8)
    }

    /// The error code of each reason, from the tables of section 2.
    private static func table() throws -> [String: String] {
        var codes: [String: String] = [:]
        for line in try document().components(separatedBy: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|").map {
                String($0).trimmingCharacters(in: .whitespaces).replacing("`", with: "")
            }
            guard cells.count == 5, cells[0].contains("."), !cells[1].contains(".") else { continue }
            codes[cells[0]] = cells[1]
        }
        return codes
    }

    @Test("reason: a WireError that is written out has its reason's code")
    func codes() throws {
        let table = try Self.table()
        #expect(table.count > 60)
        var seen = 0
        for file in try SourceTree.files(in: "Sources") where !file.isOf("DevCloud") {
            guard file.text.contains("WireError(") else { continue }
            for match in file.text.matches(of: /WireError\(\s*\.`?([A-Za-z]+)`?,\s*"([a-z_]+\.[a-z_]+)"/) {
                seen += 1
                let code = String(match.1).replacing(/[A-Z]/) { "_" + $0.output.lowercased() }
                #expect(table[String(match.2)] == code, "\(file.path): \(match.2)")
            }
        }
        #expect(seen > 60)
    }

    @Test("reason: why an attempt failed has its row in section 2.7")
    func failures() throws {
        let section = try #require(try Self.document().components(separatedBy: "### 2.7").last)
        var seen = 0
        for file in try SourceTree.files(in: "Sources") {
            let isHost = file.path.hasSuffix("ProviderOutcome.swift")
            guard isHost || file.isOf("SessionCore") || file.isOf("SessionService") else { continue }
            for line in file.lines where line.utf8.contains(UInt8(ascii: "\"")) {
                let pattern = isHost ? /case [a-zA-Z]+ = "(provider_[a-z_]+)"/ : /reason: "([a-z_]+)"/
                guard let match = line.firstMatch(of: pattern) else { continue }
                let reason = String(match.1)
                seen += 1
                #expect(section.contains("`\(reason)`"), "\(file.path): \(reason)")
            }
        }
        #expect(seen > 15)
    }
}
