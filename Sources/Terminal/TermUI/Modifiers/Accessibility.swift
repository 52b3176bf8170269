/// A view's traits, for people who do not see the screen. Line mode expresses them in the view's own words.
nonisolated public struct AccessibilityTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let isButton = AccessibilityTraits(rawValue: 1)
    /// The view is the heading of a part of the screen.
    public static let isHeader = AccessibilityTraits(rawValue: 1 << 1)
    public static let isSelected = AccessibilityTraits(rawValue: 1 << 2)
    public static let isLink = AccessibilityTraits(rawValue: 1 << 3)
    public static let isSearchField = AccessibilityTraits(rawValue: 1 << 4)
    public static let isImage = AccessibilityTraits(rawValue: 1 << 5)
    /// The view is a text that does not change.
    public static let isStaticText = AccessibilityTraits(rawValue: 1 << 6)
    /// The view announces its own changes.
    public static let updatesFrequently = AccessibilityTraits(rawValue: 1 << 7)
    /// Views behind this view are hidden from assistive output.
    public static let isModal = AccessibilityTraits(rawValue: 1 << 8)
    public static let isToggle = AccessibilityTraits(rawValue: 1 << 9)
}

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

    /// Sets the view's value, which is read after the view's words.
    public func accessibilityValue(_ value: some StringProtocol) -> some View { accessibilityHint(value) }

    /// Sets the view's value, which is read after the view's words.
    public func accessibilityValue(_ value: Text) -> some View { accessibilityHint(value) }

    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
        modified(AccessibilityElement(isSilent: children == .ignore))
    }

    /// Sets a name for tests. People do not see the name.
    public func accessibilityIdentifier(_ identifier: String) -> some View { self }

    public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { self }

    public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View { self }

    /// Sets the order in which the view is read. Line mode ignores it, and follows the order on the screen.
    public func accessibilitySortPriority(_ sortPriority: Double) -> some View { self }
}

private struct AccessibilityElement: NodeModifier, Equatable {
    let isSilent: Bool

    static var isTransparent: Bool { true }

    func semantics(_ node: ViewNode) -> [Semantic] {
        let parts = node.contentSemantics
        return isSilent ? parts.filter { $0.kind != .text } : parts
    }
}
