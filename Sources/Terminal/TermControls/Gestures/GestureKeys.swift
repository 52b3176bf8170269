import Foundation
import TermCore
import TermUI

/// The state of a view's gesture that outlives descriptions.
final class GestureHand {
    var memory = GestureMemory()
    /// Whether a touch goes on.
    var isTouched = false
    /// The place at which keys touch the view, from the view's corner. Nil means the middle.
    var pointer: CGPoint?
    /// Where a drag by arrows is on the screen.
    var drag: CGPoint?

    @MainActor static func of(_ node: ViewNode) -> GestureHand {
        if let hand = node.memo as? GestureHand { return hand }
        let hand = GestureHand()
        node.memo = hand
        return hand
    }
}

/// Makes a view's gesture with keys.
@MainActor struct GestureKeys {
    private let follower: any TouchFollower
    private let abilities: [GestureAbility]
    private let node: ViewNode
    private let hand: GestureHand

    init(_ follower: Gesturing<some Gesture>, _ node: ViewNode) {
        (self.follower, abilities, self.node, hand) = (follower, follower.abilities, node, GestureHand.of(node))
    }

    /// The length of a swipe and of a step, in points.
    private static let (swipe, step): (CGFloat, CGFloat) = (240, 16)

    func press(_ key: KeyPress) -> Bool {
        let direction = FocusDirection(key.key)
        if key.key == .escape, key.modifiers.isEmpty, hand.drag != nil { return endDrag(.cancelled) }
        if let direction {
            switch key.modifiers {
            case []: return drag == nil ? movePointer(direction) : arrow(direction)
            case .shift: return drag.map { swipe(direction, $0.ability) } ?? false
            case .control: return movePointer(direction)
            default: return false
            }
        }
        guard key.modifiers.isEmpty, let act = action(for: key) else { return false }
        // The view may be invisible, and then nobody means to touch it, so it is scrolled into view instead.
        if !node.graph.reveal(node) { act() }
        return true
    }

    private func action(for key: KeyPress) -> (() -> Void)? {
        switch key.key {
        case .return, .space:
            if hand.drag != nil { return { endDrag(.ended) } }
            return enterAbility.map { ability in { make(ability) } }
        case "m": return holdAbility.map { ability in { make(ability) } }
        default: return taps.first { key.key == KeyEquivalent(Character("\($0.key % 10)")) }?.value
        }
    }

    // MARK: - The kinds of gestures

    private var tapAbility: GestureAbility? {
        abilities.filter { $0.taps != nil }.min { ($0.taps ?? 0) < ($1.taps ?? 0) }
    }

    private var holdAbility: GestureAbility? { abilities.first { if case .hold = $0.kind { true } else { false } } }

    private var drag: (ability: GestureAbility, least: CGFloat, isFollowed: Bool)? {
        for ability in abilities {
            if case .drag(let least, let isFollowed) = ability.kind { return (ability, least, isFollowed) }
        }
        return nil
    }

    /// All followers of touches of the view, the innermost first.
    private var chain: [ViewNode] { (node.innerStop ?? node).chainFollowers }

    /// The number of taps that Enter makes, if a gesture of the view is a tap.
    private var leastTaps: Int? { chain.compactMap(\.leastTaps).min() }

    /// What Enter makes of this gesture.
    private var enterAbility: GestureAbility? {
        guard let leastTaps else { return holdAbility ?? drag.flatMap { $0.least == 0 ? $0.ability : nil } }
        return tapAbility?.taps == leastTaps ? tapAbility : nil
    }

    /// The closures for several quick taps, if Enter does less.
    private var taps: [Int: () -> Void] {
        let least = leastTaps ?? 0
        return abilities.reduce(into: [:]) { taps, ability in
            if let count = ability.taps, count > least { taps[count] = { make(ability) } }
        }
    }

    func tap() -> Bool {
        guard let tapAbility else { return false }
        make(tapAbility)
        return true
    }

    // MARK: - Making a gesture

