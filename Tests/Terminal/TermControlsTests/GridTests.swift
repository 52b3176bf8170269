import Foundation
import TermControls
import TermCore
import TermUI
import Testing

/// Tests grids, lazy stacks and custom layouts, and the positions of views in them.
@MainActor @Suite struct GridTests {
    private final class Count {
        var made = 0
    }

    @Test("grid: an adaptive grid has as many columns as have room") func anAdaptiveGridHasAsManyColumnsAsHaveRoom() {
        let count = Count()
        let pilot = Pilot(
            ScrollView {
                LazyVGrid(columns: [GridItem(.adaptive(minimum: 64), alignment: .leading)]) {
                    ForEach(0..<10_000) { number in
                        let _ = count.made += 1
                        Text("n\(number)")
                    }
                }
            }
            .scrollIndicators(.hidden), columns: 26, rows: 4)
        #expect(pilot.lines[0] == "n0       n1       n2" && pilot.lines[3] == "n9       n10      n11")
        #expect(count.made < 60, "\(count.made)")
        pilot.resize(columns: 17, rows: 4)
        #expect(pilot.lines[1] == "n2       n3")
        pilot.press(.end)
        #expect(pilot.lines[3] == "n9998    n9999" && count.made < 300, "\(count.made)")
    }

    @Test("grid: columns are fixed or share the room") func columnsAreFixedOrShareTheRoom() {
        let items = [GridItem(.fixed(32)), GridItem(.flexible()), GridItem(.flexible(maximum: 40))]
        let pilot = Pilot(
            LazyVGrid(columns: items, alignment: .leading, spacing: 16) {
                ForEach(0..<4) { Text("\($0)").filling(.topLeading) }
            },
            columns: 26, rows: 4)
        #expect(pilot.lines == ["0    1          2", "", "3", ""], "\(pilot.text)")
        let rows = Pilot(
            ScrollView(.horizontal) {
                LazyHGrid(rows: [GridItem(.fixed(16)), GridItem(.fixed(16))]) { ForEach(0..<40) { Text("<\($0)>") } }
            }, columns: 12, rows: 3)
        #expect(rows.shows("<0> <2> <4>") && rows.shows("<1> <3> <5>"))
    }

    @Test("grid: a header stays while its section scrolls") func aHeaderStaysWhileItsSectionScrolls() {
        let pilot = Pilot(
            ScrollView {
                LazyVStack(alignment: .leading, pinnedViews: [.sectionHeaders]) {
                    ForEach(0..<3) { section in
                        Section("head \(section)") { ForEach(0..<6) { Text("row \(section) \($0)") } }
                    }
                }
            }
            .scrollIndicators(.hidden), columns: 12, rows: 4)
        #expect(pilot.lines == ["head 0", "row 0 0", "row 0 1", "row 0 2"])
        pilot.press(.downArrow, .downArrow)
        #expect(pilot.lines == ["head 0", "row 0 2", "row 0 3", "row 0 4"])
        for _ in 0..<4 { pilot.press(.downArrow) }
        #expect(pilot.lines == ["head 0", "head 1", "row 1 0", "row 1 1"])
        pilot.press(.downArrow, .downArrow)
        #expect(pilot.lines == ["head 1", "row 1 1", "row 1 2", "row 1 3"])
    }

    @Test("grid: a lazy row makes what is seen") func aLazyRowMakesWhatIsSeen() {
        let count = Count()
        let pilot = Pilot(
            ScrollView(.horizontal) {
                LazyHStack {
                    ForEach(0..<5000) { number in
                        let _ = count.made += 1
                        Text("[\(number)]")
                    }
                }
            }, columns: 20, rows: 1)
        #expect(pilot.lines == ["[0] [1] [2] [3] [4]"] && count.made < 40, "\(count.made)")
        for _ in 0..<10 { pilot.press(.rightArrow) }
        #expect(pilot.lines == ["[5] [6] [7] [8] [9]"])
    }

