import Foundation
import SeamComponents
import SeamWords
import TermControls
import TermCore
import TermUI
import TestSupport
import Testing

@MainActor @Suite("Lists of keys, and none") struct KeyListTests {
    private final class Chosen {
        var ids: [String] = []
        func note(_ key: SeamAccessCredential) { ids.append(key.id) }
    }

    private static func many(_ count: Int) -> [SeamAccessCredential] {
        (0..<count).map { SeamFixtures.credential(id: "k\($0)", name: "Door \($0)", location: "House \($0 % 7)") }
    }

    @Test("A grid by keys: to the sides, by lines, pages and ends")
    func gridByKeys() {
        let chosen = Chosen()
        let pilot = Pilot(SeamCredentialGrid(credentials: SeamFixtures.credentials, onSelect: chosen.note), rows: 21)
        let ways: [(KeyEquivalent, String)] = [
            (.return, "front"), (.rightArrow, "shed"), ("l", "gate"), ("j", "error-2"), (.leftArrow, "error-1"),
            ("k", "shed"), ("h", "front"), (.downArrow, "error-0"), (.upArrow, "front"), (.end, "error-9"),
            (.home, "front"), (.pageDown, "error-6"), (.pageUp, "front"),
        ]
        for (key, id) in ways {
            pilot.press(key)
            if key != .return { pilot.press(.return) }
            #expect(chosen.ids.last == id, "\(key)")
            #expect(pilot.lines.count { $0.contains("> ") } == 1)
        }
        #expect(!pilot.press(.upArrow))
        pilot.press(.upArrow, .return)
        #expect(chosen.ids.last == "front" && chosen.ids.count == ways.count + 1)
        // The Tab key and the space bar also choose a key.
        pilot.press(.tab, .space)
        #expect(chosen.ids.last == "shed")
    }

    @Test("key list: a grid by mouse, and in lines")
    func gridByMouse() {
        let chosen = Chosen()
        let pilot = Pilot(SeamCredentialGrid(credentials: SeamFixtures.credentials, onSelect: chosen.note))
        pilot.click("Gate")
        pilot.click("Room 101")
        #expect(chosen.ids == ["gate", "error-0"])
        pilot.choose("Shed, ready, discovered")
        #expect(chosen.ids.last == "shed" && pilot.tells("Room 101, Harbour House, expired"))
        #expect(pilot.told.last == "13 keys: search for those that are not shown")
    }

    @Test("key list: a card says its first error, its numbers masked, and what it is")
    func cards() {
        let pilot = Pilot(SeamCredentialGrid(credentials: SeamFixtures.credentials), columns: 120, rows: 40)
        for words in ["expired", "finish sign-in", "code ••••  card •••• 7890", "discovered", "needs you", "ready"] {
            #expect(pilot.shows(words), "\(words)")
        }
        #expect(!pilot.shows("4711") && !pilot.shows("1234567890"))
    }

    @Test("key list: the card of the chosen key has the focus, and gets it when another is chosen")
    func gridSelection() {
        let keys = Self.many(100)
        let pilot = Pilot(Steered(keys: keys))
        #expect(pilot.shows("> Door 60"))
        pilot.press("n")
        #expect(pilot.shows("> Door 7 ") && pilot.lines.count { $0.contains("> ") } == 1)
    }

    private struct Steered: View {
        let keys: [SeamAccessCredential]
        @State private var selected = "k60"
        var body: some View {
            SeamCredentialGrid(credentials: keys, selectedId: selected) { selected = $0.id }
                .onKeyPress("n") {
                    selected = "k7"
                    return .handled
                }
        }
    }

    @Test("key list: a table by keys, by mouse, and in lines")
    func table() {
        let chosen = Chosen()
        let keys = SeamFixtures.credentials
        let pilot = Pilot(
            SeamCredentialTable(credentials: keys, selectedId: "shed", onSelect: chosen.note), columns: 90)
        #expect(pilot.shows("> Shed"))
        pilot.press(.return, .downArrow, .return, "j", .return, "k", .return, .end, .return, .home, .return)
        #expect(chosen.ids == ["shed", "gate", "error-0", "gate", "error-9", "front"])
        pilot.click("Room 103")
        #expect(chosen.ids.last == "error-2" && pilot.shows("> Room 103"))
        pilot.choose("Gate, Harbour House, ready")
        #expect(chosen.ids.last == "gate" && pilot.plain.prompt.description.hasPrefix("number to open"))
        #expect(!Pilot(SeamCredentialTable(credentials: keys)).press(.return))
    }

