public import Foundation
import LinuxSupport
import SeamCombine
public import SeamSwiftUI
import TermCore
import TermUI

/// The side of the source from which a tip points at it.
public nonisolated enum LMKTipArrowDirection: Hashable, Sendable {
    /// The tip is below the source.
    case up
    /// The tip is above the source.
    case down
    case automatic
}

public enum LMKTipStyle {
    /// A card in the middle of the screen.
    case center
    /// A card that names the source, which is the view's label for people who do not see the screen. A terminal draws
    /// no arrow, because a card in front of the screen does not know where the source is.
    case pointed(sourceView: UIView, arrowDirection: LMKTipArrowDirection, sourceOffset: CGPoint = .zero)
}

/// The sizes of tips, in points.
public nonisolated enum LMKTipLayout {
    public static let arrowWidth: CGFloat = 16
    public static let arrowHeight: CGFloat = 8
    public static let arrowTipRadius: CGFloat = 2
    public static let maxWidth: CGFloat = 300
    public static let minMargin: CGFloat = 16
    public static let sourceSpacing: CGFloat = 4
    public static let iconBackgroundSize: CGFloat = 36
}

/// A hint for people who use a screen for the first time. Esc and the button close it.
public final class LMKTipView: UIView {
    public nonisolated struct Strings: Hashable, Sendable {
        public var dismissAccessibilityHint: String
        public var dismissButtonTitle: String

        public init(
            dismissAccessibilityHint: String = "Tap anywhere to dismiss", dismissButtonTitle: String = "Got it"
        ) {
            self.dismissAccessibilityHint = dismissAccessibilityHint
            self.dismissButtonTitle = dismissButtonTitle
        }
    }

    /// The words of all tips. A program sets the words before it shows its screen.
    public nonisolated static var strings: Strings {
        get { words.withLock { $0 } }
        set { words.withLock { $0 = newValue } }
    }

    private nonisolated static let words = Locked(Strings())

    /// A closure called when the tip has been closed.
    public var onDismiss: (() -> Void)?
    private let title: String?
    private let message: String
    private let icon: UIImage?
    private weak var holder: LMKTipController?
    /// The name of the view that the tip is about.
    @Published private var source: String?

    public init(title: String? = nil, message: String, icon: UIImage? = nil) {
        (self.title, self.message, self.icon) = (title, message, icon)
        super.init(frame: .zero)
    }

    /// Shows the tip in front of a controller, in place of an earlier tip.
    public func show(style: LMKTipStyle = .center, on viewController: UIViewController) {
        if case .pointed(let view, _, _) = style { source = view.accessibilityLabel } else { source = nil }
        (viewController.presentedViewController as? LMKTipController)?.tip.dismiss()
        let holder = LMKTipController(tip: self)
        self.holder = holder
        viewController.present(holder)
    }

    public func dismiss() {
        guard let holder else { return }
        self.holder = nil
        holder.presentingViewController?.dismiss()
        onDismiss?()
    }

    override public func makeContent() -> AnyView {
        AnyView(
            LMKTipCard(
                title: [source, title].compactMap(\.self).joined(separator: ": "), message: message, icon: icon
            ) { [weak self] in self?.dismiss() })
    }
}

/// Shows tips.
public enum LMKTip {
    public static func show(
        title: String? = nil, message: String, icon: UIImage? = nil, style: LMKTipStyle = .center,
        on viewController: UIViewController, onDismiss: (() -> Void)? = nil
    ) {
        let tip = LMKTipView(title: title, message: message, icon: icon)
        tip.onDismiss = onDismiss
        tip.show(style: style, on: viewController)
    }
}

/// The controller of a tip that is shown.
private final class LMKTipController: UIViewController {
    let tip: LMKTipView

    init(tip: LMKTipView) {
        self.tip = tip
        super.init(nibName: nil, bundle: nil)
    }

    override func escape() { tip.dismiss() }

    override func makeContent() -> AnyView { AnyView(tip) }
}

private struct LMKTipCard: View {
    let title: String
    let message: String
    let icon: UIImage?
    let dismiss: () -> Void
    @Environment(\.lmkDesign) private var design

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            HStack(alignment: .top, spacing: LMKSpacing.medium) {
                if let icon { icon.view.foregroundColor(design.colors.primary) }
                VStack(alignment: .leading, spacing: 0) {
                    if !title.isEmpty { LMKLabel(title, font: LMKTypography.bodyMedium, color: .label, type: .body) }
                    LMKLabel(message, font: LMKTypography.body, color: LMKColor.textSecondary, type: .body)
                }
            }
            Button(LMKTipView.strings.dismissButtonTitle, action: dismiss)
                .buttonStyle(LMKButtonStyle(.filled(design.colors.primary)))
                .accessibilityHint(LMKTipView.strings.dismissAccessibilityHint)
        }
        .padding(LMKDesign.boxed(design.spacing.large))
        .frame(maxWidth: LMKTipLayout.maxWidth, alignment: .leading)
        .background(design.colors.backgroundSecondary)
        .lmk_framed(design.colors.primary, radius: design.cornerRadius.medium)
    }
}
