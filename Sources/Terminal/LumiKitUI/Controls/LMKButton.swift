public import SeamCombine
public import SeamSwiftUI
import TermCore
import TermUI

public nonisolated enum LMKButtonRole: Hashable, Sendable, CaseIterable {
    case primary
    case secondary
    case destructive
    case warning
    case success
    case info

    @MainActor public var color: UIColor { color(in: LMKThemeManager.shared.design) }

    func color(in design: LMKDesign) -> UIColor {
        switch self {
        case .primary: design.colors.primary
        case .secondary: design.colors.secondary
        case .destructive: design.colors.error
        case .warning: design.colors.warning
        case .success: design.colors.success
        case .info: design.colors.info
        }
    }
}

/// The look of a LumiKit button. It is `[ Open ]` on a filled colour, `[ Open ]` in a colour, or only the words.
public struct LMKButtonStyle: ButtonStyle {
    public nonisolated enum Look: Hashable, Sendable {
        /// The button has readable words on this colour.
        case filled(UIColor)
        case outlined(UIColor)
        /// The button has words in this colour, without brackets.
        case ghost(UIColor)
    }

    private let look: Look
    /// Whether a press is visible.
    fileprivate var showsPress = true
    /// Whether the button looks as if it were pressed.
    fileprivate var isHighlighted = false

    public init(_ look: Look) { self.look = look }

    public func makeBody(configuration: Configuration) -> some View {
        LMKButtonLabel(look: look, isPressed: isHighlighted || configuration.isPressed && showsPress) {
            configuration.label
        }
    }
}

/// The label of a button in a look. Without colours, a filled button is bold.
struct LMKButtonLabel<Content: View>: View {
    let look: LMKButtonStyle.Look
    let isPressed: Bool
    @ViewBuilder let content: Content

    @Environment(\.lmkDesign) private var design
    @Environment(\.isEnabled) private var isEnabled
    @Environment(\.self) private var environment

    var body: some View {
        HStack(spacing: 0) {
            if !isGhost { Text(verbatim: "[" + blanks).accessibilityHidden(true) }
            HStack(spacing: 0) { content }.modified(LMKLeastColumns(columns: minimum))
            if !isGhost { Text(verbatim: blanks + "]").accessibilityHidden(true) }
        }
        .lineLimit(1)
        .fontWeight(isFilled || isPressed ? .bold : nil)
        .foregroundColor(inks.text)
        .padding(.vertical, CellMetrics.points(Self.rows(in: design) / 2, along: .vertical))
        .background(inks.fill)
        .lmk_applyShadow(LMKShadowStyle(isFilled ? design.shadow.button : LMKShadowConfig(radius: 0)))
    }

    /// Returns the height of a button in rows. A shadow is not counted.
    static func rows(in design: LMKDesign) -> Int {
        1 + 2 * CellMetrics.rows(max(0, design.spacing.buttonPaddingVertical - 12))
    }

    /// The blanks beside the content. A bracket takes one column of the design's distance.
    private var blanks: String {
        let columns = CellMetrics.columns(design.spacing.buttonPaddingHorizontal) - 1
        return String(repeating: " ", count: min(max(columns, 0), 100))
    }

    /// The smallest width of the content, in columns.
    private var minimum: Int {
        let columns = CellMetrics.columns(design.layout.minimumTouchTarget)
        return isGhost ? 0 : max(0, columns - 2 * (1 + blanks.count))
    }

    private var inks: (text: UIColor, fill: UIColor) {
        guard !isEnabled else { return (ink, fill) }
        switch LMKMeasure.step(design.alpha.disabled) {
        case .invisible: return (.clear, .clear)
        case .dim: return (.secondary, .clear)
        case .full: return (ink, fill)
        }
    }

    private var isGhost: Bool { if case .ghost = look { true } else { false } }
    private var isFilled: Bool { if case .filled = look { true } else { false } }

    private var fill: UIColor {
        if case .filled(let color) = look, environment.colorDepth > .mono { color } else { .clear }
    }

    private var ink: UIColor {
        switch look {
        case .outlined(let color), .ghost(let color): color
        case .filled(let color):
            environment.colorDepth == .mono
                ? .label
                : LMKContrast.textColor(on: color, design.colors, environment)
        }
    }
}

/// A button as an object. A press calls ``didTap()``.
open class LMKButton: UIView {
    public var tapHandler: (() -> Void)?
    /// The action that runs when the button is pressed. It gets this button.
    public var didTapHandler: ((LMKButton) -> Void)?
    /// Whether a press is visible. A terminal shows that the button is pressed while a mouse button is held down.
    @Published public var pressAnimationEnabled = false
    /// Whether the button looks as if it were pressed.
    @Published public var isHighlighted = false
    @Published public var title: String?
    @Published public var image: UIImage?
    @Published public var look: LMKButtonStyle.Look
    /// Whether the button has started some work that is still in progress. The button then shows a spinner, and cannot
    /// be pressed.
    @Published public var isLoading = false

    /// Creates a button with words in brackets, in the design's primary colour.
    override public init(frame: CGRect = .zero) {
        look = .outlined(LMKColor.primary)
        super.init(frame: frame)
        initialize()
    }

    public init(title: String?, image: UIImage? = nil, style: LMKButtonStyle.Look) {
        look = style
        super.init()
        self.title = title
        self.image = image
        initialize()
    }

    /// Prepares the button. A subclass must also call this implementation.
    open func initialize() { accessibilityTraits = .button }

    open func didTap() {
        tapHandler?()
        didTapHandler?(self)
    }

    public func setTitle(_ title: String?) { self.title = title }

    public func setImage(_ image: UIImage?) { self.image = image }

    override open func makeContent() -> AnyView {
        var style = LMKButtonStyle(look)
        style.showsPress = pressAnimationEnabled
        style.isHighlighted = isHighlighted
        return AnyView(
            Button { [weak self] in
                self?.didTap()
            } label: {
                HStack(spacing: 0) {
                    if isLoading { ProgressView() } else if let image { image.image.accessibilityHidden(title != nil) }
                    if image != nil || isLoading, title != nil { LMKBlank(LMKSpacing.iconSpacing) }
                    if let title { Text(verbatim: title) }
                }
            }
            .buttonStyle(style)
            .disabled(isLoading))
    }
}

/// UIKit's button, which is LumiKit's.
public typealias UIButton = LMKButton

public enum LMKButtonFactory {
    public static func filled(role: LMKButtonRole, title: String, action: (() -> Void)? = nil) -> LMKButton {
        button(title, .filled(role.color), action)
    }

    /// Returns a button with words in brackets, in the colour of the role.
    public static func outlined(role: LMKButtonRole, title: String, action: (() -> Void)? = nil) -> LMKButton {
        button(title, .outlined(role.color), action)
    }

    private static func button(
        _ title: String, _ look: LMKButtonStyle.Look, _ action: (() -> Void)?
    ) -> LMKButton {
        let button = LMKButton(title: title, style: look)
        button.tapHandler = action
        return button
    }
}
