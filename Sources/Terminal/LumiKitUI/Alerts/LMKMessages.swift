import LumiKitCore
import SeamCombine
import SeamSwiftUI

/// The messages of a screen. The screen shows one toast after another, one banner, and one alert after another.
final class LMKMessages: ObservableObject {
    /// A toast, and the time for which it is shown.
    struct Toast {
        let id: Int
        let type: LMKToastType
        let message: String
        let duration: Duration
        /// The object that draws the toast, or nil if the message has no object.
        let view: LMKToastView?
        let onShow: (() -> Void)?
    }

    /// An alert. It is either a question or a piece of information.
    struct Alert {
        struct Button {
            let title: String
            let style: UIAlertAction.Style
            let run: () -> Void
        }

        let id: Int
        let title: String
        let message: String?
        let buttons: [Button]
        let isStacked: Bool
    }

    @Published private(set) var toast: Toast?
    @Published var banner: LMKBannerView?
    @Published private(set) var alerts: [Alert] = []
    private var waiting: [Toast] = []
    private var count = 0

    /// The limits on waiting toasts and alerts. Beyond these limits, the oldest toasts and the newest alerts are
    /// dropped.
    private static let (mostToasts, mostAlerts) = (5, 20)

    func tell(
        _ type: LMKToastType, _ message: String, for duration: Duration, view: LMKToastView? = nil,
        onShow: (() -> Void)? = nil
    ) {
        guard !message.isEmpty, message != (waiting.last ?? toast)?.message else { return }
        count += 1
        let time = max(duration, LMKToastView.readingTime(message))
        waiting.append(Toast(id: count, type: type, message: message, duration: time, view: view, onShow: onShow))
        if waiting.count > Self.mostToasts { waiting.removeFirst() }
        if toast == nil { next() }
    }

    func toastIsOver(_ id: Int) { if toast?.id == id { next() } }

    /// Removes the toast with this text. The toast may be shown or waiting.
    func withdraw(_ message: String) {
        waiting.removeAll { $0.message == message }
        if toast?.message == message { next() }
    }

    private func next() {
        toast = waiting.isEmpty ? nil : waiting.removeFirst()
        toast?.onShow?()
    }

    func ask(_ title: String, _ message: String?, _ buttons: [Alert.Button], isStacked: Bool = false) {
        guard alerts.count < Self.mostAlerts else {
            return LMKLogger.warning("too many alerts are waiting, so this one is not shown: \(title)", category: .ui)
        }
        count += 1
        alerts.append(Alert(id: count, title: title, message: message, buttons: buttons, isStacked: isStacked))
    }

    func answer(_ alert: Alert, _ button: Alert.Button) {
        guard alerts.first?.id == alert.id else { return }
        alerts.removeFirst()
        button.run()
    }

    /// Handles Esc. Esc presses the cancel button. If there is only one button, Esc presses this button.
    func escapeAlert() {
        guard let alert = alerts.first else { return }
        let way = alert.buttons.first { $0.style == .cancel } ?? (alert.buttons.count == 1 ? alert.buttons[0] : nil)
        if let way { answer(alert, way) }
    }
}
