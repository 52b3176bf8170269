import Foundation
import TestSupport
import Testing

/// The pages that `deploy/debian/manual` makes of the programs' own help.
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
                "lifesignal-sender.8", "lifesignal-sender.json.5", "lifesignal.json.5", "lifesignald.8",
                "radio.json.5", "seam-bus-check.8", "seam-radiod.8", "seam-sessiond.8", "seam-tui.1", "seam.1",
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
        #expect(try page("lifesignald.8").contains("It is no emergency service."))
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

    /// All commands below one, from the help that a person reads.
    private static func commands(of seam: String, _ path: [String]) async throws -> [[String]] {
        let help = try ChildProcess(seam, path + ["--help"])
        _ = try await help.awaitExit()
        guard let part = help.output.components(separatedBy: "SUBCOMMANDS:\n").dropFirst().first else { return [] }
        let names = part.components(separatedBy: "\n\n")[0].split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix("  "), !line.hasPrefix("   "), !line.contains("See 'seam") else { return nil }
            return line.split(separator: " ").first.map(String.init)
        }
        var all: [[String]] = []
        for name in names { all += [path + [name]] + (try await commands(of: seam, path + [name])) }
        return all
    }
}
