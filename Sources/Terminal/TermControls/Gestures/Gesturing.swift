import Foundation
import TermCore
public import TermUI

extension View {
    /// Adds a gesture to the view. Inner gestures and controls come before it.
    ///
    /// A person without a mouse reaches the view with Tab, like a button, and then has these keys:
    ///
    /// | key | what it does |
    /// |---|---|
    /// | Enter, Space | taps. Without a tap, it is a long press, or a touch in one place |
    /// | `2`, `3` | taps twice or three times, if the view also has a single tap |
    /// | `m` | is a long press |
    /// | arrows | swipe, if the program only reads the end of the drag: 240 points, and released |
    /// | arrows | else drag by 16 points, and hold. The first step is as long as the gesture's least distance |
    /// | Enter | then releases, as leaving the view does. Esc cancels the drag |
    /// | Shift and arrows | swipe in any case |
    /// | Ctrl and arrows | move the place where the next drag or tap begins. At first, it is the middle |
    ///
    /// A swipe is what games with swiped boards and cards read. Steps are for sliders, and for drawing. If a tap has a
    /// place and there is no drag, arrows move the place.
    public func gesture<T: Gesture>(_ gesture: T?, including mask: GestureMask = .all) -> some View {
        modified(Gesturing(gesture: gesture, rank: .usual, mask: mask))
    }

    public func gesture<T: Gesture>(_ gesture: T?, name: String? = nil, isEnabled: Bool) -> some View {
        modified(Gesturing(gesture: gesture, rank: .usual, mask: isEnabled ? .all : .subviews))
    }

    /// Adds a gesture to the view, which takes part whatever other gestures and controls do.
    public func simultaneousGesture<T: Gesture>(_ gesture: T?, including mask: GestureMask = .all) -> some View {
        modified(Gesturing(gesture: gesture, rank: .together, mask: mask))
    }

    public func simultaneousGesture<T: Gesture>(_ gesture: T?, name: String? = nil, isEnabled: Bool) -> some View {
        modified(Gesturing(gesture: gesture, rank: .together, mask: isEnabled ? .all : .subviews))
    }

    /// Adds a gesture to the view, which comes before inner gestures and controls.
    public func highPriorityGesture<T: Gesture>(_ gesture: T?, including mask: GestureMask = .all) -> some View {
        modified(Gesturing(gesture: gesture, rank: .first, mask: mask))
    }

    public func highPriorityGesture<T: Gesture>(_ gesture: T?, name: String? = nil, isEnabled: Bool) -> some View {
        modified(Gesturing(gesture: gesture, rank: .first, mask: isEnabled ? .all : .subviews))
    }
}

/// A view with a gesture.
struct Gesturing<Kind: Gesture>: NodeModifier, TouchFollower {
    let gesture: Kind?
    let rank: TouchRank
    let mask: GestureMask

    static var draws: Bool { false }

    var hidesInner: Bool { !mask.contains(.subviews) }

    var abilities: [GestureAbility] { mask.contains(.gesture) ? gesture?.allAbilities ?? [] : [] }

