import CommandLineTool
import SeamModel
import TermCore
import Testing

@Suite("Which key a name means")
struct KeyMatchTests {
    static let front = Entrance(id: "ent-front", name: "Front Door", isBound: true)
    static let garage = Entrance(id: "ent-garage", name: "Garage", isBound: true)
    static let keys = [
        Credential(
            id: "cred-1", isManaged: true, name: "Home", location: "", accessMethod: .mobileKey,
            entrances: [front, garage]),
        Credential(
            id: "cred-2", isManaged: true, name: "Office", location: "", accessMethod: .mobileKey, entrances: [front]),
        Credential(id: "cred-3", isManaged: true, name: "home", location: "", accessMethod: .code),
        Credential(id: "Office", isManaged: true, name: "Strange", location: "", accessMethod: .code),
    ]

    @Test("key match: an id is meant before any name")
    func id() {
        #expect(KeyMatch("cred-2", among: Self.keys) == .one(Self.keys[1], entranceID: nil))
        #expect(KeyMatch("Office", among: Self.keys) == .one(Self.keys[3], entranceID: nil))
    }

    @Test("key match: names match whole and in any case, keys before doors")
    func name() {
        #expect(KeyMatch("office", among: Self.keys) == .one(Self.keys[1], entranceID: nil))
        #expect(KeyMatch("GARAGE", among: Self.keys) == .one(Self.keys[0], entranceID: "ent-garage"))
        #expect(KeyMatch("offic", among: Self.keys) == .none)
        #expect(KeyMatch("", among: Self.keys) == .none)
    }

    @Test("key match: several are told, not chosen from")
    func several() {
        guard case .several(let keys) = KeyMatch("Home", among: Self.keys) else {
            Issue.record("not several")
            return
        }
        #expect(keys.map(\.key.id) == ["cred-1", "cred-3"])
        guard case .several(let doors) = KeyMatch("front door", among: Self.keys) else {
            Issue.record("not several")
            return
        }
        #expect(doors.map(\.key.id) == ["cred-1", "cred-2"])
        #expect(doors.map { $0.entrance?.id } == ["ent-front", "ent-front"])
    }

    @Test("key match: a door of a key is named by id or name")
    func entrance() {
        #expect(KeyMatch.entrances("garage", of: Self.keys[0]) == [Self.garage])
        #expect(KeyMatch.entrances("ent-front", of: Self.keys[0]) == [Self.front])
        #expect(KeyMatch.entrances("cellar", of: Self.keys[0]).isEmpty)
    }

    @Test("key match: a name that is nearly one is found, the nearest first; one that is not, is not")
    func near() {
        func near(_ wanted: String) -> [String] {
            KeyMatch.near(wanted, among: Self.keys).map { $0.entrance?.name ?? $0.key.name }
        }
        #expect(near("hoem") == ["Home", "home"])
        #expect(near("front dor") == ["Front Door", "Front Door"], "of two keys")
        #expect(near("garag") == ["Garage"])
        #expect(near("zzz") == [])
        #expect(near("") == [])
        #expect(near(String(repeating: "home", count: 1000)) == ["Home", "home"], "only beginnings are compared")
    }

    private static func key(_ name: String, id: String = "cred-1", doors: [Entrance] = []) -> Credential {
        Credential(id: id, isManaged: true, name: name, location: "", accessMethod: .mobileKey, entrances: doors)
    }

    @Test(
        "key match: a name can be given back as it was printed",
        arguments: [
            "\u{26A1}\u{FE0F} Bolt Room", "Side\u{A0}Gate", "\u{1F469}\u{200D}\u{1F467} Flat", "Gate\u{7}\u{1B}[31m",
            "Cafe\u{301}", "Caf\u{E9}", "\u{1F44D}\u{1F3FD} Lab", "so\u{AD}ft", " Cellar ", "a\nb\tc", "\u{202E}Gate",
            "a\u{301}\u{302}\u{303}b", "\u{3000}Wide\u{2003}Gap", "\u{E000}Private", "Two  Blanks", "\u{FEFF}Mark",
            String(repeating: "long ", count: 60),
        ])
    func asShown(name: String) {
        let key = Self.key(name)
        let other = Self.key("Other", id: "cred-2", doors: [Entrance(id: "ent", name: name, isBound: true)])
        let shown = "\(name)" as TerminalSafe
        for wanted in [name, shown.description, shown.description.uppercased(), shown.fitted(to: 12).description] {
            #expect(KeyMatch(wanted, among: [key, Self.key("Third", id: "cred-3")]) == .one(key, entranceID: nil))
            #expect(KeyMatch(wanted, among: [other]) == .one(other, entranceID: "ent"))
            #expect(KeyMatch.entrances(wanted, of: other).map(\.id) == ["ent"])
        }
    }

    @Test("key match: both normalizations are one name; blanks that a page closed up or a table cut do not count")
    func normalized() {
        for (name, wanted) in [
            ("Caf\u{E9}", "cafe\u{301}"), ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"), ("Two  Blanks", "two blanks"),
            ("STRASSE", "stra\u{DF}e"), ("Cellar", "  Cellar "),
        ] {
            #expect(KeyMatch(wanted, among: [Self.key(name)]) == .one(Self.key(name), entranceID: nil), "\(wanted)")
        }
    }

    @Test("match: two names that look alike are told, not chosen from, unless what cannot be seen tells them apart")
    func alike() {
        let (plain, joined) = (Self.key("Flat"), Self.key("Fl\u{200D}at", id: "cred-2"))
        guard case .several(let both) = KeyMatch("flat", among: [plain, joined]) else {
            Issue.record("not several")
            return
        }
        #expect(both.map(\.key.id) == ["cred-1", "cred-2"])
        #expect(KeyMatch("Fl\u{200D}at", among: [plain, joined]) == .one(joined, entranceID: nil))
    }

    @Test("key match: a cut name is taken if one name begins so, and no whole name fits")
    func cut() {
        let east = Self.key("Front Door East"), west = Self.key("Front Door West", id: "cred-2")
        #expect(KeyMatch("front door e…", among: [east, west]) == .one(east, entranceID: nil))
        guard case .several = KeyMatch("Front Door…", among: [east, west]) else {
            Issue.record("not several")
            return
        }
        #expect(KeyMatch("…", among: [east]) == .none)
        #expect(KeyMatch("Front", among: [east]) == .none, "without the ellipsis it is another name")
        let dots = Self.key("Front…", id: "cred-3")
        #expect(KeyMatch("Front…", among: [east, dots]) == .one(dots, entranceID: nil))
    }
}
