public import Foundation
import SeamCombine
public import SeamSwiftUI
import TermControls
import TermUI

/// A screen whose views are in a column that scrolls. Subclasses add the views in ``setupStackContent()``. A terminal
/// scrolls the column itself, so there is no scroll view with its settings.
open class LMKScrollStackViewController: UIViewController {
    open var stackSpacing: CGFloat { LMKSpacing.large }

    open var contentInsets: UIEdgeInsets {
        let padding = LMKSpacing.cardPadding
        return UIEdgeInsets(top: padding, left: padding, bottom: padding, right: padding)
    }

    /// This is kept, but nothing reads it, because a terminal's content does not bounce.
    open var alwaysBounceVertical: Bool { false }
    /// This is kept, but nothing reads it, because every part of a terminal's screen can be used.
    open var scrollViewUseSafeArea: Bool { true }

    /// The view of the column.
    public let contentView = UIView()
    public let stackView = UIStackView()
    /// The control that the key `r` and pulling start, or nil if the screen cannot be refreshed.
    @Published public var refreshControl: LMKLottieRefreshControl?

    public init() { super.init(nibName: nil, bundle: nil) }

    override open func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = LMKColor.backgroundPrimary
        (stackView.axis, stackView.spacing, stackView.alignment) = (.vertical, stackSpacing, .fill)
        contentView.addSubview(stackView)
        setupStackContent()
    }

    /// Adds the views of the column.
    open func setupStackContent() {}

    public func addSectionHeader(_ title: String) {
        let header = LMKLabelFactory.heading(text: title, level: 3)
        header.accessibilityTraits = .header
        stackView.addArrangedSubview(header)
    }

    public func addDivider() { stackView.addArrangedSubview(LMKDividerView()) }

    override open func makeContent() -> AnyView {
        AnyView(
            LMKScrollStack(content: contentView, insets: contentInsets, refresh: refreshControl)
                .background(view.backgroundColor ?? LMKColor.backgroundPrimary))
    }
}

/// The column, below the spinner of its refresh control.
private struct LMKScrollStack: View {
    let content: UIView
    let insets: UIEdgeInsets
    let refresh: LMKLottieRefreshControl?

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            if let refresh { refresh.frame(maxWidth: .infinity) }
            ScrollView { content.padding(insets.edges).frame(maxWidth: .infinity, alignment: .topLeading) }
                .frame(maxWidth: .infinity, maxHeight: .infinity)
            if let refresh { KeyHints([refresh.key]) }
        }
        .onPull { refresh?.start() }
        .keyBindings(refresh.map { [$0.key] } ?? [])
    }
}
