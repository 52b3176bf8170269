public import Foundation
import SeamSwiftUI
import TermControls
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

/// A picture. It is either a named symbol or a QR code. A terminal shows the character that represents a symbol
/// (`Image(systemName:)`).
public nonisolated struct UIImage: Hashable, Sendable {
    public let systemName: String
    let code: LMKQRCode?
    /// The largest width of the code, in points.
    private let points: CGFloat

    /// Creates the symbol with this name. Returns nil if the name is empty.
    public init?(systemName: String) {
        guard !systemName.isEmpty else { return nil }
        (self.systemName, code, points) = (systemName, nil, 0)
    }

    init(code: LMKQRCode, points: CGFloat = 0) { (systemName, self.code, self.points) = ("qrcode", code, points) }

    /// The symbol as a view.
    @MainActor var image: Image { Image(systemName: systemName) }

    /// The picture as a view. The view shows the symbol or the whole code.
    @MainActor @ViewBuilder var view: some View {
        if let code { LMKModules(code: code, points: points) } else { image }
    }
}

/// A code. It has the largest size that was requested and for which there is space.
private struct LMKModules: View {
    let code: LMKQRCode
    let points: CGFloat

    var body: some View {
        let large = code.scaled(to: points)
        if large.width > code.width {
            ViewThatFits {
                CellModules(width: large.width, modules: large.modules)
                CellModules(width: code.width, modules: code.modules)
            }
        } else {
            CellModules(width: code.width, modules: code.modules)
        }
    }
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
}
