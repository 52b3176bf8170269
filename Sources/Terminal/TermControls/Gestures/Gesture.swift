import Foundation
import TermUI

/// A way in which a person touches a view: with the mouse, or with keys that stand for it. The comment of
/// ``View/gesture(_:including:)`` lists the keys. A gesture is made of other gestures, or is one of those in this
/// module. Example: `GesturesPage.swift` in `Tests/Gallery`.
@MainActor @preconcurrency public protocol Gesture<Value> {
    /// What the gesture knows while it goes on, and at its end.
    associatedtype Value
    associatedtype Body: Gesture

    var body: Body { get }
}

extension Never: Gesture {
    public typealias Value = Never
}

/// A gesture that is not made of other gestures. A description is made again and again while a touch goes on. So the
/// state is in a `memory`, which outlives the descriptions.
@MainActor package protocol PrimitiveGesture: Gesture where Body == Never {
    /// Returns what the gesture makes of a touch, after one more event.
    func phase(_ event: GestureEvent, _ memory: GestureMemory) -> GesturePhase<Value>
    /// The ways in which keys can make the gesture.
    var abilities: [GestureAbility] { get }
}

extension PrimitiveGesture {
    public var body: Never { preconditionFailure("\(Self.self) is not made of other gestures") }
}

extension Gesture {
    func evaluated(_ event: GestureEvent, _ memory: GestureMemory) -> GesturePhase<Value> {
        if let primitive = self as? any PrimitiveGesture { return opened(primitive, event, memory) }
        var gesture = self
        Properties.connect(&gesture, to: event.node)
        let phase = gesture.body.evaluated(event, memory)
        return phase as? GesturePhase<Value> ?? .failed
    }

    private func opened<Known: PrimitiveGesture>(
        _ gesture: Known, _ event: GestureEvent, _ memory: GestureMemory
    ) -> GesturePhase<Value> {
        gesture.phase(event, memory) as? GesturePhase<Value> ?? .failed
    }

    var allAbilities: [GestureAbility] { (self as? any PrimitiveGesture)?.abilities ?? body.allAbilities }
}

/// What a gesture makes of a touch so far.
package enum GesturePhase<Value> {
    /// The touch may become the gesture. A value is there if the gesture shows that, as a long press does.
    case possible(Value?)
    case active(Value)
    case ended(Value)
    case failed

    /// Whether the gesture takes no more events.
    var isOver: Bool {
        switch self {
        case .possible, .active: false
        case .ended, .failed: true
        }
    }

    var value: Value? {
        switch self {
        case .possible(let value): value
        case .active(let value), .ended(let value): value
        case .failed: nil
        }
    }

    /// Returns the same phase with another value.
    func map<Other>(_ change: (Value) -> Other) -> GesturePhase<Other> {
        switch self {
        case .possible(let value): .possible(value.map(change))
        case .active(let value): .active(change(value))
        case .ended(let value): .ended(change(value))
        case .failed: .failed
        }
    }
}

/// An event of a touch, and what gestures ask for because of it.
@MainActor package final class GestureEvent {
    let touch: Touch
    let node: ViewNode
    /// Whether the touch is on the view.
    let isInside: Bool
    /// The program's closures to run.
    var effects: [() -> Void] = []
    var deadline: ContinuousClock.Instant?

    init(_ touch: Touch, _ node: ViewNode) {
        (self.touch, self.node) = (touch, node)
        isInside = touch.isKey || node.covers(x: touch.cell.x, y: touch.cell.y)
    }

    /// Creates the event for a gesture inside another one.
    convenience init(_ phase: Touch.Phase, like event: GestureEvent) {
        var touch = event.touch
        touch.phase = phase
        self.init(touch, event.node)
    }

    func ask(by time: ContinuousClock.Instant) { deadline = deadline.map { min($0, time) } ?? time }

    /// Takes over what a gesture inside another one has asked for.
    func adopt(_ other: GestureEvent) {
        effects += other.effects
        if let deadline = other.deadline { ask(by: deadline) }
    }
}

/// The state of a gesture during a touch, and the states of the gestures inside it.
@MainActor package final class GestureMemory {
    var state: Any?
    private var inner: [Int: GestureMemory] = [:]

    subscript(place: Int) -> GestureMemory {
        let memory = inner[place] ?? GestureMemory()
        inner[place] = memory
        return memory
    }
}

/// A way in which keys can make a gesture.
nonisolated package struct GestureAbility {
    enum Kind {
        case tap(count: Int, hasPlace: Bool)
        case hold(Duration)
        /// With `isFollowed`, the program also reads where the drag is before it ends.
        case drag(least: CGFloat, isFollowed: Bool)
    }

    /// What comes before the gesture in a sequence.
    enum Prelude {
        case hold(Duration)
        case tap(Int)
    }

    var kind: Kind
    var prelude: [Prelude] = []

    /// The same gesture, whose values the program follows.
    var followed: GestureAbility {
        guard case .drag(let least, _) = kind else { return self }
        return GestureAbility(kind: .drag(least: least, isFollowed: true), prelude: prelude)
    }

    /// The gesture as the beginning of a sequence, or nil if keys cannot go on after it.
    var asPrelude: Prelude? {
        switch kind {
        case .tap(let count, _): .tap(count)
        case .hold(let duration): .hold(duration)
        case .drag: nil
        }
    }
}

/// Which gestures a view and the views inside it have.
nonisolated public struct GestureMask: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let none: GestureMask = []
    /// The gesture that is added to the view.
    public static let gesture = GestureMask(rawValue: 1)
    /// The gestures and controls inside the view.
    public static let subviews = GestureMask(rawValue: 2)
    public static let all: GestureMask = [.gesture, .subviews]
}
