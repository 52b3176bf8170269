public import Foundation
import LinuxSupport
import SeamCombine
public import SeamSwiftUI

/// A bottom sheet of actions, with one action in each line. A person chooses a line with the digits 1 to 9, with the
/// arrows and Enter, or with a click. A destructive line needs a second press. A line may lead to another page.
public final class LMKActionSheet: LMKBottomSheetController {
    public nonisolated enum ActionStyle: Hashable, Sendable {
        case `default`
        case destructive
    }

    public struct Page {
        public let title: String?
        public let message: String?
        public let actions: [Action]
        /// The program's own view, above the actions.
        public let contentView: UIView?
        /// The height of the program's own view, in points. The value 0 means the height that the view itself needs.
        public let contentHeight: CGFloat
        /// The words of a confirm button, or nil if there is no such button.
        public let confirmTitle: String?
        /// The action of the confirm button. It runs after the sheet has closed.
        public let onConfirm: (() -> Void)?

        public init(
            title: String? = nil, message: String? = nil, actions: [Action] = [], contentView: UIView? = nil,
            contentHeight: CGFloat = 0, confirmTitle: String? = nil, onConfirm: (() -> Void)? = nil
        ) {
            (self.title, self.message, self.actions) = (title, message, actions)
            (self.contentView, self.contentHeight) = (contentView, LMKDesign.length(contentHeight))
            (self.confirmTitle, self.onConfirm) = (confirmTitle, onConfirm)
        }
    }

    public struct Action {
        public let title: String
        public let subtitle: String?
        public let icon: UIImage?
        public let style: ActionStyle
        /// The closure that runs after the sheet is closed.
        public let handler: () -> Void
        /// The page to which the action leads. If the action runs a closure instead, this is nil.
        public var page: Page? { pages.first }
        private let pages: [Page]

        /// Creates an action that closes the sheet and runs a closure.
        public init(
            title: String, subtitle: String? = nil, style: ActionStyle = .default, icon: UIImage? = nil,
            handler: @escaping () -> Void
        ) {
            (self.title, self.subtitle, self.style, self.icon) = (title, subtitle, style, icon)
            (self.handler, pages) = (handler, [])
        }

        public init(
            title: String, subtitle: String? = nil, style: ActionStyle = .default, icon: UIImage? = nil, page: Page
        ) {
            (self.title, self.subtitle, self.style, self.icon) = (title, subtitle, style, icon)
            (handler, pages) = ({}, [page])
        }
    }

    public nonisolated struct Strings: Hashable, Sendable {
        public var back: String

        public init(back: String = "Back") { self.back = back }
    }

    /// The words of action sheets. A program must set the words before it shows its screen.
    public nonisolated static var strings: Strings {
        get { words.withLock { $0 } }
        set { words.withLock { $0 = newValue } }
    }

    private nonisolated static let words = Locked(Strings())

    @Published private var pages: [Page]
    private let onDismiss: (() -> Void)?

    public init(
        title: String? = nil, message: String? = nil, actions: [Action], confirmTitle: String? = nil,
        onConfirm: (() -> Void)? = nil, cancelTitle: String? = nil, onDismiss: (() -> Void)? = nil
    ) {
        pages = [
            Page(title: title, message: message, actions: actions, confirmTitle: confirmTitle, onConfirm: onConfirm)
        ]
        self.onDismiss = onDismiss
        super.init(cancelTitle: cancelTitle)
    }

    /// Creates a sheet with the program's own view above the actions.
    public init(
        title: String? = nil, message: String? = nil, contentView: UIView, contentHeight: CGFloat,
        actions: [Action] = [], confirmTitle: String? = nil, onConfirm: (() -> Void)? = nil,
        cancelTitle: String? = nil, onDismiss: (() -> Void)? = nil
    ) {
        pages = [
            Page(
                title: title, message: message, actions: actions, contentView: contentView,
                contentHeight: contentHeight, confirmTitle: confirmTitle, onConfirm: onConfirm)
        ]
        self.onDismiss = onDismiss
        super.init(cancelTitle: cancelTitle)
    }

    public static func present(
        in viewController: UIViewController, title: String? = nil, message: String? = nil, actions: [Action],
        confirmTitle: String? = nil, onConfirm: (() -> Void)? = nil, cancelTitle: String? = nil,
        onDismiss: (() -> Void)? = nil
    ) {
        addAsChild(
            LMKActionSheet(
                title: title, message: message, actions: actions, confirmTitle: confirmTitle, onConfirm: onConfirm,
                cancelTitle: cancelTitle, onDismiss: onDismiss),
            in: viewController)
    }

    /// Shows a sheet with the program's own view above the actions.
    public static func present(
        in viewController: UIViewController, title: String? = nil, message: String? = nil, contentView: UIView,
        contentHeight: CGFloat, actions: [Action] = [], confirmTitle: String? = nil, onConfirm: (() -> Void)? = nil,
        cancelTitle: String? = nil, onDismiss: (() -> Void)? = nil
    ) {
        addAsChild(
            LMKActionSheet(
                title: title, message: message, contentView: contentView, contentHeight: contentHeight,
                actions: actions, confirmTitle: confirmTitle, onConfirm: onConfirm, cancelTitle: cancelTitle,
                onDismiss: onDismiss),
            in: viewController)
    }

    override public func onDismissTapped() {
        dismissSheet()
        onDismiss?()
    }

    /// Handles Esc. Esc leads back from a page, or closes the sheet.
    override public func escape() { if pages.count > 1 { pages.removeLast() } else { onDismissTapped() } }

    override public func makeSheetContent() -> AnyView {
        AnyView(
            LMKActionPage(page: pages[pages.count - 1], back: pages.count > 1 ? { [weak self] in self?.escape() } : nil)
            {
                [weak self] in
                self?.choose($0)
            } confirm: { [weak self] in
                self?.confirm()
            }.id(pages.count))
    }

    private func choose(_ action: Action) {
        if let page = action.page { return pages.append(page) }
        dismissSheet()
        action.handler()
    }

    private func confirm() {
        let confirmed = pages.last?.onConfirm
        dismissSheet()
        confirmed?()
    }
}

/// A page of an action sheet.
private struct LMKActionPage: View {
    let page: LMKActionSheet.Page
    let back: (() -> Void)?
    let choose: (LMKActionSheet.Action) -> Void
    let confirm: () -> Void
    @Environment(\.lmkDesign) private var design

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            if let back {
                Button("< \(LMKActionSheet.strings.back)", action: back)
                    .buttonStyle(LMKButtonStyle(.ghost(design.colors.primary)))
            }
            if let title = page.title {
                Text(verbatim: title).font(design.typography.h3).lmk_lines(.heading, design.typography)
            }
            if let message = page.message {
                Text(verbatim: message).font(design.typography.caption).foregroundColor(design.colors.textSecondary)
                    .lmk_lines(.caption, design.typography)
            }
            if let view = page.contentView {
                if page.contentHeight > 0 { view.frame(height: page.contentHeight, alignment: .top) } else { view }
            }
            LMKRows(
                rows: page.actions.map {
                    LMKRows.Row(
                        title: $0.title, subtitle: $0.subtitle, icon: $0.icon, isDestructive: $0.style == .destructive,
                        leadsOn: $0.page != nil)
                }
            ) { choose(page.actions[$0]) }
            if let title = page.confirmTitle {
                Button(title, action: confirm).buttonStyle(LMKButtonStyle(.filled(design.colors.primary)))
            }
        }
    }
}
