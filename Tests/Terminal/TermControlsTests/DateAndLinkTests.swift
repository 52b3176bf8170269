import Foundation
import TermControls
import TermCore
import TermUI
import Testing

/// Tests dates, colours, links, and the editing mode.
@MainActor @Suite struct DateAndLinkTests {
    private static func date(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> Date {
        let parts = DateComponents(year: year, month: month, day: day, hour: hour, minute: minute)
        return Calendar(identifier: .gregorian).date(from: parts) ?? .distantPast
    }

    private struct Dates: View {
        @State var date: Date
        var range: ClosedRange<Date>?

        var body: some View {
            VStack(alignment: .leading) {
                if let range {
                    DatePicker("Day", selection: $date, in: range, displayedComponents: .date)
                } else {
                    DatePicker("When", selection: $date).datePickerStyle(.compact)
                }
            }
        }
    }

    @Test("date and link: a date is changed by parts") func aDateIsChangedByParts() {
        let pilot = Pilot(Dates(date: Self.date(2026, 11, 30, 23, 5)), columns: 30, rows: 2)
        #expect(pilot.shows("When 2026-11-30 23:05"))
        pilot.press(.rightArrow, .upArrow)
        #expect(pilot.shows("2026-12-30 23:05"))
        pilot.press(.rightArrow, "+", "+")
        #expect(pilot.shows("2027-01-01 23:05"))
        pilot.press(.rightArrow, .rightArrow, .rightArrow, .downArrow, .leftArrow, .upArrow)
        #expect(pilot.shows("2027-01-02 00:04"))
        pilot.click("2027")
        pilot.press("-")
        #expect(pilot.shows("2026-01-02 00:04"))
        #expect(pilot.plain.lines.map(\.description) == ["1. When, 2026-01-02 00:04"])
        #expect(pilot.plain.perform("1 2028-02-29 7:30") == .done && pilot.shows("2028-02-29 07:30"))
        for wrong in ["2027-02-29 7:30", "2027-02-28", "x", "2027-02-28 24:00 1", "99999-1-1 1:1"] {
            #expect(pilot.plain.perform("1 \(wrong)") == .unknown)
        }
    }

    @Test("date and link: a date is told by the clocks of its zone") func aDateIsToldByTheClocksOfItsZone() throws {
        var parts = DateComponents(year: 2026, month: 11, day: 30, hour: 23, minute: 5)
        parts.timeZone = TimeZone(identifier: "UTC")
        let date = try #require(Calendar(identifier: .gregorian).date(from: parts))
        let kiribati = try #require(TimeZone(identifier: "Pacific/Kiritimati"))
        let pilot = Pilot(Dates(date: date).environment(\.timeZone, kiribati), columns: 30, rows: 2)
        #expect(pilot.shows("When 2026-12-01 13:05"))
        pilot.press(.rightArrow, .rightArrow, .downArrow)
        #expect(pilot.shows("When 2026-11-30 13:05"))
        #expect(pilot.plain.perform("1 2028-02-29 7:30") == .done && pilot.shows("2028-02-29 07:30"))
    }

    @Test("date and link: a date keeps to its range") func aDateKeepsToItsRange() {
        let range = Self.date(2026, 11, 20)...Self.date(2026, 11, 25)
        let pilot = Pilot(Dates(date: Self.date(2026, 11, 24), range: range), columns: 30, rows: 2)
        pilot.press(.rightArrow, .rightArrow, .upArrow, .upArrow, .upArrow)
        #expect(pilot.shows("Day 2026-11-25"))
        pilot.press(.leftArrow, .downArrow)
        #expect(pilot.shows("Day 2026-11-20"))
        #expect(pilot.plain.perform("1 2026-11-26") == .unknown)
    }

    @Test("date and link: dates that nobody can reach do not trap") func datesThatNobodyCanReachDoNotTrap() {
        for seconds in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            let pilot = Pilot(Dates(date: date), columns: 30, rows: 2)
            pilot.press(.upArrow, .downArrow, .rightArrow, .upArrow)
            #expect(pilot.shows("When ") && pilot.plain.lines.count == 1)
        }
    }

