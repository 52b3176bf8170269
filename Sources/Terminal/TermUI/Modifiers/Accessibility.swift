/// How the parts of a view are presented when people who do not see the screen get the view as one element.
nonisolated public struct AccessibilityChildBehavior: Hashable, Sendable {
    private let name: String

    /// The view's texts are left out, but its controls are kept.
    public static let ignore = AccessibilityChildBehavior(name: "ignore")
    public static let contain = AccessibilityChildBehavior(name: "contain")
    /// The parts are read one after another, as line mode always does.
    public static let combine = AccessibilityChildBehavior(name: "combine")
}

extension View {
    /// Sets the view's words for people who do not see the screen. These words replace its content.
    public func accessibilityLabel(_ label: Text) -> some View { accessibilityLabel(label.plain) }

    /// Adds more words for people who do not see the screen.
    public func accessibilityHint(_ hint: Text) -> some View { accessibilityHint(hint.plain) }

    public func accessibilityLabel(_ labelKey: LocalizedStringKey) -> some View { accessibilityLabel(labelKey.plain) }

    public func accessibilityHint(_ hintKey: LocalizedStringKey) -> some View { accessibilityHint(hintKey.plain) }

    public func accessibilityValue(_ valueKey: LocalizedStringKey) -> some View { accessibilityHint(valueKey.plain) }

    /// Sets the view's value, which is read after the view's words.
    @_disfavoredOverload
    public func accessibilityValue(_ value: some StringProtocol) -> some View { accessibilityHint(value) }

    /// Sets the view's value, which is read after the view's words.
    public func accessibilityValue(_ value: Text) -> some View { accessibilityHint(value) }

    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
        modified(AccessibilityElement(isSilent: children == .ignore))
    }

    /// Sets a name for tests. People do not see the name.
    public func accessibilityIdentifier(_ identifier: String) -> some View { self }

    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View {
        modified(AccessibilityTraitsChange(added: traits))
    }

    public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View {
        modified(AccessibilityTraitsChange(removed: traits))
    }

    /// Sets the order in which the view is read. Line mode ignores it, and follows the order on the screen.
    public func accessibilitySortPriority(_ sortPriority: Double) -> some View { self }
}

/// Changes the traits of the first part. The other parts of the view belong to it.
private struct AccessibilityTraitsChange: NodeModifier, Equatable {
    var added: AccessibilityTraits = []
    var removed: AccessibilityTraits = []

    static var isTransparent: Bool { true }

    func semantics(_ node: ViewNode) -> [Semantic] {
        var parts = node.contentSemantics
        if !parts.isEmpty { parts[0].traits = parts[0].traits.union(added).subtracting(removed) }
        return parts
    }
}

private struct AccessibilityElement: NodeModifier, Equatable {
    let isSilent: Bool

    static var isTransparent: Bool { true }

    func semantics(_ node: ViewNode) -> [Semantic] {
        let parts = node.contentSemantics
        return isSilent ? parts.filter { $0.kind != .text } : parts
    }
}
