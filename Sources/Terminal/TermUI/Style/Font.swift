public import Foundation
package import TermCore

/// A font determines how strongly text stands out. All letters of a terminal have the same size, so a font only sets
/// the weight, and text in a small font is dim.
nonisolated public struct Font: Hashable, Sendable {
    public enum Weight: Int, Hashable, Sendable, Comparable {
        case ultraLight, thin, light, regular, medium, semibold, bold, heavy
        case black

        public static func < (one: Weight, other: Weight) -> Bool { one.rawValue < other.rawValue }
    }

    /// The design of a typeface. In a terminal, all designs look alike.
    public enum Design: Hashable, Sendable {
        case `default`, serif, rounded, monospaced
    }

    public enum TextStyle: CaseIterable, Hashable, Sendable {
        case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2
    }

    private var size: CGFloat
    private var weight: Weight
    private var isItalic = false

    private init(size: CGFloat, weight: Weight) {
        self.size = size
        self.weight = weight
    }

    /// Returns a font of a size in points. Below 13 points, text in the font is dim.
    public static func system(size: CGFloat, weight: Weight = .regular, design: Design = .default) -> Font {
        Font(size: size, weight: weight)
    }

    public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
        let font = named(style)
        return weight.map { font.weight($0) } ?? font
    }

    /// Returns a font of a size in points. A terminal ignores the font's name.
    public static func custom(_ name: String, size: CGFloat, relativeTo style: TextStyle = .body) -> Font {
        system(size: size)
    }

    public static func custom(_ name: String, fixedSize: CGFloat) -> Font { system(size: fixedSize) }

    private static func named(_ style: TextStyle) -> Font {
        switch style {
        case .largeTitle: largeTitle
        case .title: title
        case .title2: title2
        case .title3: title3
        case .headline: headline
        case .subheadline: subheadline
        case .body: body
        case .callout: callout
        case .footnote: footnote
        case .caption: caption
        case .caption2: caption2
        }
    }

    public static let largeTitle = Font(size: 34, weight: .bold)
    public static let title = Font(size: 28, weight: .bold)
    public static let title2 = Font(size: 22, weight: .bold)
    public static let title3 = Font(size: 20, weight: .semibold)
    public static let headline = Font(size: 17, weight: .semibold)
    public static let subheadline = Font(size: 15, weight: .regular)
    public static let body = Font(size: 17, weight: .regular)
    public static let callout = Font(size: 16, weight: .regular)
    public static let footnote = Font(size: 12, weight: .regular)
    public static let caption = Font(size: 12, weight: .regular)
    public static let caption2 = Font(size: 11, weight: .regular)

    public func weight(_ weight: Weight) -> Font {
        var font = self
        font.weight = weight
        return font
    }

    public func bold() -> Font { weight(.bold) }

    public func italic() -> Font {
        var font = self
        font.isItalic = true
        return font
    }

    // All letters of a terminal have the same width.

    public func monospacedDigit() -> Font { self }

    public func monospaced() -> Font { self }

    public func smallCaps() -> Font { self }

    public func leading(_ leading: Leading) -> Font { self }

    public func width(_ width: Width) -> Font { self }

    /// The space between lines. A terminal has no such space.
    public enum Leading: Hashable, Sendable {
        case standard, tight, loose
    }

    /// The width of letters. In a terminal, all widths are the same.
    public struct Width: Hashable, Sendable {
        /// The width as a number. The default is 0.
        public var value: CGFloat

        public init(_ value: CGFloat) {
            self.value = value
        }

        public static let condensed = Width(-0.2)
        public static let compressed = Width(-0.4)
        public static let standard = Width(0)
        public static let expanded = Width(0.2)
    }

    package var attributes: CellStyle.Attributes {
        var attributes: CellStyle.Attributes = []
        if weight >= .semibold { attributes.insert(.bold) } else if size < 13 { attributes.insert(.dim) }
        if isItalic { attributes.insert(.italic) }
        return attributes
    }
}
