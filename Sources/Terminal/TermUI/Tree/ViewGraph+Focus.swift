extension ViewGraph {
    /// Moves the focus with Tab, or with an arrow that no view uses.
    func moveFocus(by key: KeyPress) -> Bool {
        if key.key == .tab, key.modifiers.isSubset(of: .shift) {
            return moveFocus(by: key.modifiers == .shift ? -1 : 1)
        }
        guard key.modifiers.isEmpty, let direction = FocusDirection(key.key) else { return false }
        return moveFocus(toward: direction)
    }

    /// Whether Tab can move the focus to another view.
    package var hasSeveralPlaces: Bool { scope.map { $0.focusable.count > 1 } ?? false }

    /// Moves the focus forwards or backwards. Returns false if no other view can have the focus.
    @discardableResult
    package func moveFocus(by count: Int) -> Bool {
        let all = scope?.focusable ?? []
        guard all.count > 1 || focused == nil, !all.isEmpty else { return false }
        let place = all.firstIndex { $0 === focused }
        let next = place.map { ($0 + count + all.count) % all.count } ?? (count > 0 ? 0 : all.count - 1)
        focus(all[next])
        return true
    }

    /// Moves the focus to the nearest view in that direction on the screen. Returns false if no view is there. A view
    /// straight ahead counts as nearer than one to the side.
    @discardableResult
    func moveFocus(toward direction: FocusDirection) -> Bool {
        guard let focused, let scope else { return moveFocus(by: 1) }
        guard let nearest = nearest(in: scope, to: focused, direction) else { return false }
        focus(nearest)
        return true
    }

    /// Moves the focus to the nearest view in that direction within a part of the screen that scrolls. Returns false if
    /// the focus is elsewhere, or if no view is there within so many rows: then there is something to read before it.
    func moveFocus(toward direction: FocusDirection, in part: ViewNode, atMost rows: Int) -> Bool {
        guard let focused, focused.isWithin(part), let nearest = nearest(in: part, to: focused, direction) else {
            return false
        }
        let (from, to) = (focused.frame.rows, nearest.frame.rows)
        guard max(to.lowerBound - from.upperBound, from.lowerBound - to.upperBound) <= rows else { return false }
        focus(nearest)
        return true
    }

    private func nearest(in part: ViewNode, to focused: ViewNode, _ direction: FocusDirection) -> ViewNode? {
        part.focusable
            .filter { $0 !== focused }
            .compactMap { node in
                direction.distance(from: focused.frame, to: node.frame).map { (node: node, distance: $0) }
            }
            .min { $0.distance < $1.distance }?.node
    }
}

extension ViewNode {
    /// The nodes inside this node that can have the focus, in order. A view that follows touches comes after the
    /// controls inside it.
    package var focusable: [ViewNode] {
        let inner = children.flatMap { $0.isInFront || $0.isAside ? [] : $0.focusable }
        guard canHaveFocus else { return inner }
        return inner.isEmpty || !(primitive is any TouchFollower) ? [self] + inner : inner + [self]
    }

    /// Returns the first view in the node that can have the focus. A view in a bar is returned only if there is no
    /// other view.
    func firstPlace(outside other: ViewNode? = nil) -> ViewNode? {
        let places = focusable.filter { place in other.map { !place.isWithin($0) } ?? true }
        return places.first { !$0.isInBar } ?? places.first
    }

    var isInBar: Bool {
        var node: ViewNode? = self
        while let current = node {
            if current.primitive is any BarView { return true }
            node = current.parent
        }
        return false
    }
}

/// A bar beside a screen's main content. The focus begins in the main content.
package protocol BarView: PrimitiveView {}

/// The line of the host below the screen.
@MainActor package protocol FooterLine: PrimitiveView {
    /// Reads the keys of the frontmost view. Returns whether the keys have changed.
    func follows(_ node: ViewNode) -> Bool
}
