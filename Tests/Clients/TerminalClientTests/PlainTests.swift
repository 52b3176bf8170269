import Foundation
import SeamComponents
import TermCore
import TermUI
import TestSupport
import Testing

@testable import TerminalClient

/// Checks that the line-by-line form has the same facts and the same actions as the screen.
@MainActor @Suite struct PlainTests {
    @Test("plain: every fact and every action is in both", arguments: GoldenTests.screens)
    func everyFactAndEveryActionIsInBoth(_ name: String) async throws {
        let pilot = try await GoldenTests.screen(name, (120, 60))
        let plain = pilot.plain
        let told = Set(Self.words(plain.lines.map(\.description).joined(separator: " ")))
        // In the line-by-line form, the person types the secret as a line, and Enter performs the action.
        let seen = plain.isSecret ? Self.seen(pilot).dropLast().filter { !$0.contains("•") } : Self.seen(pilot)
        let missing = seen.flatMap(Self.words).filter { !told.contains($0) && !Self.chrome.contains($0) }
        let actions = Self.words(plain.prompt.description)
        #expect(missing.filter { !actions.contains($0) } == [], "\(plain.lines)")
        #expect(!plain.prompt.isEmpty)
    }

    /// The words that are missing in the line-by-line form. These are names of keyboard keys, and the remaining time,
    /// which changes four times a second.
    private static let chrome: Set = [
        "enter", "esc", "tab", "+", "-", "ctrl-c", "s", "left", "10", "r", "a", "v", "h", "q", "1", "2", "3",
    ]

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber && !"-:/.•".contains($0) }
            .map { $0.trimmingCharacters(in: CharacterSet(charactersIn: ":.,/")) }
            .filter { word in word.contains { $0.isLetter || $0.isNumber || $0 == "•" } }
    }

    /// The visible lines. If a box is open in front of the screen, these are only the lines of the box.
    private static func seen(_ pilot: Pilot) -> [String] {
        let lines = pilot.lines
        guard let top = lines.firstIndex(where: { $0.contains("╭") }),
            let bottom = lines.firstIndex(where: { $0.contains("╰") })
        else { return lines }
        return lines[top...bottom].map { line in
            guard let first = line.firstIndex(of: "│"), let last = line.lastIndex(of: "│") else { return "" }
            return String(line[first..<last])
        }
    }

    @Test("plain: a door is opened by its number") func aDoorIsOpenedByItsNumber() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        #expect(
            pilot.plain.lines.map(\.description).prefix(3) == [
                "Seam, Ada Moreno, Harbour House, live", "1. Front Door, Harbour House, ready, until Fri 18:48",
                "2. Letter Room, Harbour House, ready",
            ])
        #expect(pilot.plain.perform("2") == .done)
        pilot.advance(by: .zero)
        #expect(desk.opened == ["letter room"])
        desk.progress.send(SeamUnlockProgress(phase: .connecting))
        let steps = pilot.plain
        #expect(
            steps.lines.map(\.description) == [
                "Letter Room", "Harbour House", "Finding the lock, done", "Connecting to the lock, under way",
                "The lock turns, to come",
            ])
        #expect(steps.prompt.description == ". cancel:")
        #expect(steps.perform(".") == .done && desk.cancelled == 1)
    }

    @Test("plain: ? says what can be typed, and every command goes on working")
    func helpLeavesEverythingWorking() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        let before = pilot.plain.lines
        #expect(pilot.plain.perform("?") == .help && pilot.plain.lines == before)
        let help = pilot.plain.help.map(\.description)
        #expect(help.first == "1 to 7: open" && help.contains("/ and words: search"), "\(help)")
        #expect(help.last == "To use a letter on one line, type the line's number after it: d 1")
        #expect(pilot.plain.perform("d 6") == .done && pilot.plain.perform("?") == .help)
        #expect(pilot.plain.help.map(\.description) == [".: back", "v: show", "h: history", "q: quit"])
        #expect(pilot.plain.perform(".") == .done && pilot.plain.perform("2") == .done)
        pilot.advance(by: .zero)
        #expect(desk.opened == ["letter room"])
    }

    @Test("plain: what is looked for is written behind its key") func whatIsLookedForIsWrittenBehindItsKey() throws {
        let desk = Desk().live()
        let pilot = desk.pilot()
        #expect(pilot.plain.perform("/ letter") == .write("letter"))
        #expect(pilot.plain.write("letter"))
        #expect(pilot.plain.lines.map(\.description).contains("1 of 7 keys, 1 to open"))
        #expect(pilot.plain.perform("1") == .done)
        pilot.advance(by: .zero)
        #expect(desk.opened == ["letter room"])
    }

    @Test("plain: a key that has moved is not taken for another") func aKeyThatHasMovedIsNotTakenForAnother() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        let told = pilot.plain
        desk.show([Desk.key("Attic")] + Desk.keys)
        pilot.advance(by: .zero)
        pilot.advance(by: .seconds(1))
        #expect(told.perform("1") == .done)
        pilot.advance(by: .zero)
        #expect(desk.opened == ["front door"])
        desk.end(.connectionFailed(debugDescription: ""))
        pilot.press(.escape)
        desk.show([Desk.key("Attic")])
        #expect(pilot.shows("Attic"))
        #expect(told.perform("2") == .unknown && desk.opened.count == 1)
    }

    @Test("plain: a code is read out only when it is asked for") func aCodeIsReadOutOnlyWhenItIsAskedFor() async {
        let desk = Desk().live()
        let pilot = desk.pilot()
        #expect(pilot.plain.perform("d 6") == .done)
        pilot.advance(by: .zero)
        #expect(
            pilot.plain.lines.contains {
                $0.description.contains("Code, ••••") || $0.description.contains("Code, ****")
            })
        #expect(pilot.plain.perform("v") == .done)
        #expect(await pilot.wait { !desk.revealing.isEmpty })
        desk.reveal(.success(SeamRevealedCredential(code: "482915", cardNumber: nil)))
        #expect(await pilot.wait { pilot.plain.lines.contains { $0.description.contains("482915") } })
        pilot.advance(by: .seconds(10))
        #expect(!pilot.plain.lines.contains { $0.description.contains("482915") })
    }
}
