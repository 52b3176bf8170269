public import Foundation
import LumiKitCore
public import SeamSwiftUI

public nonisolated enum LMKToastType: Hashable, Sendable, CaseIterable {
    case error
    case success
    case warning
    case info

    public var iconName: String {
        switch self {
        case .error: "exclamationmark.circle.fill"
        case .success: "checkmark.circle.fill"
        case .warning: "exclamationmark.triangle.fill"
        case .info: "info.circle.fill"
        }
    }

    @MainActor public var color: UIColor { color(in: LMKThemeManager.shared.design) }

    func color(in design: LMKDesign) -> UIColor {
        switch self {
        case .error: design.colors.error
        case .success: design.colors.success
        case .warning: design.colors.warning
        case .info: design.colors.info
        }
    }
}

/// A message in a box with its symbol.
public struct LMKToastBox: View, Equatable {
    private let type: LMKToastType
    private let message: String
    fileprivate var fill: UIColor?
    @Environment(\.lmkDesign) private var design

    /// Creates a message of at most two lines.
    public init(_ type: LMKToastType, _ message: String) { (self.type, self.message) = (type, message) }

    public nonisolated static func == (one: LMKToastBox, other: LMKToastBox) -> Bool {
        one.type == other.type && one.message == other.message && one.fill == other.fill
    }

    public var body: some View {
        HStack(alignment: .top, spacing: design.spacing.iconToText) {
            Image(systemName: type.iconName).foregroundColor(type.color(in: design)).accessibilityHidden(true)
            Text(verbatim: message).foregroundColor(design.colors.textPrimary).lineLimit(2)
                .lmk_lines(.body, design.typography)
        }
        .padding(LMKDesign.boxed(design.spacing.medium))
        .frame(maxWidth: 480)
        .background(fill ?? design.colors.backgroundSecondary)
        .lmk_framed(type.color(in: design), radius: design.cornerRadius.medium)
    }
}

/// A message that disappears by itself. It stays as long as a person needs to read it.
public final class LMKToastView: UIView {
    /// The shortest time for which a message stays, in seconds.
    public static let defaultDuration: TimeInterval = 3.0

    private let type: LMKToastType
    private let message: String
    private let duration: Duration
    private weak var host: UIViewController?

    /// Creates a message that is shown for `duration` seconds. If a message takes longer to read, it stays for longer,
    /// but never for more than a minute.
    public init(type: LMKToastType, message: String, duration: TimeInterval = LMKToastView.defaultDuration) {
        (self.type, self.message) = (type, message)
        self.duration = .seconds(duration.isNaN ? 0 : min(max(duration, 0), 60))
        super.init()
        isAccessibilityElement = true
        accessibilityLabel = message
        accessibilityTraits = .staticText
    }

    /// The colour behind the message. At first, it is the design's second background.
    override public var backgroundColor: UIColor? {
        get { super.backgroundColor ?? LMKColor.backgroundSecondary }
        set { super.backgroundColor = newValue }
    }

    override var fill: UIColor? { nil }

    /// Shows the message once the earlier messages have disappeared.
    public func show(on viewController: UIViewController, onShowComplete: (() -> Void)? = nil) {
        host = viewController
        viewController.messages.tell(type, message, for: duration, view: self, onShow: onShowComplete)
    }

    public func dismiss() { host?.messages.withdraw(message) }

    override public func makeContent() -> AnyView {
        var box = LMKToastBox(type, message)
        box.fill = super.backgroundColor
        return AnyView(box)
    }

    /// Returns the time for reading a text at 225 words a minute. It is at least 2.5 s.
    package static func readingTime(_ text: String) -> Duration {
        max(.milliseconds(2500), .seconds(60) * min(text.split(separator: " ").count, 225) / 225)
    }
}

public enum LMKToast {
    public static func show(
        type: LMKToastType, message: String, duration: TimeInterval = LMKToastView.defaultDuration,
        on viewController: UIViewController, onShowComplete: (() -> Void)? = nil
    ) {
        LMKToastView(type: type, message: message, duration: duration)
            .show(on: viewController, onShowComplete: onShowComplete)
    }

    public static func showError(
        message: String, duration: TimeInterval = LMKToastView.defaultDuration, on viewController: UIViewController,
        onShowComplete: (() -> Void)? = nil
    ) { show(type: .error, message: message, duration: duration, on: viewController, onShowComplete: onShowComplete) }

    public static func showSuccess(
        message: String, duration: TimeInterval = LMKToastView.defaultDuration, on viewController: UIViewController,
        onShowComplete: (() -> Void)? = nil
    ) { show(type: .success, message: message, duration: duration, on: viewController, onShowComplete: onShowComplete) }

    public static func showWarning(
        message: String, duration: TimeInterval = LMKToastView.defaultDuration, on viewController: UIViewController,
        onShowComplete: (() -> Void)? = nil
    ) { show(type: .warning, message: message, duration: duration, on: viewController, onShowComplete: onShowComplete) }

    public static func showInfo(
        message: String, duration: TimeInterval = LMKToastView.defaultDuration, on viewController: UIViewController,
        onShowComplete: (() -> Void)? = nil
    ) { show(type: .info, message: message, duration: duration, on: viewController, onShowComplete: onShowComplete) }
}
