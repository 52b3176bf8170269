import BenchScreen
import Foundation
import Observation
import TermControls
import TermCore
import TermUI
import TestSupport
import Testing

/// Tests that the cost of a frame depends only on what has changed. The frame must be the same as one that is drawn
/// completely.
@MainActor @Suite struct PaintingTests {
    /// A screen on which every part may change.
    private struct Changing: View {
        let model: Model

        var body: some View {
            ZStack(alignment: .topLeading) {
                VStack(alignment: .leading) {
                    HStack {
                        Text(model.title).bold()
                        if model.isWide { Text("漢字 wide").background(.red) }
                        Spacer()
                        Text("\(model.step)")
                    }
                    ScrollView {
                        VStack(alignment: .leading) {
                            ForEach(model.rows, id: \.self) { row in
                                Text("row \(row)").padding(.leading, CGFloat(model.step % 3) * 8)
                                    .opacity(row % 4 == model.step % 4 ? 0.5 : 1)
                            }
                        }
                    }
                    .frame(rows: 4)
                    List(selection: Binding(get: { model.selected }, set: { model.selected = $0 })) {
                        Section("head \(model.step)") {
                            ForEach(model.rows, id: \.self) { row in
                                Text("key \(row)").badge(row % 3 == 0 ? model.step : 0)
                                    .listRowBackground(row % 4 == model.step % 4 ? Color.red : nil)
                            }
                            .onDelete { model.rows.remove(atOffsets: $0) }
                        }
                    }
                    .listStyle(.grouped)
                    .frame(rows: 5)
                    List {
                        ForEach(model.rows, id: \.self) { row in
                            Text("row \(row)").contextMenu { Button("menu \(row)") {} }
                                .listRowInsets(EdgeInsets(leading: CGFloat(model.step % 4) * 8))
                        }
                    }
                    .frame(rows: 2)
                    ScrollView {
                        LazyVStack(alignment: .leading, pinnedViews: .sectionHeaders) {
                            ForEach(0..<3) { section in
                                Section("pinned \(section)") { ForEach(model.rows, id: \.self) { Text("lazy \($0)") } }
                            }
                        }
                    }
                    .frame(rows: 3).safeAreaInset(edge: .top) { if model.step % 3 == 0 { Text("bar") } }
                    LazyVGrid(columns: [GridItem(.adaptive(minimum: 40 + CGFloat(model.step % 3) * 8))]) {
                        ForEach(model.rows.prefix(5), id: \.self) { Text("\($0)") }
                    }
                    Grid(alignment: model.isWide ? .leading : .bottomTrailing) {
                        GridRow {
                            Text(model.title)
                            Text("\(model.step)").alignmentGuide(.top) { _ in CGFloat(model.step % 3) * 16 }
                        }
                        GridRow { Text("in both").gridCellColumns(2) }
                    }
                    ViewThatFits {
                        Text("\(model.title) and more words that are too wide at times")
                        Text("short \(model.step)")
                    }
                    GroupBox("box \(model.step)") {
                        DisclosureGroup("more", isExpanded: Binding(get: { model.isWide }, set: { model.isWide = $0 }))
                        { Text("inner") }
                    }
                    TextField("words", text: Binding(get: { model.title }, set: { model.title = $0 }))
                }
                Text("floating").offset(x: CGFloat(model.step % 5) * 24, y: CGFloat(model.step % 7) * 16)
                if model.step % 6 == 5 { Box { Text("box \(model.step)") } }
            }
            .foregroundColor(model.isWide ? .blue : .green)
            .alert("Sure?", isPresented: Binding(get: { model.asks }, set: { model.asks = $0 })) {
                Button("No", role: .cancel) {}
            }
        }
    }

    @Observable fileprivate final class Model {
        var title = "title"
        var step = 0
        var isWide = false
        var rows = Array(0..<12)
        var selected: Int? = 0
        var asks = false
    }

    @Test("painting: a frame is the same as one that is drawn anew") func aFrameIsTheSameAsOneThatIsDrawnAnew() {
        for seed in (0..<18 as Range<UInt64>).sampled.sampled {
            var random = SplitMix(seed: seed)
            let model = Model()
            let graph = ViewGraph(Changing(model: model), now: .now)
            graph.resize(to: CellSize(40, 30))
            for step in 0..<60 {
                switch random.next() % 14 {
                case 0: model.title = ["title", "", "漢字", "longer than before"][Int(random.next() % 4)]
                case 1: model.isWide.toggle()
                case 2: model.rows.shuffle(using: &random)
                case 3: model.rows.append(model.rows.count + 100 * step)
                case 4: if model.rows.count > 1 { model.rows.removeLast() }
                case 5: model.asks.toggle()
                case 6: graph.press(KeyPress(.tab))
                case 7: graph.press(KeyPress(.downArrow))
                case 8: graph.press(KeyPress(step % 3 == 0 ? .delete : "m"))
                case 9: graph.mouse(MouseEvent(.scrollDown, x: Int(random.next() % 40), y: Int(random.next() % 14)))
                case 10: graph.resize(to: CellSize(20 + Int(random.next() % 40), 5 + Int(random.next() % 40)))
                default: model.step += 1
                }
                let partial = graph.frame()
                let whole = graph.wholeFrame()
                #expect(partial.cells == whole.cells && partial.cursor == whole.cursor, "seed \(seed), step \(step)")
            }
        }
    }
}
