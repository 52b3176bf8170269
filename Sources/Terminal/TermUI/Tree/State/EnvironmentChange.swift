/// An environment value that runs an action when it is called. The views below keep the same value while the program
/// describes the action again. Closures cannot be compared, so each new closure would make all of these views evaluate
/// again.
nonisolated package protocol EnvironmentAction {
    /// Creates an action that calls the newest action.
    @MainActor init(newest: NewestAction<Self>)

    /// Whether this action was made from `newest`, because a program may pass back the action that it was given.
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
    /// Returns the environment of the views below if this view also changes it with an action. The closure `apply` gets
    /// an action that calls the `action` of the newest description. The node's ``memo`` keeps this action.
    package func environment<Action: EnvironmentAction>(
        after change: some Equatable, doing action: Action, _ apply: (inout EnvironmentValues, Action) -> Void
    ) -> EnvironmentValues {
        let newest = memo as? NewestAction<Action> ?? NewestAction(action)
        memo = newest
        if !action.isOf(newest) { newest.action = action }
        return environment(after: change) { apply(&$0, Action(newest: newest)) }
    }
}

/// A value that is set for the views below. These views are evaluated again if the value changes. Changes are
/// recognized for comparable values, objects and actions; any other value is always treated as changed.
struct EnvironmentChange<Value>: NodeModifier {
    let path: WritableKeyPath<EnvironmentValues, Value>
    let value: Value

    static var isTransparent: Bool { true }

    /// The identity of the value that was set. It covers only what can be compared.
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
