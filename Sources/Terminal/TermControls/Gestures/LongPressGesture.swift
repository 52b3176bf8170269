public import Foundation
public import TermUI

/// A touch that stays on a view for a while. With keys, `m` is a long press, and so is Enter if the view has no tap.
public struct LongPressGesture: PrimitiveGesture {
    public typealias Value = Bool
    public var minimumDuration: Double
    /// The longest way that the mouse may go meanwhile, in points.
    public var maximumDistance: CGFloat

    public init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) {
        (self.minimumDuration, self.maximumDistance) = (minimumDuration, maximumDistance)
    }

    private struct Press {
        let start: CGPoint
        let since: ContinuousClock.Instant
    }

    private var duration: Duration { .seconds(minimumDuration.isNaN ? 0 : min(max(minimumDuration, 0), 1e8)) }

    package var abilities: [GestureAbility] { [GestureAbility(kind: .hold(duration))] }

    package func phase(_ event: GestureEvent, _ memory: GestureMemory) -> GesturePhase<Bool> {
        let touch = event.touch
        if touch.phase == .began { memory.state = Press(start: touch.point, since: touch.now) }
        guard let press = memory.state as? Press, touch.phase != .cancelled,
            touch.phase == .waited || press.start.distance(to: touch.point) <= max(maximumDistance, Self.slack)
        else { return .failed }
        if touch.now - press.since >= duration { return .ended(true) }
        if touch.phase == .ended { return .failed }
        event.ask(by: press.since + duration)
        return .possible(true)
    }

    /// A mouse moves by whole cells, so a movement to the next cell is not yet a movement away.
    private static let slack = CellMetrics.pointsPerRow
}

extension View {
    /// Runs `action` when the view has been pressed for a while. The closure `onPressingChanged` is called with true
    /// when the press begins, and with false when it has ended.
    public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, perform action: @escaping () -> Void,
        onPressingChanged: ((Bool) -> Void)? = nil
    ) -> some View {
        gesture(
            Pressing(
                base: LongPressGesture(minimumDuration: minimumDuration, maximumDistance: maximumDistance),
                action: action, change: onPressingChanged))
    }

    /// Runs `action` when the view has been pressed for a while. This is the form from before iOS 15.
    public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, pressing: ((Bool) -> Void)?,
        perform action: @escaping () -> Void
    ) -> some View {
        onLongPressGesture(
            minimumDuration: minimumDuration, maximumDistance: maximumDistance, perform: action,
            onPressingChanged: pressing)
    }
}

/// A long press that also reports its beginning and its end.
private struct Pressing: PrimitiveGesture {
    typealias Value = Bool
    let base: LongPressGesture
    let action: () -> Void
    let change: ((Bool) -> Void)?

    var abilities: [GestureAbility] { base.abilities }

    func phase(_ event: GestureEvent, _ memory: GestureMemory) -> GesturePhase<Bool> {
        let phase = base.phase(event, memory[0])
        if let change, memory.state == nil, !phase.isOver {
            memory.state = true
            event.effects.append { change(true) }
        }
        if case .ended = phase { event.effects.append(action) }
        if let change, phase.isOver, memory.state != nil { event.effects.append { change(false) } }
        return phase
    }
}
