import Foundation
import TermCore
import TestSupport
import Testing

@Suite struct CellWidthTests {
    private static var hasData: Bool {
        FileManager.default.fileExists(atPath: "/usr/share/unicode/EastAsianWidth.txt")
            || ProcessInfo.processInfo.environment["SEAM_TEST_CI"] != nil
    }

    @Test(
        "cell width: the table is unicodes",
        .enabled(if: hasData, "deploy/packages installs unicode-data, which this needs"))
    func theTableIsUnicodes() async throws {
        let package = Products.package
        let script = try ChildProcess("/usr/bin/python3", ["\(package)Tests/Terminal/TermCoreTests/widths"])
        #expect(try await script.awaitExit() == 0, "\(script.errors)")
        let path = "\(package)Sources/Terminal/TermCore/Text/WidthTable.swift"
        let table = try String(contentsOfFile: path, encoding: .utf8)
        #expect(script.output == table)
    }

    @Test(
        "cell width: columns",
        arguments: [
            ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("ｆ", 2), ("ﾊ", 1), ("한", 2),
            ("\u{1112}\u{1161}\u{11AB}", 2),
            ("\u{1F600}", 2), ("\u{1F1E9}\u{1F1EA}", 2), ("│", 1), ("█", 1), ("", 0), ("क्षि", 3), ("ก็", 1),
            ("\u{20DD}", 0),
        ])
    func columns(text: String, columns: Int) {
        #expect(CellWidth.columns(text) == columns)
    }

    /// Every scalar has one of three widths. The search in the table finds the run to which the scalar belongs.
    @Test("cell width: every scalar has a width") func everyScalarHasAWidth() {
        var counts = [0, 0, 0]
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            counts[CellWidth.columns(scalar)] += 1
        }
        #expect(counts.reduce(0, +) == 0x110000 - 2048)
        #expect(counts[2] > 180_000, "\(counts)")
        #expect((2_000..<3_000).contains(counts[0]), "\(counts)")
    }
}
