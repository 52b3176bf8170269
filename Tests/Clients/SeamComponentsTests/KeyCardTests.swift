import Foundation
import LumiKitUI
import SeamComponents
import TermControls
import TermCore
import TermUI
import TestSupport
import Testing

@MainActor @Suite("The key card") struct KeyCardTests {
    private static let style = SeamAccessCredentialErrorStyle.default

    @Test("key card: the first error is the badge, with how many there are besides")
    func badge() {
        for (place, error) in SeamFixtures.errors.enumerated() {
            let others = Array(SeamFixtures.errors.prefix(place))
            let key = SeamFixtures.credential(errors: [error] + others)
            let pilot = Pilot(SeamKeyCardView(credential: key), columns: 60, rows: 12)
            #expect(pilot.shows(Self.style.shortDescription(error)))
            #expect(pilot.shows("+\(others.count)") == !others.isEmpty)
        }
        #expect(!Pilot(SeamKeyCardView(credential: SeamFixtures.credential())).shows("Details"))
    }

    @Test("key card: the shadow is drawn from 8 points on, and is as dark as its colour is opaque")
    func shadow() {
        func cells(_ radius: CGFloat, _ color: Color = .black.opacity(0.5)) -> CellBuffer {
            let theme = SeamTheme.default.with(keyCard: .default.with(shadowColor: color, shadowRadius: radius))
            let card = SeamKeyCardView(credential: SeamFixtures.credential()).environment(\.seamTheme, theme)
            var environment = EnvironmentValues()
            environment.colorScheme = .dark
            return Pilot(card.padding(16), columns: 60, rows: 14, environment: environment).frame
        }
        let none = cells(0)
        #expect(cells(7) == none && cells(8, .black.opacity(0)) == none)
        #expect(cells(8) != none && cells(8) == cells(20) && cells(8) != cells(8, .black.opacity(0.9)))
    }

    @Test("key card: a key that is used elsewhere names how, as the list does")
    func elsewhere() {
        let code = SeamFixtures.credential(code: "•••• ••", errors: [.unsupportedDevice])
        let closed = SeamAccessCredential(
            id: "office", isManaged: true, name: "Office", location: "", providerName: "salto_space", expiry: nil,
            cardNumber: nil, code: nil, errors: [.contactSeamSupport])
        for (key, words) in [(code, "type its code"), (closed, "vendor's app")] {
            let card = Pilot(SeamKeyCardView(credential: key), columns: 60, rows: 12)
            let table = Pilot(SeamCredentialTable(credentials: [key]), columns: 100, rows: 12)
            #expect(card.shows(words) && table.shows(words), "\(card.text)\n\(table.text)")
        }
    }

