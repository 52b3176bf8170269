public import SeamCombine
public import SeamSwiftUI
import TermControls
import TermUI

/// UIKit's controller, as far as LumiKit needs one to present on: a program makes one for its screen, and attaches it
/// with ``SeamSwiftUI/View/lmk_host(_:)``.
open class UIViewController: ObservableObject {
    @Published public var title: String?
    @Published public private(set) var presentedViewController: UIViewController?
    public private(set) weak var presentingViewController: UIViewController?
    let messages = LMKMessages()

    public init() {}

    /// The view that it draws in front of another controller. Called on the main actor; it must not change anything.
    open func makeContent() -> AnyView { AnyView(EmptyView()) }

    /// Whether Esc closes it.
    open var canBeDismissed: Bool { true }

    /// Handles Esc.
    open func escape() { if canBeDismissed { dismiss(animated: true) } }

    /// Puts another controller in front of it, or in front of those already there.
    public func present(_ controller: UIViewController, animated: Bool = true, completion: (() -> Void)? = nil) {
        if let front = presentedViewController {
            return front.present(controller, animated: animated, completion: completion)
        }
        guard !isBehind(controller), controller.presentingViewController == nil else { return }
        controller.presentingViewController = self
        presentedViewController = controller
        completion?()
    }

    /// Whether the other one is this one, or one behind it.
    private func isBehind(_ controller: UIViewController) -> Bool {
        sequence(first: self) { $0.presentingViewController }.contains { $0 === controller }
    }

    /// Closes everything in front of it, or itself if nothing is.
    public func dismiss(animated: Bool = true, completion: (() -> Void)? = nil) {
        let back = presentedViewController == nil ? presentingViewController : self
        // A controller in front of it is closed too: when shown again, this one comes alone.
        var (last, next) = (back, back?.presentedViewController)
        while let gone = next {
            last?.presentedViewController = nil
            gone.presentingViewController = nil
            (last, next) = (gone, gone.presentedViewController)
        }
        completion?()
    }
}

extension View {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Shows what LumiKit tells and presents on that controller: a banner above the view, toasts over its lower right
    /// corner, alerts and sheets in front of it.
    public func lmk_host(_ controller: UIViewController) -> some View {
        modifier(LMKHost(controller: controller, messages: controller.messages))
    }
}

private struct LMKHost: ViewModifier {
    @ObservedObject var controller: UIViewController
    @ObservedObject var messages: LMKMessages

    func body(content: Content) -> some View {
        VStack(alignment: .leading, spacing: 0) {
            if let banner = messages.banner { banner }
            content
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
        // Above the last line, where programs show key hints.
        .overlay(alignment: .bottomTrailing) {
            if let toast = messages.toast {
                LMKToastBox(toast.type, toast.message).padding(.bottom, 16)
                    .after(toast.duration, id: toast.id) { messages.toastIsOver(toast.id) }
            }
        }
        .panel(controller.presentedViewController, dismiss: { controller.presentedViewController?.escape() }) {
            LMKPresented(controller: $0).id(ObjectIdentifier($0))
        }
        // In front of any sheet: the caller may not know that there is one.
        .panel(messages.alerts.first, dismiss: { messages.escapeAlert() }) {
            LMKAlertPanel(alert: $0, messages: messages)
        }
    }
}

/// A controller in front of another.
private struct LMKPresented: View {
    @ObservedObject var controller: UIViewController

    var body: some View { controller.makeContent().lmk_host(controller) }
}

public nonisolated enum UIAlertAction {
    public enum Style: Hashable, Sendable {
        case `default`
        case cancel
        case destructive
    }
}
