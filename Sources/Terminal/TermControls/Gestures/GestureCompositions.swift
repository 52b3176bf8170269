import TermUI

extension Gesture {
    /// Recognises both gestures at the same time.
    public func simultaneously<Other: Gesture>(with other: Other) -> SimultaneousGesture<Self, Other> {
        SimultaneousGesture(self, other)
    }

    /// Recognises this gesture, and then `other`.
    public func sequenced<Other: Gesture>(before other: Other) -> SequenceGesture<Self, Other> {
        SequenceGesture(self, other)
    }

    /// Recognises `other` only if this gesture has failed.
    public func exclusively<Other: Gesture>(before other: Other) -> ExclusiveGesture<Self, Other> {
        ExclusiveGesture(self, other)
    }
}

/// What a gesture inside another one has become.
@MainActor private struct Part<Value> {
    var phase = GesturePhase<Value>.possible(nil)
    /// What is to run once the gesture counts.
    var pending: [() -> Void] = []

    /// Gives an event to the gesture. A gesture that is over takes no more.
    mutating func take(_ event: GestureEvent, _ gesture: some Gesture<Value>, _ memory: GestureMemory) {
        if !phase.isOver { phase = gesture.evaluated(event, memory) }
    }
}

/// Two gestures, which are recognised at the same time.
public struct SimultaneousGesture<First: Gesture, Second: Gesture>: PrimitiveGesture {
    public struct Value {
        public var first: First.Value?
        public var second: Second.Value?
    }

    public var first: First
    public var second: Second

    public init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }

    package var abilities: [GestureAbility] { first.allAbilities + second.allAbilities }

    package func phase(_ event: GestureEvent, _ memory: GestureMemory) -> GesturePhase<Value> {
        var (one, two) = memory.state as? (Part<First.Value>, Part<Second.Value>) ?? (Part(), Part())
        one.take(event, first, memory[0])
        two.take(event, second, memory[1])
        memory.state = (one, two)
        let value = Value(first: one.phase.value, second: two.phase.value)
        switch (one.phase, two.phase) {
        case (.failed, .failed): return .failed
        case (.active, _), (_, .active): return .active(value)
        case (let one, let two) where one.isOver && two.isOver: return .ended(value)
        // A gesture that has ended has had its effect, so the touch is taken.
        case (.ended, _), (_, .ended): return .active(value)
        default: return .possible(value.first == nil && value.second == nil ? nil : value)
        }
    }
}

extension SimultaneousGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
extension SimultaneousGesture.Value: Sendable where First.Value: Sendable, Second.Value: Sendable {}

/// Two gestures, of which the second is recognised after the first.
public struct SequenceGesture<First: Gesture, Second: Gesture>: PrimitiveGesture {
    public enum Value {
        /// The first gesture goes on.
        case first(First.Value)
        /// The first gesture has ended. The second may have begun.
        case second(First.Value, Second.Value?)
    }

    public var first: First
    public var second: Second

    public init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }

    package var abilities: [GestureAbility] {
        guard let prelude = first.allAbilities.lazy.compactMap(\.asPrelude).first else { return [] }
        return second.allAbilities.map { GestureAbility(kind: $0.kind, prelude: [prelude] + $0.prelude).followed }
    }

    package func phase(_ event: GestureEvent, _ memory: GestureMemory) -> GesturePhase<Value> {
        if let done = memory.state as? Part<First.Value>, let value = done.phase.value {
            return then(value, second.evaluated(event, memory[1]))
        }
        let phase = first.evaluated(event, memory[0])
        guard case .ended(let value) = phase else { return phase.map(Value.first) }
        memory.state = Part(phase: phase)
        // The second gesture begins at once if the touch goes on, and otherwise with the next touch.
        guard event.touch.phase != .ended else { return .active(.second(value, nil)) }
        let next = GestureEvent(.began, like: event)
        let began = then(value, second.evaluated(next, memory[1]))
        event.adopt(next)
        return began
    }

    private func then(_ value: First.Value, _ phase: GesturePhase<Second.Value>) -> GesturePhase<Value> {
        switch phase {
        case .possible(let next): .active(.second(value, next))
        case .active(let next): .active(.second(value, next))
        case .ended(let next): .ended(.second(value, next))
        case .failed: .failed
        }
    }
}

extension SequenceGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
extension SequenceGesture.Value: Sendable where First.Value: Sendable, Second.Value: Sendable {}

/// Two gestures, of which only one is recognised. The first one has precedence.
public struct ExclusiveGesture<First: Gesture, Second: Gesture>: PrimitiveGesture {
    public enum Value {
        case first(First.Value)
        case second(Second.Value)
    }

    public var first: First
    public var second: Second

    public init(_ first: First, _ second: Second) { (self.first, self.second) = (first, second) }

    package var abilities: [GestureAbility] { first.allAbilities + second.allAbilities }

    package func phase(_ event: GestureEvent, _ memory: GestureMemory) -> GesturePhase<Value> {
        var (one, two) = memory.state as? (Part<First.Value>, Part<Second.Value>) ?? (Part(), Part())
        defer { memory.state = (one, two) }
        one.take(event, first, memory[0])
        switch one.phase {
        case .active, .ended:
            let cancelled = GestureEvent(.cancelled, like: event)
            two.take(cancelled, second, memory[1])
            two.pending = []
            event.effects += cancelled.effects
            return one.phase.map(Value.first)
        case .failed, .possible: break
        }
        let inner = GestureEvent(event.touch.phase, like: event)
        two.take(inner, second, memory[1])
        two.pending += inner.effects
        if let deadline = inner.deadline { event.ask(by: deadline) }
        guard case .failed = one.phase else { return .possible(one.phase.value.map(Value.first)) }
        event.effects += two.pending
        two.pending = []
        return two.phase.map(Value.second)
    }
}

extension ExclusiveGesture.Value: Equatable where First.Value: Equatable, Second.Value: Equatable {}
extension ExclusiveGesture.Value: Sendable where First.Value: Sendable, Second.Value: Sendable {}

/// A gesture of any type.
public struct AnyGesture<Value>: PrimitiveGesture {
    package let abilities: [GestureAbility]
    private let evaluate: (GestureEvent, GestureMemory) -> GesturePhase<Value>

    public init<G: Gesture<Value>>(_ gesture: G) {
        abilities = gesture.allAbilities
        evaluate = { gesture.evaluated($0, $1) }
    }

    package func phase(_ event: GestureEvent, _ memory: GestureMemory) -> GesturePhase<Value> {
        evaluate(event, memory)
    }
}
