import Testing
import Wire

@Suite("An item that is written where it goes out from")
struct ItemsInPlaceTests {
    private struct Row: Sendable, JSONRecord {
        var name: String
        var n: Int64 = 7

        init(_ name: String) { self.name = name }

        init(fields: inout JSONFields) throws(FieldFault) {
            name = try fields.string("name", bytes: 0...1_000_000)
            n = try fields.integer("n")
        }

        func writeMembers(to writer: inout JSONWriter) {
            writer.member("name", name)
            writer.member("n", n)
        }

        /// A row with `count` bytes of data.
        static func filling(_ count: Int) -> Row {
            Row(String(repeating: "x", count: count - Row("").jsonText.bytes.count))
        }
    }

    private static let largest: Int64 = 9_007_199_254_740_991

    /// A connection with a stream that has a large credit.
    private static func fixture(mode: Frame.Mode = .framed, id: Int64 = 1, credit: Int = 1024) -> MachineFixture {
        var fixture = MachineFixture(mode: mode)
        fixture.call(id, "watch", terms: StreamTerms(credit: credit))
        return fixture
    }

    @Test(
        "items in place: it is, byte for byte, the frame of the same item sent as text",
        arguments: [
            ("", 1), ("plain", 1), ("with \"marks\" and \\ and\nlines", 1), ("späße", 1), ("\u{1}", 1), ("long ", 100),
            ("longer\n", 900), ("x", 9_000),
        ])
    func sameBytes(_ text: String, count: Int) {
        let name = String(repeating: text, count: count)
        for id in [1, 12, Self.largest] {
            var written = Self.fixture(id: id)
            var text = Self.fixture(id: id)
            for seq in [nil, 0, 9, 10, 99_999_999, 100_000_000, Self.largest] as [Int64?] {
                for count in [1, 2, 1_000_000_000] {
                    let row = Row(name)
                    #expect(written.machine.sendAtOnce("event", seq: seq, count: count, on: id) { row.write(to: &$0) })
                    let item = OutgoingItem("event", row.jsonText, seq: seq, count: count)
                    #expect(text.machine.send(item, on: id, at: text.now) == .accepted)
                    let frame = written.machine.takeOutput()
                    #expect(frame == text.machine.takeOutput())
                    written.machine.wrote(frame.count, at: written.now)
                    text.machine.wrote(frame.count, at: text.now)
                }
            }
        }
    }

    @Test("items in place: many of them are the frames of the same items sent as text, in their order")
    func many() {
        var written = Self.fixture()
        var text = Self.fixture()
        for seq in 1...900 as ClosedRange<Int64> {
            let row = Row(String(repeating: "é\"", count: Int(seq % 97)))
            #expect(written.machine.sendAtOnce("event", seq: seq, count: 1, on: 1) { row.write(to: &$0) })
            #expect(text.machine.send(OutgoingItem("event", row.jsonText, seq: seq), on: 1, at: .zero) == .accepted)
        }
        #expect(written.machine.takeOutput() == text.machine.takeOutput())
    }

    @Test(
        "items in place: at the limit it is sent, with the largest numbers too; one byte above it is taken back",
        arguments: [1, 64])
    func limit(kindLength: Int) {
        let kind = String(repeating: "k", count: kindLength)
        var fixture = Self.fixture(id: Self.largest)
        let seq = Self.largest
        var size = 32_768
        while fixture.machine.send(OutgoingItem(kind, Row.filling(size).jsonText), on: seq, at: .zero) == .tooLarge {
            size -= 1
        }
        #expect(size > 32_000)
        _ = fixture.machine.takeOutput()
        let above = Row.filling(size + 1)
        let isSent = fixture.machine.sendAtOnce(kind, seq: seq, count: .max, on: seq) { above.write(to: &$0) }
        #expect(!isSent && fixture.machine.takeOutput().isEmpty)
        let row = Row.filling(size)
        #expect(fixture.machine.sendAtOnce(kind, seq: seq, count: .max, on: seq) { row.write(to: &$0) })
        let frame = fixture.machine.takeOutput()
        #expect(frame.count - 4 <= 32_768)
        #expect(Frame.encode(Array(frame.dropFirst(4))) == frame, "the length is the payload's")
    }

    @Test("items in place: one that is taken back costs no credit and leaves the others whole")
    func takenBack() {
        var fixture = Self.fixture(credit: 2)
        let (row, large) = (Row("small"), Row.filling(200_000))
        #expect(fixture.machine.sendAtOnce("event", seq: 1, count: 1, on: 1) { row.write(to: &$0) })
        #expect(!fixture.machine.sendAtOnce("event", seq: 2, count: 1, on: 1) { large.write(to: &$0) })
        #expect(fixture.machine.sendAtOnce("event", seq: 3, count: 1, on: 1) { row.write(to: &$0) })
        #expect(!fixture.machine.sendAtOnce("event", seq: 4, count: 1, on: 1) { row.write(to: &$0) }, "no credit")
        fixture.turn()
        #expect(fixture.items(of: 1).map(\.seq) == [1, 3])
        #expect(fixture.items(of: 1).map(\.data) == [row.jsonText, row.jsonText])
    }

    @Test("items in place: a kind that needs escapes goes the other way, and is as it was")
    func kind() {
        var fixture = Self.fixture()
        let row = Row("x")
        #expect(!fixture.machine.sendAtOnce("a\"b", seq: 1, count: 1, on: 1) { row.write(to: &$0) })
        #expect(fixture.machine.send(OutgoingItem("a\"b", row.jsonText), on: 1, at: .zero) == .accepted)
        fixture.turn()
        #expect(fixture.items(of: 1).map(\.kind) == ["a\"b"])
    }

    @Test("items in place: behind waiting items, in lines, and on calls that are over, nothing goes out at once")
    func notNow() {
        let row = Row("x")
        var waiting = Self.fixture(credit: 1)
        waiting.item(1)
        waiting.item(1)
        var lines = Self.fixture(mode: .text)
        var ended = Self.fixture()
        ended.finish(1)
        var unary = MachineFixture()
        unary.call(1, "echo")
        for var fixture in [waiting, lines, ended, unary] {
            #expect(!fixture.machine.sendAtOnce("event", seq: 1, count: 1, on: 1) { row.write(to: &$0) })
            #expect(fixture.machine.takeOutput().isEmpty)
        }
        #expect(lines.machine.send(OutgoingItem("event", row.jsonText, seq: 1), on: 1, at: .zero) == .accepted)
        lines.turn()
        #expect(lines.items(of: 1).map(\.data) == [row.jsonText])
    }
}
