package import Foundation
import TermCore

/// What happens to the left mouse button over a view, or a key that stands for the button.
package struct Touch {
    /// What has happened.
    package enum Phase {
        case began, moved, ended
        /// The touch no longer counts for the view.
        case cancelled
        /// Only time has passed.
        case waited
    }

    package var phase: Phase
    /// The place on the screen, in points. The mouse is in the middle of its cell.
    package var point: CGPoint
    package var now: ContinuousClock.Instant
    /// Whether a key stands for the mouse. Then the touch is always inside its view.
    package var isKey = false

    package init(_ phase: Phase, _ point: CGPoint, at now: ContinuousClock.Instant, isKey: Bool = false) {
        (self.phase, self.point, self.now, self.isKey) = (phase, point, now, isKey)
    }

    init(_ phase: Phase, _ event: MouseEvent, at now: ContinuousClock.Instant) {
        let x = (CGFloat(event.x) + 0.5) * CellMetrics.pointsPerColumn
        let y = (CGFloat(event.y) + 0.5) * CellMetrics.pointsPerRow
        self.init(phase, CGPoint(x: x, y: y), at: now)
    }

    /// The cell of the screen at which the touch is.
    package var cell: (x: Int, y: Int) {
        func cell(_ points: CGFloat) -> Int { points.isFinite ? Int(min(max(points, -1e6), 1e6).rounded(.down)) : 0 }
        return (cell(point.x / CellMetrics.pointsPerColumn), cell(point.y / CellMetrics.pointsPerRow))
    }
}

/// A behavior that follows a touch from its beginning to its end, wherever the mouse goes meanwhile.
@MainActor package protocol TouchFollower: NodeBehaviour {
    /// How the follower relates to the other followers of a touch.
    var rank: TouchRank { get }
    /// Whether the views inside this view do not follow touches.
    var hidesInner: Bool { get }
    /// Whether the view follows touches at all.
    func isFollowing(_ node: ViewNode) -> Bool
    /// Takes what has happened to a touch.
    func follow(_ touch: Touch, _ node: ViewNode) -> TouchAnswer
    /// Does what a tap does, for a key. Returns false if a tap means nothing.
    func tap(_ node: ViewNode) -> Bool
}

/// How a follower of touches relates to the other followers of the same touch.
nonisolated package enum TouchRank {
    /// Inner views come before this view.
    case usual
    /// This view comes before inner views.
    case first
    /// This view takes part whatever the other views do.
    case together
}

/// What a follower makes of a touch so far.
package struct TouchAnswer {
    /// The state of a follower.
    package enum State {
        /// The touch may still become the follower's.
        case possible
        /// The touch is the follower's, and goes on.
        case active
        /// The touch was the follower's, and has done its work.
        case ended
        case failed
    }

    package var state: State
    /// The program's closures to run, if the touch is the follower's.
    package var effects: [() -> Void]
    /// The time at which the follower wants to be asked again, even if nothing happens.
    package var deadline: ContinuousClock.Instant?

    package init(_ state: State, _ effects: [() -> Void] = [], deadline: ContinuousClock.Instant? = nil) {
        (self.state, self.effects, self.deadline) = (state, effects, deadline)
    }
}

extension ViewNode {
    /// Whether a cell is in the node's place, or in the place of a node below that was moved out of it.
    package func covers(x: Int, y: Int) -> Bool {
        if frame.contains(x: x, y: y) { return true }
        guard ink.contains(x: x, y: y), !kind.isClipping else { return false }
        return elements.contains { $0.covers(x: x, y: y) }
    }

    /// Whether a mouse event at a cell is for the node. A view that follows touches also gets those on content that was
    /// moved out of its place.
    func isHit(x: Int, y: Int) -> Bool {
        if frame.contains(x: x, y: y) { return true }
        return ink.contains(x: x, y: y) && primitive is any TouchFollower && covers(x: x, y: y)
    }

    /// The node and the nodes around it that follow touches, the innermost first. Followers outside of the enclosing
    /// layer are left out. The flag is false if an outer view keeps touches from the node itself.
    func touchFollowers() -> (nodes: [ViewNode], isReached: Bool) {
        var (found, isReached, node): ([ViewNode], Bool, ViewNode?) = ([], true, self)
        while let current = node {
            if let follower = current.primitive as? any TouchFollower {
                if follower.hidesInner, current !== self { (found, isReached) = ([], false) }
                if follower.isFollowing(current) { found.append(current) }
            }
            if current.isInFront { break }
            node = current.parent
        }
        return (found, isReached)
    }

    /// Does what a click on a control does in the views around it that follow the same touch. Returns whether one of
    /// them has taken the touch, so that the control must not act.
    package func tapAround() -> Bool {
        let around = touchFollowers().nodes.compactMap { node in
            (node.primitive as? any TouchFollower).map { (node: node, follower: $0) }
        }
        for (node, follower) in around where follower.rank == .together { _ = follower.tap(node) }
        return around.reversed().contains { $0.follower.rank == .first && $0.follower.tap($0.node) }
    }
}
