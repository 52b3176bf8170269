public import Foundation
public import TermUI

/// A movement of the mouse with its button held down. With keys, arrows drag: ``View/gesture(_:including:)``.
public struct DragGesture: PrimitiveGesture {
    /// Where a drag is, in points.
    nonisolated public struct Value: Equatable, Sendable {
        public var time: Date
        public var location: CGPoint
        public var startLocation: CGPoint
        /// The speed, in points per second.
        public var velocity: CGSize

        public var translation: CGSize {
            CGSize(width: location.x - startLocation.x, height: location.y - startLocation.y)
        }

        /// Where the drag would end if it were released now and slowed down.
        public var predictedEndLocation: CGPoint {
            CGPoint(x: location.x + velocity.width / 4, y: location.y + velocity.height / 4)
        }

        public var predictedEndTranslation: CGSize {
            let end = predictedEndLocation
            return CGSize(width: end.x - startLocation.x, height: end.y - startLocation.y)
        }
    }

    /// The shortest way, in points, before which a touch is no drag.
    public var minimumDistance: CGFloat
    public var coordinateSpace: CoordinateSpace

    public init(minimumDistance: CGFloat = 10, coordinateSpace: CoordinateSpace = .local) {
        (self.minimumDistance, self.coordinateSpace) = (minimumDistance, coordinateSpace)
    }

    @_disfavoredOverload
    public init(minimumDistance: CGFloat = 10, coordinateSpace: NamedCoordinateSpace) {
        self.init(minimumDistance: minimumDistance, coordinateSpace: coordinateSpace.space)
    }

    /// A drag that goes on. The view may move with it, so the places are seen from where the view was at first.
    private struct Drag {
        let start: CGPoint
        let origin: CellRect
        var isActive: Bool
        var point: CGPoint
        var time: ContinuousClock.Instant
        var date = Date.now
        var velocity = CGSize.zero

        init(_ touch: Touch, from origin: CellRect, isActive: Bool) {
            (start, point, time) = (touch.point, touch.point, touch.now)
            (self.origin, self.isActive) = (origin, isActive)
        }

        var value: Value {
            Value(
                time: date, location: point.relative(to: origin), startLocation: start.relative(to: origin),
                velocity: velocity)
        }

        mutating func move(to touch: Touch) {
            let seconds = max((touch.now - time) / .seconds(1), touch.isKey ? DragGesture.keyTime : 0.001)
            // A mouse that has rested before its release has no speed.
            if touch.point == point {
                if seconds > 0.1 { velocity = .zero }
            } else {
                velocity = CGSize(
                    width: (touch.point.x - point.x) / seconds, height: (touch.point.y - point.y) / seconds)
            }
            if touch.point != point || touch.phase == .ended { (time, date) = (touch.now, .now) }
            point = touch.point
        }
    }

    /// How long a movement by a key counts, in seconds.
    private static let keyTime = 0.2

    private var least: CGFloat { minimumDistance.isNaN ? 0 : max(minimumDistance, 0) }

    package var abilities: [GestureAbility] { [GestureAbility(kind: .drag(least: least, isFollowed: false))] }

    package func phase(_ event: GestureEvent, _ memory: GestureMemory) -> GesturePhase<Value> {
        let touch = event.touch
        if touch.phase == .began {
            memory.state = Drag(touch, from: event.node.frame(of: coordinateSpace), isActive: least == 0)
        }
        guard var drag = memory.state as? Drag, touch.phase != .cancelled else { return .failed }
        if touch.phase == .moved || touch.phase == .ended {
            drag.move(to: touch)
            if drag.start.distance(to: touch.point) >= least { drag.isActive = true }
        }
        memory.state = drag
        guard drag.isActive else { return touch.phase == .ended ? .failed : .possible(nil) }
        return touch.phase == .ended ? .ended(drag.value) : .active(drag.value)
    }
}
