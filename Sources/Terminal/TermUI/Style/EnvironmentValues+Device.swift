nonisolated public enum UserInterfaceSizeClass: Hashable, Sendable {
    case compact, regular
}

/// Whether a program can be used. A terminal's program always can: while it is stopped, nothing of it runs.
nonisolated public enum ScenePhase: Comparable, Hashable, Sendable {
    case background, inactive, active
}

nonisolated public enum LayoutDirection: Hashable, CaseIterable, Sendable {
    case leftToRight, rightToLeft
}

/// The old sizes of texts, which ``DynamicTypeSize`` has replaced.
nonisolated public enum ContentSizeCategory: Hashable, CaseIterable, Sendable {
    case extraSmall, small, medium, large, extraLarge, extraExtraLarge, extraExtraExtraLarge
    case accessibilityMedium, accessibilityLarge, accessibilityExtraLarge, accessibilityExtraExtraLarge
    case accessibilityExtraExtraExtraLarge

    public var isAccessibilityCategory: Bool {
        switch self {
        case .extraSmall, .small, .medium, .large, .extraLarge, .extraExtraLarge, .extraExtraExtraLarge: false
        case .accessibilityMedium, .accessibilityLarge, .accessibilityExtraLarge, .accessibilityExtraExtraLarge,
            .accessibilityExtraExtraExtraLarge:
            true
        }
    }
}

nonisolated extension EnvironmentValues {
    @Entry var ownSizeClass: UserInterfaceSizeClass? = nil

    /// The width of the screen: compact below 80 columns.
    public var horizontalSizeClass: UserInterfaceSizeClass? {
        get { ownSizeClass ?? (screenShape?.isNarrow == true ? .compact : .regular) }
        set { ownSizeClass = newValue }
    }

    @Entry public var verticalSizeClass: UserInterfaceSizeClass? = .regular

    @Entry public var scenePhase = ScenePhase.active

    /// The direction of a language. Views are from left to right in any case.
    @Entry public var layoutDirection = LayoutDirection.leftToRight

    /// The size of texts. A terminal's cells have one size.
    @Entry public var sizeCategory = ContentSizeCategory.large

    /// Whether motion is switched off.
    public var accessibilityReduceMotion: Bool { reduceMotion }
}
