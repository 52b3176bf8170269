/// An action of a person who does not see the view.
nonisolated public struct AccessibilityActionKind: Equatable, Sendable {
    fileprivate let name: String?
    fileprivate var isDefault = false

    public init(named name: Text) { self.name = name.plain }

    private init(name: String?, isDefault: Bool) { (self.name, self.isDefault) = (name, isDefault) }

    /// The action of the view itself.
    public static let `default` = AccessibilityActionKind(name: nil, isDefault: true)
    /// Leaves the view. In line mode, that is the command for going back.
    public static let escape = AccessibilityActionKind(name: nil, isDefault: false)
    public static let delete = AccessibilityActionKind(name: nil, isDefault: false)
    public static let magicTap = AccessibilityActionKind(name: nil, isDefault: false)
}

nonisolated public enum AccessibilityAdjustmentDirection: Hashable, Sendable {
    case increment, decrement
}

extension View {
    /// Adds an action for people who do not see the screen. The default action is the number of the view in line mode.
    /// An action with a name has a number of its own. Other kinds have no counterpart there.
    public func accessibilityAction(
        _ actionKind: AccessibilityActionKind = .default, _ handler: @escaping () -> Void
    ) -> some View {
        modified(AccessibilityAction(kind: actionKind, handler: handler))
    }

    /// Adds an action with a name for people who do not see the screen.
    public func accessibilityAction(named name: Text, _ handler: @escaping () -> Void) -> some View {
        accessibilityAction(AccessibilityActionKind(named: name), handler)
    }

    /// Adds an action with a name for people who do not see the screen.
    public func accessibilityAction(named nameKey: LocalizedStringKey, _ handler: @escaping () -> Void) -> some View {
        accessibilityAction(named: Text(nameKey), handler)
    }

    /// Adds an action with a name for people who do not see the screen.
    @_disfavoredOverload
    public func accessibilityAction(named name: some StringProtocol, _ handler: @escaping () -> Void) -> some View {
        accessibilityAction(named: Text(name), handler)
    }

    /// Adds a change of the view's value, in steps, for people who do not see the screen.
    public func accessibilityAdjustableAction(
        _ handler: @escaping (AccessibilityAdjustmentDirection) -> Void
    ) -> some View {
        modified(AccessibilityAdjustment(handler: handler))
    }
}

// The following are the forms from before iOS 14.
extension View {
    public func accessibility(label: Text) -> some View { accessibilityLabel(label) }
    public func accessibility(value: Text) -> some View { accessibilityValue(value) }
    public func accessibility(hint: Text) -> some View { accessibilityHint(hint) }
    public func accessibility(hidden: Bool) -> some View { accessibilityHidden(hidden) }
    public func accessibility(addTraits traits: AccessibilityTraits) -> some View { accessibilityAddTraits(traits) }
    public func accessibility(removeTraits traits: AccessibilityTraits) -> some View {
        accessibilityRemoveTraits(traits)
    }
    public func accessibility(identifier: String) -> some View { self }
    public func accessibility(sortPriority: Double) -> some View { self }
    public func accessibility(inputLabels: [Text]) -> some View { self }
}

private struct AccessibilityAction: NodeModifier {
    let kind: AccessibilityActionKind
    let handler: () -> Void

    static var isTransparent: Bool { true }

    func semantics(_ node: ViewNode) -> [Semantic] {
        let parts = node.contentSemantics
        guard node.environment.isEnabled else { return parts }
        if let name = kind.name { return parts + [Semantic(.button, name, perform: handler)] }
        guard kind.isDefault else { return parts }
        if let place = parts.firstIndex(where: { $0.kind != .text }) {
            var changed = parts
            changed[place].perform = handler
            return changed
        }
        return [Semantic(.button, Semantic.sentence(parts), perform: handler)]
    }
}

private struct AccessibilityAdjustment: NodeModifier {
    let handler: (AccessibilityAdjustmentDirection) -> Void

    static var isTransparent: Bool { true }

    func semantics(_ node: ViewNode) -> [Semantic] {
        var parts = node.contentSemantics
        guard node.environment.isEnabled else { return parts }
        let place = parts.firstIndex { $0.kind != .text }
        if place == nil { parts = [Semantic(.button, Semantic.sentence(parts))] }
        parts[place ?? 0].adjust = { steps in
            for _ in 0..<min(abs(steps), 1000) { handler(steps > 0 ? .increment : .decrement) }
        }
        return parts
    }
}
