import Foundation
import Testing

/// Tests that the documentation's page of names agrees with the source files.
@Suite struct NamesTests {
    @Test("names: the page of names is what the sources say") func thePageOfNamesIsWhatTheSourcesSay() throws {
        var root = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { root.deleteLastPathComponent() }
        let check = Process()
        check.executableURL = root.appendingPathComponent("Tests/Gallery/names")
        check.arguments = ["--check"]
        try check.run()
        check.waitUntilExit()
        #expect(check.terminationStatus == 0, "run Tests/Gallery/names")
    }
}
