import Foundation

// The extensions in this file list the numbers that a theme file may set, by name.

nonisolated extension LMKSpacingTheme {
    static let members: [(name: StaticString, path: any WritableKeyPath<LMKSpacingTheme, CGFloat> & Sendable)] = [
        ("xxs", \.xxs), ("xs", \.xs), ("small", \.small), ("medium", \.medium), ("large", \.large), ("xl", \.xl),
        ("xxl", \.xxl), ("buttonPaddingVertical", \.buttonPaddingVertical),
        ("buttonPaddingHorizontal", \.buttonPaddingHorizontal), ("iconSpacing", \.iconSpacing),
        ("iconToText", \.iconToText), ("textViewPaddingVertical", \.textViewPaddingVertical),
        ("textViewPaddingHorizontal", \.textViewPaddingHorizontal),
        ("cardPaddingIPadCompact", \.cardPaddingIPadCompact), ("cardPaddingIPadRegular", \.cardPaddingIPadRegular),
        ("cardPaddingIPadLarge", \.cardPaddingIPadLarge), ("cardPaddingMac", \.cardPaddingMac),
        ("cellPaddingVerticalIPadCompact", \.cellPaddingVerticalIPadCompact),
        ("cellPaddingVerticalIPadRegular", \.cellPaddingVerticalIPadRegular),
        ("cellPaddingVerticalIPadLarge", \.cellPaddingVerticalIPadLarge),
        ("cellPaddingVerticalMac", \.cellPaddingVerticalMac),
    ]
}

nonisolated extension LMKCornerRadiusTheme {
    static let members: [(name: StaticString, path: any WritableKeyPath<LMKCornerRadiusTheme, CGFloat> & Sendable)] = [
        ("xs", \.xs), ("small", \.small), ("medium", \.medium), ("large", \.large), ("xl", \.xl),
    ]
}

nonisolated extension LMKAlphaTheme {
    static let members: [(name: StaticString, path: any WritableKeyPath<LMKAlphaTheme, CGFloat> & Sendable)] = [
        ("overlay", \.overlay), ("dimmingOverlay", \.dimmingOverlay), ("disabled", \.disabled),
        ("semiTransparent", \.semiTransparent), ("overlayStrong", \.overlayStrong), ("overlayLight", \.overlayLight),
        ("overlayDark", \.overlayDark), ("overlayMedium", \.overlayMedium), ("overlayOpaque", \.overlayOpaque),
    ]
}

nonisolated extension LMKLayoutTheme {
    static let members: [(name: StaticString, path: any WritableKeyPath<LMKLayoutTheme, CGFloat> & Sendable)] = [
        ("minimumTouchTarget", \.minimumTouchTarget), ("iconLarge", \.iconLarge), ("iconMedium", \.iconMedium),
        ("iconSmall", \.iconSmall), ("iconExtraSmall", \.iconExtraSmall), ("pullThreshold", \.pullThreshold),
        ("cellHeightMin", \.cellHeightMin), ("searchBarHeight", \.searchBarHeight),
        ("searchBarIconSize", \.searchBarIconSize), ("clearButtonSize", \.clearButtonSize),
    ]
}

nonisolated extension LMKBadgeTheme {
    static let members: [(name: StaticString, path: any WritableKeyPath<LMKBadgeTheme, CGFloat> & Sendable)] = [
        ("minWidth", \.minWidth), ("height", \.height), ("horizontalPadding", \.horizontalPadding),
        ("borderWidth", \.borderWidth), ("dotSizeRatio", \.dotSizeRatio),
    ]
}

nonisolated extension LMKTypographyTheme {
    static let members: [(name: StaticString, path: any WritableKeyPath<LMKTypographyTheme, CGFloat> & Sendable)] = [
        ("h1Size", \.h1Size), ("h2Size", \.h2Size), ("h3Size", \.h3Size), ("h4Size", \.h4Size),
        ("bodySize", \.bodySize), ("subbodySize", \.subbodySize), ("captionSize", \.captionSize),
        ("smallSize", \.smallSize), ("extraSmallSize", \.extraSmallSize),
        ("extraExtraSmallSize", \.extraExtraSmallSize), ("headingLineHeightMultiplier", \.headingLineHeightMultiplier),
        ("bodyLineHeightMultiplier", \.bodyLineHeightMultiplier),
        ("captionLineHeightMultiplier", \.captionLineHeightMultiplier),
        ("smallLineHeightMultiplier", \.smallLineHeightMultiplier),
    ]
}