    /// Gives the gesture an event, and runs what it asks for.
    @discardableResult
    private func send(_ phase: Touch.Phase, _ point: CGPoint, after wait: Duration = .zero) -> TouchAnswer {
        let touch = Touch(phase, point, at: node.graph.now + wait, isKey: true)
        let answer = follower.follow(touch, node)
        for effect in answer.effects { effect() }
        return answer
    }

    /// Makes what comes before a gesture in a sequence. Returns whether the touch has begun.
    private func begin(_ ability: GestureAbility, _ point: CGPoint) {
        var isDown = false
        for prelude in ability.prelude {
            switch prelude {
            case .hold(let duration):
                if !isDown { send(.began, point) }
                send(.waited, point, after: duration)
                isDown = true
            case .tap(let count): for _ in 0..<count { click(point) }
            }
        }
        if !isDown { send(.began, point) }
    }

    private func click(_ point: CGPoint) {
        send(.began, point)
        send(.ended, point)
    }

    /// Makes a tap, a long press, or a touch in one place.
    private func make(_ ability: GestureAbility) {
        endDrag(.ended)
        let point = start
        begin(ability, point)
        switch ability.kind {
        case .tap(let count, _):
            send(.ended, point)
            for _ in 1..<max(count, 1) { click(point) }
            // A gesture that waits for further taps learns that there are no more.
            if hand.isTouched { send(.waited, point, after: .seconds(3600)) }
        case .hold(let duration):
            if hand.isTouched, duration < .seconds(3600) { send(.waited, point, after: duration) }
            if hand.isTouched { send(.ended, point) }
        case .drag: send(.ended, point)
        }
        if hand.isTouched { send(.cancelled, point) }
    }

    /// Makes a whole drag.
    private func swipe(_ direction: FocusDirection, _ ability: GestureAbility, by way: CGFloat? = nil) -> Bool {
        endDrag(.ended)
        let point = way == nil ? middle : start
        let end = point.moved(way ?? Self.swipe, direction)
        begin(ability, point)
        send(.moved, point.moved((way ?? Self.swipe) / 2, direction))
        send(.moved, end)
        send(.ended, end)
        if hand.isTouched { send(.cancelled, end) }
        if way != nil { keep(end) }
        return true
    }

    /// Makes a swipe, or a step of a drag.
    private func arrow(_ direction: FocusDirection) -> Bool {
        guard let drag else { return false }
        guard drag.isFollowed else { return swipe(direction, drag.ability) }
        let way = hand.drag == nil ? firstStep(drag.least) : Self.step
        let from = hand.drag ?? start
        if hand.drag == nil { begin(drag.ability, from) }
        let point = onScreen(from.moved(way, direction))
        hand.drag = point
        send(.moved, point)
        node.repaint()
        return true
    }

    private func firstStep(_ least: CGFloat) -> CGFloat {
        max(1, (min(least, 10_000) / Self.step).rounded(.up)) * Self.step
    }

    /// Ends the drag that arrows have begun. Returns false if no drag is running.
    @discardableResult
    func endDrag(_ phase: Touch.Phase) -> Bool {
        guard let point = hand.drag else { return false }
        hand.drag = nil
        send(phase, point)
        if hand.isTouched { send(.cancelled, point) }
        keep(point)
        return true
    }

    // MARK: - The place

    private var middle: CGPoint {
        let frame = node.frame
        return CGPoint(
            x: CellMetrics.points(frame.x, along: .horizontal) + CellMetrics.points(frame.width, along: .horizontal)
                / 2,
            y: CellMetrics.points(frame.y, along: .vertical) + CellMetrics.points(frame.height, along: .vertical) / 2)
    }

    /// The place on the screen at which keys touch the view.
    private var start: CGPoint {
        guard let pointer = hand.pointer else { return middle }
        let point = pointer.relative(to: CellRect(x: -node.frame.x, y: -node.frame.y, .zero))
        let cell = Touch(.began, point, at: node.graph.now).cell
        return node.frame.contains(x: cell.x, y: cell.y) ? point : middle
    }

