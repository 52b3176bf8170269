extension View {
    /// What Enter and a double click do with the selected row of the lists within the view. `menu` is not drawn: a
    /// terminal has no second button that everybody knows.
    public func contextMenu<Value: Hashable, Items: View>(
        forSelectionType type: Value.Type = Value.self, @ViewBuilder menu: @escaping (Set<Value>) -> Items,
        primaryAction: ((Set<Value>) -> Void)? = nil
    ) -> some View {
        modified(PrimaryAction(action: primaryAction))
    }
}

/// Tells lists below what their primary action is, if their rows are identified by `Value`.
private struct PrimaryAction<Value: Hashable>: NodeModifier {
    let action: ((Set<Value>) -> Void)?

    static var isTransparent: Bool { true }

    func environment(_ node: ViewNode) -> EnvironmentValues {
        let latest = node.memo as? LatestAction<Value> ?? LatestAction()
        node.memo = latest
        latest.action = action
        return node.environment(after: action == nil) { values in
            guard action != nil else { return }
            values.primaryActions[ObjectIdentifier(Value.self)] = { id in
                if let value = id.base as? Value { latest.action?([value]) }
            }
        }
    }
}

/// The action as the view was described last.
private final class LatestAction<Value: Hashable> {
    var action: ((Set<Value>) -> Void)?
}

nonisolated private enum PrimaryActionsKey: EnvironmentKey {
    static var defaultValue: [ObjectIdentifier: @MainActor (AnyHashable) -> Void] { [:] }
}

nonisolated extension EnvironmentValues {
    /// What lists do with their selected row, by the type of its identity.
    var primaryActions: [ObjectIdentifier: @MainActor (AnyHashable) -> Void] {
        get { self[PrimaryActionsKey.self] }
        set { self[PrimaryActionsKey.self] = newValue }
    }
}
