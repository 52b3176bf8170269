import LinuxSupport
import SeamSwiftUI
import TermControls
import TermUI

/// Presents alerts in LumiKit's words. Alerts wait for each other.
public enum LMKAlertPresenter {
    public nonisolated struct Strings: Hashable, Sendable {
        public var ok: String
        public var cancel: String

        public init(ok: String = "OK", cancel: String = "Cancel") { (self.ok, self.cancel) = (ok, cancel) }
    }

    /// The words of alerts. A program must set the words before it shows its screen.
    public nonisolated static var strings: Strings {
        get { words.withLock { $0 } }
        set { words.withLock { $0 = newValue } }
    }

    private nonisolated static let words = Locked(Strings())

    /// Presents a question with two answers. Esc cancels.
    public static func presentConfirmation(
        on viewController: UIViewController, title: String, message: String? = nil, confirmTitle: String? = nil,
        cancelTitle: String? = nil, confirmStyle: UIAlertAction.Style = .default, onConfirm: @escaping () -> Void,
        onCancel: (() -> Void)? = nil
    ) {
        let strings = strings
        viewController.messages.ask(
            title, message,
            [
                .init(title: cancelTitle ?? strings.cancel, style: .cancel) { onCancel?() },
                .init(title: confirmTitle ?? strings.ok, style: confirmStyle, run: onConfirm),
            ])
    }

    public static func presentAlert(
        on viewController: UIViewController, title: String, message: String? = nil, buttonTitle: String? = nil,
        onDismiss: (() -> Void)? = nil
    ) {
        let button = LMKMessages.Alert.Button(title: buttonTitle ?? strings.ok, style: .default) {
            onDismiss?()
        }
        viewController.messages.ask(title, message, [button])
    }

    /// Presents several actions, one below another. Esc cancels.
    public static func presentActionSheet(
        on viewController: UIViewController, title: String? = nil, message: String? = nil,
        actions: [(title: String, style: UIAlertAction.Style, handler: () -> Void)], cancelTitle: String? = nil
    ) {
        let buttons = actions.map { LMKMessages.Alert.Button(title: $0.title, style: $0.style, run: $0.handler) }
        let cancel = LMKMessages.Alert.Button(title: cancelTitle ?? strings.cancel, style: .cancel) {}
        viewController.messages.ask(title ?? "", message, buttons + [cancel], isStacked: true)
    }
}

/// An alert in a box in the middle of the screen.
struct LMKAlertPanel: View {
    let alert: LMKMessages.Alert
    let messages: LMKMessages
    @Environment(\.lmkDesign) private var design

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            if !alert.title.isEmpty {
                Text(verbatim: alert.title).font(design.typography.h3).lmk_lines(.heading, design.typography)
            }
            if let message = alert.message {
                Text(verbatim: message).foregroundColor(design.colors.textSecondary)
                    .lmk_lines(.body, design.typography)
            }
            Text(" ").accessibilityHidden(true)
            if alert.isStacked {
                // The panel is as high as its buttons. If the space is not high enough for this, the panel is as high
                // as the space.
                ScrollView { VStack(alignment: .leading, spacing: 0) { buttons } }
                    .frame(
                        maxHeight: CellMetrics.points(
                            alert.buttons.count * LMKButtonLabel<Text>.rows(in: design), along: .vertical))
            } else {
                ViewThatFits {
                    HStack(spacing: design.spacing.small) { buttons }
                    VStack(alignment: .leading, spacing: 0) { buttons }
                }
            }
        }
        .padding(LMKDesign.boxed(design.spacing.large))
        .frame(maxWidth: CellMetrics.points(60, along: .horizontal), alignment: .leading)
        .background(design.colors.backgroundPrimary)
        .lmk_framed(design.colors.primary, radius: design.cornerRadius.large)
        .id(alert.id)
    }

    private var buttons: some View {
        ForEach(Array(alert.buttons.enumerated()), id: \.offset) { _, button in
            Button(button.title) { messages.answer(alert, button) }.buttonStyle(LMKButtonStyle(look(button.style)))
        }
    }

    private func look(_ style: UIAlertAction.Style) -> LMKButtonStyle.Look {
        switch style {
        case .default: .filled(design.colors.primary)
        case .cancel: .outlined(design.colors.textPrimary)
        case .destructive: .filled(design.colors.error)
        }
    }
}
