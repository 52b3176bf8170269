public import Foundation
package import TermCore

/// How much text stands out. A terminal has letters of one size: a font becomes weight, and dim if it is small.
nonisolated public struct Font: Hashable, Sendable {
    /// How heavy letters are.
    public enum Weight: Int, Hashable, Sendable, Comparable {
        /// The weights from the lightest.
        case ultraLight, thin, light, regular, medium, semibold, bold, heavy
        /// The heaviest weight.
        case black

        /// Compares the weights.
        public static func < (one: Weight, other: Weight) -> Bool { one.rawValue < other.rawValue }
    }

    /// The design of letters; in a terminal all look alike.
    public enum Design: Hashable, Sendable {
        /// Each of the designs.
        case `default`, serif, rounded, monospaced
    }

    private var size: CGFloat
    private var weight: Weight
    private var isItalic = false

    private init(size: CGFloat, weight: Weight) {
        self.size = size
        self.weight = weight
    }

    /// A font of a size in points; below 13 it is dim.
    public static func system(size: CGFloat, weight: Weight = .regular, design: Design = .default) -> Font {
        Font(size: size, weight: weight)
    }

    /// For the largest titles.
    public static let largeTitle = Font(size: 34, weight: .bold)
    /// For titles.
    public static let title = Font(size: 28, weight: .bold)
    /// For titles of the second rank.
    public static let title2 = Font(size: 22, weight: .bold)
    /// For titles of the third rank.
    public static let title3 = Font(size: 20, weight: .semibold)
    /// For the heading of a part.
    public static let headline = Font(size: 17, weight: .semibold)
    /// For what is under a heading.
    public static let subheadline = Font(size: 15, weight: .regular)
    /// For text.
    public static let body = Font(size: 17, weight: .regular)
    /// For text that calls attention.
    public static let callout = Font(size: 16, weight: .regular)
    /// For remarks.
    public static let footnote = Font(size: 12, weight: .regular)
    /// For captions.
    public static let caption = Font(size: 12, weight: .regular)
    /// For captions of the second rank.
    public static let caption2 = Font(size: 11, weight: .regular)

    /// The same font with another weight.
    public func weight(_ weight: Weight) -> Font {
        var font = self
        font.weight = weight
        return font
    }

    /// The same font, heavy.
    public func bold() -> Font { weight(.bold) }

    /// The same font, italic.
    public func italic() -> Font {
        var font = self
        font.isItalic = true
        return font
    }

    package var attributes: CellStyle.Attributes {
        var attributes: CellStyle.Attributes = []
        if weight >= .semibold { attributes.insert(.bold) } else if size < 13 { attributes.insert(.dim) }
        if isItalic { attributes.insert(.italic) }
        return attributes
    }
}
