import Foundation
import Testing

/// Tests the LumiKit names in the documentation. The listed file must declare each of them, and the listed test must
/// use it.
@Suite struct NamesTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func read(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
    }

    @Test("names: every name is there") func everyNameIsThere() throws {
        let page = try read("Sources/Terminal/LumiKitUI/LumiKitUI.docc/LumiKitUI.md")
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
            .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
            .filter { $0.count == 3 && $0[1].hasSuffix(".swift") }
        #expect(rows.count >= 82)
        for row in rows {
            let name = row[0].trimmingCharacters(in: CharacterSet(charactersIn: "`"))
            let (source, test) = (try read("Sources/Terminal/" + row[1]), try read("Tests/Terminal/" + row[2]))
            let declared = ["class", "enum", "struct", "protocol", "func", "var", "init?("].contains {
                source.contains($0.hasSuffix("(") ? "\($0)\(name):" : "\($0) \(name)")
            }
            #expect(declared, "\(name) is not in \(row[1])")
            #expect(test.contains(name), "\(name) is not in \(row[2])")
        }
    }
}
