import Foundation

/// A value that a view's place keeps. A terminal has only one window, which is not restored, so the name is not used.
@propertyWrapper
public struct SceneStorage<Value>: NestedProperty, DynamicProperty {
    private var state: State<Value>

    @preconcurrency @MainActor public init(wrappedValue: Value, _ key: String) {
        state = State(wrappedValue: wrappedValue)
    }

    @preconcurrency @MainActor public init<Wrapped>(_ key: String) where Value == Wrapped? {
        state = State(wrappedValue: nil)
    }

    @preconcurrency @MainActor public var wrappedValue: Value {
        get { state.wrappedValue }
        nonmutating set { state.wrappedValue = newValue }
    }

    @preconcurrency @MainActor public var projectedValue: Binding<Value> { state.projectedValue }
}

@propertyWrapper
public struct Namespace: NestedProperty, DynamicProperty {
    public struct ID: Hashable, Sendable {
        private let value = UUID()

        init() {}
    }

    private var state = State(wrappedValue: ID())

    @preconcurrency @MainActor public init() {}

    @preconcurrency @MainActor public var wrappedValue: ID { state.wrappedValue }
}

/// A view that is evaluated again only if it has changed. Example: `ComposedViews.swift` in `Tests/Gallery`.
public struct EquatableView<Content: View & Equatable>: View, Equatable {
    public var content: Content

    public init(content: Content) {
        self.content = content
    }

    public var body: some View { content }
}

extension View where Self: Equatable {
    /// Returns the view in a form that is evaluated again only if the view has changed. Every equatable view already
    /// behaves in this way.
    public func equatable() -> EquatableView<Self> { EquatableView(content: self) }
}
