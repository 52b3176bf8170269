import Foundation
import TestSupport
import Testing

/// Tests that the documentation page about providers agrees with the sources and the manifests.
@Suite struct ProviderMappingTests {
    private static let page = "Sources/Clients/SeamSDK/SeamSDK.docc/ProviderMapping.md"

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(Products.package)\(path)", encoding: .utf8)
    }

    /// The cells of all table rows with `count` cells, without backticks.
    private static func rows(of count: Int) throws -> [[String]] {
        try text(page).split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces).replacing("`", with: "") }
        }
        .filter { $0.count == count }
    }

    private static func names(_ cell: String) -> Set<String> {
        Set(cell.components(separatedBy: ", ").filter { !$0.isEmpty })
    }

    /// The pairs of string literals in the part of a source file that begins with `start`.
    private static func pairs(_ path: String, from start: String, _ between: String) throws -> [(String, String)] {
        let part = try text(path).components(separatedBy: start).dropFirst().first?.components(separatedBy: "\n    ]")
        return try #require(part?.first).split(separator: "\n").compactMap { line in
            let words = line.components(separatedBy: "\"")
            return words.count == 5 && words[2] == between ? (words[1], words[3]) : nil
        }
    }

    @Test("provider mapping: closed vendors are those of the catalog") func closedVendorsAreThoseOfTheCatalog() throws {
        let catalog = try Self.pairs(
            "Sources/Doors/SeamModel/Keys/ClosedProviders.swift", from: "String] = [", ": ")
        let rows = try Self.rows(of: 4)
        #expect(rows.map { $0[0] } == catalog.map(\.0) && rows.map { $0[3] } == catalog.map(\.1))
        let cloud = "Sources/Doors/CloudModel/CloudProvider.swift"
        for (column, start) in [(1, "byCredentialType: ["), (2, "bySystemType: [")] {
            let kinds = Dictionary(grouping: try Self.pairs(cloud, from: start, ": "), by: \.1)
            #expect(!kinds.isEmpty)
            for row in rows {
                #expect(Self.names(row[column]) == Set(kinds[row[0], default: []].map(\.0)), "\(row[0])")
            }
        }
    }

    @Test("provider mapping: open locks are those of the manifests") func openLocksAreThoseOfTheManifests() throws {
        let rows = try Self.rows(of: 6)
        let manifests = try FileManager.default.contentsOfDirectory(atPath: "\(Products.package)deploy/providers")
            .filter { $0.hasSuffix(".json") }
        #expect(rows.map { "\($0[0]).json" } == manifests.sorted())
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        for row in rows {
            let bytes = Data(try Self.text("deploy/providers/\(row[0]).json").utf8)
            let manifest = try decoder.decode(Manifest.self, from: bytes)
            #expect(manifest.seamProviders == [row[0]] && manifest.confirmation == "confirmed")
            #expect(Self.names(row[1]) == Set(["credential", "site", "lock"].map { "\(row[0])_\($0)" }))
            #expect(manifest.executable == row[3] && manifest.debianPackage == row[3])
            #expect(Set(manifest.actions) == Self.names(row[4]), "\(row[0])")
            #expect((manifest.pin != "none") == row[5].contains("PIN"))
        }
    }

    private struct Manifest: Decodable {
        let executable, debianPackage, pin, confirmation: String
        let seamProviders, actions: [String]
    }
}
