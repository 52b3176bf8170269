import TermCore

/// The focus among a view's controls. The view can read and set this state.
@propertyWrapper
public struct FocusState<Value: Hashable>: NodeProperty, DynamicProperty {
    private let initial: Value
    private var location: Location?

    /// The storage of the value, which outlives the views.
    fileprivate final class Location {
        var value: Value
        weak var node: ViewNode?

        init(_ value: Value, _ node: ViewNode) {
            self.value = value
            self.node = node
        }
    }

    /// Creates the state of a control that may have the focus. The value is initially false.
    @preconcurrency @MainActor public init() where Value == Bool { initial = false }

    /// Creates the state of several controls. Initially, none of them has the focus.
    @preconcurrency @MainActor public init<ID: Hashable>() where Value == ID? { initial = nil }

    /// The control that has the focus now.
    @preconcurrency @MainActor public var wrappedValue: Value {
        get { location?.value ?? initial }
        nonmutating set { projectedValue.wrappedValue = newValue }
    }

    /// The binding for ``View/focused(_:)``.
    @preconcurrency @MainActor public var projectedValue: Binding { Binding(location: location, initial: initial) }

    @MainActor mutating func connect(to node: ViewNode, place: Int) {
        let location = node.storage[place] as? Location ?? Location(initial, node)
        node.storage[place] = location
        self.location = location
    }

    /// Connects a control to the focus state.
    public struct Binding {
        fileprivate let location: Location?
        fileprivate let initial: Value

        /// The control that has the focus now.
        @MainActor public var wrappedValue: Value {
            get { location?.value ?? initial }
            nonmutating set {
                guard let location, location.value != newValue else { return }
                location.value = newValue
                location.node?.invalidate()
            }
        }
    }
}

extension View {
    /// Sets whether the view can have the focus. Keys are offered first to the focused view. Tab moves the focus from
    /// one such view to the next.
    public func focusable(_ isFocusable: Bool = true) -> some View { modified(Focusable(isActive: isFocusable)) }

    /// Connects `condition` to the focus. The condition is true while the view has the focus. Setting the condition
    /// gives or takes the focus.
    public func focused(_ condition: FocusState<Bool>.Binding) -> some View {
        modified(FocusTie(binding: condition, value: true, none: false))
    }

    /// When the view with this value first appears, gives it the focus. The given priority makes no difference. After
    /// that, the focus stays where it was.
    public func defaultFocus<Value: Hashable>(
        _ binding: FocusState<Value>.Binding, _ value: Value,
        priority: DefaultFocusEvaluationPriority = .automatic
    ) -> some View { modified(DefaultFocus(binding: binding, value: value)) }

    /// Connects the focus state to the view with this value. The state has the value while the focus is in the view.
    /// Setting the state gives or takes the focus.
    public func focused<Value: Hashable>(
        _ binding: FocusState<Value?>.Binding, equals value: Value
    ) -> some View {
        modified(FocusTie(binding: binding, value: value, none: nil))
    }
}

/// The time at which a default focus applies. In a terminal, it always applies when its view appears.
nonisolated public struct DefaultFocusEvaluationPriority: Sendable {
    public static let automatic = Self(), userInitiated = Self()
}

private struct DefaultFocus<Value: Hashable>: NodeModifier {
    let binding: FocusState<Value>.Binding
    let value: Value

    static var isTransparent: Bool { true }

    /// A record that the default focus has been given.
    private final class Given {}

    func appear(_ node: ViewNode) {
        guard node.memo == nil else { return }
        node.memo = Given()
        binding.wrappedValue = value
    }
}

private struct Focusable: NodeModifier, Equatable {
    let isActive: Bool

    func isFocusable(_ node: ViewNode) -> Bool { isActive }

    func updated(_ node: ViewNode) { node.graph.invalidateFocus() }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        node.paintContent(on: &canvas)
        guard node.isFocused else { return }
        canvas.restyle(node.frame) { $0.attributes.formUnion(.reverse) }
        canvas.park(at: node.frame)
    }
}

private struct FocusTie<Value: Hashable>: NodeModifier {
    let binding: FocusState<Value>.Binding
    let value: Value
    let none: Value

    static var isTransparent: Bool { true }

    /// The view's last request. Only a new request moves the focus.
    private final class Wish {
        let value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    func updated(_ node: ViewNode) {
        let wanted = binding.wrappedValue
        let last = (node.memo as? Wish)?.value ?? none
        node.memo = Wish(wanted)
        if wanted == value, last != value { node.graph.wish(node) }
        if wanted != value, last == value { node.graph.release(node) }
    }

    func focusChanged(_ node: ViewNode, isWithin: Bool) {
        if isWithin {
            binding.wrappedValue = value
        } else if binding.wrappedValue == value {
            binding.wrappedValue = none
        }
        // A gain or loss of the focus is not a request by the view. Another view may have made a request just before.
        node.memo = Wish(binding.wrappedValue)
    }
}
