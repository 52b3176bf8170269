import LinuxSupport
public import SeamCombine
public import SeamSwiftUI

public typealias LMKBannerType = LMKToastType

/// A message in one line above a screen, with a button for a remedy. The message stays until somebody removes it.
public struct LMKBanner: View {
    private let type: LMKBannerType
    private let message: String
    private let action: (title: String, run: () -> Void)?
    private let dismiss: (label: String, run: () -> Void)?
    fileprivate var fill: UIColor?
    @Environment(\.lmkDesign) private var design

    /// Creates a banner. At the end of the line are the buttons `action` and `dismiss`.
    public init(
        _ type: LMKBannerType, _ message: String, action: (title: String, run: () -> Void)? = nil,
        dismiss: (label: String, run: () -> Void)? = nil
    ) { (self.type, self.message, self.action, self.dismiss) = (type, message, action, dismiss) }

    public var body: some View {
        HStack(alignment: .top, spacing: design.spacing.small) {
            Image(systemName: type.iconName).foregroundColor(type.color(in: design)).accessibilityHidden(true)
            Text(verbatim: message).font(design.typography.captionMedium).foregroundColor(design.colors.textPrimary)
                .lmk_lines(.caption, design.typography)
                .frame(maxWidth: .infinity, alignment: .leading)
            if let action {
                Button(action.title, action: action.run).buttonStyle(LMKButtonStyle(.outlined(type.color(in: design))))
            }
            if let dismiss {
                Button(action: dismiss.run) { Image(systemName: "xmark") }.buttonStyle(.plain)
                    .accessibilityLabel(dismiss.label)
            }
        }
        .padding(.horizontal, design.spacing.small)
        .background(fill ?? design.colors.backgroundSecondary)
    }
}

public final class LMKBannerView: UIView {
    public nonisolated struct Strings: Hashable, Sendable {
        /// The label of the close button.
        public var dismissAccessibilityLabel: String

        public init(dismissAccessibilityLabel: String = "Dismiss") {
            self.dismissAccessibilityLabel = dismissAccessibilityLabel
        }
    }

    /// The words of banners. A program must set the words before it shows its screen.
    public nonisolated static var strings: Strings {
        get { words.withLock { $0 } }
        set { words.withLock { $0 = newValue } }
    }

    private nonisolated static let words = Locked(Strings())

    /// The title of the button for a remedy, or nil if there is no button.
    @Published public var actionTitle: String?
    public var actionHandler: (() -> Void)?
    @Published public var showsDismissButton = true
    private let type: LMKBannerType
    private let message: String
    private weak var host: UIViewController?

    /// Creates a message that stays until somebody closes it.
    public init(type: LMKBannerType, message: String) { (self.type, self.message) = (type, message) }

    /// Shows the banner above the screen. It replaces any other banner.
    public func show(on viewController: UIViewController) {
        host = viewController
        viewController.messages.banner = self
    }

    public func dismiss() {
        guard let messages = host?.messages, messages.banner === self else { return }
        messages.banner = nil
    }

    /// The colour behind the message. At first, it is the design's second background.
    override public var backgroundColor: UIColor? {
        get { super.backgroundColor ?? LMKColor.backgroundSecondary }
        set { super.backgroundColor = newValue }
    }

    override var fill: UIColor? { nil }

    override public func makeContent() -> AnyView {
        var banner = LMKBanner(
            type, message, action: actionTitle.map { title in (title, { [weak self] in self?.actionHandler?() }) },
            dismiss: showsDismissButton
                ? (Self.strings.dismissAccessibilityLabel, { [weak self] in self?.dismiss() }) : nil)
        banner.fill = super.backgroundColor
        return AnyView(banner)
    }
}
