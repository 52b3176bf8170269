import Foundation
import TermCore
import TermUI
import TestSupport
import Testing

/// Tests rules that hold for every combination of views and for every action that a person can perform. Nothing traps,
/// and nothing is drawn outside its frame. A partly redrawn frame equals a completely drawn frame. A person can also
/// perform every action without seeing the screen.
@MainActor @Suite struct RandomTreeTests {
    /// The last seed's tree returns to a page that was behind another page.
    @Test("random tree: any tree is drawn") func anyTreeIsDrawn() {
        for seed in Array(0..<25) + [40291] as [UInt64] { Self.draw(seed) }
    }

    /// Shows all controls in one column, and presses keys at random.
    @Test("random tree: all controls are drawn", arguments: [(40, 60), (13, 7), (1, 1), (0, 0)])
    func allControlsAreDrawn(_ columns: Int, _ rows: Int) {
        let tree = RandomTree(seed: UInt64(columns))
        let controls = (0..<RandomTree.controls).map { RandomTree.erased(tree.control($0)) }
        let view = VStack(alignment: .leading) { ForEach(controls.indices, id: \.self) { controls[$0] } }
        Self.walk(view, tree, CellSize(columns, rows), steps: 30, "\(columns) × \(rows)")
    }

    /// An action has the same name on the screen and in the text for people who cannot see the screen.
    @Test("random tree: what can be done has a name") func whatCanBeDoneHasAName() {
        let count = (0..<40 as Range<UInt64>).reduce(0) { $0 + Self.name($1) }
        #expect(count > 40)
    }

    @Suite(.lane(.figures)) @MainActor struct FiguresLane {
        @Test("random tree: a hundred thousand trees are drawn") func aHundredThousandTreesAreDrawn() {
            let start = ContinuousClock.now
            var count = 0
            for seed in 1000..<101_000 as Range<UInt64> {
                RandomTreeTests.draw(seed)
                if seed % 10 == 0 { count += RandomTreeTests.name(seed) }
            }
            print("trees: 100,000 drawn, \(count) actions named, in \(ContinuousClock.now - start)")
        }
    }

    private static let keys: [KeyEquivalent] = [
        .return, .space, .tab, .upArrow, .downArrow, .leftArrow, .rightArrow, .home, .end, .pageDown, .delete, .escape,
        "x", "+", "-", "/", "m", "1", "漢",
    ]

    static func draw(_ seed: UInt64) {
        let tree = RandomTree(seed: seed)
        let view = tree.container(5)
        let isSmall = tree.below(4) == 0
        let size = CellSize(tree.below(isSmall ? 5 : 201), tree.below(isSmall ? 4 : 61))
        weak var kept: ViewGraph?
        defer { #expect(kept == nil, "seed \(seed): what was closed is there") }
        guard tree.flag else { return kept = walk(view, tree, size, steps: 6, "seed \(seed)") }
        let room = CellRect(x: 3, y: 2, CellSize(tree.below(size.width), tree.below(size.height)))
        let confined = view.frame(columns: room.width, rows: room.height).clipped()
            .padding(EdgeInsets(top: 32, leading: 24, bottom: 0, trailing: 0))
            .frame(columns: size.width, rows: size.height, alignment: .topLeading)
        kept = walk(confined, tree, size, in: room, steps: 6, "seed \(seed)")
    }

    /// Shows the view, performs random actions in it, and closes it. Everything must be drawn inside `room`, except the
    /// views that are in front of the view.
    @discardableResult
    private static func walk(
        _ view: some View, _ tree: RandomTree, _ size: CellSize, in room: CellRect? = nil, steps: Int, _ place: String
    ) -> ViewGraph {
        var environment = EnvironmentValues()
        environment.glyphs = tree.one(of: [.unicode, .console, .ascii])
        environment.colorDepth = tree.one(of: ColorDepth.allCases)
        let now = ContinuousClock.now
        let graph = ViewGraph(view, environment: environment, now: now)
        graph.resize(to: size)
        for step in 0..<steps {
            let (part, whole) = (graph.frame(), graph.wholeFrame())
            #expect(part.cells == whole.cells && part.cursor == whole.cursor, "\(place), step \(step)")
            if let room, !graph.hasWayBack { #expect(isBlank(whole.cells, outside: room), "\(place), step \(step)") }
            act(on: graph, tree, size, now + .milliseconds(300 * step))
        }
        check(graph.frame().cells, PlainText(graph.semantics, hasWayBack: graph.hasWayBack), place)
        graph.close()
        return graph
    }

    private static func act(
        on graph: ViewGraph, _ tree: RandomTree, _ size: CellSize, _ now: ContinuousClock.Instant
    ) {
        let (x, y) = (tree.below(size.width), tree.below(size.height))
        switch tree.below(8) {
        case 0...3: graph.press(KeyPress(tree.one(of: keys)))
        case 4: graph.mouse(MouseEvent(tree.one(of: [.scrollDown, .scrollUp]), x: x, y: y))
        case 5: graph.advance(to: now)
        case 6: graph.paste(tree.text)
        default:
            graph.mouse(MouseEvent(.press(tree.flag ? .left : .right), x: x, y: y))
            graph.mouse(MouseEvent(tree.flag ? .release(.left) : .drag(.left), x: x + 1, y: y))
        }
    }

    private static func isBlank(_ cells: CellBuffer, outside room: CellRect) -> Bool {
        (0..<cells.height).allSatisfy { y in
            let row = cells.row(y)
            return row.indices.allSatisfy {
                row[$0] == .blank || room.contains(x: $0 - row.startIndex, y: y)
            }
        }
    }

    /// Checks that no character commands the terminal or reverses a line.
    static func check(_ cells: CellBuffer, _ plain: PlainText, _ place: String) {
        var scalars = (plain.lines + [plain.prompt]).flatMap(\.description.unicodeScalars)
        for y in 0..<cells.height { for cell in cells.row(y) { scalars += cell.glyph.scalars } }
        let found = scalars.first { !(32..<127).contains($0.value) && HostileText.isDangerous($0) }
        #expect(found == nil, "\(place)")
    }

    /// Compares the names on the screen with the names in the plain text, and returns how many names there are.
    static func name(_ seed: UInt64) -> Int {
        let tree = RandomTree(seed: seed, namesActions: true)
        let views = [tree.modified(tree.control()), tree.control(), tree.container(2), tree.container(3)]
        let pilot = Pilot(VStack { ForEach(0..<4) { views[$0] } }, columns: 120, rows: 60)
        defer { pilot.close() }
        guard !pilot.hasWayBack else { return 0 }
        let (lines, told) = (pilot.text, pilot.actions.joined(separator: "\n"))
        let seen = tree.actions.filter { lines.contains($0) }
        for action in seen { #expect(told.contains(action), "seed \(seed): \(action)") }
        return seen.count
    }
}
