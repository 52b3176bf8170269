public import Foundation
package import TermCore

/// How much text stands out. A terminal has one size of letters: a font is weight, and dim where it is small.
nonisolated public struct Font: Hashable, Sendable {
    /// How heavy letters are.
    public enum Weight: Int, Hashable, Sendable, Comparable {
        /// From the lightest.
        case ultraLight, thin, light, regular, medium, semibold, bold, heavy
        /// To the heaviest.
        case black

        /// By weight.
        public static func < (one: Weight, other: Weight) -> Bool { one.rawValue < other.rawValue }
    }

    /// What letters are like; a terminal's are all alike.
    public enum Design: Hashable, Sendable {
        /// Each of them.
        case `default`, serif, rounded, monospaced
    }

    private var size: CGFloat
    private var weight: Weight
    private var isItalic = false

    private init(size: CGFloat, weight: Weight) {
        self.size = size
        self.weight = weight
    }

    /// Of a size in points: below 13 it is dim.
    public static func system(size: CGFloat, weight: Weight = .regular, design: Design = .default) -> Font {
        Font(size: size, weight: weight)
    }

    /// Of the largest titles.
    public static let largeTitle = Font(size: 34, weight: .bold)
    /// Of titles.
    public static let title = Font(size: 28, weight: .bold)
    /// Of titles of the second rank.
    public static let title2 = Font(size: 22, weight: .bold)
    /// Of titles of the third rank.
    public static let title3 = Font(size: 20, weight: .semibold)
    /// Of the head of a part.
    public static let headline = Font(size: 17, weight: .semibold)
    /// Of what is under it.
    public static let subheadline = Font(size: 15, weight: .regular)
    /// Of text.
    public static let body = Font(size: 17, weight: .regular)
    /// Of text that calls attention.
    public static let callout = Font(size: 16, weight: .regular)
    /// Of remarks.
    public static let footnote = Font(size: 12, weight: .regular)
    /// Of what belongs to something.
    public static let caption = Font(size: 12, weight: .regular)
    /// The same, of the second rank.
    public static let caption2 = Font(size: 11, weight: .regular)

    /// The same, as heavy as this.
    public func weight(_ weight: Weight) -> Font {
        var font = self
        font.weight = weight
        return font
    }

    /// The same, heavy.
    public func bold() -> Font { weight(.bold) }

    /// The same, italic.
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