    @Test("grid: a grid has columns as wide as their cells") func aGridHasColumnsAsWideAsTheirCells() {
        let pilot = Pilot(
            Grid(alignment: .leading) {
                GridRow {
                    Text("a")
                    Text("wide cell").gridColumnAlignment(.trailing)
                }
                GridRow {
                    Text("longer")
                    Text("b")
                }
                Divider().gridCellUnsizedAxes(.horizontal)
                GridRow { Text("both columns").gridCellColumns(2) }
                GridRow(alignment: .bottom) {
                    Text("1\n2")
                    Text("c")
                }
            }.filling(), columns: 24, rows: 7)
        #expect(
            pilot.lines == [
                "a      wide cell", "longer         b", "────────────────", "both columns", "1", "2              c", "",
            ])
    }

    /// A layout that places every other view one column further to the right.
    private struct Stairs: Layout {
        func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) -> CGSize {
            let sizes = subviews.map { $0.sizeThatFits(.unspecified) }
            return CGSize(
                width: (sizes.map(\.width).max() ?? 0) + 8 * CGFloat(max(0, subviews.count - 1)),
                height: sizes.reduce(0) { $0 + $1.height })
        }

        func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void) {
            var y = bounds.minY
            for (index, view) in subviews.enumerated() {
                let step = CGFloat(index) * (view[Width.self] ?? 8)
                view.place(at: CGPoint(x: bounds.minX + step, y: y), proposal: .unspecified)
                y += view.sizeThatFits(.unspecified).height
            }
        }
    }

    private enum Width: LayoutValueKey { static let defaultValue: CGFloat? = nil }

    @Test("grid: a layout of ones own places its views") func aLayoutOfOnesOwnPlacesItsViews() {
        let pilot = Pilot(
            Stairs()() {
                Text("one")
                Text("two")
                Text("three").layoutValue(key: Width.self, value: 16)
            }.filling(), columns: 12, rows: 3)
        #expect(pilot.lines == ["one", " two", "    three"])
    }

    @Test("grid: another layout keeps what views remember") func anotherLayoutKeepsWhatViewsRemember() {
        struct Counter: View {
            @State private var count = 0
            var body: some View { Button("count \(count)") { count += 1 } }
        }
        struct Turning: View {
            @State private var isColumn = false
            var body: some View {
                let layout = isColumn ? AnyLayout(VStackLayout(alignment: .leading)) : AnyLayout(HStackLayout())
                layout {
                    Counter()
                    Text("beside")
                }
                .onKeyPress("t") {
                    isColumn.toggle()
                    return .handled
                }
            }
        }
        let pilot = Pilot(Turning(), columns: 30, rows: 3)
        pilot.press(.return)
        #expect(pilot.shows("[ count 1 ] beside"))
        pilot.press("t", .return)
        #expect(pilot.shows("[ count 2 ]") && !pilot.shows("] beside"))
    }

    @Test("grid: the first that fits is shown") func theFirstThatFitsIsShown() {
        let pilot = Pilot(
            ViewThatFits(in: .horizontal) {
                Text("a long text in one line")
                Button("short") {}
                Text("x")
            }, columns: 40, rows: 1)
        #expect(pilot.shows("a long text") && !pilot.shows("short") && pilot.plain.lines.count == 1)
        pilot.resize(columns: 12, rows: 1)
        #expect(pilot.text.contains("[ short ]") && pilot.plain.lines.first?.description == "1. short")
        pilot.resize(columns: 3, rows: 1)
        #expect(pilot.text == " x" && !pilot.press(.return))
    }

    @Test("grid: a bar keeps its place beside what scrolls") func aBarKeepsItsPlaceBesideWhatScrolls() {
        let pilot = Pilot(
            ScrollView { VStack { ForEach(0..<30) { Text("row \($0)") } } }
                .safeAreaInset(edge: .bottom) { Text("bar") }
                .safeAreaInset(edge: .top, alignment: .leading) { Text("top") }, columns: 10, rows: 5)
        #expect(pilot.lines[0].hasSuffix("top") && pilot.lines[4].contains("bar") && pilot.lines[3].contains("row 2"))
        pilot.press(.end)
        #expect(pilot.lines[3].contains("row 29") && pilot.lines[4].contains("bar"))
    }

    @Test("grid: a reader scrolls to a view", arguments: ["lazy", "list", "column"])
    func aReaderScrollsToAView(_ kind: String) {
        struct Reading: View {
            let kind: String
            var body: some View {
                ScrollViewReader { proxy in
                    VStack {
                        Button("go") { proxy.scrollTo(700, anchor: .top) }
                        Button("end") { proxy.scrollTo(999) }
                        if kind == "list" {
                            List(0..<1000) { Text("row \($0).") }
                        } else {
                            ScrollView {
                                if kind == "lazy" {
                                    LazyVStack { ForEach(0..<1000) { Text("row \($0).") } }
                                } else {
                                    VStack { ForEach(0..<1000) { Text("row \($0).") } }
                                }
                            }
                        }
                    }
                }
            }
        }
        let pilot = Pilot(Reading(kind: kind), columns: 20, rows: 8)
        pilot.press(.return)
        #expect(pilot.lines[2].contains("row 700."), "\(pilot.text)")
        pilot.press(.tab, .return)
        #expect(pilot.lines[7].contains("row 999."), "\(pilot.text)")
    }

    @Test("grid: a scroll view may begin at its end") func aScrollViewMayBeginAtItsEnd() {
        let pilot = Pilot(
            ScrollView { VStack { ForEach(0..<30) { Text("row \($0).") } } }.defaultScrollAnchor(.bottom),
            columns: 20, rows: 4)
        #expect(pilot.lines[3].contains("row 29."))
        pilot.press(.home)
        #expect(pilot.lines[0].contains("row 0."))
    }

    private enum Colon: AlignmentID {
        static func defaultValue(in context: ViewDimensions) -> CGFloat { context[HorizontalAlignment.leading] }
    }

    @Test("grid: views are aligned by their own guides") func viewsAreAlignedByTheirOwnGuides() {
        let colon = HorizontalAlignment(Colon.self)
        let pilot = Pilot(
            VStack(alignment: colon) {
                HStack(spacing: 0) {
                    Text("Name:")
                    Text("Ada")
                }
                .alignmentGuide(colon) { _ in 40 }
                HStack(spacing: 0) {
                    Text("Of:")
                    Text("London")
                }
                .alignmentGuide(colon) { _ in 24 }
            }.filling(), columns: 20, rows: 2)
        #expect(pilot.lines == ["Name:Ada", "  Of:London"])
        let row = Pilot(
            HStack(alignment: .lastTextBaseline) {
                Text("1\n2")
                Text("b")
                Text("c").alignmentGuide(.lastTextBaseline) { $0.height + 16 }
            }.filling(), columns: 20, rows: 3)
        #expect(row.lines == ["1   c", "2 b", ""])
    }
}
