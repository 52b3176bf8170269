public import Foundation

/// The distances of a design, in points. A column is 8 points and a row is 16 points. A distance of less than half a
/// cell is treated as zero.
public nonisolated struct LMKSpacingTheme: Sendable, Hashable {
    public var xxs: CGFloat
    public var xs: CGFloat
    public var small: CGFloat
    public var medium: CGFloat
    public var large: CGFloat
    public var xl: CGFloat
    /// The distance at the edges of a screen.
    public var xxl: CGFloat
    /// The distance above and below a button's title.
    public var buttonPaddingVertical: CGFloat
    public var buttonPaddingHorizontal: CGFloat
    public var iconSpacing: CGFloat
    public var iconToText: CGFloat
    /// The distance above and below the text of a field of several lines.
    public var textViewPaddingVertical: CGFloat
    /// The distance beside the text of a field of several lines.
    public var textViewPaddingHorizontal: CGFloat
    /// The distance around cards on an iPad. A terminal does not draw it.
    public var cardPaddingIPadCompact: CGFloat
    /// The distance around cards on an iPad. A terminal does not draw it.
    public var cardPaddingIPadRegular: CGFloat
    /// The distance around cards on an iPad. A terminal does not draw it.
    public var cardPaddingIPadLarge: CGFloat
    /// The distance around cards on a Mac. A terminal does not draw it.
    public var cardPaddingMac: CGFloat
    /// The distance above and below a row on an iPad. A terminal does not draw it.
    public var cellPaddingVerticalIPadCompact: CGFloat
    /// The distance above and below a row on an iPad. A terminal does not draw it.
    public var cellPaddingVerticalIPadRegular: CGFloat
    /// The distance above and below a row on an iPad. A terminal does not draw it.
    public var cellPaddingVerticalIPadLarge: CGFloat
    /// The distance above and below a row on a Mac. A terminal does not draw it.
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
