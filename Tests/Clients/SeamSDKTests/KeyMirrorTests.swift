import SeamModel
import Testing
import Wire

@testable import SeamSDK

/// The list of keys as a topic reports it.
@Suite struct KeyMirrorTests {
    private static func row(_ id: String, _ name: String) -> JSONText {
        JSONText(Credential(id: id, isManaged: true, name: name, location: "", accessMethod: .mobileKey).json)
    }

    private static func item(_ kind: String, _ data: JSONText) -> TopicReader.Element {
        .event(Item(id: 1, seq: 2, kind: kind, data: data))
    }

    private static func mirror() throws -> KeyMirror {
        var mirror = KeyMirror()
        try mirror.received(.state([row("b", "Back"), row("f", "Front")], why: nil))
        return mirror
    }

    @Test("key mirror: the state is the whole list") func theStateIsTheWholeList() throws {
        var mirror = try Self.mirror()
        #expect(mirror.keys.map(\.id) == ["b", "f"])
        try mirror.received(.state([Self.row("x", "Other")], why: "expired"))
        #expect(mirror.keys.map(\.id) == ["x"])
    }

    @Test("key mirror: a key is put in its place by name then ID") func aKeyIsPutInItsPlaceByNameThenID() throws {
        var mirror = try Self.mirror()
        try mirror.received(Self.item("added", Self.row("a", "Front")))
        try mirror.received(Self.item("added", Self.row("c", "Cellar")))
        #expect(mirror.keys.map(\.id) == ["b", "c", "a", "f"])
        try mirror.received(Self.item("changed", Self.row("b", "Zoo")))
        #expect(mirror.keys.map(\.name) == ["Cellar", "Front", "Front", "Zoo"])
        try mirror.received(Self.item("removed", JSONText(["id": "a"])))
        #expect(mirror.keys.map(\.id) == ["c", "f", "b"])
    }

    @Test("key mirror: what is not as agreed is the server's fault") func whatIsNotAsAgreedIsTheServersFault() throws {
        var mirror = try Self.mirror()
        let bad: [TopicReader.Element] = [
            .state([JSONText(["id": "only"])], why: nil), Self.item("added", JSONText(["id": "only"])),
            Self.item("removed", .emptyObject),
        ]
        for element in bad {
            #expect { try mirror.received(element) } throws: { ($0 as? WireError)?.reason == "rpc.server_fault" }
        }
        #expect(mirror.keys.count == 2, "and nothing is lost")
        try mirror.received(Self.item("of_a_later_version", .emptyObject))
        #expect(mirror.keys.count == 2)
    }
}
