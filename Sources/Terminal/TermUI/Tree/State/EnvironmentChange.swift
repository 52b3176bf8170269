/// An environment value that does something when called. The views below keep the same one while the program describes
/// it anew: closures cannot be compared, so each new one would make them all evaluate again.
nonisolated package protocol EnvironmentAction {
    /// An action that does what the newest does.
    @MainActor init(newest: NewestAction<Self>)

    /// Whether it is the one made from `newest`: a program may pass back what it was given.
    @MainActor func isOf(_ newest: NewestAction<Self>) -> Bool
}

extension EnvironmentAction {
    @MainActor package func isOf(_ newest: NewestAction<Self>) -> Bool { false }
}

/// The newest description of an action.
package final class NewestAction<Action> {
    package fileprivate(set) var action: Action

    fileprivate init(_ action: Action) {
        self.action = action
    }
}

extension ViewNode {
    /// The environment of the views below if this view also changes it with an action: `apply` gets one that does what
    /// the newest description's `action` does. The node's ``memo`` keeps it.
    package func environment<Action: EnvironmentAction>(
        after change: some Equatable, doing action: Action, _ apply: (inout EnvironmentValues, Action) -> Void
    ) -> EnvironmentValues {
        let newest = memo as? NewestAction<Action> ?? NewestAction(action)
        memo = newest
        if !action.isOf(newest) { newest.action = action }
        return environment(after: change) { apply(&$0, Action(newest: newest)) }
    }
}

/// A value set for the views below. They are evaluated again if it changes, which can be told of comparable values,
/// objects and actions. Any other value always counts as changed.
struct EnvironmentChange<Value>: NodeModifier {
    let path: WritableKeyPath<EnvironmentValues, Value>
    let value: Value

    static var isTransparent: Bool { true }

    /// The set value, as far as it can be compared.
    private struct Known<Identity: Equatable>: Equatable {
        let path: AnyKeyPath
        let identity: Identity
    }

    func environment(_ node: ViewNode) -> EnvironmentValues {
        if let known = value as? any Equatable { return derived(known, node) }
        if let action = value as? any EnvironmentAction { return doing(action, node) }
        if type(of: value as Any) is AnyClass { return derived(ObjectIdentifier(value as AnyObject), node) }
        var values = node.environment
        values[keyPath: path] = value
        return values
    }

    private func derived(_ known: some Equatable, _ node: ViewNode) -> EnvironmentValues {
        node.environment(after: Known(path: path, identity: known)) { $0[keyPath: path] = value }
    }

    private func doing<Action: EnvironmentAction>(_ action: Action, _ node: ViewNode) -> EnvironmentValues {
        let known = Known(path: path, identity: ObjectIdentifier(Action.self))
        return node.environment(after: known, doing: action) { values, action in
            if let value = action as? Value { values[keyPath: path] = value }
        }
    }
}
