public import SeamCombine
public import SeamSwiftUI
import TermControls
import TermUI

/// UIKit's controller, as far as LumiKit needs it to present views. A program creates a controller for its screen, and
/// attaches the controller with ``SeamSwiftUI/View/lmk_host(_:)``.
open class UIViewController: ObservableObject {
    @Published public var title: String?
    @Published public private(set) var presentedViewController: UIViewController?
    public private(set) weak var presentingViewController: UIViewController?
    let messages = LMKMessages()

    public init() {}

    /// Returns the view to draw in front of another controller. This method is called on the main actor, and must not
    /// change anything.
    open func makeContent() -> AnyView { AnyView(EmptyView()) }

    /// Whether Esc closes the controller.
    open var canBeDismissed: Bool { true }

    /// Returns the opacity of the overlay behind the controller.
    func overlay(in alpha: LMKAlphaTheme) -> CGFloat { alpha.dimmingOverlay }

    /// Handles Esc, which closes the controller if it can be dismissed.
    open func escape() { if canBeDismissed { dismiss(animated: true) } }

    /// Puts another controller in front of this controller, and in front of all controllers that are already presented.
    public func present(_ controller: UIViewController, animated: Bool = true, completion: (() -> Void)? = nil) {
        if let front = presentedViewController {
            return front.present(controller, animated: animated, completion: completion)
        }
        guard !isBehind(controller), controller.presentingViewController == nil else { return }
        controller.presentingViewController = self
        presentedViewController = controller
        completion?()
    }

    /// Whether `controller` is this controller, or is behind it.
    private func isBehind(_ controller: UIViewController) -> Bool {
        sequence(first: self) { $0.presentingViewController }.contains { $0 === controller }
    }

    /// Closes all controllers in front of this controller, or this controller if nothing is in front of it.
    public func dismiss(animated: Bool = true, completion: (() -> Void)? = nil) {
        let back = presentedViewController == nil ? presentingViewController : self
        // Controllers in front are also closed, so that a controller appears alone when it is shown again.
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
    /// Shows the messages and views that LumiKit presents on a controller. A banner is above the view, toasts are over
    /// its lower right corner, and alerts and sheets are in front of the view.
    public func lmk_host(_ controller: UIViewController) -> some View {
        modifier(LMKHost(controller: controller, messages: controller.messages))
    }
}

private struct LMKHost: ViewModifier {
    @ObservedObject var controller: UIViewController
    @ObservedObject var messages: LMKMessages
    @Environment(\.lmkDesign) private var design

    func body(content: Content) -> some View {
        VStack(alignment: .leading, spacing: 0) {
            if let banner = messages.banner { banner }
            content
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
        // The toast is above the last line, where programs show key hints.
        .overlay(alignment: .bottomTrailing) {
            if let toast = messages.toast {
                toastView(toast).padding(.bottom, 16)
                    .after(toast.duration, id: toast.id) { messages.toastIsOver(toast.id) }
            }
        }
        .panel(
            controller.presentedViewController,
            behind: LMKDesign.backdrop(controller.presentedViewController?.overlay(in: design.alpha) ?? 0),
            dismiss: { controller.presentedViewController?.escape() }
        ) {
            LMKPresented(controller: $0).id(ObjectIdentifier($0))
        }
        // An alert is in front of any sheet, because the caller may not know that there is a sheet.
        .panel(
            messages.alerts.first, behind: LMKDesign.backdrop(design.alpha.dimmingOverlay),
            dismiss: { messages.escapeAlert() }
        ) {
            LMKAlertPanel(alert: $0, messages: messages)
        }
    }
}

extension LMKHost {
    @ViewBuilder private func toastView(_ toast: LMKMessages.Toast) -> some View {
        if let view = toast.view { view } else { LMKToastBox(toast.type, toast.message) }
    }
}

/// A controller that is presented in front of another controller.
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
