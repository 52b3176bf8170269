extension ViewGraph {
    /// Moves the focus with Tab, or with an arrow that no view uses.
    func moveFocus(by key: KeyPress) -> Bool {
        if key.key == .tab, key.modifiers.isSubset(of: .shift) {
            return moveFocus(by: key.modifiers == .shift ? -1 : 1)
        }
        guard key.modifiers.isEmpty, let direction = FocusDirection(key.key) else { return false }
        return moveFocus(toward: direction)
    }

    /// Whether Tab leads somewhere.
    package var hasSeveralPlaces: Bool { scope.map { $0.focusable.count > 1 } ?? false }

    /// Moves the focus forwards or backwards; returns false if there is no other.
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
        let nearest = scope.focusable
            .filter { $0 !== focused }
            .compactMap { node in
                direction.distance(from: focused.frame, to: node.frame).map { (node: node, distance: $0) }
            }
            .min { $0.distance < $1.distance }
        guard let nearest else { return false }
        focus(nearest.node)
        return true
    }
}

extension ViewNode {
    /// The first view in it that can have the focus; one in a bar only if there is no other.
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

/// A bar around what a screen is about: the focus begins elsewhere.
package protocol BarView: PrimitiveView {}

/// The line of the host below the screen.
@MainActor package protocol FooterLine: PrimitiveView {
    /// Takes the keys of what is in front now; returns whether they have changed.
    func follows(_ node: ViewNode) -> Bool
}
