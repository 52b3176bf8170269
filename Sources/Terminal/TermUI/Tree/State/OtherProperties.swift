import Foundation

/// A value that a view's place keeps. A terminal has one window, which is not restored: the name is not used.
@propertyWrapper
public struct SceneStorage<Value>: NestedProperty, DynamicProperty {
    private var state: State<Value>

    /// The first value.
    @preconcurrency @MainActor public init(wrappedValue: Value, _ key: String) {
        state = State(wrappedValue: wrappedValue)
    }

    /// Nothing at first.
    @preconcurrency @MainActor public init<Wrapped>(_ key: String) where Value == Wrapped? {
        state = State(wrappedValue: nil)
    }

    /// The current value.
    @preconcurrency @MainActor public var wrappedValue: Value {
        get { state.wrappedValue }
        nonmutating set { state.wrappedValue = newValue }
    }

    /// The value as a binding.
    @preconcurrency @MainActor public var projectedValue: Binding<Value> { state.projectedValue }
}

/// A value that is there while a gesture lasts, and then is the first one again.
@propertyWrapper
public struct GestureState<Value>: NestedProperty, DynamicProperty {
    private var state: State<Value>
    let initial: Value

    /// The first value.
    @preconcurrency @MainActor public init(wrappedValue: Value) {
        (state, initial) = (State(wrappedValue: wrappedValue), wrappedValue)
    }

    /// The first value.
    @preconcurrency @MainActor public init(initialValue: Value) {
        self.init(wrappedValue: initialValue)
    }

    /// The current value.
    @preconcurrency @MainActor public var wrappedValue: Value { state.wrappedValue }

    /// Itself, for the gesture.
    @preconcurrency @MainActor public var projectedValue: GestureState { self }

    /// The value, which the gesture sets.
    @MainActor var binding: Binding<Value> { state.projectedValue }
}

/// An identity that a view's place keeps.
@propertyWrapper
public struct Namespace: NestedProperty, DynamicProperty {
    /// The identity.
    public struct ID: Hashable, Sendable {
        private let value = UUID()

        init() {}
    }

    private var state = State(wrappedValue: ID())

    /// A new identity.
    @preconcurrency @MainActor public init() {}

    /// The identity.
    @preconcurrency @MainActor public var wrappedValue: ID { state.wrappedValue }
}

/// A view that is asked anew only if it differs.
public struct EquatableView<Content: View & Equatable>: View, Equatable {
    /// The view.
    public var content: Content

    /// Compares `content`.
    public init(content: Content) {
        self.content = content
    }

    /// The view.
    public var body: some View { content }
}

extension View where Self: Equatable {
    /// The view, asked anew only if it differs: true of each equatable view.
    public func equatable() -> EquatableView<Self> { EquatableView(content: self) }
}
