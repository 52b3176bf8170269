import Foundation
import Testing

/// The parts of a release other than its programs. See "Releases" in `Protocol/README.md`.
@Suite struct ReleaseTests {
    private static let place = "Sources/System/LinuxSupport/Service/Release.swift"

    /// The version as `deploy/package` reads it.
    private static func version() throws -> String {
        let text = try String(contentsOf: SourceTree.root.appending(path: place), encoding: .utf8)
        let found = try #require(text.firstMatch(of: /static let version = "(\d+\.\d+\.\d+)"/))
        return String(found.1)
    }

    @Test("release: the version stands in one place") func theVersionStandsInOnePlace() throws {
        let literal = "\"\(try Self.version())\""
        let others = try SourceTree.files(in: "Sources").filter { $0.path != Self.place }
            .filter { $0.text.contains(literal) }.map(\.path)
        #expect(others == [])
    }

    @Test("release: the version is told and recorded") func theVersionIsToldAndRecorded() throws {
        let version = try Self.version()
        let readme = try String(contentsOf: SourceTree.root.appending(path: "Protocol/README.md"), encoding: .utf8)
        #expect(readme.contains("\n### \(version)\n"), "the changelog has an entry for \(version)")
        let recorded = SourceTree.root.appending(path: "Tests/ProcessTests/Releases/\(version)/release.json")
        #expect(
            FileManager.default.fileExists(atPath: recorded.path(percentEncoded: false)),
            "deploy/test --record writes \(version)")
    }

    /// The newest directory must contain the contracts of a release. A release with a new method or member adds a
    /// directory.
    @Test("release: the newest released contracts are some releases")
    func theNewestReleasedContractsAreSomeReleases() throws {
        let folder = SourceTree.root.appending(path: "Protocol/contract/released")
        let newest = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).compactMap
        { Int($0) }.max()
        let readme = try String(contentsOf: SourceTree.root.appending(path: "Protocol/README.md"), encoding: .utf8)
        #expect(readme.contains("`contract/released/\(newest ?? 0)/`"))
    }
}
