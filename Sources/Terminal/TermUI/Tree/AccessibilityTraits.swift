/// A view's traits, for people who do not see the screen. Line mode names a heading, a link, an image, a search field,
/// what is selected, and a button that has no number.
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
