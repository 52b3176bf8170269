import Foundation
import TermCore
import TermUI
import Testing

/// Small trees that `RandomTreeTests` has found, each mended since.
@MainActor @Suite struct MendedTreeTests {
    /// Whether each frame of the view, drawn in part after a key, is the whole.
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

    @Test func aShapeOfNoSizeHasARoom() {
        let pilot = Pilot(Color.red.aspectRatio(1e-300, contentMode: .fill).frame(width: 0, height: 0))
        #expect(pilot.text.isEmpty)
    }

    @Test func anEndlessPathIsNoTrap() {
        let rects = [
            CGRect(x: -1e18, y: 0, width: 1e18, height: 2), CGRect(x: 1, y: CGFloat.infinity, width: 1, height: 1),
            CGRect(x: -CGFloat.infinity, y: 0, width: .infinity, height: 1),
            CGRect(x: 0, y: 0, width: 1e300, height: 1),
        ]
        for rect in rects { #expect(Pilot(Path(ellipseIn: rect).fill(.red), columns: 9, rows: 3).frame.width == 9) }
    }

    @Test func aShapeOfWhichARowIsDrawnAnewStaysAsItIs() {
        let view = Turning { turn in
            Ellipse().fill(.red).frame(width: 160, height: 40).rotationEffect(.zero)
                .overlay(alignment: .topLeading) { Text("\(turn)") }
        }
        #expect(isWhole(view, "s", "s"))
        #expect(isWhole(view.mask { Circle().scale(0.6) }, "s", "s"))
    }

    @Test func theCursorIsNotWhereNothingIsSeen() {
        let view = Turning { turn in
            Text("\(turn)")
            VStack {
                Text("below").cursor()
                Text("other \(turn)")
            }
            .offset(x: -80)
        }
        #expect(isWhole(view, "s", "s"))
        #expect(Pilot(Text("outside").cursor().offset(x: -400), columns: 9, rows: 3).cursor.x >= 0)
    }

    @Test func whatHangsOutOfACandidateGoesWithIt() {
        let view = Turning { turn in
            ViewThatFits {
                Text("first").frame(width: turn % 2 == 0 ? 40 : 400).overlay { Text("outside").offset(y: 48) }
                Text("x")
            }
        }
        #expect(isWhole(view, "s", "s", "s"))
    }

    @Test func theBarOfAListFollowsTheHeightsOfItsRows() {
        let view = Turning { turn in
            List {
                ForEach(0..<9, id: \.self) { row in
                    Text("row \(row)").frame(height: turn == row ? 64 : nil)
                }
            }
        }
        #expect(isWhole(view, "s", .downArrow, "s", .end, "s", "s", rows: 6))
    }
}
