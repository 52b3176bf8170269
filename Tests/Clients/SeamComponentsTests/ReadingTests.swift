import Foundation
import SeamComponents
import SeamWords
import TermCore
import TermUI
import Testing

/// Tests the access screens in each language and density.
@MainActor @Suite struct ReadingTests {
    private static let states: [(SeamLanguage, ready: String, needsYou: String)] = [
        (.english, "ready", "needs you"), (.german, "bereit", "zu tun"), (.spanish, "lista", "pendiente"),
        (.pseudo, SeamLanguage.pseudo("ready"), SeamLanguage.pseudo("needs you")),
    ]

    private static func environment(_ language: SeamLanguage, _ density: SeamDensity = .regular) -> EnvironmentValues {
        var values = EnvironmentValues()
        (values.seamLanguage, values.seamDensity) = (language, density)
        return values
    }

    @Test("languages: that of the locale, unless one is set; English where it is not there")
    func fromTheLocale() {
        var values = EnvironmentValues()
        #expect(values.seamLanguage == .english)
        for (locale, language) in [("de_AT", SeamLanguage.german), ("es-MX", .spanish), ("fr", .english)] {
            values.locale = Locale(identifier: locale)
            #expect(values.seamLanguage == language && values.seamDates.language == language)
        }
        values.seamLanguage = .pseudo
        values.locale = Locale(identifier: "de")
        #expect(values.seamLanguage == .pseudo)
        let view = SeamNoCredentialsView().environment(\.locale, Locale(identifier: "de"))
        #expect(Pilot(view).shows("Noch keine Schlüssel") && Pilot(view).tells("Aktualisieren"))
    }

    @Test("densities: what the size of type asks for, unless one is set")
    func fromTheSize() {
        var values = EnvironmentValues()
        #expect(values.seamDensity == .regular)
        let asked = DynamicTypeSize.allCases.map { size in
            values.dynamicTypeSize = size
            return values.seamDensity
        }
        let wanted: [(SeamDensity, Int)] = [(.compact, 2), (.regular, 3), (.comfortable, 2), (.large, 5)]
        #expect(asked == wanted.flatMap { Array(repeating: $0, count: $1) } && asked == asked.sorted())
        values.seamDensity = .compact
        #expect(values.seamDensity == .compact && SeamDensity(rawValue: "large") == .large)
    }

