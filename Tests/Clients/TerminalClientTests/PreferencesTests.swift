import Foundation
import SeamComponents
import SeamWords
import TermCore
import TermUI
import TestSupport
import Testing

@testable import TerminalClient

/// Tests the settings for language, spacing and colours. The settings come from the command line, from the terminal's
/// language, or from the settings page.
@Suite struct PreferencesTests {
    /// The exit status and the line-by-line output of `program` when no daemon is running.
    private func told(
        _ arguments: [String], state: TestDirectory, language: String = "C", by program: String = "seam-tui"
    ) async throws -> (status: Int32, text: String) {
        let environment = [
            "SEAM_SOCKET": "/nonexistent/session.sock", "XDG_STATE_HOME": state.path, "LANG": language,
            "PATH": "/usr/bin:/bin",
        ]
        let child = try ChildProcess(
            try Products.executable(program), (program == "seam" ? ["tui"] : []) + arguments, environment: environment,
            input: "q\n")
        let status = try await child.awaitExit()
        return (status, child.output + child.errors)
    }

    @Test("preferences: a language that was given is kept; else the terminal's counts")
    func language() async throws {
        let state = try TestDirectory()
        let german = "Der Sitzungsdienst läuft nicht."
        #expect(try await told(["--plain"], state: state, language: "es_ES.UTF-8").text.contains("no está en marcha"))
        #expect(try await told(["--plain"], state: state).text.contains("The session daemon is not running."))
        #expect(try await told(["--plain", "--lang", "de"], state: state, by: "seam").text.contains(german))
        #expect(try await told(["--plain"], state: state, language: "es_ES.UTF-8").text.contains(german))
        let file = try #require(
            try FileManager.default.attributesOfItem(atPath: state.file("seam-tui/values.json"))[.posixPermissions]
                as? Int)
        #expect(file & 0o077 == 0)
    }

    @Test("preferences: what is not there is a wrong argument, by either program", arguments: ["seam", "seam-tui"])
    func wrong(program: String) async throws {
        let state = try TestDirectory()
        for (arguments, words) in [
            (["--lang", "fr"], "--lang must be en, es or de"),
            (["--density", "huge"], "--density must be compact, regular, comfortable or large"),
        ] {
            let told = try await told(arguments, state: state, by: program)
            #expect(told.status == 64 && told.text.contains(words), "\(told)")
        }
        let check = try await told(["theme", "check", "default"], state: state, by: program)
        #expect(check.status == 0 && check.text.contains("Everything can be read"), "\(check)")
        let missing = try await told(["--theme", "/nonexistent.json"], state: state, by: program)
        #expect(missing.status == 65, "\(missing)")
    }

    @Test("preferences: the terminal's language, from the first variable that is set")
    func environment() {
        for (variables, language) in [
            ([:], SeamLanguage.english), (["LANG": "de_DE.UTF-8"], .german),
            (["LANG": "de", "LC_ALL": "es"], .spanish),
            (["LANG": "de", "LC_MESSAGES": "C"], .english), (["LANG": "fr_FR", "LC_ALL": ""], .english),
        ] {
            #expect(Preferences.language(in: variables) == language)
        }
    }

    @Test("preferences: the chosen card stays chosen when the spacing changes") @MainActor func chosenCard() {
        let desk = Desk().live()
        var environment = EnvironmentValues()
        environment.seamDates = SeamDateText(now: Desk.date, calendar: Desk.calendar)
        environment.appStore = AppStore(file: nil)
        let pilot = Pilot(
            Preferred(Preferences(density: .regular), usual: .english) { AccessScreen(service: desk) }, columns: 80,
            rows: 24, environment: environment)
        pilot.press("g", .rightArrow, .rightArrow)
        let chosen = pilot.lines.first { $0.contains("│ > ") }
        #expect(chosen?.contains("> Sauna") == true, "\(pilot.text)")
        for key in [KeyEquivalent.rightArrow, .rightArrow, .leftArrow, .leftArrow, .leftArrow] {
            pilot.press(",", .downArrow, key, .escape)
            #expect(pilot.lines.contains { $0.contains("> Sauna") }, "\(pilot.text)")
        }
    }

    @Test("preferences: the help names the settings as their page does", arguments: ["en", "de", "es"])
    @MainActor func names(code: String) {
        let pilot = Desk().live().pilot { $0.locale = Locale(identifier: code) }
        pilot.press("?")
        let help = (pilot.lines.first { $0.contains(" ,  ") } ?? "").lowercased()
        pilot.press(.escape, ",")
        // Each row of the page has a name and a choice. The last row has a switch.
        let rows = pilot.lines.filter { $0.contains("<") || $0.contains("‹") }
        #expect(rows.count == 3, "\(pilot.text)")
        for row in rows {
            let name = row.split { !$0.isLetter }.first?.lowercased() ?? "no name"
            #expect(help.contains(name), "\(row) in \(help)")
        }
    }

    @Test("preferences: a change on the page is seen at once, by keys and in lines, and kept")
    @MainActor func page() {
        let store = AppStore(file: nil)
        let desk = Desk().live()
        func pilot() -> Pilot {
            var values = EnvironmentValues()
            values.appStore = store
            values.seamDates = SeamDateText(now: Desk.date, calendar: Desk.calendar)
            return Pilot(
                Preferred(Preferences(), usual: .english) { AccessScreen(service: desk) }, columns: 80, rows: 24,
                environment: values)
        }
        let first = pilot()
        first.press(",")
        #expect(first.shows("Settings") && first.shows("English"))
        #expect(first.plain.lines.contains { $0.description.contains("Language") }, "\(first.plain.lines)")
        first.press(.rightArrow, .rightArrow)
        #expect(first.shows("Einstellungen") && first.shows("bereit"), "\(first.text)")
        first.press(.tab, .rightArrow)
        #expect(first.shows("bequem"), "\(first.text)")
        first.press(.escape)
        #expect(!first.shows("bequem") && first.lines.contains { $0.hasPrefix("   Letter Room") })
        let second = pilot()
        #expect(second.shows("bereit") && second.lines == first.lines, "\(second.text)")
    }
}
