import CommandLineTool
import SeamModel
import Testing

@Suite("Which key a name means")
struct KeyMatchTests {
    static let front = Entrance(id: "ent-front", name: "Front Door", isBound: true)
    static let garage = Entrance(id: "ent-garage", name: "Garage", isBound: true)
    static let keys = [
        Credential(id: "cred-1", name: "Home", location: "", accessMethod: .mobileKey, entrances: [front, garage]),
        Credential(id: "cred-2", name: "Office", location: "", accessMethod: .mobileKey, entrances: [front]),
        Credential(id: "cred-3", name: "home", location: "", accessMethod: .code),
        Credential(id: "Office", name: "Strange", location: "", accessMethod: .code),
    ]

    @Test("An id is meant before any name")
    func id() {
        #expect(KeyMatch("cred-2", among: Self.keys) == .one(Self.keys[1], entranceID: nil))
        #expect(KeyMatch("Office", among: Self.keys) == .one(Self.keys[3], entranceID: nil))
    }

    @Test("Names match whole and in any case, keys before doors")
    func name() {
        #expect(KeyMatch("office", among: Self.keys) == .one(Self.keys[1], entranceID: nil))
        #expect(KeyMatch("GARAGE", among: Self.keys) == .one(Self.keys[0], entranceID: "ent-garage"))
        #expect(KeyMatch("offic", among: Self.keys) == .none)
        #expect(KeyMatch("", among: Self.keys) == .none)
    }

    @Test("Several are told, not chosen from")
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

    @Test("A door of a key is named by id or name")
    func entrance() {
        #expect(KeyMatch.entrances("garage", of: Self.keys[0]) == [Self.garage])
        #expect(KeyMatch.entrances("ent-front", of: Self.keys[0]) == [Self.front])
        #expect(KeyMatch.entrances("cellar", of: Self.keys[0]).isEmpty)
    }

    @Test("A name that is nearly one is found, the nearest first; one that is not, is not")
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
}
