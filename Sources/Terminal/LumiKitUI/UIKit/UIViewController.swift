public import Foundation
public import SeamCombine
public import SeamSwiftUI
import TermControls
import TermUI

/// UIKit's controller. It is a screen of views that can present other screens. Subclasses add their views to ``view``
/// in ``viewDidLoad()``, or draw in ``makeContent()``.
///
/// A controller can be used in a `body`, like any view; a program keeps it in a `@State`. If a program's screen is
/// SwiftUI's own, the program attaches a controller with ``SeamSwiftUI/View/lmk_host(_:)``, and presents views on this
/// controller.
open class UIViewController: ObservableObject, View {
    @Published public var title: String?
    @Published public private(set) var presentedViewController: UIViewController?
    public private(set) weak var presentingViewController: UIViewController?
    /// The colours of the controller's views, and of everything that is in front of them. If the controller has no
    /// style of its own, it has the colours of the surrounding screen.
    @Published public var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified
    /// This is kept, but nothing reads it, because a terminal has no status bar.
    public var modalPresentationCapturesStatusBarAppearance = false
    public private(set) var children: [UIViewController] = []
    public private(set) weak var parent: UIViewController?
    let messages = LMKMessages()
    private var loaded: UIView?

    /// Creates a controller. A terminal has no nib files, so a name has no effect.
    public init(nibName: String? = nil, bundle: Bundle? = nil) {}

    /// The style of the status bar. A terminal has no status bar.
    open var preferredStatusBarStyle: UIStatusBarStyle { .default }

    // MARK: - The view

    /// The controller's view. It is loaded when somebody first needs it.
    public var view: UIView {
        get {
            loadViewIfNeeded()
            return loaded ?? UIView()
        }
        set { loaded = newValue }
    }

    public var isViewLoaded: Bool { loaded != nil }

    public var viewIfLoaded: UIView? { loaded }

    /// Sets ``view``. The view of this implementation is empty.
    open func loadView() { view = UIView() }

    /// Loads the view and calls ``viewDidLoad()``. If this has already happened, does nothing.
    public func loadViewIfNeeded() {
        guard loaded == nil else { return }
        loadView()
        let view = loaded ?? UIView()
        view.lmk_setEdgesEqualToSuperView()
        loaded = view
        viewDidLoad()
    }

    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
    open func viewDidAppear(_ animated: Bool) {}
    open func viewWillDisappear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}

    /// Returns the content to draw. This method is called on the main actor, and must not change anything.
    open func makeContent() -> AnyView {
        loaded.map { AnyView($0) } ?? AnyView(EmptyView())
    }

    public var body: UIViewControllerBody { UIViewControllerBody(controller: self) }

    // MARK: - Children

    /// Adds a controller. The program shows this controller's view within its own view.
    public func addChild(_ child: UIViewController) {
        guard child !== self, !sequence(first: self, next: \.parent).contains(where: { $0 === child }) else { return }
        child.removeFromParent()
        children.append(child)
        child.parent = self
        child.loadViewIfNeeded()
    }

    public func removeFromParent() {
        parent?.children.removeAll { $0 === self }
        parent = nil
    }

    open func willMove(toParent parent: UIViewController?) {}
    open func didMove(toParent parent: UIViewController?) {}

    // MARK: - Presenting

    /// Whether Esc closes the controller.
    open var canBeDismissed: Bool { true }

    /// Returns the opacity of the overlay behind the controller.
    func overlay(in alpha: LMKAlphaTheme) -> CGFloat { alpha.dimmingOverlay }

    /// Handles Esc. If the controller can be dismissed, Esc closes it.
    open func escape() { if canBeDismissed { dismiss(animated: true) } }

    /// Puts another controller in front of this controller, and in front of all controllers that are presented already.
    public func present(_ controller: UIViewController, animated: Bool = true, completion: (() -> Void)? = nil) {
        if let front = presentedViewController {
            return front.present(controller, animated: animated, completion: completion)
        }
        guard !isBehind(controller), controller.presentingViewController == nil else { return }
        controller.presentingViewController = self
        controller.loadViewIfNeeded()
        presentedViewController = controller
        completion?()
    }

    /// Whether `controller` is this controller, or is behind it.
    private func isBehind(_ controller: UIViewController) -> Bool {
        sequence(first: self) { $0.presentingViewController }.contains { $0 === controller }
    }

    /// Closes all controllers that are in front of this controller. If nothing is in front of it, closes this
    /// controller.
    public func dismiss(animated: Bool = true, completion: (() -> Void)? = nil) {
        let back = presentedViewController == nil ? presentingViewController : self
        // Controllers in front of it are also closed. When the controller is shown again, it therefore appears alone.
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
    /// Shows the messages and views that LumiKit presents on this controller. A banner is above the view, toasts are
    /// over its lower right corner, and alerts and sheets are in front of the view.
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
        // The toast is above the last line, because programs show key hints in the last line.
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
        // An alert is in front of every sheet, because the caller may not know that there is a sheet.
        .panel(
            messages.alerts.first, behind: LMKDesign.backdrop(design.alpha.dimmingOverlay),
            dismiss: { messages.escapeAlert() }
        ) {
            LMKAlertPanel(alert: $0, messages: messages)
        }
        .modifier(LMKStyled(style: controller.overrideUserInterfaceStyle))
        .onAppear {
            controller.viewWillAppear(false)
            controller.viewDidAppear(false)
        }
        .onDisappear {
            controller.viewWillDisappear(false)
            controller.viewDidDisappear(false)
        }
    }
}

/// A controller as a view.
public struct UIViewControllerBody: View {
    @ObservedObject private var controller: UIViewController

    init(controller: UIViewController) {
        controller.loadViewIfNeeded()
        self.controller = controller
    }

    public var body: some View { controller.makeContent().lmk_host(controller) }
}

public nonisolated enum UIStatusBarStyle: Int, Sendable {
    case `default`
    case lightContent
    case darkContent
}

extension LMKHost {
    @ViewBuilder private func toastView(_ toast: LMKMessages.Toast) -> some View {
        if let view = toast.view { view } else { LMKToastBox(toast.type, toast.message) }
    }
}

/// A controller that is shown in front of another controller.
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
