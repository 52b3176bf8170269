import Foundation
import TermControls
import TermCore
import TermUI
import Testing

/// Tests small view trees. `RandomTreeTests` once found faults in these trees. All these faults have been corrected.
@MainActor @Suite struct MendedTreeTests {
    /// Whether, after each key press, the partly redrawn frame equals a frame that is drawn completely.
    private func isWhole(
        _ view: some View, _ keys: KeyEquivalent..., columns: Int = 20, rows: Int = 8
    ) -> Bool {
        let graph = ViewGraph(view, now: .now)
        graph.resize(to: CellSize(columns, rows))
        _ = graph.frame()
        return keys.allSatisfy { key in
            graph.press(KeyPress(key))
            let (part, whole) = (graph.frame(), graph.wholeFrame())
            return part.cells == whole.cells && part.cursor == whole.cursor
        }
    }

    @Test("mended tree: a shape of no size has a room") func aShapeOfNoSizeHasARoom() {
        let ratio = CGFloat.greatestFiniteMagnitude
        let pilot = Pilot(Color.red.aspectRatio(ratio, contentMode: .fill).frame(width: 0, height: 0))
        #expect(pilot.text.isEmpty)
    }

    @Test("mended tree: an endless path is no trap") func anEndlessPathIsNoTrap() {
        let endless = CGFloat.infinity
        let rects = [
            CGRect(x: -1e18, y: 0, width: 1e18, height: 2), CGRect(x: 1, y: endless, width: 1, height: 1),
            CGRect(x: -endless, y: 0, width: endless, height: 1), CGRect(x: 0, y: 0, width: 1e300, height: 1),
        ]
        for rect in rects { #expect(Pilot(Path(ellipseIn: rect).fill(.red), columns: 9, rows: 3).frame.width == 9) }
    }

    @Test("mended tree: an endless line has fine dashes", .timeLimit(.minutes(1))) func anEndlessLineHasFineDashes() {
        for (length, dash) in [
            (1e18, [4, 4]), (80, [1e-300]), (1e300, [.greatestFiniteMagnitude]), (1e18, [1e-9, 9]),
        ] {
            let line = Path { path in
                path.move(to: .zero)
                path.addLine(to: CGPoint(x: length, y: 1))
            }
            let style = StrokeStyle(lineWidth: 1, dash: dash.map { CGFloat($0) })
            #expect(Pilot(line.stroke(.red, style: style), columns: 9, rows: 1).frame.width == 9)
        }
    }

    private let spike = Path { path in
        path.move(to: CGPoint(x: 40, y: 0))
        for (x, y) in [(42, 20), (80, 64), (0, 64), (38, 20)] { path.addLine(to: CGPoint(x: x, y: y)) }
        path.closeSubpath()
    }

    @Test("mended tree: a shape of which a row is drawn anew stays as it is")
    func aShapeOfWhichARowIsDrawnAnewStaysAsItIs() {
        func view(_ shape: some View) -> some View {
            Turning { turn in
                shape.frame(width: 80, height: 64).overlay(alignment: .topLeading) { Text("\(turn)") }
            }
        }
        #expect(isWhole(view(spike.fill(.red)), "s", "s"))
        #expect(isWhole(view(Text("0123456789").frame(height: 64, alignment: .top).mask { spike }), "s", "s"))
    }

    @Test("mended tree: the cursor is where the last one wants it") func theCursorIsWhereTheLastOneWantsIt() {
        let view = Turning { turn in
            VStack {
                Text("\(turn)")
                Text("the same")
                Button("button \(turn)") {}
            }
            .cursor()
        }
        #expect(isWhole(view, "s", "s"))
        #expect(Pilot(Text("outside").cursor().offset(x: -16), columns: 9, rows: 3).cursor.x >= 0)
    }

    @Test("mended tree: what hangs out of a candidate goes with it") func whatHangsOutOfACandidateGoesWithIt() {
        let view = Turning { turn in
            ViewThatFits {
                Text("first").frame(width: turn % 2 == 0 ? 40 : 400).overlay { Text("outside").offset(y: 48) }
                Text("x")
            }
        }
        #expect(isWhole(view, "s", "s", "s"))
    }
}