    @Test("date and link: a colour is chosen by name") func aColourIsChosenByName() {
        struct Colours: View {
            @State private var color = Color(red: 1, green: 0.5, blue: 0)

            var body: some View { ColorPicker("Paint", selection: $color, supportsOpacity: false) }
        }
        let pilot = Pilot(Colours(), columns: 30, rows: 16)
        #expect(pilot.shows("Paint ‹ ■ other ›"))
        pilot.press(.rightArrow)
        #expect(pilot.shows("Paint ‹ ■ red ›") && pilot.style(of: "■")?.foreground == .palette(1))
        #expect(pilot.plain.perform("1 green") == .done)
        #expect(pilot.plain.lines.map(\.description) == ["1. Paint, green"])
    }

    private struct Links: View {
        @State private var opened = "-"

        var body: some View {
            VStack(alignment: .leading) {
                if let url = URL(string: "https://example.org/a?b=c"), let other = URL(string: "app:mine") {
                    Link("Site", destination: url)
                    Link(destination: other) { Label("Mine", systemImage: "star") }
                        .environment(
                            \.openURL,
                            OpenURLAction { url in
                                opened = url.absoluteString
                                return .handled
                            })
                    ShareLink(item: url)
                    Asker(url: url)
                }
                Text(opened)
            }
        }
    }

    private struct Asker: View {
        let url: URL
        @Environment(\.openURL) private var openURL
        @State private var answer = "?"

        var body: some View { Button("ask \(answer)") { openURL(url) { answer = $0 ? "yes" : "no" } } }
    }

    private struct Dated: View {
        @State private var date = Date(timeIntervalSinceReferenceDate: 0)

        var body: some View {
            VStack(alignment: .leading) {
                DatePicker("When", selection: $date)
                Button("Next") {}
            }
            .environment(\.arrowsMoveFocus, true)
            .environment(\.timeZone, .gmt)
        }
    }

    @Test("date and link: where arrows move the focus, Enter lets them change a date") func enterChangesADate() {
        let pilot = Pilot(Dated(), columns: 40, rows: 4)
        pilot.press(.upArrow)
        #expect(pilot.shows("2001-01-01"), "\(pilot.text)")
        pilot.press(.return, .upArrow)
        #expect(pilot.shows("[2002]-01-01"), "\(pilot.text)")
        pilot.press(.rightArrow, .upArrow, .return)
        #expect(pilot.shows("2002-02-01"), "\(pilot.text)")
        pilot.press(.downArrow)
        #expect(pilot.shows("2002-02-01") && pilot.style(of: "Next")?.attributes.contains(.reverse) == true)
    }

    @Test("date and link: a link shows its address and starts nothing") func aLinkShowsItsAddressAndStartsNothing() {
        let pilot = Pilot(Links().filling(), columns: 50, rows: 12)
        #expect(pilot.style(of: "Site")?.attributes.contains(.underline) == true)
        pilot.press(.return)
        #expect(pilot.shows("https://example.org/a?b=c") && pilot.shows("[ OK ]"))
        pilot.press(.return)
        #expect(!pilot.shows("example.org"))
        pilot.click("Mine")
        #expect(pilot.shows("app:mine"))
        pilot.click("ask")
        #expect(pilot.shows("ask no"))
        #expect(pilot.plain.lines.map(\.description).prefix(3) == ["1. Site", "2. Mine", "3. Share"])
        #expect(pilot.plain.perform("3") == .done && pilot.shows("example.org"))
        pilot.press(.escape)
        #expect(!pilot.shows("example.org"))
    }

    @Test("date and link: a program shows the addresses that it would open")
    func aProgramShowsTheAddressesThatItWouldOpen() {
        guard let url = URL(string: "https://example.org/x") else { return #expect(Bool(false)) }
        let pilot = Pilot(AddressHost(Asker(url: url)), columns: 40, rows: 8)
        pilot.press(.return)
        #expect(pilot.shows("https://example.org/x"))
        pilot.press(.return)
        #expect(pilot.shows("ask yes") && !pilot.shows("example.org"))
    }

    @Test("date and link: a page is edited") func aPageIsEdited() {
        struct Mode: View {
            @Environment(\.editMode) private var editMode

            var body: some View { Text(editMode?.wrappedValue.isEditing == true ? "editing" : "reading") }
        }
        let pilot = Pilot(NavigationStack { Mode().toolbar { EditButton() } }, columns: 30, rows: 5)
        #expect(pilot.shows("reading"))
        pilot.click("Edit")
        #expect(pilot.shows("editing") && pilot.shows("[ Done ]"))
        pilot.press(.return)
        #expect(pilot.shows("reading") && pilot.shows("[ Edit ]"))
        #expect(!Pilot(EditButton(), columns: 10, rows: 1).press(.return), "nothing is there to edit")
    }
}
