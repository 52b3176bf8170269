import SeamComponents
import TermCore
import TermUI
import Testing

/// Tests the display of nearby doors, and of the times at which they were last opened.
@MainActor @Suite struct NearTests {
    private func names(_ pilot: Pilot) -> [String] {
        ["Front Door", "Letter Room", "Sauna"].sorted { one, other in
            place(of: one, pilot) < place(of: other, pilot)
        }
    }

    private func place(of name: String, _ pilot: Pilot) -> Int {
        pilot.lines.firstIndex { $0.contains(name) && !$0.contains("last opened") } ?? .max
    }

    @Test("near: a door in range comes first, with its signal") func first() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        #expect(names(pilot).first == "Front Door" && !pilot.shows("▂"))
        desk.hear(["Letter Room": -60])
        #expect(
            names(pilot) == ["Letter Room", "Front Door", "Sauna"] && pilot.shows("ready      ▂▄▆"), "\(pilot.text)")
        desk.hear(["Letter Room": -75, "Front Door": -50])
        #expect(names(pilot).first == "Front Door" && pilot.shows("ready      ▂▄"), "\(pilot.text)")
        desk.hear([:])
        #expect(!pilot.shows("▂"))
    }

    @Test("near: a key that does not open stays behind those that do") func locked() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        desk.hear(["Sauna": -40])
        #expect(names(pilot) == ["Front Door", "Letter Room", "Sauna"])
    }

    @Test("near: the cursor stays on the key that the person has chosen") func cursor() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        pilot.press(.downArrow, .upArrow)
        desk.hear(["Letter Room": -60])
        #expect(names(pilot).first == "Letter Room" && pilot.shows(" > Front Door"), "\(pilot.text)")
        pilot.press(.return)
        #expect(desk.opened == ["front door"])
    }

    @Test("near: Enter opens nothing at once when another door has just come first") func moved() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        desk.hear(["Letter Room": -60])
        pilot.press(.return)
        #expect(desk.opened.isEmpty && pilot.shows("Press Enter again"), "\(pilot.text)")
    }

    @Test("near: on any screen, in ASCII and in lines", arguments: [(40, 12), (60, 20), (200, 50)])
    func everywhere(columns: Int, rows: Int) {
        let desk = Desk().live()
        desk.hear(["Letter Room": -60])
        #expect(desk.pilot(columns: columns, rows: rows).shows("▂▄▆"))
        let pilot = desk.pilot(columns: columns, rows: rows) { $0.glyphs = .ascii }
        #expect(pilot.shows("|||"))
        #expect(
            pilot.plain.lines.contains { $0.description.contains("Letter Room, Harbour House, ready, strong signal") })
    }

    @Test("near: cards have the signal as well") func cards() {
        let desk = Desk().live()
        let pilot = desk.pilot(columns: 100, rows: 30)
        pilot.press("g")
        desk.hear(["Letter Room": -90])
        #expect(pilot.shows("ready ▂"), "\(pilot.text)")
    }

    @Test("near: a key says when it last opened its door") func opened() {
        let desk = Desk().live()
        let pilot = desk.pilot()
        #expect(!pilot.shows("last opened"))
        desk.tell(.success(Desk.records))
        #expect(pilot.shows("Front Door was last opened today 13:59."), "\(pilot.text)")
        pilot.press(.downArrow)
        #expect(!pilot.shows("last opened"), "it has only timed out")
        desk.hear(["Front Door": -90])
        pilot.press(.upArrow, .tab)
        #expect(pilot.shows("Opened     today 13:59") && pilot.shows("Near       weak signal"), "\(pilot.text)")
    }
}
