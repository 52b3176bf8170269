public import Foundation
public import SeamSwiftUI

/// UIKit's font. A terminal has letters of one size and one family: weight and slant are drawn, a size below 13 points
/// is dim, and the rest is kept for whoever asks.
public nonisolated struct UIFont: Hashable, Sendable {
    /// How heavy letters are, from -1 to 1; regular is 0.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        /// Its number.
        public let rawValue: CGFloat

        /// By its number.
        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        /// Ultra light.
        public static let ultraLight = Weight(rawValue: -0.8)
        /// Thin.
        public static let thin = Weight(rawValue: -0.6)
        /// Light.
        public static let light = Weight(rawValue: -0.4)
        /// Regular.
        public static let regular = Weight(rawValue: 0)
        /// Medium.
        public static let medium = Weight(rawValue: 0.23)
        /// Semibold.
        public static let semibold = Weight(rawValue: 0.3)
        /// Bold.
        public static let bold = Weight(rawValue: 0.4)
        /// Heavy.
        public static let heavy = Weight(rawValue: 0.56)
        /// Black.
        public static let black = Weight(rawValue: 0.62)

        var drawn: Font.Weight {
            switch rawValue {
            case ..<(-0.7): .ultraLight
            case ..<(-0.5): .thin
            case ..<(-0.2): .light
            case ..<0.15: .regular
            case ..<0.27: .medium
            case ..<0.35: .semibold
            case ..<0.5: .bold
            case ..<0.6: .heavy
            default: .black
            }
        }
    }

    /// What is known of a font.
    public struct Descriptor: Hashable, Sendable {
        /// The traits of letters.
        public struct SymbolicTraits: OptionSet, Hashable, Sendable {
            /// Its number.
            public let rawValue: UInt32

            /// By its number.
            public init(rawValue: UInt32) { self.rawValue = rawValue }

            /// Letters that slant.
            public static let traitItalic = SymbolicTraits(rawValue: 1)
            /// Heavy letters.
            public static let traitBold = SymbolicTraits(rawValue: 2)
        }

        /// Its traits.
        public let symbolicTraits: SymbolicTraits
    }

    /// The size in points.
    public let pointSize: CGFloat
    /// The family as it was named, or the system's.
    public let familyName: String
    /// How heavy its letters are.
    public let weight: Weight
    /// Whether its letters slant.
    public let isItalic: Bool

    /// What is known of it.
    public var fontDescriptor: Descriptor {
        let bold: Descriptor.SymbolicTraits = weight.rawValue >= Weight.semibold.rawValue ? .traitBold : []
        return Descriptor(symbolicTraits: isItalic ? bold.union(.traitItalic) : bold)
    }

    /// The height of a line in points: a size and a fifth.
    public var lineHeight: CGFloat { pointSize * 1.2 }

    init(size: CGFloat, weight: Weight, family: String? = nil, isItalic: Bool = false) {
        pointSize = size.isFinite ? min(max(size, 1), 1_000) : 17
        familyName = family ?? "System"
        self.weight = weight
        self.isItalic = isItalic
    }

    /// A font of that name and size.
    public init?(name: String, size: CGFloat) {
        guard !name.isEmpty else { return nil }
        self.init(size: size, weight: .regular, family: name)
    }

    /// The system's font of a size in points.
    public static func systemFont(ofSize size: CGFloat) -> UIFont { UIFont(size: size, weight: .regular) }

    /// The same, of a weight.
    public static func systemFont(ofSize size: CGFloat, weight: Weight) -> UIFont { UIFont(size: size, weight: weight) }

    /// The same, bold.
    public static func boldSystemFont(ofSize size: CGFloat) -> UIFont { UIFont(size: size, weight: .bold) }

    /// The same, slanted.
    public static func italicSystemFont(ofSize size: CGFloat) -> UIFont {
        UIFont(size: size, weight: .regular, isItalic: true)
    }

    /// The same: in a terminal all letters are as wide.
    public static func monospacedSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
        UIFont(size: size, weight: weight)
    }

    /// The same size in points.
    public func withSize(_ size: CGFloat) -> UIFont {
        UIFont(size: size, weight: weight, family: familyName, isItalic: isItalic)
    }

    var italic: UIFont { UIFont(size: pointSize, weight: weight, family: familyName, isItalic: true) }
}

extension Font {
    /// A font of UIKit's as SwiftUI's.
    public nonisolated init(_ font: UIFont) {
        let upright = Font.system(size: font.pointSize, weight: font.weight.drawn)
        self = font.isItalic ? upright.italic() : upright
    }
}

extension View {
    /// Sets the font of the texts in the view.
    public func font(_ font: UIFont) -> some View { self.font(Font(font)) }
}
