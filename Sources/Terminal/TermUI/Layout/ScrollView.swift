import Foundation
package import TermCore

/// A view that shows a part of content that is larger than the view. The mouse wheel scrolls the content. Arrow and
/// page keys also scroll the content if no other view handles them. A view that gains the focus is scrolled into view.
/// Example: `LayoutPage.swift` in `Tests/Gallery`.
public struct ScrollView<Content: View>: ClippingView {
    private let axes: Axis.Set
    private let showsIndicators: Bool
    private var isHugging = false
    private let content: Content

    /// Creates a view that scrolls along `axes`. With `showsIndicators`, a bar on the right shows which part is
    /// visible.
    public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {
        self.axes = axes
        self.showsIndicators = showsIndicators
        self.content = content()
    }

    /// Makes the view only as large as its content, if there is enough space.
    package func hugging() -> ScrollView {
        var view = self
        view.isHugging = true
        return view
    }

    /// The scroll position.
    private final class Place {
        var x = 0
        var y = 0
        var content = CellSize.zero
        var room = CellSize.zero
        var bar: ScrollBar?
        /// Whether the end is visible. This is also true if no content has been shown yet.
        var isAtEnd = true

        /// Scrolls the content. Returns false at the end.
        func move(columns: Int, rows: Int) -> Bool {
            let old = (x, y)
            x += columns
            y += rows
            clamp()
            return old != (x, y)
        }

        func clamp() {
            x = max(0, min(x, content.width - room.width))
            y = max(0, min(y, content.height - room.height))
        }
    }

    private func place(of node: ViewNode) -> Place {
        if let place = node.memo as? Place { return place }
        let place = Place()
        node.memo = place
        return place
    }

    package static var draws: Bool { false }

    package func update(_ node: ViewNode) { node.setChild(ScrolledContent(content: content)) }

    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        var inner = node.children[0].size(unbounded(proposal))
        // The bar takes a column of its own, if there is one.
        if hasBar(node), let height = proposal.height, inner.height > height, inner.width < proposal.width ?? 0 {
            inner.width += 1
        }
        func extent(_ along: Axis, scrolls: Bool) -> Int {
            guard scrolls, let offered = proposal[along] else { return inner[along] }
            return isHugging ? min(offered, inner[along]) : offered
        }
        return CellSize(
            extent(.horizontal, scrolls: axes.contains(.horizontal)),
            extent(.vertical, scrolls: axes.contains(.vertical)))
    }

    private func hasBar(_ node: ViewNode) -> Bool {
        showsIndicators && !node.environment.hidesScrollBars && axes.contains(.vertical)
    }

    private func unbounded(_ proposal: CellProposal) -> CellProposal {
        CellProposal(
            axes.contains(.horizontal) ? nil : proposal.width, axes.contains(.vertical) ? nil : proposal.height)
    }

    package func place(in rect: CellRect, _ node: ViewNode) {
        let (place, child) = (place(of: node), node.children[0])
        place.room = rect.size
        place.content = child.size(unbounded(CellProposal(rect.size)))
        if showsIndicators, !node.environment.hidesScrollBars, axes.contains(.vertical),
            place.content.height > rect.height, rect.width > 1
        {
            place.room.width -= 1
            place.content = child.size(unbounded(CellProposal(place.room)))
        }
        if place.isAtEnd, let anchor = node.environment.scrollAnchor {
            func start(_ part: CGFloat, _ hidden: Int) -> Int {
                Int((CGFloat(hidden) * min(max(part, 0), 1)).rounded())
            }
            if anchor.x > 0 { place.x = start(anchor.x, place.content.width - place.room.width) }
            if anchor.y > 0 { place.y = start(anchor.y, place.content.height - place.room.height) }
        }
        place.clamp()
        let bar = ScrollBar(first: place.y, shown: place.room.height, of: place.content.height)
        if bar != place.bar { node.repaint() }
        place.bar = bar
        let outer = node.graph.viewport
        node.graph.viewport = CellRect(x: rect.x, y: rect.y, place.room)
        // Along a scrolling axis, the content gets exactly the space it needs.
        let size = CellSize(
            axes.contains(.horizontal) ? place.content.width : max(place.content.width, place.room.width),
            axes.contains(.vertical) ? place.content.height : max(place.content.height, place.room.height))
        child.place(in: CellRect(x: rect.x - place.x, y: rect.y - place.y, size))
        node.graph.viewport = outer
    }

    package func paint(_ node: ViewNode, on canvas: inout Canvas) {
        let place = place(of: node)
        canvas.clipped(to: CellRect(x: node.frame.x, y: node.frame.y, place.room)) { node.paintContent(on: &$0) }
        guard place.room.width < node.frame.width else { return }
        let bar = ScrollBar(first: place.y, shown: place.room.height, of: place.content.height)
        bar.paint(at: node.frame.columns.upperBound - 1, node.frame.rows, node.environment, on: &canvas)
    }

    package func press(_ key: KeyPress, _ node: ViewNode) -> Bool {
        guard key.modifiers.isEmpty else { return false }
        let place = place(of: node)
        let page = max(1, place.room.height - 1)
        if axes.contains(.vertical), let direction = FocusDirection(key.key), direction == .up || direction == .down,
            node.graph.moveFocus(toward: direction, in: node, atMost: page)
        {
            return true
        }
        switch key.key {
        case .upArrow: return move(node, rows: -1)
        case .downArrow: return move(node, rows: 1)
        case .leftArrow: return move(node, columns: -2)
        case .rightArrow: return move(node, columns: 2)
        case .pageUp: return move(node, rows: -page)
        case .pageDown: return move(node, rows: page)
        case .home: return move(node, rows: -place.content.height)
        case .end: return move(node, rows: place.content.height)
        default: return false
        }
    }

    package func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool {
        switch event.action {
        case .scrollUp: move(node, rows: -MouseWheel.rows)
        case .scrollDown: move(node, rows: MouseWheel.rows)
        default: false
        }
    }

    package func move(_ node: ViewNode, columns: Int = 0, rows: Int = 0) -> Bool {
        guard
            place(of: node).move(
                columns: axes.contains(.horizontal) ? columns : 0, rows: axes.contains(.vertical) ? rows : 0)
        else { return false }
        let place = place(of: node)
        place.isAtEnd = rows > 0 && place.y == place.content.height - place.room.height
        node.invalidateLayout()
        node.repaint()
        return true
    }

    package func reveal(_ rect: CellRect, _ node: ViewNode) -> Bool {
        let (place, frame) = (place(of: node), node.frame)
        func way(_ inner: Range<Int>, _ outer: Range<Int>) -> Int {
            if inner.lowerBound < outer.lowerBound { return inner.lowerBound - outer.lowerBound }
            return max(0, min(inner.upperBound - outer.upperBound, inner.lowerBound - outer.lowerBound))
        }
        let columns = way(rect.columns, frame.x..<frame.x + place.room.width)
        return move(node, columns: columns, rows: way(rect.rows, frame.rows))
    }
}

