import Foundation
import SeamComponents
import TermUI
import TestSupport
import Testing

/// Checks that the documentation's code compiles, and that this code does what the documentation says.
@MainActor @Suite("The documentation's examples") struct SnippetTests {
    private static let pages = "Sources/Clients/SeamComponents/SeamComponents.docc"

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: Products.package + path, encoding: .utf8)
    }

    /// The lines of code, without indentation. Empty lines, imports, comments and `@main` are left out. A test cannot
    /// have `@main`.
    private static func lines(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("import ") && !$0.hasPrefix("//") }
            .map { $0.replacing("@main ", with: "") }
    }

    private static func snippets(_ page: String) throws -> [String] {
        try text("\(pages)/\(page)").components(separatedBy: "```swift\n").dropFirst()
            .map { $0.components(separatedBy: "```")[0] }
    }

    @Test(
        "snippet: each is compiled, as it stands",
        arguments: [
            ("SeamComponents.md", 0), ("GettingStarted.md", 5), ("CustomizingAppearance.md", 13),
            ("Published.md", 0), ("Names.md", 0),
        ])
    func compiled(page: String, count: Int) throws {
        let source = try Self.text("Tests/Clients/SeamComponentsTests/Documentation/Snippets.swift")
            .replacing("private ", with: "")
        let compiled = Self.lines(source)
        let snippets = try Self.snippets(page)
        #expect(snippets.count == count)
        for snippet in snippets where !snippet.contains("import PackageDescription") {
            let lines = Self.lines(snippet.replacing("private ", with: ""))
            let isThere = compiled.indices.contains { compiled[$0...].starts(with: lines) }
            #expect(isThere && !lines.isEmpty, "\(page): \(snippet)")
        }
    }

    /// `Tests/SeedExamples/check` builds the example package.
    @Test("snippet: the manifest is that of the example package, but for the place of this one")
    func manifest() throws {
        let shown = try Self.snippets("GettingStarted.md").filter { $0.contains("import PackageDescription") }
        let example = try Self.text("Tests/SeedExamples/Example/Package.swift")
        // The example has extra lines with which it finds this package from inside the checkout.
        let copied = example.replacing(/\/\/ Seam's checkout[^=]*let seam = [^\n]*\n\n/, with: "")
            .replacing("path: seam)", with: "path: \"../seam\")")
        #expect(shown == [copied] && copied != example)
    }

    @Test("snippet: a list of one's own, with a mock and with one's own words")
    func own() {
        let pilot = Pilot(DoorsView(model: SeamCredentialsViewModel(seam: MockSeamService())), columns: 100)
        #expect(pilot.shows("Harbour Gate") && pilot.shows("Ready to open"), "the sole key is chosen")
        pilot.advance(by: .milliseconds(200))
        pilot.click("[ Open")
        #expect(pilot.shows("The lock did not answer in time"))
        let model = SeamCredentialsViewModel(seam: MockSeamService())
        model.didAppear()
        let rows = Pilot(DoorRows(model: model), columns: 60)
        #expect(rows.shows("Harbour Gate") && rows.shows("come in"))
        rows.press(.downArrow)
        #expect(model.selectedCredentialId == model.credentials.first?.id)
        let usual = SeamAccessCredentialErrorStyle.default
        for error in SeamFixtures.errors {
            #expect((style.message(error) == usual.message(error)) == (error != .expired))
            #expect((style.primaryActionTitle(error) == "Call the desk") == (error == .contactSeamSupport))
        }
    }

    @Test("snippet: each page that a page names is there")
    func links() throws {
        let folder = try FileManager.default.contentsOfDirectory(atPath: Products.package + Self.pages)
        for page in folder where page.hasSuffix(".md") {
            let named = try Self.text("\(Self.pages)/\(page)").components(separatedBy: "<doc:").dropFirst()
                .map { $0.components(separatedBy: ">")[0] }
            for name in named { #expect(folder.contains("\(name).md"), "\(page): \(name)") }
        }
    }
}
