public import TermUI

extension Gesture {
    /// Runs `action` when the gesture ends.
    public func onEnded(_ action: @escaping (Value) -> Void) -> some Gesture<Value> {
        EndedGesture(base: self, action: action)
    }

    public func map<T>(_ body: @escaping (Value) -> T) -> some Gesture<T> { MappedGesture(base: self, change: body) }

    /// Keeps a value up to date while the gesture goes on. Afterwards, the value is its initial value again, even if
    /// the gesture is cancelled.
    public func updating<State>(
        _ state: GestureState<State>, body: @escaping (Value, inout State, inout Transaction) -> Void
    ) -> GestureStateGesture<Self, State> { GestureStateGesture(base: self, state: state, body: body) }
}

extension Gesture where Value: Equatable {
    /// Runs `action` when the value of the gesture has changed.
    public func onChanged(_ action: @escaping (Value) -> Void) -> some Gesture<Value> {
        ChangedGesture(base: self, action: action)
    }
}

private struct EndedGesture<Base: Gesture>: PrimitiveGesture {
    typealias Value = Base.Value
    let base: Base
    let action: (Base.Value) -> Void

    var abilities: [GestureAbility] { base.allAbilities }

    func phase(_ event: GestureEvent, _ memory: GestureMemory) -> GesturePhase<Value> {
        let phase = base.evaluated(event, memory[0])
        if case .ended(let value) = phase { event.effects.append { action(value) } }
        return phase
    }
}

private struct ChangedGesture<Base: Gesture>: PrimitiveGesture where Base.Value: Equatable {
    typealias Value = Base.Value
    let base: Base
    let action: (Base.Value) -> Void

    var abilities: [GestureAbility] { base.allAbilities.map(\.followed) }

    func phase(_ event: GestureEvent, _ memory: GestureMemory) -> GesturePhase<Value> {
        let phase = base.evaluated(event, memory[0])
        if !phase.isOver, let value = phase.value, memory.state as? Value != value {
            memory.state = value
            event.effects.append { action(value) }
        }
        return phase
    }
}

private struct MappedGesture<Base: Gesture, Value>: PrimitiveGesture {
    let base: Base
    let change: (Base.Value) -> Value

    var abilities: [GestureAbility] { base.allAbilities }

    func phase(_ event: GestureEvent, _ memory: GestureMemory) -> GesturePhase<Value> {
        base.evaluated(event, memory[0]).map(change)
    }
}

/// A gesture that keeps a ``GestureState`` up to date.
public struct GestureStateGesture<Base: Gesture, State>: PrimitiveGesture {
    public typealias Value = Base.Value
    let base: Base
    let state: GestureState<State>
    let change: (Base.Value, inout State, inout Transaction) -> Void

    init(base: Base, state: GestureState<State>, body: @escaping (Value, inout State, inout Transaction) -> Void) {
        (self.base, self.state, change) = (base, state, body)
    }

    package var abilities: [GestureAbility] { base.allAbilities.map(\.followed) }

    package func phase(_ event: GestureEvent, _ memory: GestureMemory) -> GesturePhase<Value> {
        let (phase, state, change) = (base.evaluated(event, memory[0]), state, change)
        if phase.isOver {
            if memory.state != nil { event.effects.append { state.reset() } }
        } else if let value = phase.value {
            memory.state = true
            event.effects.append {
                var (new, transaction) = (state.wrappedValue, Transaction())
                transaction.isContinuous = true
                change(value, &new, &transaction)
                state.binding.wrappedValue = new
            }
        }
        return phase
    }
}

/// A value that lasts as long as a gesture, and then returns to its initial value.
@propertyWrapper
public struct GestureState<Value>: DynamicProperty {
    private var state: State<Value>
    private let initial: Value
    private let willReset: (Value, inout Transaction) -> Void

    @preconcurrency @MainActor public init(wrappedValue: Value) {
        self.init(wrappedValue: wrappedValue) { _, _ in }
    }

    @preconcurrency @MainActor public init(initialValue: Value) {
        self.init(wrappedValue: initialValue)
    }

    /// Creates a value. Its reset has a transaction on other systems, which a terminal does not use.
    @preconcurrency @MainActor public init(wrappedValue: Value, resetTransaction: Transaction) {
        self.init(wrappedValue: wrappedValue)
    }

    /// Creates a value. The closure `reset` is called when the value returns to its initial value.
    @preconcurrency @MainActor public init(
        wrappedValue: Value, reset: @escaping (Value, inout Transaction) -> Void
    ) {
        (state, initial, willReset) = (State(wrappedValue: wrappedValue), wrappedValue, reset)
    }

    /// Creates a value. The closure `reset` is called when the value returns to its initial value.
    @preconcurrency @MainActor public init(
        initialValue: Value, reset: @escaping (Value, inout Transaction) -> Void
    ) {
        self.init(wrappedValue: initialValue, reset: reset)
    }

    @preconcurrency @MainActor public var wrappedValue: Value { state.wrappedValue }

    @preconcurrency @MainActor public var projectedValue: GestureState { self }

    /// The value, which the gesture sets.
    @MainActor var binding: Binding<Value> { state.projectedValue }

    @MainActor func reset() {
        var transaction = Transaction()
        willReset(state.wrappedValue, &transaction)
        binding.wrappedValue = initial
    }
}

extension GestureState where Value: ExpressibleByNilLiteral {
    @preconcurrency @MainActor public init() {
        self.init(wrappedValue: nil)
    }
}