    @Test("All errors are told in the given order on demand: by keys, by mouse, in lines")
    func details() {
        let errors = SeamFixtures.errors.reversed() as [SeamCredentialError]
        let key = SeamFixtures.credential(errors: errors)
        for way in 0..<3 {
            let pilot = Pilot(SeamKeyCardView(credential: key), columns: 140, rows: 40)
            if way == 0 { pilot.press(.return) }
            if way == 1 { pilot.click("Details") }
            if way == 2 { pilot.choose("Details") }
            let told = errors.compactMap { error in
                pilot.lines.firstIndex { $0.contains(Self.style.message(error).prefix(40)) }
            }
            #expect(told.count == errors.count && told == told.sorted())
            let words = pilot.told.joined(separator: "\n")
            for error in errors { #expect(words.contains(Self.style.message(error))) }
            if way == 1 {
                pilot.click("Less")
                #expect(!pilot.shows(Self.style.message(.unsupportedDevice)))
            }
        }
    }

    @Test("key card: what has expired or is not understood is dim, and nothing else")
    func dim() {
        for error in SeamFixtures.errors {
            let pilot = Pilot(SeamKeyCardView(credential: SeamFixtures.credential(errors: [error])))
            let isDim = pilot.style(of: "Front Door")?.attributes.contains(.dim) == true
            #expect(isDim == (error == .expired || error == .unknown), "\(error)")
        }
    }

    @Test("key card: code and card number are masked, shown for ten seconds, and hidden again")
    func reveal() async {
        let key = SeamFixtures.credential(cardNumber: "••••7890", code: "•••• ••")
        let service = TestService([key])
        for way in 0..<4 {
            let pilot = Pilot(SeamKeyCardView(credential: key).environment(\.seamService, service))
            #expect(pilot.shows("code ••••  card •••• 7890") && pilot.tells(Self.hint))
            if way == 0 { pilot.press("v") }
            if way == 1 { pilot.press(.return) }
            if way == 2 { pilot.click("Show") }
            if way == 3 { pilot.choose("Show") }
            #expect(await pilot.wait { pilot.shows("Code 4711") && pilot.shows("Card 1234567890") })
            pilot.advance(by: .seconds(9))
            #expect(pilot.shows("Code 4711"))
            pilot.advance(by: .seconds(1))
            #expect(!pilot.shows("4711") && !pilot.shows("1234567890") && pilot.shows("Show"))
            pilot.press("v")
            #expect(await pilot.wait { pilot.shows("Code 4711") })
            pilot.press("v")
            #expect(!pilot.shows("4711"))
        }
        service.reveals = .failure(SeamSystemError(reason: SeamSystemError.unreachable, message: "nobody is there"))
        let pilot = Pilot(SeamKeyCardView(credential: key).environment(\.seamService, service))
        pilot.press("v")
        #expect(await pilot.wait { pilot.shows("Nobody is there") })
        pilot.advance(by: .seconds(10))
        #expect(!pilot.shows("Nobody is there"))
        // A person who presses `v` a second time before the code arrives no longer wants to see the code.
        service.reveals = .success(SeamRevealedCredential(code: "0815", cardNumber: nil))
        pilot.press("v")
        pilot.close()
        #expect(await pilot.wait { true } && !pilot.shows("0815"))
    }

    private static let hint = "Show, code and card number, for ten seconds; the journal records it"

    @Test("key card: a service that cannot reveal leaves what the key carries; short numbers show nothing")
    func masks() {
        let key = SeamFixtures.credential(cardNumber: "1234", code: "1")
        let service = PlainService([key], playing: [])
        let pilot = Pilot(SeamKeyCardView(credential: key).environment(\.seamService, service))
        #expect(pilot.shows("code ••••  card ••••") && !pilot.shows("1234"))
        pilot.press("v")
        #expect(pilot.shows("Code 1") && pilot.shows("Card 1234"))
    }

    @Test("key card: a card without a key shows its words")
    func words() {
        let model = SeamKeyCardViewModel(
            hotelName: "Harbour House", roomLabel: "312", checkoutText: "Friday",
            style: .default.with(logoAssetName: "ANCHOR-LINE", cornerRadius: 0), errors: [])
        let pilot = Pilot(SeamKeyCardView(viewModel: model, errorStyle: .default), columns: 50, rows: 9)
        #expect(pilot.shows("312") && pilot.shows("until Friday") && pilot.shows("ANCHOR-L ") && pilot.shows("┌"))
        let key = SeamFixtures.credential(isManaged: false, errors: [.expired])
        let made = SeamKeyCardViewModel(credential: key)
        #expect(made.roomLabel == key.name && made.hotelName == key.location && made.errors == [.expired])
        #expect(Pilot(SeamKeyCardView(credential: key)).shows("discovered"))
        #expect(SeamKeyCardView(credential: key) == SeamKeyCardView(credential: key))
        #expect(SeamKeyCardView(credential: key) != SeamKeyCardView(credential: SeamFixtures.credential()))
    }

    @Test("key card: the logo is a picture if the theme's folder has one, and else the letters of its name")
    func logo() async throws {
        let directory = try TestDirectory()
        let photo = UIImage.lmk_solidColor(.magenta, size: CGSize(width: 320, height: 160))
        try #require(photo.pngData()).write(to: URL(fileURLWithPath: directory.path + "/anchor.png"))
        try Data("{}".utf8).write(to: URL(fileURLWithPath: directory.path + "/theme.json"))
        let design = try LMKDesign.load(directory.path + "/theme.json")
        func card(_ logo: String) -> Pilot {
            let theme = SeamTheme.default.with(keyCard: .default.with(logoAssetName: logo))
            let card = SeamKeyCardView(credential: SeamFixtures.credential()).environment(\.seamTheme, theme)
            return Pilot(card.lmk_design(design), columns: 60, rows: 12)
        }
        let letters = card("no-such-file")
        let pilot = card("anchor")
        #expect(pilot.shows("anchor") && letters.shows("no-such-"))
        #expect(await pilot.wait { !pilot.shows("anchor") })
        let drawn = (0..<12).flatMap { y in
            (0..<60).filter { pilot.frame[$0, y].style.background == .rgb(255, 0, 255) }.map { [$0, y] }
        }
        #expect(Set(drawn.map { $0[1] }).count == 1 && (2...8).contains(drawn.count), "\(drawn)")
        #expect(letters.lines.count == pilot.lines.count && letters.shows("no-such-"))
    }

    @Test(
        "key card: on any gradient the text can be read, at every depth",
        arguments: [ColorDepth.truecolor, .indexed, .ansi16])
    func readable(depth: ColorDepth) throws {
        for colors in [[Color.white, .blue], [.black], [.yellow, .white, .orange], [.gray, .white]] {
            var values = EnvironmentValues()
            (values.colorDepth, values.glyphs) = (depth, .unicode)
            let theme = SeamTheme.default.with(keyCard: .default.with(backgroundGradient: colors, accentColor: .blue))
            let key = SeamFixtures.credential(code: "1")
            let pilot = Pilot(
                SeamKeyCardView(credential: key).environment(\.seamTheme, theme), columns: 40, rows: 9,
                environment: values)
            for words in ["Harbour", "Front Door", "code", "ready"] {
                let style = try #require(pilot.style(of: words))
                // Grey is a dimmed form of the terminal's own text colour, so words never have a grey background.
                #expect((style.background == .standard) == colors.contains(.gray), "\(words) \(colors)")
                #expect(style.foreground != style.background || style.background == .standard)
            }
        }
    }

    /// The overlay on a card from Seam's guides.
    private struct Covered: View {
        let credential: SeamAccessCredential
        private let style = SeamAccessCredentialErrorStyle.default
        private let theme = SeamTheme.default

        var body: some View {
            SeamKeyCardView(credential: credential, style: style)
                .overlay(alignment: .bottomLeading) {
                    if let error = credential.errors.first {
                        HStack(spacing: 8) {
                            Image(systemName: style.systemIcon(error, theme: theme))
                            Text(style.message(error))
                        }
                        .padding(8)
                    }
                }
        }
    }

    @Test("key card: a program may lay its own words over a card")
    func overlay() {
        let pilot = Pilot(Covered(credential: SeamFixtures.credential(errors: [.expired])))
        #expect(pilot.shows("Expired. Ask for a new key where you got this one.") && pilot.shows("Front Door"))
    }

    @Test("key card: hostile names, in any room and on any terminal")
    func hostile() {
        for (place, text) in HostileText.sampled.enumerated() {
            let key = SeamFixtures.credential(
                id: text, name: text, location: text, cardNumber: text, code: text, errors: [.unknown, .expired])
            let (room, values) = (rooms[place % rooms.count], terminals[place % terminals.count])
            let view = SeamKeyCardView(credential: key).environment(\.seamService, TestService([key]))
            let pilot = Pilot(view, columns: room.0, rows: room.1, environment: values)
            pilot.press(.return, "v")
            #expect(pilot.dangers.isEmpty && !pilot.told.isEmpty, "\(place)")
            #expect(!pilot.told.contains { $0.unicodeScalars.contains(where: HostileText.isDangerous) })
            // The mask does not reveal the length of a code.
            #expect(text.count < 5 || !pilot.shows("code \(text.prefix(5))"))
        }
        var theme = SeamTheme.default
        theme.keyCard = SeamTheme.KeyCard(
            backgroundGradient: [], logoAssetName: "\u{1b}]0;x\u{7}", cornerRadius: .nan, shadowRadius: .infinity)
        theme.toast.horizontalPadding = -.infinity
        let view = SeamKeyCardView(credential: SeamFixtures.credential()).environment(\.seamTheme, theme)
        #expect(Pilot(view).dangers.isEmpty && Pilot(view).shows("Front Door"))
    }
}
