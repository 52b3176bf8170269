import Foundation
import TestSupport
import Testing

/// Runs `seam doctor --terminal` in a terminal that the program `script` creates.
@Suite struct TerminalPictureTests {
    private static func run(_ arguments: String, columns: Int = 60, _ environment: [String: String]) async throws
        -> (status: Int32, output: String)
    {
        let seam = try Products.executable("seam")
        let process = try ChildProcess(
            "/usr/bin/script",
            ["-qec", "stty cols \(columns) rows 20; '\(seam)' doctor --terminal \(arguments)", "/dev/null"],
            environment: environment)
        return (try await process.awaitExit(), process.output.replacing("\r\n", with: "\n"))
    }

    @Test("terminal picture: it draws what the terminal has") func itDrawsWhatTheTerminalHas() async throws {
        let (status, output) = try await Self.run("", columns: 90, ["TERM": "xterm-256color", "LANG": "C.UTF-8"])
        let lines = output.split(separator: "\n")
        #expect(status == 0 && lines.count == 13, "\(output)")
        #expect(lines.first == "terminal    xterm-256color, 90 x 20")
        #expect(lines.dropFirst().first?.hasPrefix("colours     256: ") == true)
        #expect(lines[3].contains("\u{1b}[48;5;232m") || lines[3].contains(";48;5;232m"), "\(lines[3])")
        for piece in ["┌─┬─┐", "╭──╮", "漢字| four", "bold"] { #expect(output.contains(piece), "\(piece)") }
        for line in lines.dropFirst(3).prefix(2) { #expect(line.hasSuffix("\u{1b}[m"), "no colour runs on") }
    }

    @Test("terminal picture: a console and a dumb terminal get what they can show")
    func aConsoleAndADumbTerminalGetWhatTheyCanShow() async throws {
        let console = try await Self.run("", ["TERM": "linux", "LANG": "C.UTF-8"]).output
        #expect(console.contains("┌─┬─┐") && !console.contains("╭") && !console.contains("48;5;"), "\(console)")
        let ascii = try await Self.run("", ["TERM": "xterm"]).output
        #expect(ascii.utf8.allSatisfy { $0 < 0x80 }, "\(ascii)")
        for environment in [["TERM": "dumb"], [:]] {
            let plain = try await Self.run("", environment).output
            #expect(!plain.contains("\u{1b}") && plain.split(separator: "\n").count == 3, "\(plain)")
        }
        let sober = try await Self.run("", ["TERM": "xterm-256color", "NO_COLOR": "1"]).output
        #expect(sober.contains("none: NO_COLOR is set") && !sober.contains("48;5"), "\(sober)")
        let narrow = try await Self.run("", columns: 9, ["TERM": "xterm"])
        #expect(narrow.status == 0)
    }

    @Test("terminal picture: a program gets facts") func aProgramGetsFacts() async throws {
        let seam = try ChildProcess(
            try Products.executable("seam"), ["doctor", "--terminal", "--json"], environment: ["TERM": "xterm"])
        #expect(try await seam.awaitExit() == 0)
        #expect(seam.output.hasPrefix(#"{"term":"xterm","colors":"mono","#), "\(seam.output)")
        let both = try ChildProcess(try Products.executable("seam"), ["doctor", "--terminal", "--bundle", "-"])
        #expect(try await both.awaitExit() == 64)
    }
}
