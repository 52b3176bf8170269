import Foundation
public import TermUI

/// A view whose content can scroll to a particular view inside it. Example: `LayoutPage.swift` in `Tests/Gallery`.
public struct ScrollViewReader<Content: View>: PrimitiveView {
    public var content: (ScrollViewProxy) -> Content

    public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {
        self.content = content
    }

    package static var isTransparent: Bool { true }

    package func update(_ node: ViewNode) {
        let proxy = ScrollViewProxy { [weak node] id, anchor in node?.scrollTo(id, anchor) }
        node.setChild(node.observing { content(proxy) })
    }
}

public struct ScrollViewProxy {
    let action: (AnyHashable, UnitPoint?) -> Void

    /// After the next layout, scrolls the view with this identity into sight. The view is then at `anchor`. If this is
    /// not possible, it is as near to `anchor` as possible.
    public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) { action(AnyHashable(id), anchor) }
}

/// A view that knows the places of views that it has not created yet.
protocol ScrollTargets {
    /// Returns the place of the view with this identity, if this place is known.
    func frame(of id: AnyHashable, _ node: ViewNode) -> CellRect?
}

/// A list that can make a row the first or the last visible row.
protocol ScrollingRows {
    /// Scrolls to a row. Returns false if there is no such row.
    func scroll(to id: AnyHashable, _ anchor: UnitPoint?, _ node: ViewNode) -> Bool
}

extension ViewNode {
    /// When all views are placed, scrolls to the view with this identity. The view is below this node. Rows whose place
    /// is only estimated are created first.
    func scrollTo(_ id: AnyHashable, _ anchor: UnitPoint?, rounds: Int = 3) {
        graph.afterLayout { [weak self] in
            guard let self, let (rect, target) = find(id, anchor) else { return }
            var above: ViewNode? = target
            while let current = above {
                (current.primitive as? any Scrolling)?.scroll(to: rect, anchor, current)
                above = current.parent
            }
            if rounds > 1, target.primitive is any ScrollTargets { scrollTo(id, anchor, rounds: rounds - 1) }
        }
        invalidateLayout()
    }

    private func find(_ id: AnyHashable, _ anchor: UnitPoint?) -> (CellRect, ViewNode)? {
        if let list = primitive as? any ScrollingRows, list.scroll(to: id, anchor, self) { return nil }
        if let rect = (primitive as? any ScrollTargets)?.frame(of: id, self) { return (rect, self) }
        for child in children where !child.isInFront && !child.isAside {
            if child.isIdentified(by: id) {
                return (child.elements.reduce(child.frame) { $0.isEmpty ? $1.frame : $0.union($1.frame) }, child)
            }
            if let found = child.find(id, anchor) { return found }
        }
        return nil
    }
}

extension ScrollView: Scrolling {
    package func scroll(to rect: CellRect, _ anchor: UnitPoint?, _ node: ViewNode) {
        guard let anchor, anchor.x.isFinite, anchor.y.isFinite else {
            _ = reveal(rect, node)
            return
        }
        let room = node.frame
        func way(_ part: CGFloat, _ inner: Range<Int>, _ outer: Range<Int>) -> Int {
            let gap = CGFloat(outer.count - inner.count) * min(max(part, 0), 1)
            return inner.lowerBound - outer.lowerBound - Int(gap.rounded())
        }
        _ = move(node, columns: way(anchor.x, rect.columns, room.columns), rows: way(anchor.y, rect.rows, room.rows))
    }
}

extension List: ScrollingRows {
    func scroll(to id: AnyHashable, _ anchor: UnitPoint?, _ node: ViewNode) -> Bool {
        let state = state(node)
        guard let row = state.row(of: id) else { return false }
        state.show(row, at: anchor)
        node.invalidateLayout()
        node.repaint()
        return true
    }
}

extension View {
    /// Sets the initial position of scroll views in the view. If the anchor is `.bottom`, scroll views begin with their
    /// last rows. The last rows stay visible when more rows arrive.
    public func defaultScrollAnchor(_ anchor: UnitPoint?) -> some View { environment(\.scrollAnchor, anchor) }

    /// Scrolls to the view with this identity each time the identity is set. Scrolling by a person does not set the
    /// identity.
    public func scrollPosition<ID: Hashable>(id: Binding<ID?>, anchor: UnitPoint? = nil) -> some View {
        modified(ScrollWish(id: id.wrappedValue.map { AnyHashable($0) }, anchor: anchor))
    }
}

private struct ScrollWish: NodeModifier, Equatable {
    let id: AnyHashable?
    let anchor: UnitPoint?

    static var isTransparent: Bool { true }

    private final class Last {
        var id: AnyHashable?
    }

    func updated(_ node: ViewNode) {
        let last = node.memo as? Last ?? Last()
        node.memo = last
        defer { last.id = id }
        if let id, id != last.id { node.scrollTo(id, anchor) }
    }
}
