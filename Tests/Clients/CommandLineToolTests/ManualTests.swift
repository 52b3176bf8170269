import Foundation
import LinuxSupport
import TestSupport
import Testing

/// The manual pages that `deploy/debian/manual` makes from the programs' own help.
@Suite struct ManualTests {
    @Test("manual: every command and option has its place in the manual")
    func everyCommandAndOptionHasItsPlaceInTheManual() async throws {
        let directory = try TestDirectory()
        let programs = Products.directory
        let seam = URL(filePath: programs).appending(path: "seam").path(percentEncoded: false)
        let pages = directory.file("man")
        let made = try ChildProcess(
            "/usr/bin/python3", ["\(Products.package)deploy/debian/manual", seam, programs, pages, "1.2.3"])
        let status = try await made.awaitExit()
        #expect(status == 0, "\(made.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: pages).sorted()
        #expect(
            names == [
                "lifesignal-sender.8", "lifesignal-sender.json.5", "lifesignal-web.8", "lifesignal-web.json.5",
                "lifesignal.json.5", "lifesignald.8", "radio.json.5", "seam-bus-check.8", "seam-radiod.8",
                "seam-sessiond.8", "seam-tui.1", "seam.1",
                "session.json.5",
            ])
        func page(_ name: String) throws -> String {
            try String(contentsOfFile: "\(pages)/\(name)", encoding: .utf8).replacingOccurrences(of: "\\-", with: "-")
        }
        let client = try page("seam.1")
        for command in try await Self.commands(of: seam, []) {
            #expect(client.contains(".SS \"seam \(command.joined(separator: " "))"), "\(command)")
        }
        #expect(client.contains("\\fB--token-file <token-file>\\fR") && client.contains("seam 1.2.3"))
        #expect(try page("seam-sessiond.8").contains("\\fB--check-config FILE\\fR"))
        #expect(try page("seam-tui.1").contains("\\fB--ssh\\fR"))
        #expect(try page("seam-radiod.8").contains(".SH \"EXAMPLE\""))
        #expect(try page("lifesignald.8").contains("It is not an emergency service."))
        #expect(try page("lifesignal-sender.json.5").contains("\\fBtoken_file, token_credential\\fR"))
        #expect(try page("lifesignal.json.5").contains("\\fBregistration\\fR"))
        let configuration = try page("session.json.5")
        for key in ["cloud_url", "journal_days, journal_rows", "connection_rate, connection_burst"] {
            #expect(configuration.contains("\\fB\(key)\\fR"), "\(key)")
        }
        for name in names {
            let lines = try page(name).split(separator: "\n")
            let macros = [".TH", ".SH", ".SS", ".TP", ".PP", ".nf", ".fi"]
            let unknown = lines.filter { line in line.hasPrefix(".") && !macros.contains { line.hasPrefix($0) } }
            #expect(unknown.isEmpty, "text that roff takes for a macro: \(unknown)")
        }
    }

    @Test("manual: at 40 and 80 columns no word is cut, in a help or a page", arguments: [40, 80])
    func noWordIsCut(columns: Int) async throws {
        let directory = try TestDirectory()
        let programs = Products.directory
        let seam = URL(filePath: programs).appending(path: "seam").path(percentEncoded: false)
        var commands = try await Self.commands(of: seam, []).map { ["seam"] + $0 }
        #expect(commands.count > 60)
        commands += [
            "seam", "seam-tui", "seam-sessiond", "seam-radiod", "lifesignald", "lifesignal-sender", "lifesignal-web",
        ].map { [$0] }
        let helps = commands.map { "\(($0 + ["--help"]).joined(separator: " "))" }
        let script = try directory.write(
            (["stty cols \(columns) rows 50"] + helps).joined(separator: "\n"), to: "helps.sh")
        let shown = try ChildProcess(
            "/usr/bin/script", ["-qec", "sh \(script)", "/dev/null"],
            environment: ["PATH": "\(programs):/usr/bin:/bin", "TERM": "xterm", "LANG": "C.UTF-8"])
        #expect(try await shown.awaitExit() == 0)
        #expect(Self.cut(shown.output, columns) == [])
        // One space separates a long name from its text. The text's first line sets the indentation of its other lines.
        let margin = String(repeating: " ", count: columns < 60 ? 6 : 26)
        let second = columns < 60 ? "remote. By default, the first that" : "first that works with the key."
        #expect(shown.output.contains("\n\(margin)\(second)"))
        // A page whose words fit into the narrow terminal also fits into the wide one.
        guard columns == 40 else { return }
        let pages = directory.file("man")
        let made = try ChildProcess(
            "/usr/bin/python3", ["\(Products.package)deploy/debian/manual", seam, programs, pages, "1.2.3"])
        #expect(try await made.awaitExit() == 0, "\(made.errors)")
        for name in try FileManager.default.contentsOfDirectory(atPath: pages) {
            let page = try ChildProcess(
                "/usr/bin/groff",
                ["-Kutf8", "-man", "-Tutf8", "-P-cbou", "-rLL=\(columns)n", "-rHY=0", "\(pages)/\(name)"])
            #expect(try await page.awaitExit() == 0)
            #expect(Self.cut(page.output, columns) == [], "\(name)")
        }
    }

    /// The lines that a terminal breaks within a word. Such lines are too long, and have more than one word. Examples
    /// in a manual page are left out. The page does not wrap examples, because a shell would run each part of a wrapped
    /// example as a command.
    private static func cut(_ text: String, _ columns: Int) -> [String] {
        text.split(whereSeparator: \.isNewline).map(String.init).filter { line in
            line.count > columns && line.split(separator: " ").count > 1
                && !(9...12).contains(WordWrap.margin(of: line))
        }
    }

    /// All direct and indirect subcommands of a command, as listed in the help text.
    private static func commands(of seam: String, _ path: [String]) async throws -> [[String]] {
        let help = try ChildProcess(seam, path + ["--help"])
        _ = try await help.awaitExit()
        let parts = help.output.components(separatedBy: "\n\n").drop { !$0.contains("SUBCOMMANDS:\n") }
            .prefix { !$0.contains("Without a subcommand") }
        let names = parts.flatMap { $0.split(separator: "\n") }.compactMap { line -> String? in
            guard line.hasPrefix("  "), !line.hasPrefix("   "), !line.contains("See 'seam") else { return nil }
            return line.split(separator: " ").first.map(String.init)
        }
        var all: [[String]] = []
        for name in names { all += [path + [name]] + (try await commands(of: seam, path + [name])) }
        return all
    }
}