    /// Remembers the place for the next touch.
    private func keep(_ point: CGPoint) {
        hand.pointer = point.relative(to: node.frame)
        node.repaint()
    }

    private func onScreen(_ point: CGPoint) -> CGPoint {
        CGPoint(
            x: min(max(point.x, 0), CellMetrics.points(node.graph.size.width, along: .horizontal)),
            y: min(max(point.y, 0), CellMetrics.points(node.graph.size.height, along: .vertical)))
    }

    /// Whether the place of a touch matters to the program.
    private var hasPlace: Bool {
        abilities.contains { ability in
            switch ability.kind {
            case .tap(_, let hasPlace): hasPlace
            case .drag(_, let isFollowed): isFollowed
            case .hold: false
            }
        }
    }

    private func movePointer(_ direction: FocusDirection) -> Bool {
        guard hasPlace else { return false }
        endDrag(.ended)
        let point = start.moved(
            direction.isVertical ? CellMetrics.pointsPerRow : CellMetrics.pointsPerColumn, direction)
        let cell = Touch(.moved, point, at: node.graph.now).cell
        guard node.frame.contains(x: cell.x, y: cell.y) else { return false }
        keep(point)
        return true
    }

    /// The cell at which keys touch the view, if the place matters.
    var pointerCell: CellRect? {
        guard hasPlace else { return nil }
        let cell = Touch(.moved, hand.drag ?? start, at: node.graph.now).cell
        return CellRect(x: cell.x, y: cell.y, CellSize(1, 1))
    }

    // MARK: - People who do not see the screen

    /// Adds what a person can do to the part of the view.
    func added(to part: Semantic, _ rank: TouchRank) -> Semantic {
        var (part, gestures) = (part, part.gestures ?? Semantic.Gestures())
        if let ability = enterAbility {
            let act = { make(ability) }
            switch (rank, part.perform) {
            case (.usual, .some): break
            case (.together, let inner?):
                part.perform = {
                    inner()
                    act()
                }
            case (.first, _), (_, nil): part.perform = act
            }
        }
        if let holdAbility, gestures.hold == nil { gestures.hold = { make(holdAbility) } }
        gestures.taps.merge(taps) { inner, _ in inner }
        if let drag, gestures.drag == nil {
            gestures.drag = { direction, steps in
                let way: CGFloat? = steps.map { CGFloat(min(max($0, 1), 1000)) * Self.step }
                let least = firstStep(drag.least)
                _ = swipe(direction, drag.ability, by: drag.isFollowed ? max(way ?? least, least) : way)
            }
            gestures.isDragged = hand.drag != nil
        }
        part.gestures = gestures.isEmpty ? nil : gestures
        return part
    }
}

private protocol TapBearer {
    @MainActor var leastTaps: Int? { get }
}

extension Gesturing: TapBearer {
    var leastTaps: Int? { abilities.compactMap(\.taps).min() }
}

extension ViewNode {
    /// The smallest number of taps that the node's own gesture takes, if it is a tap.
    var leastTaps: Int? { (primitive as? any TapBearer)?.leastTaps }

    /// Whether a gesture around the node, on the same view, is a tap.
    var isTappedAround: Bool { chainFollowers.contains { $0.leastTaps != nil } }
}

extension GestureAbility {
    /// The number of taps, if the gesture is a tap.
    fileprivate var taps: Int? { if case .tap(let count, _) = kind { count } else { nil } }
}

extension FocusDirection {
    fileprivate var isVertical: Bool { self == .up || self == .down }
}

extension CGPoint {
    fileprivate func moved(_ way: CGFloat, _ direction: FocusDirection) -> CGPoint {
        switch direction {
        case .up: CGPoint(x: x, y: y - way)
        case .down: CGPoint(x: x, y: y + way)
        case .left: CGPoint(x: x - way, y: y)
        case .right: CGPoint(x: x + way, y: y)
        }
    }
}