    func fits(like other: any NodeBehaviour, _ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool { true }

    func isFollowing(_ node: ViewNode) -> Bool { node.environment.isEnabled && !abilities.isEmpty }

    func isFocusable(_ node: ViewNode) -> Bool { isFollowing(node) && node.innerStop == nil }

    func updated(_ node: ViewNode) {
        guard let touches = node.graph.touches, touches.isDue else { return }
        node.graph.afterLayout { touches.wait() }
    }

    // MARK: - The mouse

    func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool {
        guard event.action == .press(.left), isFollowing(node) else { return false }
        if let stop = node.canHaveFocus ? node : node.innerStop { node.graph.focus(stop) }
        return true
    }

    func follow(_ touch: Touch, _ node: ViewNode) -> TouchAnswer {
        let hand = GestureHand.of(node)
        guard let gesture else { return TouchAnswer(.failed) }
        if touch.phase == .began, !touch.isKey, hand.drag != nil { GestureKeys(self, node).endDrag(.cancelled) }
        let event = GestureEvent(touch, node)
        let phase = gesture.evaluated(event, hand.memory)
        hand.isTouched = !phase.isOver
        if phase.isOver { hand.memory = GestureMemory() }
        let state: TouchAnswer.State =
            switch phase {
            case .possible: .possible
            case .active: .active
            case .ended: .ended
            case .failed: .failed
            }
        return TouchAnswer(state, event.effects, deadline: event.deadline)
    }

    /// A gesture that goes on is cancelled, so that its ``GestureState`` is reset.
    func released(_ node: ViewNode) {
        guard let hand = node.memo as? GestureHand, hand.isTouched else { return }
        for effect in follow(Touch(.cancelled, .zero, at: node.graph.now), node).effects { effect() }
    }

    // MARK: - Keys

    func tap(_ node: ViewNode) -> Bool { GestureKeys(self, node).tap() }

    func press(_ key: KeyPress, _ node: ViewNode) -> Bool {
        guard isFollowing(node), node.isOnFocusedChain else { return false }
        return GestureKeys(self, node).press(key)
    }

    func focusChanged(_ node: ViewNode, isWithin: Bool) {
        if !isWithin { GestureKeys(self, node).endDrag(.ended) }
    }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        node.paintContent(on: &canvas)
        guard node.isFocused else { return }
        let frame = node.frame
        // A large view keeps its colours, and only its edge is marked.
        let isLarge = frame.height > 3 && frame.width > 3
        var parts = [frame]
        if isLarge {
            let (row, column) = (CellSize(frame.width, 1), CellSize(1, frame.height - 2))
            parts = [
                CellRect(x: frame.x, y: frame.y, row), CellRect(x: frame.x, y: frame.y + frame.height - 1, row),
                CellRect(x: frame.x, y: frame.y + 1, column),
                CellRect(x: frame.x + frame.width - 1, y: frame.y + 1, column),
            ]
        }
        let place = GestureKeys(self, node).pointerCell
        if isLarge, let place, frame.inset(CellInsets(top: 1, leading: 1, bottom: 1, trailing: 1)).contains(place) {
            parts.append(place)
        }
        for part in parts { canvas.restyle(part) { $0.attributes.formSymmetricDifference(.reverse) } }
        canvas.park(at: place ?? frame)
    }

    // MARK: - People who do not see the screen

    func semantics(_ node: ViewNode) -> [Semantic] {
        var parts = node.contentSemantics
        guard isFollowing(node) else { return parts }
        let keys = GestureKeys(self, node)
        let stop = node.innerStop
        let isControl = stop.map { $0.primitive is any TouchFollower || !($0.primitive is any NodeModifier) } ?? false
        if isControl, let place = parts.firstIndex(where: { $0.kind != .text }) {
            parts[place] = keys.added(to: parts[place], rank)
            return parts
        }
        let controls = parts.filter { $0.kind != .text }
        if stop != nil || controls.isEmpty {
            let words = Semantic.sentence(parts.filter { $0.kind == .text })
            let name = words.isEmpty ? node.pictureName : words
            var part = Semantic(.button, name.isEmpty ? node.environment.footerWords.area : name)
            part.traits = parts.filter { $0.kind == .text }.reduce([]) { $0.union($1.traits) }
            return [keys.added(to: part, .usual)] + controls
        }
        return parts + [keys.added(to: Semantic(.button, node.environment.footerWords.area), .usual)]
    }
}

extension CellRect {
    fileprivate func contains(_ other: CellRect) -> Bool { contains(x: other.x, y: other.y) }
}

extension ViewNode {
    /// The node below, if this node only changes a single view.
    private var onlyInner: ViewNode? {
        guard primitive.map({ type(of: $0).isTransparent || $0 is any NodeModifier }) ?? true else { return nil }
        let inner = children.filter { !$0.isInFront && !$0.isAside }
        return inner.count == 1 ? inner[0] : nil
    }

    /// The node that has the focus for the changed view, if it is not this node itself. The modifiers of one view share
    /// one stop of Tab.
    var innerStop: ViewNode? {
        var node = onlyInner
        while let current = node {
            if current.canHaveFocus { return current }
            node = current.onlyInner
        }
        return nil
    }

    /// Whether this node has the focus, or changes the view that has it.
    var isOnFocusedChain: Bool { isFocused || innerStop?.isFocused == true }

    /// The nodes around this one that follow touches and change the same view. The innermost comes first, and this node
    /// is one of them.
    var chainFollowers: [ViewNode] {
        var (found, node): ([ViewNode], ViewNode) = ([], self)
        while true {
            if node.primitive is any TouchFollower { found.append(node) }
            guard let outer = node.parent, outer.onlyInner === node else { return found }
            node = outer
        }
    }

    /// The part for the node with the focus, with the gestures that its keys make.
    var focusedPart: Semantic? {
        guard let outermost = chainFollowers.last else { return semantics.first }
        let parts = outermost.semantics
        let isArea = primitive is any TouchFollower && children.contains { !$0.focusable.isEmpty }
        return isArea ? parts.last : parts.first { $0.kind != .text } ?? parts.first
    }
}
