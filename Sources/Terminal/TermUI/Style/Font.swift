public import Foundation
package import TermCore

/// How much text stands out. A terminal's letters have one size: a font only sets the weight, and a small one is dim.
nonisolated public struct Font: Hashable, Sendable {
    public enum Weight: Int, Hashable, Sendable, Comparable {
        case ultraLight, thin, light, regular, medium, semibold, bold, heavy
        case black

        public static func < (one: Weight, other: Weight) -> Bool { one.rawValue < other.rawValue }
    }

    /// The typeface design; in a terminal all look alike.
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

    /// A font of a size in points; below 13 it is dim.
    public static func system(size: CGFloat, weight: Weight = .regular, design: Design = .default) -> Font {
        Font(size: size, weight: weight)
    }

    public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
        let font = named(style)
        return weight.map { font.weight($0) } ?? font
    }

    /// A font of a size in points; its name means nothing to a terminal.
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

    // A terminal's letters have one width.

    public func monospacedDigit() -> Font { self }

    public func monospaced() -> Font { self }

    public func smallCaps() -> Font { self }

    public func leading(_ leading: Leading) -> Font { self }

    public func width(_ width: Width) -> Font { self }

    /// The space between lines; a terminal has none.
    public enum Leading: Hashable, Sendable {
        case standard, tight, loose
    }

    /// The width of letters; in a terminal all are the same.
    public struct Width: Hashable, Sendable {
        /// The width as a number: 0 is the default.
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
