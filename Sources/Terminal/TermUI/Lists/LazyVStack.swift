public import Foundation
import TermCore

/// Views from top to bottom. Only those are made that are visible in the ``ScrollView`` around them. A view that was
/// not visible yet counts as high as the average of those that were.
public struct LazyVStack<Content: View>: PrimitiveView {
    private let alignment: HorizontalAlignment
    private let spacing: Int
    private let content: Content

    /// `spacing` is the room between two views, in points; by default none.
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content)
    {
        self.alignment = alignment
        self.spacing = spacing.map { max(0, CellMetrics.rows($0)) } ?? 0
        self.content = content()
    }

    private final class Known {
        var rows: RowTable
        var heights: [Int?]
        var made = 0..<0
        /// The width with which its size was asked for.
        var width: Int?

        init(_ rows: RowTable) {
            self.rows = rows
            heights = Array(repeating: nil, count: rows.count)
        }

        /// The height of a view that was not made yet.
        var estimate: Int {
            let known = heights.compactMap(\.self)
            return known.isEmpty ? 1 : max(1, known.reduce(0, +) / known.count)
        }
    }

    package static var draws: Bool { false }

    package func update(_ node: ViewNode) {
        let old = node.memo as? Known
        let known = Known(RowTable(content))
        known.made = (old?.made ?? 0..<1).clamped(to: 0..<known.rows.count)
        node.memo = known
        node.setChildren(node.observing { views(known) })
    }

    private func views(_ known: Known) -> [(key: ViewNode.Key, view: any View)] {
        known.made.map { (.identified(known.rows.id($0)), Row(content: AnyView(known.rows.view($0)))) }
    }

    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        guard let known = node.memo as? Known else { return .zero }
        let width = proposal.width ?? node.children.map { $0.size(CellProposal(nil, nil)).width }.max() ?? 0
        measure(known, node, width)
        let estimate = known.estimate
        let heights = known.heights.reduce(0) { $0 + ($1 ?? estimate) }
        return CellSize(width, heights + spacing * max(0, known.rows.count - 1))
    }

    private func measure(_ known: Known, _ node: ViewNode, _ width: Int) {
        if known.width != width { known.heights = Array(repeating: nil, count: known.rows.count) }
        known.width = width
        for (row, child) in zip(known.made, node.children) {
            known.heights[row] = child.size(CellProposal(width, nil)).height
        }
    }

    package func place(in rect: CellRect, _ node: ViewNode) {
        guard let known = node.memo as? Known else { return }
        let seen = node.graph.viewport.map { $0.rows } ?? rect.rows
        let estimate = known.estimate
        var (y, made, first) = (rect.y, Range<Int>?.none, rect.y)
        for row in 0..<known.rows.count {
            let end = y + (known.heights[row] ?? estimate)
            // One more on each side, so that the focus finds it.
            if end + 1 >= seen.lowerBound, y - 1 <= seen.upperBound {
                if made == nil { first = y }
                made = (made?.lowerBound ?? row)..<row + 1
            }
            y = end + spacing
        }
        if let made, made != known.made {
            known.made = made
            node.setChildrenInPlace(node.observing { views(known) })
            let total = known.heights.reduce(0) { $0 + ($1 ?? estimate) }
            measure(known, node, rect.width)
            let estimate = known.estimate
            if known.heights.reduce(0, { $0 + ($1 ?? estimate) }) != total { node.invalidateLayout() }
        }
        y = first
        for child in node.children {
            let size = child.size(CellProposal(rect.width, nil))
            let x = rect.x + alignment.offset(of: size.width, in: rect.width)
            child.place(in: CellRect(x: x, y: y, size))
            y += size.height + spacing
        }
    }

    private struct Row: PrimitiveView {
        let content: AnyView

        static var draws: Bool { false }

        func update(_ node: ViewNode) { node.setChildren([content]) }
    }
}
