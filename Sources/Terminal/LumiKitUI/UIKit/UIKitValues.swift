public import Foundation
import SeamSwiftUI
import TermControls
import TermUI

// Values of UIKit that LumiKit's public names have in their signatures.

/// Distances from the edges, in points.
public nonisolated struct UIEdgeInsets: Hashable, Sendable {
    /// At the top.
    public var top: CGFloat
    /// At the left.
    public var left: CGFloat
    /// At the bottom.
    public var bottom: CGFloat
    /// At the right.
    public var right: CGFloat

    /// The given distances, zero for the others.
    public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
        (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
    }

    /// None.
    public static let zero = UIEdgeInsets()

    var edges: EdgeInsets { EdgeInsets(top: top, leading: left, bottom: bottom, trailing: right) }
}

/// A picture: a symbol by its name, or a QR code. A terminal shows the character that stands for a symbol
/// (`Image(systemName:)`).
public nonisolated struct UIImage: Hashable, Sendable {
    /// The symbol's name; empty for a code.
    public let systemName: String
    let code: LMKQRCode?

    /// The symbol of that name; nil for an empty one.
    public init?(systemName: String) {
        guard !systemName.isEmpty else { return nil }
        (self.systemName, code) = (systemName, nil)
    }

    init(code: LMKQRCode) { (systemName, self.code) = ("qrcode", code) }

    /// Its view.
    @MainActor var image: Image { Image(systemName: systemName) }

    /// Its view: the whole code, or the symbol.
    @MainActor @ViewBuilder var view: some View {
        if let code { CellModules(width: code.width, modules: code.modules) } else { image }
    }
}

/// How lines of text stand.
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

/// What a view is, for people who do not see the screen.
public nonisolated struct UIAccessibilityTraits: OptionSet, Hashable, Sendable {
    /// Its bits.
    public let rawValue: UInt64

    /// By its bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Nothing in particular.
    public static let none: UIAccessibilityTraits = []
    /// A button.
    public static let button = UIAccessibilityTraits(rawValue: 1)
    /// A link.
    public static let link = UIAccessibilityTraits(rawValue: 2)
    /// A picture.
    public static let image = UIAccessibilityTraits(rawValue: 4)
    /// Something chosen.
    public static let selected = UIAccessibilityTraits(rawValue: 8)
    /// A text that does not change.
    public static let staticText = UIAccessibilityTraits(rawValue: 0x40)
    /// Something that cannot be used now.
    public static let notEnabled = UIAccessibilityTraits(rawValue: 0x100)
    /// Something that changes often.
    public static let updatesFrequently = UIAccessibilityTraits(rawValue: 0x200)
    /// A field for a search.
    public static let searchField = UIAccessibilityTraits(rawValue: 0x400)
    /// Something with steps.
    public static let adjustable = UIAccessibilityTraits(rawValue: 0x1000)
    /// The title of a part.
    public static let header = UIAccessibilityTraits(rawValue: 0x1_0000)
}
