import BenchScreen
import Foundation
import TermCore
import TermReplay
import TermUI
import TestSupport
import Testing

/// Measures the cost of a screen of views. The number of bytes is the same on every machine. The times are compared
/// with the times that a small screen takes.
@MainActor @Suite struct BenchTests {
    /// A screen, and everything that is needed to show its changes.
    @MainActor private struct Bench {
        let model: BenchModel
        let graph: ViewGraph
        var encoder = FrameEncoder(
            for: .init(depth: .truecolor, hasSynchronizedOutput: true, erasesWithBackground: true))
        var replay = VTReplay(width: 200, height: 50)

        init(rows: Int) {
            model = BenchModel(rows: rows)
            graph = ViewGraph(BenchView(model: model), now: .now)
            graph.resize(to: CellSize(200, 50))
        }

        /// Makes a change and shows it. Returns how many bytes were written for this.
        mutating func show(_ change: (ViewGraph, BenchModel) -> Void) -> Int {
            change(graph, model)
            let (frame, cursor) = graph.frame()
            let bytes = encoder.encode(frame, cursor: cursor)
            replay.feed(bytes)
            return bytes.count
        }
    }

    /// The limits are numbers of bytes. The best of the comparable libraries needs these bytes for the same screen.
    @Test("bench: no frame of views takes more than it may") func noFrameOfViewsTakesMoreThanItMay() {
        var bench = Bench(rows: 200)
        let sizes = [
            ("first paint", bench.show { _, _ in }, 12_600), ("spinner", bench.show { $1.spin() }, 38),
            ("clock", bench.show { $1.tick() }, 55),
            ("selection", bench.show { graph, _ in graph.press(KeyPress(.downArrow)) }, 1_170),
            ("last of the page", bench.show { $1.selected = BenchModel.page - 1 }, 1_170),
            ("scroll", bench.show { graph, _ in graph.press(KeyPress(.downArrow)) }, 1_100),
            ("recolour", bench.show { $1.recolour() }, 19_200),
            ("nothing", bench.show { _, _ in }, 0),
        ]
        print("views: " + sizes.map { "\($0.0) \($0.1) bytes" }.joined(separator: ", "))
        for (name, size, limit) in sizes { #expect(size <= limit, "\(name)") }
        #expect(bench.replay.unknown.isEmpty)
        let frame = bench.graph.frame().cells
        for y in 0..<50 {
            let cells = frame.row(y).filter { $0.span != .trailing }.flatMap { Array($0.glyph.scalars) }
            #expect(bench.replay.lines[y].unicodeScalars.elementsEqual(cells))
        }
        #expect(bench.replay.lines[47].hasPrefix("> Key 46"))
    }

    @Suite(.lane(.figures)) @MainActor struct FiguresLane {
        /// Measures the cost of opening a long list, and the cost of each key press that scrolls it. Compares both with
        /// the costs of a short list.
        @Test("bench: ten thousand rows cost what forty six do") func tenThousandRowsCostWhatFortySixDo() {
            let clock = ContinuousClock()
            func times(_ rows: Int) -> (open: Duration, key: Duration) {
                var (opens, keys): ([Duration], [Duration]) = ([], [])
                for _ in 0..<9 {
                    var bench = Bench(rows: rows)
                    opens.append(clock.measure { _ = bench.show { _, _ in } })
                    bench.model.selected = rows - 1
                    _ = bench.show { _, _ in }
                    for key in [KeyEquivalent.upArrow, .pageUp, .home, .downArrow, .pageDown, .end] {
                        keys.append(clock.measure { _ = bench.show { graph, _ in graph.press(KeyPress(key)) } })
                    }
                }
                return (opens.sorted()[opens.count / 2], keys.sorted()[keys.count / 2])
            }
            _ = times(46)
            let (few, many) = (times(46), times(10_000))
            print("views: 46 rows open in \(few.open), a key \(few.key); 10,000 in \(many.open), a key \(many.key)")
            #expect(many.open <= few.open * 2 && many.key <= few.key * 2)
        }
    }
}
