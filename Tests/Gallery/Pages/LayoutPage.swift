import Foundation
public import SeamSwiftUI

/// Grids, custom layouts, and views that report their positions, in 80 × 40 cells.
public struct LayoutPage: View {
    @State private var isColumn = false
    @State private var width: CGFloat = 0
    @State private var place = CGRect.zero
    @State private var seen: Int? = 0

    /// The page.
    public init() {}

    /// Two columns of layouts.
    public var body: some View {
        HStack(alignment: .top, spacing: 16) {
            VStack(alignment: .leading) {
                Text("LazyVGrid").bold()
                LazyVGrid(columns: [GridItem(.adaptive(minimum: 64), spacing: 8, alignment: .leading)]) {
                    ForEach(0..<8) { Text("cell \($0)") }
                }
                LazyVGrid(columns: [GridItem(.fixed(48)), GridItem(.flexible(minimum: 40))], alignment: .leading) {
                    ForEach(0..<4) { Text("f\($0)") }
                }
                ScrollView(.horizontal) {
                    LazyHGrid(rows: [GridItem(.fixed(16)), GridItem(.fixed(16))]) {
                        ForEach(0..<60) { Text("<\($0)>") }
                    }
                }
                ScrollView(.horizontal) { LazyHStack { ForEach(0..<60) { Text("[\($0)]") } } }
                Text("Grid").bold()
                grid
                ViewThatFits(in: .horizontal) {
                    Text("This sentence is much too long for the room that is left here.")
                    Text("This one fits.")
                }
                Text("Preferences: \(Int(width)) points").foregroundStyle(.secondary)
                Text("measured")
                    .background { GeometryReader { Color.clear.preference(key: Width.self, value: $0.size.width) } }
                Text("at \(Int(place.minX)), \(Int(place.minY))")
                    .onGeometryChange(for: CGRect.self) {
                        $0.frame(in: .named("page"))
                    } action: {
                        place = $0
                    }
                marked
            }
            .frame(width: 304)
            VStack(alignment: .leading) {
                lazy.frame(height: 96)
                Text("Layout").bold()
                Stairs {
                    Text("one")
                    Text("two").layoutValue(key: Step.self, value: 4)
                    Text("three")
                }
                let layout = isColumn ? AnyLayout(VStackLayout(alignment: .leading)) : AnyLayout(HStackLayout())
                layout {
                    Button("Turn") { isColumn.toggle() }
                    Text("AnyLayout")
                }
                guides
                ScrollView { ForEach(0..<20) { Text("from the end \($0)") } }
                    .defaultScrollAnchor(.bottom).frame(height: 48)
                Text("Half").containerRelativeFrame(.horizontal, count: 4, span: 1, spacing: 8).background(.blue)
                Text("Padded").safeAreaPadding(.horizontal, 16).contentMargins(.leading, 8)
            }
        }
        .coordinateSpace(name: "page")
        .onPreferenceChange(Width.self) { width = $0 }
    }

    private var grid: some View {
        Grid(alignment: .leading, horizontalSpacing: 16, verticalSpacing: 0) {
            GridRow {
                Text("Door")
                Text("Opened").gridColumnAlignment(.trailing)
            }
            Divider().gridCellUnsizedAxes(.horizontal)
            GridRow(alignment: .bottom) {
                Text("Front")
                Text("12")
            }
            GridRow { Text("both columns").gridCellColumns(2).gridCellAnchor(.trailing) }
        }
    }

    private var lazy: some View {
        ScrollViewReader { proxy in
            ScrollView {
                LazyVStack(alignment: .leading, pinnedViews: [.sectionHeaders]) {
                    ForEach(0..<4) { section in
                        Section("Pinned \(section)") {
                            ForEach(0..<9) { Text("row \($0)").id(section * 10 + $0) }
                        }
                    }
                }
                .scrollTargetLayout()
            }
            .scrollPosition(id: $seen)
            .scrollTargetBehavior(.viewAligned)
            .safeAreaInset(edge: .bottom, alignment: .leading) {
                Button("To the end") { proxy.scrollTo(38, anchor: .bottom) }
            }
        }
    }

    private var guides: some View {
        VStack(alignment: .colon) {
            Text("Name: Ada").alignmentGuide(.colon) { $0[.leading] + 32 }
            HStack(alignment: .firstTextBaseline) {
                Text("Of:")
                Text("London")
            }
            .alignmentGuide(.colon) { $0[HorizontalAlignment.leading] + 16 }
        }
    }

    private var marked: some View {
        VStack(alignment: .leading) {
            Text("an anchor").anchorPreference(key: Mark.self, value: .bounds) { $0 }
        }
        .overlayPreferenceValue(Mark.self) { anchor in
            GeometryReader { proxy in Text("<").offset(x: anchor.map { proxy[$0].maxX } ?? 0) }
        }
    }
}

private enum Width: PreferenceKey {
    static let defaultValue: CGFloat = 0
    static func reduce(value: inout CGFloat, nextValue: () -> CGFloat) { value = max(value, nextValue()) }
}

private enum Mark: PreferenceKey {
    static var defaultValue: Anchor<CGRect>? { nil }
    static func reduce(value: inout Anchor<CGRect>?, nextValue: () -> Anchor<CGRect>?) { value = value ?? nextValue() }
}

private enum Step: LayoutValueKey { static let defaultValue: CGFloat = 2 }

private enum Colon: AlignmentID {
    static func defaultValue(in context: ViewDimensions) -> CGFloat { context[.leading] }
}

extension HorizontalAlignment {
    fileprivate static let colon = HorizontalAlignment(Colon.self)
}

/// A layout that places each view further to the right than the one before it.
private struct Stairs: Layout {
    func sizeThatFits(proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) -> CGSize {
        let sizes = subviews.map { $0.sizeThatFits(.unspecified) }
        let steps = subviews.reduce(0) { $0 + $1[Step.self] * 8 }
        return CGSize(
            width: steps + (sizes.map(\.width).max() ?? 0), height: sizes.reduce(0) { $0 + $1.height })
    }

    func placeSubviews(in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout ()) {
        var point = bounds.origin
        for view in subviews {
            view.place(at: point, proposal: .unspecified)
            point.x += view[Step.self] * 8
            point.y += view.dimensions(in: .unspecified).height
        }
    }
}