    @Test("key list: columns are left out where there is little room")
    func columns() {
        for (width, words) in [(120, ["Harbour", "finish"]), (70, ["finish"]), (30, ["needs you"])] {
            let pilot = Pilot(SeamCredentialTable(credentials: SeamFixtures.credentials), columns: width)
            for text in words { #expect(pilot.shows(text), "\(width) \(text)") }
            #expect(pilot.shows("Harbour") == (width == 120))
        }
        let narrow = Pilot(SeamCredentialGrid(credentials: SeamFixtures.credentials), columns: 59)
        #expect(narrow.shows("Front Door") && !narrow.shows("╭"))
    }

    @Test("key list: times are said as they are read now")
    func expiry() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        let dates = SeamDateText(now: Date(timeIntervalSince1970: 1_795_780_800), calendar: calendar)
        let (hour, day) = (3600.0, 86_400.0)
        for (after, words) in [
            (6 * hour, "18:00"), (day, "tomorrow 12:00"), (-day, "yesterday"), (3 * day, "Mon 12:00"),
            (40 * day, "6 Jan 2027"), (10 * day, "7 Dec"), (.infinity, ""), (.nan, ""), (-1e300, ""),
        ] {
            #expect(dates.text(Date(timeIntervalSince1970: 1_795_780_800 + after)) == words)
        }
        let key = SeamFixtures.credential(expiry: Date(timeIntervalSince1970: 1_795_780_800 + day))
        let pilot = Pilot(SeamCredentialTable(credentials: [key]).environment(\.seamDates, dates))
        #expect(pilot.shows("until tomorrow 12:00"))
    }

    @Test("key list: while keys are read there are shaded lines; what is not found is said")
    func states() {
        for glyphs in [TerminalProfile.Glyphs.ascii, .unicode] {
            var values = EnvironmentValues()
            values.glyphs = glyphs
            let loading = Pilot(SeamCredentialGrid(credentials: [], isLoading: true), environment: values)
            #expect(loading.shows(glyphs == .ascii ? "......" : "░░░░░░") && loading.told == ["Loading"])
        }
        #expect(Pilot(SeamCredentialTable(credentials: [])).text.isEmpty)
        let search = Pilot(Searched(keys: SeamFixtures.credentials))
        search.press("/")
        search.type("zz")
        #expect(search.shows("No key has that name."))
        search.press(.escape)
        #expect(search.shows("Front Door"))
    }

    private struct Searched: View {
        let keys: [SeamAccessCredential]
        var isTable = false
        var note: (SeamAccessCredential) -> Void = { _ in }
        @State private var text = ""
        var body: some View {
            if isTable {
                SeamCredentialTable(credentials: keys, searchText: $text, onSelect: note)
            } else {
                SeamCredentialGrid(credentials: keys, searchText: $text, onSelect: note)
            }
        }
    }

    @Test("2,000 keys: the last one is a key away, any one a search", arguments: [false, true])
    func many(isTable: Bool) {
        let chosen = Chosen()
        let pilot = Pilot(Searched(keys: Self.many(2_000), isTable: isTable, note: chosen.note), rows: 24)
        pilot.press(.end, .return)
        #expect(chosen.ids == ["k1999"] && pilot.shows("Door 1999"))
        for _ in 0..<5 { pilot.press(.pageUp) }
        for _ in 0..<50 { pilot.scroll(down: false, x: 10, y: 10) }
        pilot.press(.home)
        #expect(pilot.shows("> Door 0 ") && pilot.told.count < 60)
        pilot.press("/")
        pilot.type("DOOR 1777")
        pilot.press(.return)
        #expect(chosen.ids.last == "k1777" && !pilot.shows("Door 1778"))
        pilot.press("/")
        pilot.press(.escape)
        #expect(pilot.shows("Door 1") || pilot.shows("Door 1776"))
    }

    @Test("key list: an update leaves the cursor at its key")
    func updates() {
        let model = Live(Self.many(30))
        let chosen = Chosen()
        let pilot = Pilot(LiveList(model: model, note: chosen.note))
        pilot.press(.downArrow, .downArrow)
        model.keys.insert(SeamFixtures.credential(id: "new", name: "New"), at: 0)
        pilot.press(.return)
        #expect(chosen.ids == ["k2"])
        model.keys.removeAll { $0.id == "k2" }
        pilot.press(.return)
        #expect(chosen.ids.last == "new")
    }

    @Test(
        "key list: until the person moves, the first key has the focus, in whatever order keys come",
        arguments: [false, true])
    func keysThatCome(areCards: Bool) {
        let model = Live([SeamFixtures.credential(id: "late", name: "Late")])
        let chosen = Chosen()
        let pilot = Pilot(LiveList(model: model, areCards: areCards, note: chosen.note))
        model.keys.insert(SeamFixtures.credential(id: "first", name: "First"), at: 0)
        pilot.advance(by: .milliseconds(1))
        pilot.press(.return)
        #expect(chosen.ids == ["first"])
        model.keys.insert(SeamFixtures.credential(id: "new", name: "New"), at: 0)
        pilot.advance(by: .milliseconds(1))
        pilot.press(.return)
        #expect(chosen.ids == ["first", "first"])
    }

