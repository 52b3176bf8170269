public import Foundation
public import TermUI

/// So many quick taps on a view. With keys, Enter or the space bar taps.
public struct TapGesture: PrimitiveGesture {
    public typealias Value = Void
    public var count: Int

    public init(count: Int = 1) { self.count = count }

    package var abilities: [GestureAbility] { [GestureAbility(kind: .tap(count: max(1, count), hasPlace: false))] }

    package func phase(_ event: GestureEvent, _ memory: GestureMemory) -> GesturePhase<Void> {
        Taps.phase(event, memory, count: count).map { _ in }
    }
}

/// So many quick taps on a view, with their place. With keys, arrows move the place, and Enter or the space bar taps.
public struct SpatialTapGesture: PrimitiveGesture {
    nonisolated public struct Value: Equatable, Sendable {
        /// The place of the last tap, in points.
        public var location: CGPoint
    }

    public var count: Int
    public var coordinateSpace: CoordinateSpace

    public init(count: Int = 1, coordinateSpace: CoordinateSpace = .local) {
        (self.count, self.coordinateSpace) = (count, coordinateSpace)
    }

    package var abilities: [GestureAbility] { [GestureAbility(kind: .tap(count: max(1, count), hasPlace: true))] }

    package func phase(_ event: GestureEvent, _ memory: GestureMemory) -> GesturePhase<Value> {
        Taps.phase(event, memory, count: count).map { point in
            Value(location: point.relative(to: event.node.frame(of: coordinateSpace)))
        }
    }
}

/// The number of taps so far.
private struct Taps {
    private var count = 0
    private var last: ContinuousClock.Instant?
    private var start: CGPoint?

    /// The longest time between two taps.
    private static let patience = Duration.milliseconds(500)
    /// The longest way that the mouse may go during a tap, in points.
    private static let slack: CGFloat = 16

    @MainActor static func phase(
        _ event: GestureEvent, _ memory: GestureMemory, count: Int
    ) -> GesturePhase<CGPoint> {
        var taps = memory.state as? Taps ?? Taps()
        let phase = taps.take(event, count: max(1, count))
        memory.state = phase.isOver ? nil : taps
        return phase
    }

    @MainActor private mutating func take(_ event: GestureEvent, count wanted: Int) -> GesturePhase<CGPoint> {
        let now = event.touch.now
        let isLate = last.map { now - $0 > Self.patience } ?? false
        switch event.touch.phase {
        case .began:
            if isLate { count = 0 }
            (start, last) = (event.touch.point, nil)
        case .moved:
            guard let start, start.distance(to: event.touch.point) <= Self.slack else { return .failed }
        case .ended:
            guard start != nil, event.isInside else { return .failed }
            (count, last, start) = (count + 1, now, nil)
            if count >= wanted { return .ended(event.touch.point) }
        case .waited: if isLate { return .failed }
        case .cancelled: return .failed
        }
        if let last { event.ask(by: last + Self.patience + .milliseconds(1)) }
        return .possible(nil)
    }
}

extension CGPoint {
    /// Returns the point as seen from the corner of a place.
    func relative(to place: CellRect) -> CGPoint {
        CGPoint(
            x: x - CellMetrics.points(place.x, along: .horizontal), y: y - CellMetrics.points(place.y, along: .vertical)
        )
    }

    func distance(to other: CGPoint) -> CGFloat { hypot(other.x - x, other.y - y) }
}

extension View {
    /// Runs `action` when the view is tapped `count` times in quick succession. Example: `GesturesPage.swift` in
    /// `Tests/Gallery`.
    public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
        gesture(TapGesture(count: count).onEnded(action))
    }

    /// Runs `action` with the place of the taps.
    public func onTapGesture(
        count: Int = 1, coordinateSpace: CoordinateSpace = .local, perform action: @escaping (CGPoint) -> Void
    ) -> some View {
        gesture(SpatialTapGesture(count: count, coordinateSpace: coordinateSpace).onEnded { action($0.location) })
    }
}
