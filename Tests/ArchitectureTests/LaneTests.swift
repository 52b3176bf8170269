import Foundation
import Testing

/// Each test belongs to exactly one lane of `deploy/test`. If the name of a suite ends in `Lane`, it names the lane of
/// the suite's tests. All other tests are in the default lane.
@Suite struct LaneTests {
    /// A suite that belongs to a lane, such as `@Suite(.lane(.kills)) struct KillsLane {`.
    private struct LaneSuite {
        let place: String
        let name: String
        /// The lane that the suite's trait names, or nil if the suite has no trait.
        let marked: String?

        /// The lane in the suite's name.
        var lane: String { name.dropLast("Lane".count).lowercased() }
    }

    @Test("lane: a suite is named for the lane that it is marked with")
    func aSuiteIsNamedForTheLaneThatItIsMarkedWith() throws {
        let suites = try Self.suites()
        #expect(suites.count >= 10)
        for suite in suites { #expect(suite.marked == suite.lane, "\(suite.place): \(suite.name)") }
    }

    /// A trait on anything except a suite removes a test from the default lane, but does not add it to another lane.
    @Test("lane: only suites are marked") func onlySuitesAreMarked() throws {
        let marks = try Self.files().flatMap(\.lines).count { Self.mark(in: $0) != nil }
        #expect(try marks == Self.suites().count)
    }

    @Test("lane: each lane is run") func eachLaneIsRun() throws {
        let lanes = Set(try Self.suites().map(\.lane))
        for lane in lanes.sorted() {
            let file = SourceTree.root.appending(path: "deploy/lanes/\(lane)")
            #expect(
                FileManager.default.isExecutableFile(atPath: file.path(percentEncoded: false)), "deploy/lanes/\(lane)")
        }
        let runner = try String(contentsOf: SourceTree.root.appending(path: "deploy/lanes/nightly"), encoding: .utf8)
        let run = runner.split(separator: "\n").filter { $0.hasPrefix("run ") }.map { $0.split(separator: " ")[1] }
        // The nightly run leaves out the `record` lane, because the messages of a release are recorded only on the day
        // of the release.
        for lane in lanes.subtracting(["record"]).sorted() {
            #expect(run.contains(lane[...]), "--nightly runs \(lane)")
        }
    }

    /// A test must do the same in every lane. A test that has a small and a large version must be written as two tests.
    @Test("lane: no test asks for its lane") func noTestAsksForItsLane() throws {
        let asking = try Self.files().filter { !$0.isOf("TestSupport") }
            .filter { $0.text.contains("Lane.current") }.map(\.path)
        #expect(asking == [])
    }

    /// All test files that mention lanes, except `LaneTests.swift` and `Lane.swift`.
    private static func files() throws -> [SourceFile] { try read.get() }

    /// The test files are read once for all tests.
    private static let read = Result {
        try SourceTree.files(in: "Tests").filter {
            !$0.path.hasSuffix("/LaneTests.swift") && !$0.path.hasSuffix("/Lane.swift")
                && ($0.text.contains("Lane") || $0.text.contains(".lane("))
        }
    }

    private static func suites() throws -> [LaneSuite] {
        try files().flatMap { file in
            file.lines.enumerated().compactMap { index, line in
                guard let name = declaredType(line), name.hasSuffix("Lane") else { return nil }
                let before = index > 0 ? file.lines[index - 1] : ""
                return LaneSuite(
                    place: "\(file.path):\(index + 1)", name: name, marked: mark(in: line) ?? mark(in: before))
            }
        }
    }

    /// The lane that a trait in the line names, such as `.lane(.kills)`.
    private static func mark(in line: String) -> String? {
        // Searches for plain text first, because that is much faster than matching a pattern.
        guard line.utf8.contains(UInt8(ascii: ".")), line.contains(".lane(") else { return nil }
        return line.firstMatch(of: /\.lane\(\.(\w+)\)/).map { String($0.1) }
    }

    /// The name of the type whose declaration begins on a line.
    private static func declaredType(_ line: String) -> String? {
        guard line.contains("Lane") else { return nil }
        return line.firstMatch(of: /\b(?:struct|class|enum|actor|extension) (\w+)/).map { String($0.1) }
    }
}
