public import OpenCombine

extension View {
    /// Runs `action` when the view has appeared on the screen.
    public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        modified(Lifecycle(onAppear: action, onDisappear: nil))
    }

    /// Runs `action` when the view has disappeared from the screen.
    public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        modified(Lifecycle(onAppear: nil, onDisappear: action))
    }

    /// Starts a task when the view appears on the screen, and cancels it when the view disappears.
    public func task(priority: TaskPriority = .userInitiated, _ action: @escaping @MainActor () async -> Void)
        -> some View
    {
        modified(Work(priority: priority, action: action, id: 0))
    }

    /// Starts a task when the view appears on the screen, cancels it when the view disappears, and restarts it when
    /// `id` changes.
    public func task<ID: Equatable>(
        id: ID, priority: TaskPriority = .userInitiated, _ action: @escaping @MainActor () async -> Void
    ) -> some View {
        modified(Work(priority: priority, action: action, id: id))
    }

    /// Runs `action` with each value that a publisher sends while the view is on the screen. The action runs
    /// immediately if the publisher sends on the main actor, and otherwise soon afterwards.
    public func onReceive<P: Publisher>(
        _ publisher: P, perform action: @escaping (P.Output) -> Void
    ) -> some View where P.Failure == Never {
        modified(Subscription(publisher: publisher, action: action))
    }

    /// Runs `action` with the old and the new value when a value changes.
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (_ old: Value, _ new: Value) -> Void
    ) -> some View {
        modified(Change(value: value, isTold: initial, action: action))
    }

    /// Runs `action` when a value changes.
    public func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View {
        onChange(of: value, initial: initial) { _, _ in action() }
    }

    /// Runs `action` with the new value when a value changes. This is the form from before iOS 17.
    @_disfavoredOverload
    public func onChange<Value: Equatable>(of value: Value, perform action: @escaping (_ new: Value) -> Void)
        -> some View
    {
        onChange(of: value) { _, new in action(new) }
    }

    /// Gives the view an identity. A view with another identity in the same place starts with new state.
    public func id(_ id: some Hashable) -> some View { Identified(content: self, id: AnyHashable(id)) }
}

private struct Lifecycle: NodeModifier {
    let onAppear: (() -> Void)?
    let onDisappear: (() -> Void)?

    static var isTransparent: Bool { true }
    static var isSpread: Bool { true }

    func appear(_ node: ViewNode) { onAppear?() }

    func disappear(_ node: ViewNode) { onDisappear?() }
}

private struct Work<ID: Equatable>: NodeModifier {
    let priority: TaskPriority
    let action: @MainActor () async -> Void
    let id: ID

    static var isTransparent: Bool { true }
    static var isSpread: Bool { true }

    /// A task of the node.
    private final class Running {
        let task: Task<Void, Never>
        let id: ID

        init(_ task: Task<Void, Never>, _ id: ID) {
            (self.task, self.id) = (task, id)
        }
    }

    func appear(_ node: ViewNode) {
        let action = action
        node.storage[0] = Running(Task(priority: priority) { await action() }, id)
    }

    func updated(_ node: ViewNode) {
        guard let running = node.storage[0] as? Running, running.id != id else { return }
        running.task.cancel()
        appear(node)
    }

    func disappear(_ node: ViewNode) { (node.storage[0] as? Running)?.task.cancel() }
}

private struct Subscription<P: Publisher>: NodeModifier where P.Failure == Never {
    let publisher: P
    let action: (P.Output) -> Void

    static var isTransparent: Bool { true }

    /// A subscription with its action. The action always comes from the view's latest description.
    private final class Subscribed {
        var action: (P.Output) -> Void
        var subscription: AnyCancellable?

        init(_ action: @escaping (P.Output) -> Void) {
            self.action = action
        }
    }

    func updated(_ node: ViewNode) { (node.storage[0] as? Subscribed)?.action = action }

    func appear(_ node: ViewNode) {
        let subscribed = Subscribed(action)
        node.storage[0] = subscribed
        subscribed.subscription = publisher.sink(receiveValue: Self.hands(to: subscribed))
    }

    /// Returns a closure that hands a published value over to the main actor. This is needed because SwiftUI's
    /// publishers are older than actors.
    nonisolated private static func hands(to subscribed: Subscribed) -> (P.Output) -> Void {
        { [weak subscribed] output in
            let handed = Handed(output: output, subscribed: subscribed)
            OnMain.run { handed.subscribed?.action(handed.output) }
        }
    }

    /// A value on its way to the main actor. After this, only the main actor uses the value. A publisher that sends
    /// from another thread promises this.
    nonisolated private struct Handed: @unchecked Sendable {
        let output: P.Output
        let subscribed: Subscribed?
    }
}

private struct Change<Value: Equatable>: NodeModifier {
    let value: Value
    /// Whether the action also runs for the first value.
    let isTold: Bool
    let action: (_ old: Value, _ new: Value) -> Void

    static var isTransparent: Bool { true }

    private final class Last {
        var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    func updated(_ node: ViewNode) {
        guard let last = node.memo as? Last else {
            node.memo = Last(value)
            if isTold { action(value, value) }
            return
        }
        let old = last.value
        last.value = value
        if old != value { action(old, value) }
    }
}

private struct Identified<Content: View>: PrimitiveView {
    let content: Content
    let id: AnyHashable

    static var isTransparent: Bool { true }

    func update(_ node: ViewNode) { node.setChildren([(.identified(id), content)]) }
}
