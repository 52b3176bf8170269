public import Foundation
import LinuxSupport
import SeamCombine
public import SeamSwiftUI
import TermUI

/// The sizes of card pages, in points.
public nonisolated enum LMKCardPageLayout {
    public static let headerHeight: CGFloat = 52
    /// The size of the header's symbols. A terminal draws a symbol in the size of letters.
    public static let symbolPointSize: CGFloat = 16
    /// The height of the line below the header, which is one row in a terminal.
    public static let separatorHeight: CGFloat = 0.5
}

/// A page with a header: a leading button, a title, and a trailing button. Subclasses add views to
/// ``contentContainerView`` in ``setupContent()``.
///
/// A page can have further content in front, which the leading button and Esc take away again. In a terminal, the
/// content changes at once.
open class LMKCardPageController: UIViewController {
    public nonisolated struct Strings: Hashable, Sendable {
        public var leadingButtonAccessibilityLabel: String
        public var trailingButtonAccessibilityLabel: String

        public init(
            leadingButtonAccessibilityLabel: String = "Back", trailingButtonAccessibilityLabel: String = "Action"
        ) {
            self.leadingButtonAccessibilityLabel = leadingButtonAccessibilityLabel
            self.trailingButtonAccessibilityLabel = trailingButtonAccessibilityLabel
        }
    }

    /// The words of all pages. A program sets the words before it shows its screen.
    public nonisolated static var strings: Strings {
        get { words.withLock { $0 } }
        set { words.withLock { $0 = newValue } }
    }

    private nonisolated static let words = Locked(Strings())

    /// The title in the header.
    public let headerTitleLabel = UILabel()
    public let leadingButton = LMKButton()
    public let trailingButton = LMKButton()
    /// The first content of the page.
    public let contentContainerView = UIView()

    /// The contents behind the current content, with their titles.
    private var behind: [(content: UIView, title: String?)] = []
    @Published private var content: UIView

    public init(title: String) {
        content = contentContainerView
        super.init(nibName: nil, bundle: nil)
        self.title = title
    }

    // MARK: - For subclasses

    /// The symbol of the trailing button.
    open var trailingButtonSymbol: String { "doc.on.doc" }
    open var leadingButtonSymbol: String { "chevron.left" }
    open var headerHeight: CGFloat { LMKCardPageLayout.headerHeight }
    /// Whether the first content has a leading button. Further content always has one.
    open var showsLeadingButton: Bool { true }
    open var showsTrailingButton: Bool { true }
    open var showsHeaderSeparator: Bool { false }

    /// Adds the views of the first content.
    open func setupContent() {}

    /// Handles the leading button while the first content is shown. This implementation closes the page, if the page is
    /// in front of another controller.
    open func leadingButtonTapped() { dismiss() }

    open func trailingButtonTapped() {}

    override open func viewDidLoad() {
        super.viewDidLoad()
        headerTitleLabel.font = LMKTypography.bodyBold
        headerTitleLabel.textColor = LMKColor.textPrimary
        headerTitleLabel.text = title
        prepare(leadingButton, leadingButtonSymbol, Self.strings.leadingButtonAccessibilityLabel) { [weak self] in
            self?.back()
        }
        prepare(trailingButton, trailingButtonSymbol, Self.strings.trailingButtonAccessibilityLabel) { [weak self] in
            self?.trailingButtonTapped()
        }
        leadingButton.isHidden = !showsLeadingButton
        trailingButton.isHidden = !showsTrailingButton
        contentContainerView.lmk_setEdgesEqualToSuperView()
        setupContent()
    }

    private func prepare(_ button: LMKButton, _ symbol: String, _ label: String, _ action: @escaping () -> Void) {
        button.look = .ghost(LMKColor.secondary)
        button.image = UIImage(systemName: symbol)
        button.accessibilityLabel = label
        button.tapHandler = action
    }

    // MARK: - Content

    /// Whether there is content to go back to.
    public var canPopContent: Bool { !behind.isEmpty }

    /// Shows `contentView` in place of the current content. Without a title, the page keeps its title.
    public func pushContentView(_ contentView: UIView, title: String? = nil, animated: Bool = true) {
        guard contentView !== content, !behind.contains(where: { $0.content === contentView }) else { return }
        behind.append((content, self.title))
        show(contentView, title ?? self.title)
    }

    /// Shows the content before the current content again, with its title.
    public func popContentView(animated: Bool = true) {
        guard let last = behind.popLast() else { return }
        show(last.content, last.title)
    }

    private func show(_ content: UIView, _ title: String?) {
        content.lmk_setEdgesEqualToSuperView()
        (self.content, self.title, headerTitleLabel.text) = (content, title, title)
        leadingButton.isHidden = !canPopContent && !showsLeadingButton
    }

    private func back() { if canPopContent { popContentView() } else { leadingButtonTapped() } }

    /// Handles Esc like the leading button, if the page has one.
    override open func escape() { if canPopContent || showsLeadingButton { back() } else { super.escape() } }

    override open func makeContent() -> AnyView {
        AnyView(
            VStack(alignment: .leading, spacing: 0) {
                ZStack {
                    HStack(spacing: 0) {
                        leadingButton
                        Spacer(minLength: 0)
                        trailingButton
                    }
                    headerTitleLabel
                }
                .padding(.horizontal, LMKSpacing.large)
                .frame(height: LMKDesign.length(headerHeight))
                if showsHeaderSeparator { LMKDivider() }
                content.id(ObjectIdentifier(content))
            }
            .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading))
    }
}
