public import Foundation
import SeamSwiftUI
import TermUI

// The UIKit values in this file appear in the signatures of LumiKit's public API.

/// The distances from the edges, in points.
public nonisolated struct UIEdgeInsets: Hashable, Sendable {
    public var top: CGFloat
    public var left: CGFloat
    public var bottom: CGFloat
    public var right: CGFloat

    public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }

    public static let zero = UIEdgeInsets()

    var edges: EdgeInsets { EdgeInsets(top: top, leading: left, bottom: bottom, trailing: right) }
}

public nonisolated enum NSTextAlignment: Int, Sendable {
    case left
    case center
    case right
    case justified
    case natural

    var drawn: TextAlignment {
        switch self {
        case .center: .center
        case .right: .trailing
        default: .leading
        }
    }
}

/// The kinds of views, for people who do not see the screen.
public nonisolated struct UIAccessibilityTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }

    public static let none: UIAccessibilityTraits = []
    public static let button = UIAccessibilityTraits(rawValue: 1)
    public static let link = UIAccessibilityTraits(rawValue: 2)
    public static let image = UIAccessibilityTraits(rawValue: 4)
    public static let selected = UIAccessibilityTraits(rawValue: 8)
    /// The view is a text that does not change.
    public static let staticText = UIAccessibilityTraits(rawValue: 0x40)
    /// The view cannot be used now.
    public static let notEnabled = UIAccessibilityTraits(rawValue: 0x100)
    public static let updatesFrequently = UIAccessibilityTraits(rawValue: 0x200)
    public static let searchField = UIAccessibilityTraits(rawValue: 0x400)
    public static let adjustable = UIAccessibilityTraits(rawValue: 0x1000)
    public static let header = UIAccessibilityTraits(rawValue: 0x1_0000)

    /// SwiftUI's traits with the same meaning.
    var traits: AccessibilityTraits {
        let pairs: [(UIAccessibilityTraits, AccessibilityTraits)] = [
            (.button, .isButton), (.link, .isLink), (.image, .isImage), (.selected, .isSelected),
            (.searchField, .isSearchField), (.header, .isHeader),
        ]
        return pairs.reduce([]) { contains($1.0) ? $0.union($1.1) : $0 }
    }
}