    @Test("dates: as each language writes them")
    func dates() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        let now = Date(timeIntervalSince1970: 1_795_780_800)
        let day = 86_400.0
        let wanted: [(SeamLanguage, [String])] = [
            (.english, ["18:00", "tomorrow 12:00", "yesterday", "Mon 12:00", "6 Jan 2027", "7 Dec"]),
            (.german, ["18:00", "morgen 12:00", "gestern", "Mo 12:00", "6. Jan. 2027", "7. Dez."]),
            (.spanish, ["18:00", "mañana 12:00", "ayer", "lun 12:00", "6 ene 2027", "7 dic"]),
        ]
        for (language, texts) in wanted {
            let dates = SeamDateText(now: now, calendar: calendar, language: language)
            for (after, text) in zip([day / 4, day, -day, 3 * day, 40 * day, 10 * day], texts) {
                #expect(dates.text(now + after) == text)
            }
            let key = SeamFixtures.credential(expiry: now + day)
            let view = SeamCredentialTable(credentials: [key])
                .environment(\.seamDates, SeamDateText(now: now, calendar: calendar))
            #expect(Pilot(view, environment: Self.environment(language)).shows(language("until %@", texts[1])))
        }
    }

    @Test("densities: the height of a card, alone and among others", arguments: SeamDensity.allCases)
    func heights(density: SeamDensity) {
        let rows: [SeamDensity: Int] = [.compact: 5, .regular: 7, .comfortable: 9, .large: 11]
        let keys = [SeamFixtures.credential(), SeamFixtures.credential(id: "error", errors: [.unknown, .expired])]
        let views = [AnyView(SeamKeyCardView(credential: keys[0])), AnyView(SeamCredentialGrid(credentials: keys))]
        for view in views {
            let lines = Pilot(view, columns: 100, rows: 24, environment: Self.environment(.english, density)).lines
            let (top, bottom) = (lines.firstIndex { $0.contains("╭") }, lines.firstIndex { $0.contains("╰") })
            #expect(top.flatMap { top in bottom.map { $0 - top + 1 } } == rows[density], "\(lines)")
        }
        // The location of a key is left out if it does not fit after the key's name.
        let long = SeamFixtures.credential(name: "The boat house by the old pier")
        let view = SeamCredentialGrid(credentials: [long] + SeamFixtures.credentials)
        let pilot = Pilot(view, columns: 76, rows: 24, environment: Self.environment(.english, density))
        #expect(pilot.shows("Harbour House") && !pilot.shows("  …"), "\(pilot.text)")
        #expect(SeamDensity.allCases.map(\.rowLines) == [1, 1, 2, 3])
        #expect(SeamDensity.allCases.map(\.buttonRows) == [1, 1, 1, 3])
    }

    @Test(
        "screens: each key's name and state can be read, in each language, density and room",
        arguments: SeamDensity.allCases)
    func namesAndStates(density: SeamDensity) {
        let needs = SeamFixtures.credential(
            name: "Boat House", cardNumber: "1234567890", code: "4711",
            errors: [.userInteractionRequired(.enableBluetooth), .unknown])
        let ready = SeamFixtures.credential(expiry: Date(timeIntervalSinceNow: 90_000), code: "4711")
        for (language, isReady, needsYou) in Self.states {
            let values = Self.environment(language, density)
            for (columns, rows) in [(40, 12), (120, 40)] {
                for (key, state) in [(ready, isReady), (needs, needsYou)] {
                    let views = [
                        AnyView(SeamKeyCardView(credential: key)), AnyView(SeamCredentialGrid(credentials: [key])),
                        AnyView(SeamCredentialTable(credentials: [key])),
                    ]
                    for (number, view) in views.enumerated() {
                        // The width of a table column suits real languages. Words in the pseudo-language are longer and
                        // may be cut off.
                        let isCut = language == .pseudo && number > 0 && (columns < 60 || number == 2)
                        let shown = isCut ? String(state.prefix(8)) : state
                        let pilot = Pilot(view, columns: columns, rows: rows, environment: values)
                        #expect(pilot.shows(key.name) && pilot.shows(shown), "\(language) \(number)\n\(pilot.text)")
                    }
                }
            }
        }
    }

    @Test("densities: a key has no empty line in it, and a gap after it")
    func gaps() {
        let keys = [
            SeamFixtures.credential(id: "a", name: "Door A", location: "House 1"),
            SeamFixtures.credential(id: "b", name: "Door B", location: "Door B"),
            SeamFixtures.credential(id: "c", name: "Door C", location: "House 3"),
        ]
        for density in [SeamDensity.comfortable, .large] {
            let pilot = Pilot(
                SeamCredentialTable(credentials: keys), columns: 60, rows: 12,
                environment: Self.environment(.english, density))
            let lines = pilot.lines.prefix(7).map {
                $0.replacingOccurrences(of: "ready", with: "").trimmingCharacters(in: .whitespaces)
            }
            #expect(lines == ["> Door A", "House 1", "", "Door B", "", "Door C", "House 3"], "\(pilot.text)")
            pilot.press(.end)
            #expect(pilot.shows("> Door C"))
        }
    }

    @Test("densities: a small screen is compact by itself")
    func small() {
        for density in SeamDensity.allCases {
            #expect(density.fitting(rows: 12) == .compact && density.fitting(rows: 24) == density)
        }
    }

    @Test("densities: a key has one line in a table, or more, and the next is a gap away")
    func tables() {
        for density in SeamDensity.allCases {
            let keys = (1...3).map {
                SeamFixtures.credential(id: "k\($0)", name: "Door \($0)", location: "House \($0)")
            }
            for columns in [40, 100] {
                let view = SeamCredentialTable(credentials: keys)
                let pilot = Pilot(view, columns: columns, rows: 12, environment: Self.environment(.english, density))
                let places = keys.map { key in pilot.lines.firstIndex { $0.contains(key.name) } ?? -1 }
                #expect(places == [0, 1, 2].map { $0 * (min(density.rowLines, 2) + density.rowGap) }, "\(pilot.text)")
                #expect(pilot.shows("House 2") == (density.rowLines > 1 || columns > 60))
                #expect(!pilot.shows("…"), "\(pilot.text)")
                pilot.press(.downArrow)
                #expect(pilot.shows("> Door 2"))
            }
        }
    }

    @Test("densities: a large button has three rows, each of which can be pressed")
    func buttons() async {
        for density in SeamDensity.allCases {
            var asked = 0
            let pilot = Pilot(
                SeamNoCredentialsView { asked += 1 }, columns: 60, rows: 12,
                environment: Self.environment(.english, density))
            let row = pilot.lines.firstIndex { $0.contains("Refresh") } ?? 0
            #expect((pilot.lines[max(0, row - 1)].contains("╭")) == (density == .large))
            pilot.click(x: 30, y: density == .large ? row - 1 : row)
            #expect(await pilot.wait { asked == 1 })
        }
    }

    @Test("languages: errors, what helps, and what was revealed")
    func words() async {
        let error = SeamCredentialError.userInteractionRequired(.enableBluetooth)
        let style = SeamAccessCredentialErrorStyle.default
        #expect(style.message(error, in: .english) == style.message(error))
        #expect(style.title(error, in: .german) == "Bluetooth ist aus")
        #expect(style.shortDescription(error, in: .spanish) == "Bluetooth apagado")
        #expect(style.primaryActionTitle(error, in: .german) == "So wird es eingeschaltet")
        #expect(style.primaryActionTitle(.expired, in: .german) == nil)
        // Words that a program supplies are not translated.
        let own = SeamAccessCredentialErrorStyle(message: { _ in "Ask at the desk." }, primaryActionTitle: { _ in nil })
        #expect(
            own.message(error, in: .german) == "Ask at the desk." && own.primaryActionTitle(error, in: .german) == nil)
        let key = SeamFixtures.credential(cardNumber: "1234567890", code: "4711", errors: [error, .expired])
        let pilot = Pilot(
            SeamKeyCardView(credential: key).environment(\.seamService, TestService([key])), columns: 110, rows: 30,
            environment: Self.environment(.german))
        #expect(pilot.shows("Bluetooth aus") && pilot.shows("Code ••••  Karte •••• 7890"))
        #expect(pilot.told[0].contains("1 weiterer"))
        pilot.press("v")
        #expect(await pilot.wait { pilot.shows("Code 4711") && pilot.shows("Karte 1234567890") })
        #expect(pilot.tells("Verbergen, Code und Kartennummer, für zehn Sekunden; das Protokoll vermerkt es"))
        pilot.click("Einzelheiten")
        #expect(pilot.shows("Verfallen. ") && pilot.shows("oder 'rfkill unblock bluetooth'."))
    }

    @Test("languages: the page that says what to do")
    func page() {
        let error = SeamCredentialError.userInteractionRequired(.enableBluetooth)
        let view = SeamKeyCardView(credential: SeamFixtures.credential(errors: [error])).seamInteractions()
        let pilot = Pilot(view, columns: 110, rows: 30, environment: Self.environment(.german))
        pilot.click("Einzelheiten")
        pilot.click("So wird es eingeschaltet")
        #expect(pilot.hasWayBack && pilot.shows("Dies schließt sich von selbst") && pilot.shows("Bluetooth ist aus."))
        pilot.click("Schließen")
        #expect(!pilot.hasWayBack)
        // Closes the page, because all tests share one handler of pages.
        pilot.close()
    }

    @Test("languages: in the strange one no plain word is left, on the screen and in lines")
    func strange() {
        for error in SeamFixtures.errors + [nil] {
            let errors = error.map { [$0, .unknown] } ?? []
            let key = SeamFixtures.credential(
                name: "312", location: "7", isManaged: false, expiry: Date(timeIntervalSinceNow: 90_000),
                cardNumber: "1234567890", code: "4711", errors: errors)
            let views = [
                AnyView(SeamKeyCardView(credential: key).seamInteractions()),
                AnyView(SeamCredentialGrid(credentials: [key])), AnyView(SeamCredentialTable(credentials: [key])),
                AnyView(SeamNoCredentialsView()), AnyView(SeamNoCredentialsView(isLoading: true)),
                AnyView(SeamCredentialGrid(credentials: [], isLoading: true)),
            ]
            for (number, view) in views.enumerated() {
                let pilot = Pilot(view, columns: 200, rows: 40, environment: Self.environment(.pseudo))
                func check() {
                    for line in pilot.lines + pilot.told {
                        #expect(!Self.isPlain(line), "\(number): \(line)")
                    }
                }
                check()
                #expect(Pilot(view).told.isEmpty || Pilot(view).told.contains(where: Self.isPlain))
                guard number == 0, error != nil else { continue }
                pilot.click(SeamLanguage.pseudo("Details"))
                check()
                pilot.choose(SeamLanguage.pseudo("Show"))
                check()
                pilot.close()
            }
        }
    }

    /// Whether the line contains a word without accents. A word without accents was not translated into the
    /// pseudo-language. Web addresses do not count.
    private static func isPlain(_ line: String) -> Bool {
        line.split(separator: " ").contains { word in
            // The key `v`, which shows a code, has the same name in every language.
            !word.contains("://") && word != "v" && word.contains { $0.isASCII && $0.isLetter }
        }
    }

    @Test("languages: why nothing can be done now")
    func refusals() async {
        let service = TestService([])
        let view = SeamNoCredentialsView().environment(\.seamService, service)
        let pilot = Pilot(view, environment: Self.environment(.spanish))
        for (error, words) in [
            (SeamError.internetConnectionRequired as any Error, "Hay que consultar la nube, y no se pudo."),
            (CancellationError(), "Ahora no se puede hacer."),
            (SeamSystemError(reason: SeamSystemError.unreachable, message: "nobody is there"), "Nobody is there"),
        ] {
            service.refusal = error
            pilot.click("Actualizar")
            #expect(await pilot.wait { pilot.shows(words) })
        }
    }
}
