import Foundation
import TestSupport
import Testing
import Wire

@testable import SeamSDK

/// Checks that the documentation's code compiles, and that its statements about errors are true.
@Suite struct SnippetTests {
    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(Products.package)\(path)", encoding: .utf8)
    }

    /// The lines of code without indentation. Empty lines, imports and comments are left out.
    private static func lines(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("import ") && !$0.hasPrefix("//") }
    }

    private static func snippets(_ text: String) -> [String] {
        text.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
            .filter { !$0.contains("import PackageDescription") && !$0.contains("import SeamComponents") }
    }

    @Test(
        "snippet: every snippet is compiled",
        arguments: [
            ("README.md", 1), ("Sources/Clients/SeamSDK/SeamSDK.docc/QuickStart.md", 8),
            ("Sources/Clients/SeamSDK/SeamSDK.docc/ErrorHandling.md", 2),
            ("Sources/Clients/SeamSDK/SeamSDK.docc/ProviderMapping.md", 1),
        ])
    func everySnippetIsCompiled(document: String, count: Int) throws {
        let compiled = Self.lines(try Self.text("Tests/Clients/SeamSDKTests/Documentation/Snippets.swift"))
        let snippets = Self.snippets(try Self.text(document))
        #expect(snippets.count == count)
        for snippet in snippets {
            let lines = Self.lines(snippet)
            let isThere = compiled.indices.contains { compiled[$0...].starts(with: lines) }
            #expect(isThere && !lines.isEmpty, "\(document): \(snippet)")
        }
    }

    /// Checks each row in the documentation's table of reasons.
    @Test("snippet: the table of errors is so") func theTableOfErrorsIsSo() throws {
        let text = try Self.text("Sources/Clients/SeamSDK/SeamSDK.docc/ErrorHandling.md")
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") && $0.contains(".") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
        }
        #expect(rows.count == 23)
        for row in rows {
            let error = SDKError.of(WireError(.failedPrecondition, row[0], "no"))
            let name = (error as? SeamError).map { "\($0)".prefix { $0 != "(" } } ?? "SeamSystemError"
            #expect(name == row[1], "\(row[0])")
        }
        let registered = try Self.text("Protocol/errors.md")
        #expect(rows.filter { !registered.contains("`\($0[0])`") }.isEmpty)
    }
}
