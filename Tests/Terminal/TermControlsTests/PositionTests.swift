import Foundation
import TermControls
import TermCore
import TermUI
import Testing

/// Tests views that set their own position. Also tests how text is cut off.
@MainActor @Suite struct PositionTests {
    @Test("position: a position is that of the middle") func aPositionIsThatOfTheMiddle() {
        let pilot = Pilot(Text("abc").position(x: 28, y: 24), columns: 8, rows: 3)
        #expect(pilot.lines == ["", "  abc", ""])
        let moved = Pilot(Text("a").offset(CGSize(width: 16, height: 16)).filling(), columns: 4, rows: 2)
        #expect(moved.lines == ["", "  a"])
        for value in [CGFloat.nan, .infinity, -1e300] {
            let odd = Text("x").position(x: value, y: value).zIndex(value).offset(CGSize(width: value, height: 0))
            #expect(Pilot(odd, columns: 2, rows: 1).frame.width == 2)
        }
    }

    @Test("position: a higher index is in front") func aHigherIndexIsInFront() {
        var pressed = ""
        let pilot = Pilot(
            ZStack {
                Button("top") { pressed += "top" }.buttonStyle(.plain).zIndex(1)
                Button("low") { pressed += "low" }.buttonStyle(.plain)
                Text("und").padding(0).zIndex(-1)
            }, columns: 3, rows: 1)
        #expect(pilot.text == "top")
        #expect(pilot.click("top") && pressed == "top")
    }

    @Test("position: line limits have two ends") func lineLimitsHaveTwoEnds() {
        func height(_ view: some View) -> Int {
            Pilot(
                VStack(spacing: 0) {
                    view
                    Text("end")
                }.filling(), columns: 5, rows: 9
            ).lines.firstIndex { $0.contains("end") } ?? -1
        }
        #expect(height(Text("a").lineLimit(3...)) == 3)
        #expect(height(Text("a b c d e f g h").lineLimit(...2)) == 2)
        #expect(height(Text("a").lineLimit(2...4)) == 2 && height(Text("a").lineLimit(3, reservesSpace: true)) == 3)
        #expect(height(Text("a").lineLimit(3, reservesSpace: false)) == 1)
        #expect(height(Text("a").lineLimit(2...).lineLimit(nil)) == 2, "the inner one counts")
        #expect(
            Pilot(Text("a").lineLimit((-5)...(-2)).lineLimit(Int.max, reservesSpace: true), columns: 1, rows: 1)
                .text == "a")
    }

    @Test("position: text is cut where it should") func textIsCutWhereItShould() {
        func shown(_ mode: Text.TruncationMode, _ text: String, _ columns: Int = 6) -> String {
            Pilot(Text(verbatim: text).lineLimit(1).truncationMode(mode), columns: columns, rows: 1).text
        }
        #expect(shown(.tail, "abcdefghij") == "abcde…" && shown(.head, "abcdefghij") == "…fghij")
        #expect(shown(.middle, "abcdefghij") == "abc…ij" && shown(.middle, "short") == "short")
        #expect(shown(.head, "漢字漢字漢字") == "…漢字" && shown(.middle, "漢字漢字漢字", 1) == "…")
        #expect(shown(.head, "abcdefe\u{301}ghij", 5) == "…ghij")
    }

    @Test("position: the case is for the screen only") func theCaseIsForTheScreenOnly() {
        let pilot = Pilot(Text("Straße").textCase(.uppercase), columns: 9, rows: 1)
        #expect(pilot.text.contains("STRASSE"))
        #expect(pilot.plain.lines.contains { $0.description.contains("Straße") })
        #expect(Pilot(Text("Ab").textCase(nil).textCase(.lowercase), columns: 2, rows: 1).text == "Ab")
    }

    @Test("position: what letters cannot do is accepted") func whatLettersCannotDoIsAccepted() {
        let text = Text("x").kerning(2).tracking(1).baselineOffset(3).underline(true, color: .red)
        let view = text.minimumScaleFactor(0.5).allowsTightening(true).lineSpacing(4).kerning(1).tracking(1)
            .strikethrough(pattern: .dash).textSelection(.enabled).ignoresSafeArea(edges: .top)
            .edgesIgnoringSafeArea(.all).statusBar(hidden: true).statusBarHidden()
        let pilot = Pilot(view, columns: 1, rows: 1)
        #expect(pilot.style(of: "x")?.attributes == [.underline, .strikethrough])
    }
}
