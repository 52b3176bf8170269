public import Foundation

/// Distances, in points: a column is 8 and a row 16, and less than half of one counts as nothing.
public nonisolated struct LMKSpacingTheme: Sendable, Hashable {
    public var xxs: CGFloat
    public var xs: CGFloat
    public var small: CGFloat
    public var medium: CGFloat
    public var large: CGFloat
    public var xl: CGFloat
    /// At the edges of a screen.
    public var xxl: CGFloat
    /// Above and below a button's title.
    public var buttonPaddingVertical: CGFloat
    public var buttonPaddingHorizontal: CGFloat
    public var iconSpacing: CGFloat
    public var iconToText: CGFloat
    /// Above and below the text of a field of several lines.
    public var textViewPaddingVertical: CGFloat
    /// Beside the text of a field of several lines.
    public var textViewPaddingHorizontal: CGFloat
    /// Around cards on a screen of 80 columns and more.
    public var cardPaddingIPadCompact: CGFloat
    /// Around cards on a screen of 120 columns and more.
    public var cardPaddingIPadRegular: CGFloat
    /// Around cards on a screen of 160 columns and more.
    public var cardPaddingIPadLarge: CGFloat
    /// Kept for programs that set it; not used.
    public var cardPaddingMac: CGFloat
    /// Above and below a row on a screen of 80 columns and more.
    public var cellPaddingVerticalIPadCompact: CGFloat
    /// Above and below a row on a screen of 120 columns and more.
    public var cellPaddingVerticalIPadRegular: CGFloat
    /// Above and below a row on a screen of 160 columns and more.
    public var cellPaddingVerticalIPadLarge: CGFloat
    /// Kept for programs that set it; not used.
    public var cellPaddingVerticalMac: CGFloat

    public init(
        xxs: CGFloat = 2,
        xs: CGFloat = 4,
        small: CGFloat = 8,
        medium: CGFloat = 12,
        large: CGFloat = 16,
        xl: CGFloat = 20,
        xxl: CGFloat = 24,
        buttonPaddingVertical: CGFloat = 12,
        buttonPaddingHorizontal: CGFloat = 16,
        iconSpacing: CGFloat = 6,
        iconToText: CGFloat = 8,
        textViewPaddingVertical: CGFloat = 8,
        textViewPaddingHorizontal: CGFloat = 12,
        cardPaddingIPadCompact: CGFloat = 20,
        cardPaddingIPadRegular: CGFloat = 24,
        cardPaddingIPadLarge: CGFloat = 32,
        cardPaddingMac: CGFloat = 32,
        cellPaddingVerticalIPadCompact: CGFloat = 8,
        cellPaddingVerticalIPadRegular: CGFloat = 12,
        cellPaddingVerticalIPadLarge: CGFloat = 16,
        cellPaddingVerticalMac: CGFloat = 12
    ) {
        self.xxs = LMKDesign.length(xxs)
        self.xs = LMKDesign.length(xs)
        self.small = LMKDesign.length(small)
        self.medium = LMKDesign.length(medium)
        self.large = LMKDesign.length(large)
        self.xl = LMKDesign.length(xl)
        self.xxl = LMKDesign.length(xxl)
        self.buttonPaddingVertical = LMKDesign.length(buttonPaddingVertical)
        self.buttonPaddingHorizontal = LMKDesign.length(buttonPaddingHorizontal)
        self.iconSpacing = LMKDesign.length(iconSpacing)
        self.iconToText = LMKDesign.length(iconToText)
        self.textViewPaddingVertical = LMKDesign.length(textViewPaddingVertical)
        self.textViewPaddingHorizontal = LMKDesign.length(textViewPaddingHorizontal)
        self.cardPaddingIPadCompact = LMKDesign.length(cardPaddingIPadCompact)
        self.cardPaddingIPadRegular = LMKDesign.length(cardPaddingIPadRegular)
        self.cardPaddingIPadLarge = LMKDesign.length(cardPaddingIPadLarge)
        self.cardPaddingMac = LMKDesign.length(cardPaddingMac)
        self.cellPaddingVerticalIPadCompact = LMKDesign.length(cellPaddingVerticalIPadCompact)
        self.cellPaddingVerticalIPadRegular = LMKDesign.length(cellPaddingVerticalIPadRegular)
        self.cellPaddingVerticalIPadLarge = LMKDesign.length(cellPaddingVerticalIPadLarge)
        self.cellPaddingVerticalMac = LMKDesign.length(cellPaddingVerticalMac)
    }
}
