import Foundation
import LifeSignal
import SeamComponents
import SeamWords
import SignalAPI
import TermCore
import TermUI
import TestSupport
import Testing
import Wire

@testable import SignalScreens

/// Compares each screen with a file that a reviewer can open: at every size, in every language, and in lines.
///
/// With `SEAM_GOLDEN=write`, the test writes the files instead.
@MainActor @Suite struct GoldenTests {
    nonisolated static let sizes = [(40, 12), (80, 24), (120, 40)]
    nonisolated static let screens = [
        "home", "late", "alarm", "called", "begin", "people", "contact", "inbox", "settings", "code", "sign-in",
        "unreachable", "pin", "desk", "desk-late", "desk-alarm",
    ]

    @Test("signal golden: a screen is as it was", arguments: screens)
    func screen(_ name: String) async throws {
        var parts: [(title: String, lines: [String])] = []
        for size in Self.sizes {
            let stage = await Self.stage(name, columns: size.0, rows: size.1)
            parts.append(("\(size.0) x \(size.1)", stage.pilot.lines))
        }
        for language in [SeamLanguage.german, .spanish] {
            parts.append((language.ownName, await Self.stage(name, columns: 80, rows: 24, language).pilot.lines))
        }
        let plain = await Self.stage(name, columns: 100, rows: 60) { $0.glyphs = .ascii }.pilot.plain
        parts.append(("in lines", (plain.lines + [plain.prompt]).map(\.description)))
        let rule = String(repeating: "=", count: 80)
        let text = parts.map { "\($0.title)\n\(rule)\n\($0.lines.joined(separator: "\n"))\n" }.joined()
        try compare(text, name)
    }

    @Test("signal golden: a screen is as it was at each density", arguments: SeamDensity.allCases)
    func density(_ density: SeamDensity) async throws {
        var text = ""
        for name in ["alarm", "settings", "desk"] {
            let stage = await Self.stage(name, columns: 80, rows: 24) { $0.seamDensity = density }
            text += stage.pilot.lines.joined(separator: "\n") + "\n"
        }
        try compare(text, "density-\(density)")
    }

    /// Names may be cut. The screen's own words are not.
    @Test("signal golden: no word of a screen is cut at 40 and 80 columns", arguments: screens)
    func wholeWords(_ name: String) async {
        for (language, columns) in SeamLanguage.spoken.flatMap({ [($0, 40), ($0, 80)] }) {
            let stage = await Self.stage(name, columns: columns, rows: columns == 40 ? 60 : 24, language)
            #expect(!stage.pilot.text.contains("…") || name == "code", "\(language.code): \(stage.pilot.text)")
        }
    }

    private static func stage(
        _ name: String, columns: Int, rows: Int, _ language: SeamLanguage = .english,
        _ change: (inout EnvironmentValues) -> Void = { _ in }
    ) async -> SignalStage {
        func stage(_ person: SignalPerson? = Person.ada(), contacts: [SignalContact]? = nil) -> SignalStage {
            SignalStage(
                person, contacts: contacts ?? [Person.ben, Person.grace, Person.edsger], columns: columns, rows: rows,
                isDesk: name.hasPrefix("desk"), language: language, change)
        }
        let late = Person.ada(due: .seconds(-240))
        switch name {
        case "late", "desk-late": return stage(late)
        case "alarm", "desk-alarm": return stage(contacts: [Person.ben, Person.edsger, Person.barbara("manual")])
        case "called":
            let called = stage()
            called.tell(
                .alert(Person.alert("manual") { ($0.acknowledgedAt, $0.acknowledgedBy) = (Person.now, Person.id(2)) }))
            return called
        case "begin": return stage(Person.ada(due: nil) { $0.firstName = "" }, contacts: [])
        case "sign-in", "unreachable":
            let stage = stage(nil)
            let error = WireError(.unavailable, "rpc.unreachable", "nobody listens")
            stage.model.take(name == "sign-in" ? .signedOut : .unreachable(error), of: nil)
            stage.pilot.advance(by: .milliseconds(20))
            return stage
        default:
            let stage = stage(Person.ada { $0.hasPIN = name == "pin" })
            await lead(stage, to: name)
            return stage
        }
    }

    private static func lead(_ stage: SignalStage, to name: String) async {
        switch name {
        case "people": stage.pilot.press("2")
        case "contact":
            stage.pilot.press("2")
            stage.pilot.press(.return)
        case "inbox":
            let news = SignalNotification(
                id: Person.id(30), at: Person.now, type: "alert", title: "Alarm",
                message: "Barbara Liskov: no check-in since 13:40. Answer: seam signal ack BQRTNA", isRead: false)
            stage.tell(.inbox([news], unread: 1))
            stage.pilot.press("3")
        case "settings":
            stage.pilot.press("4")
            _ = await stage.called("contact.who_sees_me")
            _ = await stage.pilot.wait { stage.pilot.text.contains("[x]") || stage.pilot.frame.height < 20 }
        case "code": stage.pilot.press("5")
        case "pin": stage.pilot.press(.return)
        default: break
        }
        stage.pilot.advance(by: .milliseconds(20))
    }

    private func compare(_ text: String, _ name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name).txt")
        if ProcessInfo.processInfo.environment["SEAM_GOLDEN"] == "write" {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let known = try String(contentsOf: file, encoding: .utf8)
        #expect(text == known, "\(name) is not as it was; SEAM_GOLDEN=write writes it again, for review")
    }
}