/// The content of a scroll view. Several views are one below another, in the middle.
private struct ScrolledContent<Content: View>: PrimitiveView {
    let content: Content

    static var draws: Bool { false }

    private static var column: StackLayout { .column(.center, nil) }

    func fits(like other: any NodeBehaviour, _ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool { true }

    func update(_ node: ViewNode) { node.setChild(content) }

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        node.elements.count == 1 ? node.contentSize(proposal) : Self.column.size(proposal, node.elements)
    }

    func place(in rect: CellRect, _ node: ViewNode) {
        if node.elements.count == 1 { node.placeContent(in: rect) } else { Self.column.place(node.elements, in: rect) }
    }
}

/// The part of the content that is visible.
package struct ScrollBar: Equatable {
    package let first: Int
    package let shown: Int
    package let total: Int

    package init(first: Int, shown: Int, of total: Int) {
        (self.first, self.shown, self.total) = (first, shown, max(total, 1))
    }

    /// Returns the rows of the bar that represent the visible part. The whole bar has `rows` rows.
    func thumb(in rows: Int) -> Range<Int> {
        let length = max(1, min(rows, rows * shown / total))
        let room = rows - length
        let hidden = max(1, total - shown)
        // The thumb is at an end only if there is no more content in that direction.
        var start = room * min(first, hidden) / hidden
        if first > 0, start == 0, room > 0 { start = 1 }
        if first < hidden, start == room, room > 0 { start = room - 1 }
        return max(0, start)..<max(0, start) + length
    }

    package func paint(at x: Int, _ rows: Range<Int>, _ environment: EnvironmentValues, on canvas: inout Canvas) {
        let dim = CellStyle(attributes: .dim)
        let track = CellRect(x: x, y: rows.lowerBound, CellSize(1, rows.count))
        canvas.fill(track, environment.lineGlyphs.vertical, dim)
        let thumb = thumb(in: rows.count)
        let rect = CellRect(x: x, y: rows.lowerBound + thumb.lowerBound, CellSize(1, thumb.count))
        canvas.fill(rect, environment.glyphs == .ascii ? "#" : "█", dim)
    }
}

/// The distance that the mouse wheel scrolls.
package enum MouseWheel {
    /// The number of rows for one step of the wheel.
    package static let rows = 3
}

/// A view that shows a part of its content, and can be scrolled.
package protocol Scrolling {
    /// Scrolls to a part of the content. The anchor of this part is then at the same place in the visible area, or as
    /// near to it as possible.
    func scroll(to rect: CellRect, _ anchor: UnitPoint?, _ node: ViewNode)
}

nonisolated extension EnvironmentValues {
    /// The initial position of scroll views.
    @Entry package var scrollAnchor: UnitPoint? = nil

    /// Whether scroll views have no bar on the right.
    @Entry package var hidesScrollBars = false
}
