import Foundation
import LinuxSupport
import LumiKitCore

/// Shows errors to people. The more severe an error is, the more prominent it is on the screen. All errors are also
/// logged.
public enum LMKErrorHandler {
    public nonisolated enum Severity: Hashable, Sendable, CaseIterable {
        case info
        case warning
        case error
        case critical
    }

    public nonisolated struct Strings: Hashable, Sendable {
        public var errorTitle: String
        public var retry: String
        public var ok: String
        public var warningTitle: String
        public var infoTitle: String

        public init(
            errorTitle: String = "Error", retry: String = "Retry", ok: String = "OK", warningTitle: String = "Warning",
            infoTitle: String = "Info"
        ) {
            (self.errorTitle, self.retry, self.ok) = (errorTitle, retry, ok)
            (self.warningTitle, self.infoTitle) = (warningTitle, infoTitle)
        }
    }

    /// The words of error messages. A program must set the words before it shows its screen.
    public nonisolated static var strings: Strings {
        get { words.withLock { $0 } }
        set { words.withLock { $0 = newValue } }
    }

    private nonisolated static let words = Locked(Strings())

    /// Shows an error. Information is a toast, and a warning is an alert. An error is a toast, or an alert if there is
    /// a `retryAction`. A critical error is always an alert.
    public static func present(
        on viewController: UIViewController, error: any Error, severity: Severity = .error,
        retryAction: (() -> Void)? = nil
    ) {
        presentError(on: viewController, error: error, retryAction: retryAction, severity: severity)
    }

    /// Shows a message in the same way as it shows an error of this severity.
    public static func present(
        on viewController: UIViewController, title: String? = nil, message: String, severity: Severity = .error,
        retryAction: (() -> Void)? = nil
    ) {
        show(on: viewController, severity: severity, title: title, message: message, retryAction)
    }

    public static func presentError(
        on viewController: UIViewController, error: any Error, retryAction: (() -> Void)? = nil,
        showRetry: Bool? = nil, severity: Severity = .error
    ) {
        let words = (error as? any LocalizedError)?.errorDescription ?? error.localizedDescription
        presentError(
            on: viewController, message: words, retryAction: retryAction, showRetry: showRetry, severity: severity)
    }

    /// Shows an error. If there is a `retryAction` and `showRetry` is true, the message offers a retry.
    public static func presentError(
        on viewController: UIViewController, title: String? = nil, message: String,
        retryAction: (() -> Void)? = nil, showRetry: Bool? = nil, severity: Severity = .error
    ) {
        let retry = showRetry == false ? nil : retryAction
        show(on: viewController, severity: severity, title: title, message: message, retry)
    }

    public static func presentWarning(on viewController: UIViewController, title: String? = nil, message: String) {
        show(on: viewController, severity: .warning, title: title, message: message, nil)
    }

    public static func presentInfo(on viewController: UIViewController, message: String) {
        show(on: viewController, severity: .info, title: nil, message: message, nil)
    }

    private static func show(
        on viewController: UIViewController, severity: Severity, title: String?, message: String,
        _ retry: (() -> Void)?
    ) {
        let strings = strings
        switch severity {
        case .info:
            LMKLogger.info(message, category: .ui)
            LMKToast.showInfo(message: message, on: viewController)
        case .warning:
            LMKLogger.warning(message, category: .ui)
            ask(viewController, title ?? strings.warningTitle, message, nil)
        case .error where retry == nil:
            LMKLogger.error(message, category: .ui)
            LMKToast.showError(message: message, on: viewController)
        case .error, .critical:
            LMKLogger.error(message, category: .ui)
            ask(viewController, title ?? strings.errorTitle, message, retry)
        }
    }

    private static func ask(
        _ viewController: UIViewController, _ title: String, _ message: String, _ retry: (() -> Void)?
    ) {
        let strings = strings
        var buttons = [LMKMessages.Alert.Button(title: strings.ok, style: .cancel) {}]
        if let retry { buttons.insert(.init(title: strings.retry, style: .default, run: retry), at: 0) }
        viewController.messages.ask(title, message, buttons)
    }
}
