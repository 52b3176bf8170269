import CommandLineTool
import TermCore
import Testing

@Suite("Tables")
struct TableTests {
    static let plain = TextPalette(hasColour: false)

    @Test("table: columns line up, also with wide characters")
    func align() {
        var table = Table("NAME", "STATE")
        table.add(.init("玄関"), .init("ready"))
        table.add(.init("Pool"), .init("expired"))
        let lines = table.lines(palette: Self.plain, width: nil).map(\.description)
        #expect(lines == ["NAME  STATE", "玄関  ready", "Pool  expired"])
    }

    @Test("table: on a terminal the widest column is wrapped at words")
    func shrink() {
        var table = Table("NAME", "STATE")
        table.add(.init("A name that goes on and on and on"), .init("ready"))
        let lines = table.lines(palette: Self.plain, width: 30).map(\.description)
        #expect(lines == ["NAME                     STATE", "A name that goes on and  ready", "on and on"])
    }

    @Test("table: no word is broken: where words do not fit side by side, each row is a block with all its columns")
    func longWords() {
        var pair = Table("NAME", "ADDRESS")
        pair.add(.init("Ada"), .init("ada.moreno@post.example.org"))
        let lines = pair.lines(palette: Self.plain, width: 24).map(\.description)
        #expect(lines == ["NAME", "  ADDRESS", "Ada", "  ada.moreno@post.example.org"])
        var table = Table("TIME", "KEY", .spare("WAY"), "OUTCOME", .id("ATTEMPT"))
        let row = ["2026-11-30 12:42", "Back Door", "-", "not opened: the_lock_is_away", "attempt_1U-1bEA6W5qU"]
        table.add(.init("\(row[0])"), .init("\(row[1])"), .init("-"), .init("\(row[3])"), .init("\(row[4])"))
        func shown(_ width: Int) -> [String] { table.lines(palette: Self.plain, width: width).map(\.description) }
        #expect(
            shown(30) == [
                row[0], "  KEY      Back Door", "  OUTCOME  not opened:", "           the_lock_is_away",
                "  ATTEMPT  attempt_1U-1bEA6W5qU",
            ])
        for width in 20...100 {
            let words = Set(shown(width).flatMap { $0.split(separator: " ") }.map(String.init))
            #expect(words.contains("the_lock_is_away") && words.contains("Back"), "\(width): \(shown(width))")
        }
    }

    @Test("table: where there is no room, spare columns go, in their order, then the id; an id never is cut")
    func ids() {
        var table = Table("NAME", .spare("DOORS"), .spare("UNTIL"), .id("ID"))
        let id = "5f0c3a52-9a77-4b0e-8d06-6a3e4f1f6f0e"
        table.add(.init("Front Door"), .init("Front Door"), .init("2026-12-24"), .init("\(id)"))
        func lines(_ width: Int) -> [String] {
            table.lines(palette: Self.plain, width: width).map(\.description)
        }
        #expect(lines(80)[0].split(separator: " ") == ["NAME", "DOORS", "UNTIL", "ID"])
        #expect(lines(70) == ["NAME        UNTIL       ID", "Front Door  2026-12-24  \(id)"])
        #expect(lines(48) == ["NAME        ID", "Front Door  \(id)"])
        #expect(lines(47) == ["NAME", "Front Door"], "the name is last")
    }

    @Test("table: a column of several words is wrapped before another one goes")
    func wrapsBeforeLeavingOut() {
        var table = Table("NAME", .spare("DOORS"), "STATE")
        table.add(.init("Office"), .init("Main Entrance, Garage, Lobby"), .init("ready"))
        let lines = table.lines(palette: Self.plain, width: 32).map(\.description)
        #expect(
            lines == [
                "NAME    DOORS              STATE", "Office  Main Entrance,     ready", "        Garage, Lobby",
            ], "\(lines)")
    }

    @Test("table: colour changes no column, and is gone without one")
    func colour() {
        var table = Table("NAME", "STATE")
        table.add(.init("Pool", .strong), .init("expired", .bad))
        let coloured = table.lines(palette: TextPalette(hasColour: true), width: nil)
        #expect(coloured[1].description == "\u{1b}[1mPool\u{1b}[0m  \u{1b}[31mexpired\u{1b}[0m")
        #expect(table.lines(palette: Self.plain, width: nil)[1].description == "Pool  expired")
    }

    @Test("table: no line ends in spaces")
    func trailing() {
        var table = Table("NAME", "STATE")
        table.add(.init("A long name"), .init(""))
        #expect(table.lines(palette: Self.plain, width: nil)[1].description == "A long name")
    }
}
