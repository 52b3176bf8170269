import Foundation
import SeamComponents
import SeamWords
import TermCore
import TermReplay
import TermUI
import Testing

/// Compares each view with a file that a reviewer can open. The file shows the view at 80 columns. It contains the view
/// with its styles at every depth of colour, the view's plain text, and its text in ASCII. After that, the file shows
/// the view on a small and on a large screen. With `SEAM_GOLDEN=write`, the test writes the files instead.
@MainActor @Suite struct GoldenTests {
    nonisolated private static let folder =
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Golden")

    /// The test's current time, which is a Thursday at 16:00.
    private static let now = Date(timeIntervalSince1970: 1_795_708_800)

    /// A key in each state that a person may see.
    private static let keys = [
        SeamFixtures.credential(expiry: now + 90_000),
        SeamFixtures.credential(id: "shed", name: "Shed", isManaged: false),
        SeamFixtures.credential(id: "gate", name: "Gate", cardNumber: "1234567890", code: "4711"),
        SeamFixtures.credential(
            id: "sauna", name: "Sauna", errors: [.userInteractionRequired(.enableBluetooth), .awaitingLocalCredential]),
        SeamFixtures.credential(id: "gym", name: "Gym", errors: [.awaitingLocalCredential]),
        SeamFixtures.credential(id: "pool", name: "Pool", expiry: now - 86_400, errors: [.expired]),
    ]

    nonisolated private static let screens = [
        "cards", "lines", "detail", "key-card", "no-keys", "sign-in", "unlock-ready", "unlock-opening", "unlock-open",
        "unlock-timed-out", "unlock-unknown", "unlock-error", "unlock-page",
    ]

    private static func environment(_ change: (inout EnvironmentValues) -> Void = { _ in }) -> EnvironmentValues {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        var values = EnvironmentValues()
        values.colorScheme = .dark
        values.seamDates = SeamDateText(now: now, calendar: calendar)
        change(&values)
        return values
    }

    private static func screen(
        _ name: String, _ columns: Int, _ rows: Int, _ values: EnvironmentValues = environment()
    ) async -> Pilot {
        let service = TestService(name == "no-keys" ? [] : keys, isActive: name != "sign-in")
        service.activation = SeamError.initializationRequired
        func pilot(_ view: some View) -> Pilot {
            let pilot = Pilot(
                view.environment(\.seamService, service), columns: columns, rows: rows, environment: values)
            pilot.advance(by: .seconds(1))
            return pilot
        }
        switch name {
        case "cards", "no-keys": return pilot(SeamAccessView())
        case "lines": return pilot(SeamAccessView(style: .list))
        case "detail":
            let pilot = pilot(SeamAccessView(style: .list))
            pilot.press(.downArrow, .downArrow, .downArrow, .tab)
            return pilot
        case "key-card":
            return pilot(
                VStack {
                    SeamKeyCardView(credential: keys[2])
                    SeamKeyCardView(credential: keys[3])
                })
        case "sign-in":
            let pilot = pilot(SeamAccessView())
            #expect(await pilot.wait { pilot.shows("Nobody is signed in.") })
            return pilot
        default:
            let id = ["unlock-error", "unlock-page"].contains(name) ? "sauna" : "front"
            let model = SeamUnlockCardViewModel(credentialId: id, service: service)
            let pilot = pilot(SeamUnlockCardView(viewModel: model))
            lead(pilot, service, to: name)
            return pilot
        }
    }

    private static func lead(_ pilot: Pilot, _ service: TestService, to name: String) {
        if name == "unlock-page" { pilot.press(.return) }
        guard !["unlock-ready", "unlock-error", "unlock-page"].contains(name) else { return }
        pilot.press(.return)
        service.progress.send(SeamUnlockProgress(phase: .connecting))
        switch name {
        case "unlock-open": service.end(.grantedAccess, SeamUnlockProgress(confirmation: .confirmed))
        case "unlock-timed-out": service.end(.timedOut)
        case "unlock-unknown": service.end(.timedOut, SeamUnlockProgress(phase: .operating, mayHaveOpened: true))
        default: break
        }
        pilot.advance(by: .zero)
    }

    @Test("golden: each view is as it was", arguments: screens)
    func views(name: String) async throws {
        let middle = await Self.screen(name, 80, 24)
        let styles = FrameStyles(middle.frame)
        let plain = middle.plain.lines.map(\.description) + [middle.plain.prompt.description]
        let lines = middle.lines
        Self.leave(middle)
        var parts = [
            lines, ["", "styles"], styles.lines, ["", "legend"], styles.legend, ["", "plain reading"], plain,
        ]
        for (title, columns, rows, glyphs) in [
            ("ASCII", 80, 24, TerminalProfile.Glyphs.ascii), ("40 x 12", 40, 12, .unicode),
            ("120 x 40", 120, 40, .unicode),
        ] {
            let pilot = await Self.screen(name, columns, rows, Self.environment { $0.glyphs = glyphs })
            parts += [["", title], pilot.lines]
            Self.leave(pilot)
        }
        try compare(parts, name)
    }

    /// Closes all open pages. The page with the person's next step is shared by the whole process, so each test has to
    /// close the page.
    private static func leave(_ pilot: Pilot) { while pilot.hasWayBack { pilot.press(.escape) } }

    @Test("golden: one picture of each language and of each density")
    func readings() async throws {
        for language in SeamLanguage.allCases where language != .english {
            let values = Self.environment { $0.seamLanguage = language }
            var parts: [[String]] = []
            for name in ["lines", "unlock-ready", "unlock-timed-out"] {
                parts += [await Self.screen(name, 80, 24, values).lines, [""]]
            }
            try compare(parts, "language-\(language.code)")
        }
        for density in SeamDensity.allCases {
            let values = Self.environment { $0.seamDensity = density }
            var parts: [[String]] = []
            for name in ["cards", "lines", "unlock-ready"] {
                parts += [await Self.screen(name, 80, 24, values).lines, [""]]
            }
            try compare(parts, "density-\(density.rawValue)")
        }
    }

    private func compare(_ parts: [[String]], _ name: String) throws {
        let text = parts.flatMap(\.self).joined(separator: "\n") + "\n"
        let file = Self.folder.appendingPathComponent(name + ".txt")
        if ProcessInfo.processInfo.environment["SEAM_GOLDEN"] == "write" { try Data(text.utf8).write(to: file) }
        #expect(
            try text == String(contentsOf: file, encoding: .utf8),
            "\(name) is not as it was; SEAM_GOLDEN=write writes it anew, for review")
    }
}
