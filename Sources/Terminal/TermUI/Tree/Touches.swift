import Foundation
import TermCore

/// A touch, and the views that it may belong to. The touch is given to all of them. The first view that recognises its
/// gesture gets the touch, and the others are told that it is cancelled. A tap may have to wait for an inner view that
/// counts taps.
package final class Touches {
    private struct Follower {
        weak var node: ViewNode?
        let rank: TouchRank
        /// Whether the follower takes no further part.
        var isOver = false
        /// Whether the follower has recognised its gesture, and waits for those before it.
        var isWaiting = false
        /// What to run once the touch is the follower's.
        var pending: [() -> Void] = []
        var deadline: ContinuousClock.Instant?
    }

    private let graph: ViewGraph
    /// The view that has handled the press.
    private(set) weak var origin: ViewNode?
    /// The control that was pressed, if the press was not on a follower itself.
    private weak var control: ViewNode?
    /// The followers in the order in which they may take the touch. The first ones come before the control.
    private var rivals: [Follower]
    private let firstRivals: Int
    /// The followers that take part in any case.
    private var others: [Follower]
    private var isDecided = false
    private var point = CGPoint.zero
    private(set) var isDown = true

    /// Creates the touch on `origin`. Returns nil if no view follows it.
    init?(on origin: ViewNode) {
        let (nodes, isReached) = origin.touchFollowers()
        guard !nodes.isEmpty else { return nil }
        (graph, self.origin) = (origin.graph, origin)
        control = origin.primitive is any TouchFollower || !isReached ? nil : origin
        let all = nodes.compactMap { node in
            (node.primitive as? any TouchFollower).map { Follower(node: node, rank: $0.rank) }
        }
        let first = all.filter { $0.rank == .first }.reversed()
        rivals = first + all.filter { $0.rank == .usual }
        firstRivals = first.count
        others = all.filter { $0.rank == .together }
        if !isReached { graph.cancelPress(of: origin) }
    }

    /// Takes what has happened to the touch.
    func take(_ touch: Touch) {
        point = touch.point
        if touch.phase == .began { isDown = true }
        if touch.phase == .ended { isDown = false }
        for place in others.indices where !others[place].isOver {
            let answer = ask(&others[place], touch)
            if answer.state == .ended || answer.state == .failed { others[place].isOver = true }
            run(answer.effects)
        }
        arbitrate(touch, rivals.indices)
        rearm()
    }

    /// Takes a movement of the mouse. A control that uses movements, such as a slider, keeps the touch.
    func drag(_ event: MouseEvent) -> Bool {
        if !isDecided, let control, control.isAttached, control.primitive?.mouse(event, control) == true {
            decide(for: nil)
        } else if isDecided, let control, control.isAttached, rivals.allSatisfy(\.isOver) {
            _ = control.primitive?.mouse(event, control)
        }
        take(Touch(.moved, event, at: graph.now))
        return true
    }

    /// Takes the release of the button. The argument `held` is the control that waits for it, if there is one.
    func release(_ event: MouseEvent, _ held: ViewNode?) -> Bool {
        let touch = Touch(.ended, event, at: graph.now)
        guard !isDecided, control != nil else {
            take(touch)
            return true
        }
        arbitrate(touch, 0..<firstRivals)
        if !isDecided {
            if let held, held.isAttached { _ = held.primitive?.mouse(event, held) }
            control = nil
            decide(for: nil)
        }
        take(touch)
        return true
    }

    /// Whether a follower wants to be asked again by now.
    package var isDue: Bool { (rivals + others).contains { $0.deadline.map { $0 <= graph.now } ?? false } }

    /// Tells the followers that time has passed.
    package func wait() {
        guard graph.touches === self else { return }
        take(Touch(.waited, point, at: graph.now))
    }

    /// Ends the touch, because another one begins elsewhere. A tap that waited for another one counts now.
    func abandon() {
        let touch = Touch(.cancelled, .zero, at: graph.now)
        for place in others.indices where !others[place].isOver { run(ask(&others[place], touch).effects) }
        let waiting = rivals.firstIndex { $0.isWaiting }
        if let waiting, !isDecided { win(waiting) } else { decide(for: nil) }
        graph.touches = nil
    }

    // MARK: - Who gets the touch

    private func arbitrate(_ touch: Touch, _ places: Range<Int>) {
        for place in places where !rivals[place].isOver {
            let answer = ask(&rivals[place], touch)
            let isAlone = !rivals[..<place].contains { !$0.isOver } && (control == nil || place < firstRivals)
            switch answer.state {
            case .possible: run(answer.effects)
            case .failed:
                rivals[place].isOver = true
                run(answer.effects)
            // A gesture that begins with the press waits for what inner views make of the touch.
            case .active where !isDecided && touch.phase == .began && !isAlone: rivals[place].pending += answer.effects
            case .ended where !isDecided && touch.phase == .ended && !isAlone:
                rivals[place].pending += answer.effects
                (rivals[place].isOver, rivals[place].isWaiting) = (true, true)
            case .active, .ended:
                rivals[place].pending += answer.effects
                if answer.state == .ended { rivals[place].isOver = true }
                win(place)
            }
        }
        guard !isDecided, let waiting = rivals.firstIndex(where: \.isWaiting),
            rivals[..<waiting].allSatisfy(\.isOver)
        else { return }
        win(waiting)
    }

    private func win(_ place: Int) {
        if !isDecided { decide(for: place) }
        let effects = rivals[place].pending
        (rivals[place].pending, rivals[place].isWaiting) = ([], false)
        run(effects)
    }

    /// Takes the touch from all rivals except one, and from the control.
    private func decide(for winner: Int?) {
        isDecided = true
        let touch = Touch(.cancelled, .zero, at: graph.now)
        for place in rivals.indices where place != winner {
            (rivals[place].pending, rivals[place].isWaiting) = ([], false)
            guard !rivals[place].isOver else { continue }
            run(ask(&rivals[place], touch).effects)
            rivals[place].isOver = true
        }
        if winner != nil, let control {
            self.control = nil
            graph.cancelPress(of: control)
        }
    }

    private func ask(_ follower: inout Follower, _ touch: Touch) -> TouchAnswer {
        guard let node = follower.node, node.isAttached, let behaviour = node.primitive as? any TouchFollower else {
            return TouchAnswer(.failed)
        }
        var touch = touch
        if !behaviour.isFollowing(node) { touch.phase = .cancelled }
        let answer = behaviour.follow(touch, node)
        follower.deadline = answer.deadline
        return answer
    }

    private func run(_ effects: [() -> Void]) { for effect in effects { effect() } }

    private func rearm() {
        let living = (rivals + others).filter { !$0.isOver }
        if !isDown, living.isEmpty { graph.touches = nil }
        guard
            let next = living.filter({ $0.deadline != nil }).min(by: { ($0.deadline ?? .now) < ($1.deadline ?? .now) }),
            let node = next.node
        else { return }
        graph.wake(node, at: next.deadline)
    }
}
