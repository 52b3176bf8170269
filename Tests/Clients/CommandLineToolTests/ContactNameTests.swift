import SignalAPI
import Testing
import Wire

@testable import CommandLineTool

@Suite("A contact is named as it is shown")
struct ContactNameTests {
    private static func contact(_ byte: UInt8, _ first: String, _ last: String) throws -> SignalContact {
        SignalContact(
            id: try #require(SignalID(bytes: [UInt8](repeating: byte, count: 16))), firstName: first, lastName: last,
            phone: "+34600112\(byte)", addedAt: Timestamp(millisecondsSince1970: 0))
    }

    @Test(
        "contact name: by any name that can be read on a screen",
        arguments: [
            ("ada moreno", [1]), ("Ada", [1]), ("ADA\u{A0}MORENO", [1]), ("Zoe\u{301} Weiß", [2]), ("zoé WEISS", [2]),
            ("\u{1F469}\u{200D}\u{1F467} Flat", [3]), ("Ada Mor…", [1]), ("Ben", [4, 5]), ("Ben Quux", [4]),
            ("0303", [3]), ("112201", [201]), ("0112\u{2011}201", [201]), ("\u{202A}Ada\u{A0}Moreno\u{202C}", [1]),
            ("+34600112201", [201]), ("Ben Corge  +346001125", [5]), ("\u{FF10}303", [3]), ("Moreno", []), ("", []),
            ("03", []),
        ] as [(String, [UInt8])])
    func named(text: String, ids: [UInt8]) throws {
        let contacts = [
            try Self.contact(1, "Ada", "Moreno"), try Self.contact(2, "Zoé", "Weiß"),
            try Self.contact(3, "\u{1F469}\u{200D}\u{1F467}", "Flat"), try Self.contact(4, "Ben", "Quux"),
            try Self.contact(5, "Ben", "Corge"), try Self.contact(201, "", ""),
        ]
        let wanted = try ids.map { try #require(SignalID(bytes: [UInt8](repeating: $0, count: 16))) }
        #expect(ContactRendering.named(text, among: contacts).map(\.id) == wanted)
    }
}