    private final class Live: ObservableObject {
        @Published var keys: [SeamAccessCredential]
        init(_ keys: [SeamAccessCredential]) { self.keys = keys }
    }

    private struct LiveList: View {
        @ObservedObject var model: Live
        var areCards = false
        let note: (SeamAccessCredential) -> Void
        var body: some View {
            if areCards {
                SeamCredentialGrid(credentials: model.keys, onSelect: note)
            } else {
                SeamCredentialTable(credentials: model.keys, onSelect: note)
            }
        }
    }

    /// A program's own screen for a person without keys.
    private struct Nothing: View {
        @Environment(\.seamService) private var seam
        @State private var isRefreshing = false

        var body: some View {
            VStack(spacing: 12) {
                Text("Nothing here").font(.headline)
                Button("Look again") {
                    Task {
                        isRefreshing = true
                        _ = try? await seam.refresh()
                        isRefreshing = false
                    }
                }
                Text(isRefreshing ? "looking" : "idle")
            }
            .padding()
        }
    }

    @Test("key list: views get the service that is set around them; the empty state asks it")
    func empty() async {
        let service = TestService([])
        let own = Pilot(Nothing().environment(\.seamService, service))
        own.press(.return)
        #expect(await own.wait { service.refreshes == 1 && own.shows("idle") })
        let pilot = Pilot(SeamNoCredentialsView().environment(\.seamService, service))
        #expect(pilot.shows("No keys yet") && pilot.tells("Refresh"))
        service.refusal = SeamError.internetConnectionRequired
        pilot.click("Refresh")
        #expect(await pilot.wait { pilot.shows("The cloud must be asked, but could not be reached.") })
        service.refusal = nil
        pilot.choose("Refresh")
        #expect(await pilot.wait { service.refreshes == 3 && !pilot.shows("could not be") })
        var asked = 0
        let custom = Pilot(SeamNoCredentialsView { asked += 1 })
        custom.press(.return)
        #expect(await custom.wait { asked == 1 })
        #expect(Pilot(SeamNoCredentialsView(isLoading: true)).shows("Your keys are being read"))
    }

    @Test("key list: hostile names do nothing to a terminal, in any room")
    func hostile() throws {
        let keys = HostileText.sampled.enumerated().map { place, text in
            SeamFixtures.credential(
                id: "\(place)", name: text, location: text, cardNumber: text, code: text,
                errors: place % 3 == 0 ? [SeamFixtures.errors[place % 10], .unknown] : [])
        }
        #expect(keys.count > 25)
        for (values, room) in zip(terminals + terminals, rooms) {
            for view in [
                AnyView(SeamCredentialGrid(credentials: keys)), AnyView(SeamCredentialTable(credentials: keys)),
            ] {
                let pilot = Pilot(view, columns: room.0, rows: room.1, environment: values)
                for _ in 0..<(room.1 > 3 ? keys.count / 10 : 2) {
                    pilot.press(.pageDown)
                    #expect(pilot.dangers.isEmpty)
                }
                #expect(!pilot.told.contains { $0.unicodeScalars.contains(where: HostileText.isDangerous) })
                pilot.resize(columns: 33, rows: 5)
                #expect(pilot.dangers.isEmpty)
            }
        }
    }

    @Test("key list: setting a focus state moves the focus past the first view")
    func focusState() {
        let pilot = Pilot(Fields())
        pilot.press("2")
        #expect(pilot.shows("focus 2"))
        pilot.press("3")
        #expect(pilot.shows("focus 3"))
        pilot.press("0")
        #expect(!pilot.shows("focus 3"))
    }

    private struct Fields: View {
        @FocusState private var focus: Int?
        var body: some View {
            VStack {
                ForEach(1..<4) { number in Button("\(number)") {}.focused($focus, equals: number) }
                Text("focus \(focus ?? 0)")
            }
            .onKeyPress { press in
                focus = press.key.character.wholeNumberValue.flatMap { $0 == 0 ? nil : $0 }
                return .handled
            }
        }
    }

    /// For a key that is not valid yet, the screen shows the same text as `seam keys`. Each reason appears only once.
    @Test("key list: a key that opens later says from when")
    func later() {
        var key = SeamFixtures.credential(errors: [.awaitingLocalCredential, .awaitingLocalCredential])
        key.availableAt = Date(timeIntervalSince1970: 1_796_600_000)
        let words = key.words(showing: "v") { _ in "7 Dec" }
        #expect(words.map(\.note) == ["not valid yet", "being made"] && words[0].remedy == "wait until 7 Dec")
        let service = TestService([key, SeamFixtures.credential(id: "back", name: "Back Door")])
        let pilot = Pilot(SeamAccessView(style: .list).environment(\.seamService, service), columns: 100, rows: 24)
        pilot.advance(by: .milliseconds(400))
        pilot.press(.downArrow)
        #expect(pilot.shows("not valid yet") && pilot.shows("Front Door: Not valid yet: wait until "), "\(pilot.text)")
    }
}
