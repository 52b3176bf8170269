public import Foundation
public import SeamCombine
public import SeamSwiftUI
import TermCore
import TermUI

/// A small sign on a view: a number, a word, or a dot.
public struct LMKBadge: View, Equatable {
    public nonisolated enum Content: Hashable, Sendable {
        /// A number, or "99+" above 99. For 0 or less, the badge is empty.
        case count(Int)
        case text(String)
        case dot
    }

    private let content: Content
    private let color: UIColor?
    private let textColor: UIColor?

    @Environment(\.lmkDesign) private var design
    @Environment(\.self) private var environment

    /// Creates a badge. Its colour is `color`, or the design's colour for errors.
    public init(_ content: Content, color: UIColor? = nil, textColor: UIColor? = nil) {
        (self.content, self.color, self.textColor) = (content, color, textColor)
    }

    public nonisolated static func == (one: LMKBadge, other: LMKBadge) -> Bool {
        one.content == other.content && one.color == other.color && one.textColor == other.textColor
    }

    public var body: some View {
        let fill = color ?? design.colors.error
        if content == .dot {
            Text(verbatim: environment.glyphs.sign(ascii: "*", console: "•", unicode: "●")).foregroundColor(fill)
                .accessibilityLabel("New")
        } else if let words {
            LMKPill(words, fill: fill, text: textColor, design: design, environment: environment).pill
        }
    }

    private var words: String? {
        switch content {
        case .count(let count): count > 0 ? Self.words(count) : nil
        case .text(let text): text.isEmpty ? nil : text
        case .dot: nil
        }
    }

    nonisolated static func words(_ count: Int) -> String { count > 99 ? "99+" : "\(count)" }
}

/// A word on a filled colour. On each side of it are as many blanks as the design says. Without colours, the word is in
/// parentheses.
struct LMKPill {
    let words: String
    let fill: UIColor
    let text: UIColor?
    let design: LMKDesign
    let environment: EnvironmentValues

    init(_ words: String, fill: UIColor, text: UIColor?, design: LMKDesign, environment: EnvironmentValues) {
        (self.words, self.fill, self.text, self.design, self.environment) = (words, fill, text, design, environment)
    }

    @ViewBuilder var pill: some View {
        if environment.colorDepth == .mono {
            Text(verbatim: "(\(padded(own: 1)))").bold().accessibilityLabel(words)
        } else {
            Text(verbatim: padded(own: 0)).bold().frame(height: height).foregroundColor(ink).background(fill)
                .accessibilityLabel(words)
        }
    }

    /// Returns the words with the blanks of the design. The sign itself takes `own` columns on each side.
    private func padded(own: Int) -> String {
        let theme = design.badge
        let beside = min(max(0, CellMetrics.columns(theme.horizontalPadding) - own), 100)
        let columns = CellWidth.columns(words) + 2 * beside
        let missing = max(0, min(CellMetrics.columns(theme.minWidth), 200) - 2 * own - columns)
        func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
        return blanks(beside + missing / 2) + words + blanks(beside + missing - missing / 2)
    }

    private var height: CGFloat { CellMetrics.points(max(1, CellMetrics.rows(design.badge.height)), along: .vertical) }

    /// The requested colour, if it is readable. Otherwise, this is the theme's white or black, whichever is readable.
    private var ink: UIColor {
        guard let text, text != design.colors.white else {
            return LMKContrast.textColor(on: fill, design.colors, environment)
        }
        return LMKReadable(design: design, environment: environment).color(text, on: fill)
    }
}

/// A badge as an object. At first, it is a dot.
public final class LMKBadgeView: UIView {
    /// The colour behind the words. At first, it is the colour of errors.
    @Published public var badgeColor: UIColor = LMKColor.error
    @Published public var textColor: UIColor = LMKColor.white
    /// The colour of the line around the badge. A terminal does not draw this line.
    @Published public var borderColor: UIColor = LMKColor.backgroundPrimary
    @Published private var content = LMKBadge.Content.dot

    override public var backgroundColor: UIColor? {
        get { badgeColor }
        set { badgeColor = newValue ?? .clear }
    }

    override var fill: UIColor? { nil }

    override public init(frame: CGRect = .zero) {
        super.init(frame: frame)
        isAccessibilityElement = true
        accessibilityTraits = .staticText
    }

    /// Shows a number, or "99+" above 99. For 0 or less, the badge is hidden.
    public func configure(count: Int) {
        (content, isHidden, accessibilityLabel) = (.count(count), count <= 0, "\(count)")
    }

    /// Shows a word. The badge is hidden if the word is empty.
    public func configure(text: String) { (content, isHidden, accessibilityLabel) = (.text(text), text.isEmpty, text) }

    public func configure() { (content, isHidden, accessibilityLabel) = (.dot, false, "New") }

    override public var intrinsicContentSize: CGSize {
        let theme = LMKThemeManager.shared.badge
        let words: String =
            switch content {
            case .count(let count): LMKBadge.words(count)
            case .text(let text): text
            case .dot: ""
            }
        guard !words.isEmpty else {
            return CGSize(width: theme.height * theme.dotSizeRatio, height: theme.height * theme.dotSizeRatio)
        }
        let text = LMKLabel.size(of: words, LMKTypography.extraSmallSemibold).width
        return CGSize(width: max(theme.minWidth, text + 2 * theme.horizontalPadding), height: theme.height)
    }

    override public func makeContent() -> AnyView {
        AnyView(LMKBadge(content, color: badgeColor, textColor: textColor))
    }
}
