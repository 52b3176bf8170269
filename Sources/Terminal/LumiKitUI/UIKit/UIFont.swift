public import Foundation
public import SeamSwiftUI

/// UIKit's font. All letters of a terminal have the same size and family. Weight and slant are drawn, and text below 13
/// points is dim. All other properties are kept for programs that read them.
public nonisolated struct UIFont: Hashable, Sendable {
    /// The weight of letters, from -1 to 1. The regular weight is 0.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        public let rawValue: CGFloat

        public init(rawValue: CGFloat) { self.rawValue = rawValue }

        public static let ultraLight = Weight(rawValue: -0.8)
        public static let thin = Weight(rawValue: -0.6)
        public static let light = Weight(rawValue: -0.4)
        public static let regular = Weight(rawValue: 0)
        public static let medium = Weight(rawValue: 0.23)
        public static let semibold = Weight(rawValue: 0.3)
        public static let bold = Weight(rawValue: 0.4)
        public static let heavy = Weight(rawValue: 0.56)
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

    public struct Descriptor: Hashable, Sendable {
        public struct SymbolicTraits: OptionSet, Hashable, Sendable {
            public let rawValue: UInt32

            public init(rawValue: UInt32) { self.rawValue = rawValue }

            public static let traitItalic = SymbolicTraits(rawValue: 1)
            public static let traitBold = SymbolicTraits(rawValue: 2)
        }

        public let symbolicTraits: SymbolicTraits
    }

    public let pointSize: CGFloat
    public let familyName: String
    public let weight: Weight
    public let isItalic: Bool

    public var fontDescriptor: Descriptor {
        let bold: Descriptor.SymbolicTraits = weight.rawValue >= Weight.semibold.rawValue ? .traitBold : []
        return Descriptor(symbolicTraits: isItalic ? bold.union(.traitItalic) : bold)
    }

    /// The height of a line in points: 1.2 times the size.
    public var lineHeight: CGFloat { pointSize * 1.2 }

    init(size: CGFloat, weight: Weight, family: String? = nil, isItalic: Bool = false) {
        pointSize = size.isFinite ? min(max(size, 1), 1_000) : 17
        familyName = family ?? "System"
        self.weight = weight
        self.isItalic = isItalic
    }

    public init?(name: String, size: CGFloat) {
        guard !name.isEmpty else { return nil }
        self.init(size: size, weight: .regular, family: name)
    }

    /// Returns the system font at a size in points.
    public static func systemFont(ofSize size: CGFloat) -> UIFont { UIFont(size: size, weight: .regular) }

    public static func systemFont(ofSize size: CGFloat, weight: Weight) -> UIFont { UIFont(size: size, weight: weight) }

    /// Returns the bold system font at a size in points.
    public static func boldSystemFont(ofSize size: CGFloat) -> UIFont { UIFont(size: size, weight: .bold) }

    public static func italicSystemFont(ofSize size: CGFloat) -> UIFont {
        UIFont(size: size, weight: .regular, isItalic: true)
    }

    /// Returns the system font, because all letters of a terminal already have the same width.
    public static func monospacedSystemFont(ofSize size: CGFloat, weight: Weight) -> UIFont {
        UIFont(size: size, weight: weight)
    }

    public func withSize(_ size: CGFloat) -> UIFont {
        UIFont(size: size, weight: weight, family: familyName, isItalic: isItalic)
    }

    var italic: UIFont { UIFont(size: pointSize, weight: weight, family: familyName, isItalic: true) }
}

extension Font {
    public nonisolated init(_ font: UIFont) {
        let upright = Font.system(size: font.pointSize, weight: font.weight.drawn)
        self = font.isItalic ? upright.italic() : upright
    }
}

extension View {
    public func font(_ font: UIFont) -> some View { self.font(Font(font)) }
}
