import Foundation

/// A number of a design that a theme file may set by its name. Also says how a terminal draws the number.
nonisolated struct LMKMember<Theme>: Sendable {
    let name: StaticString
    let path: any WritableKeyPath<Theme, CGFloat> & Sendable
    let measure: LMKMeasure

    init(_ name: StaticString, _ path: any WritableKeyPath<Theme, CGFloat> & Sendable, _ measure: LMKMeasure) {
        (self.name, self.path, self.measure) = (name, path, measure)
    }
}

nonisolated extension LMKMeasure {
    fileprivate static let pad = LMKMeasure.never("a terminal is no iPad")
    fileprivate static let mac = LMKMeasure.never("a terminal is no Mac")
    fileprivate static let symbol = LMKMeasure.never("a symbol has the size of letters")
}

nonisolated extension LMKSpacingTheme {
    static let members: [LMKMember<Self>] = [
        .init("xxs", \.xxs, .rows(atLeast: 0)), .init("xs", \.xs, .rows(atLeast: 0)),
        .init("small", \.small, .columns(atLeast: 0)), .init("medium", \.medium, .box),
        .init("large", \.large, .box), .init("xl", \.xl, .box), .init("xxl", \.xxl, .columns(atLeast: 0)),
        .init("buttonPaddingVertical", \.buttonPaddingVertical, .rowsBeyond(12)),
        .init("buttonPaddingHorizontal", \.buttonPaddingHorizontal, .columns(atLeast: 1)),
        .init("iconSpacing", \.iconSpacing, .columns(atLeast: 0)),
        .init("iconToText", \.iconToText, .columns(atLeast: 0)),
        .init("textViewPaddingVertical", \.textViewPaddingVertical, .rowsBeyond(16)),
        .init("textViewPaddingHorizontal", \.textViewPaddingHorizontal, .columnsBeyond(8)),
        .init("cardPaddingIPadCompact", \.cardPaddingIPadCompact, .pad),
        .init("cardPaddingIPadRegular", \.cardPaddingIPadRegular, .pad),
        .init("cardPaddingIPadLarge", \.cardPaddingIPadLarge, .pad),
        .init("cardPaddingMac", \.cardPaddingMac, .mac),
        .init("cellPaddingVerticalIPadCompact", \.cellPaddingVerticalIPadCompact, .pad),
        .init("cellPaddingVerticalIPadRegular", \.cellPaddingVerticalIPadRegular, .pad),
        .init("cellPaddingVerticalIPadLarge", \.cellPaddingVerticalIPadLarge, .pad),
        .init("cellPaddingVerticalMac", \.cellPaddingVerticalMac, .mac),
    ]
}

nonisolated extension LMKCornerRadiusTheme {
    static let members: [LMKMember<Self>] = [
        .init("xs", \.xs, .program), .init("small", \.small, .corner), .init("medium", \.medium, .corner),
        .init("large", \.large, .corner), .init("xl", \.xl, .program),
    ]
}

nonisolated extension LMKAlphaTheme {
    static let members: [LMKMember<Self>] = [
        .init("overlay", \.overlay, .opacity), .init("dimmingOverlay", \.dimmingOverlay, .opacity),
        .init("disabled", \.disabled, .opacity), .init("semiTransparent", \.semiTransparent, .program),
        .init("overlayStrong", \.overlayStrong, .program), .init("overlayLight", \.overlayLight, .program),
        .init("overlayDark", \.overlayDark, .program), .init("overlayMedium", \.overlayMedium, .program),
        .init("overlayOpaque", \.overlayOpaque, .program),
    ]
}

nonisolated extension LMKLayoutTheme {
    static let members: [LMKMember<Self>] = [
        .init("minimumTouchTarget", \.minimumTouchTarget, .columns(atLeast: 0)),
        .init("iconLarge", \.iconLarge, .symbol), .init("iconMedium", \.iconMedium, .symbol),
        .init("iconSmall", \.iconSmall, .symbol), .init("iconExtraSmall", \.iconExtraSmall, .symbol),
        .init("pullThreshold", \.pullThreshold, .never("a key refreshes, and nothing is pulled")),
        .init("cellHeightMin", \.cellHeightMin, .never("a row is as high as its lines")),
        .init("searchBarHeight", \.searchBarHeight, .rowsBeyond(36)),
        .init("searchBarIconSize", \.searchBarIconSize, .symbol),
        .init("clearButtonSize", \.clearButtonSize, .symbol),
    ]
}

nonisolated extension LMKBadgeTheme {
    static let members: [LMKMember<Self>] = [
        .init("minWidth", \.minWidth, .columns(atLeast: 3)), .init("height", \.height, .rows(atLeast: 1)),
        .init("horizontalPadding", \.horizontalPadding, .columns(atLeast: 0)),
        .init("borderWidth", \.borderWidth, .never("a badge has no line around it")),
        .init("dotSizeRatio", \.dotSizeRatio, .symbol),
    ]
}

nonisolated extension LMKTypographyTheme {
    static let members: [LMKMember<Self>] = [
        .init("h1Size", \.h1Size, .letters), .init("h2Size", \.h2Size, .letters),
        .init("h3Size", \.h3Size, .letters), .init("h4Size", \.h4Size, .letters),
        .init("bodySize", \.bodySize, .letters), .init("subbodySize", \.subbodySize, .letters),
        .init("captionSize", \.captionSize, .letters), .init("smallSize", \.smallSize, .letters),
        .init("extraSmallSize", \.extraSmallSize, .letters),
        .init("extraExtraSmallSize", \.extraExtraSmallSize, .program),
        .init("headingLineHeightMultiplier", \.headingLineHeightMultiplier, .lines),
        .init("bodyLineHeightMultiplier", \.bodyLineHeightMultiplier, .lines),
        .init("captionLineHeightMultiplier", \.captionLineHeightMultiplier, .lines),
        .init("smallLineHeightMultiplier", \.smallLineHeightMultiplier, .lines),
    ]

    /// The weights of titles. Each weight belongs to the name of a size. A bold title is never dim, so its size is not
    /// drawn.
    static let weights: [(size: String, name: String, path: any KeyPath<Self, UIFont.Weight> & Sendable)] = [
        ("h1Size", "h1Weight", \.h1Weight), ("h2Size", "h2Weight", \.h2Weight), ("h3Size", "h3Weight", \.h3Weight),
        ("h4Size", "h4Weight", \.h4Weight),
    ]
}
