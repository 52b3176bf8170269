import Foundation
import SeamComponents
import TermUI
import TestSupport
import Testing

/// Tests that the listed file declares each name in the documentation, and that the listed test uses the name.
@MainActor @Suite("The names of Seam's guides and components") struct NamesTests {
    private static let sources = "Sources/Clients/SeamComponents"

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: Products.package + path, encoding: .utf8)
    }

    /// The cells of each table row on a page that begins with a name. The backticks of the name are removed.
    private static func rows(_ page: String) throws -> [[String]] {
        try text("\(sources)/SeamComponents.docc/\(page)").split(separator: "\n").filter { $0.hasPrefix("| `") }
            .map { line in
                line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                    .map { $0.trimmingCharacters(in: .whitespaces) }
            }
            .map { [$0[0].replacing("`", with: "")] + $0.dropFirst() }
    }

    private static func words(_ text: String) -> Set<String> {
        Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    }

    /// The names that a source file declares for programs, and the names that it extends, with the words before each
    /// name.
    private static func declared(_ source: String) -> Set<String> {
        source.replacing("(set)", with: "").split(separator: "\n").reduce(into: []) { declared, line in
            let code = String(line.prefix { !"=:({".contains($0) }.drop { $0 == " " })
            let isCase = code.hasPrefix("case ") && !code.hasPrefix("case .")
            guard isCase || code.contains("public ") || code.contains("extension ") else { return }
            declared.formUnion(words(code))
        }
    }

    @Test("names: each name of the guides is declared, and used in a test")
    func guides() throws {
        let rows = try Self.rows("Names.md")
        #expect(rows.count == 65 && Set(rows.map(\.[0])).count == rows.count)
        for row in rows {
            let name = String(try #require(row[0].split(whereSeparator: { ".\\".contains($0) }).last))
            let isThere = try Self.declared(Self.text("\(Self.sources)/\(row[1])")).contains(name)
            #expect(isThere, "\(row[0]) is not in \(row[1])")
            let isUsed = try Self.words(Self.text("Tests/Clients/SeamComponentsTests/\(row[2])")).contains(name)
            #expect(isUsed, "\(row[0]) is not in \(row[2])")
        }
    }

    @Test("names: each name of the published components is here, or it is said that it is not")
    func published() throws {
        let files = ["SeamComponents", "SeamSDK"].flatMap { target in
            let folder = "Sources/Clients/\(target)/"
            let names = FileManager.default.enumerator(atPath: Products.package + folder)?.allObjects as? [String]
            return (names ?? []).filter { $0.hasSuffix(".swift") }.map { folder + $0 }
        }
        let declared = try files.map { Self.declared(try Self.text($0)) }
        let rows = try Self.rows("Published.md").filter { $0.count == 3 }
        #expect(rows.count >= 50)
        for row in rows {
            let parts = row[0].split(separator: ".").map(String.init)
            // Searches for a member in the files that declare or extend the member's type.
            let places = declared.filter { parts.count == 1 || $0.contains(parts[parts.count - 2]) }
            let isThere = places.contains { $0.contains(parts[parts.count - 1]) }
            #expect(!places.isEmpty && isThere == (row[1] != "left out"), "\(row[0]): \(row[1])")
            #expect(["same", "wider", "different", "left out"].contains(row[1]), "\(row[0]): \(row[1])")
            #expect(row[1] == "same" || row[1] == "wider" || !row[2].isEmpty, "\(row[0]): why?")
        }
    }

    @Test("names: a card's shadow, and the view that holds list and card together, by their names")
    func others() {
        let style: SeamTheme.KeyCardStyle = .default.with(shadowColor: .red, shadowYOffset: 2)
        #expect(style.shadowColor == .red && style.shadowYOffset == 2 && style.with(shadowYOffset: 4) != style)
        let model = SeamCredentialsViewModel(seam: SeamPreviewService())
        let pilot = Pilot(
            SeamCredentialsView(viewModel: model, style: .list, errorStyle: .init(message: { _ in "Ask at the desk." }))
        )
        model.select(credential: model.credentials.last)
        pilot.advance(by: .zero)
        #expect(pilot.shows("Ask at the desk."))
    }
}
