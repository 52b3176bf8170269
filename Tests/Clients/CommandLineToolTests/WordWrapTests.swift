import Foundation
import SeamModel
import SessionAPI
import TestSupport
import Testing
import Wire

/// The line breaks in the output of `seam` on terminals of different widths.
@Suite struct WordWrapTests {
    /// The lines that a command writes to a terminal with `columns` columns.
    private static func written(
        _ command: String, columns: Int, _ environment: [String: String] = [:]
    ) async throws -> [String] {
        let seam = try Products.executable("seam")
        let process = try ChildProcess(
            "/usr/bin/script", ["-qec", "stty cols \(columns) rows 50; '\(seam)' \(command)", "/dev/null"],
            environment: environment.merging(["TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1"]) { own, _ in own })
        _ = try await process.awaitExit()
        return process.output.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
    }

    @Test("word wrap: lines end between words, and go on below the text", arguments: [40, 80])
    func lines(columns: Int) async throws {
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls)
            handlers.answer(SessionGet.self, calls) { _ in Script.initialized }
        } _: { daemon in
            let lines = try await Self.written("keys", columns: columns, daemon.environment)
            #expect(lines.allSatisfy { $0.count <= columns } && lines.count > 3, "\(lines)")
            #expect(
                lines.suffix(2).joined(separator: " ").hasSuffix(
                    "Pool: expired: ask for a new key where you got this one"), "\(lines)")
        }
    }

    @Test("word wrap: a message goes on below its text") func message() async throws {
        let lines = try await Self.written("unlock --entrance x", columns: 40)
        #expect(
            lines == [
                "seam: --entrance needs the key that", "      opens the door (see 'seam unlock", "      --help')",
            ], "\(lines)")
    }
}
