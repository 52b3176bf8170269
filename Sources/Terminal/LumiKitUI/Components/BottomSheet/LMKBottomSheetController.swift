public import Foundation
import SeamCombine
public import SeamSwiftUI
import TermControls
import TermCore
import TermUI

/// The sizes of bottom sheets, in points.
public nonisolated enum LMKBottomSheetLayout {
    /// The width of the drag indicator. A terminal does not draw the indicator.
    public static let dragIndicatorWidth: CGFloat = 40
    public static let dragIndicatorHeight: CGFloat = 5
    public static let dragIndicatorCornerRadius: CGFloat = 2.5
    /// The height of a row. A row is one line in a terminal.
    public static let rowHeight: CGFloat = 56
    /// The height of a button. A button is one line in a terminal.
    public static let buttonHeight: CGFloat = 50
    /// The largest share of the screen's height that a sheet may take.
    public static let maxScreenHeightRatio: CGFloat = 0.9
    public static let backButtonHeight: CGFloat = 44
}

/// A panel at the bottom of the screen. The screen behind the panel is dimmed. Subclasses draw in
/// ``makeSheetContent()``. The close button is below the content that they draw.
open class LMKBottomSheetController: UIViewController {
    private let cancelTitle: String

    /// Creates a sheet whose close button has this word.
    public init(cancelTitle: String? = nil) {
        self.cancelTitle = cancelTitle ?? LMKAlertPresenter.strings.cancel
        super.init()
        setupSheetContent()
    }

    open func setupSheetContent() {}

    /// Returns the content between the upper edge and the close button.
    open func makeSheetContent() -> AnyView { AnyView(EmptyView()) }

    /// Handles the close button and Esc. Both close the sheet.
    open func onDismissTapped() { dismissSheet() }

    public func dismissSheet() { presentingViewController?.dismiss() }

    override open func escape() { onDismissTapped() }

    override open func makeContent() -> AnyView {
        AnyView(
            LMKBottomSheet(
                content: makeSheetContent(), cancel: (cancelTitle, { [weak self] in self?.onDismissTapped() })))
    }

    /// Shows a sheet in front of a controller.
    public static func addAsChild(_ sheet: some LMKBottomSheetController, in parent: UIViewController) {
        parent.present(sheet)
    }
}

/// The panel of a bottom sheet.
private struct LMKBottomSheet: View {
    let content: AnyView
    let cancel: (title: String, run: () -> Void)
    @Environment(\.lmkDesign) private var design

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            content
            Button(cancel.title, action: cancel.run).buttonStyle(LMKButtonStyle(.outlined(design.colors.textPrimary)))
        }
        .padding(LMKDesign.boxed(design.spacing.large))
        .frame(maxWidth: .infinity, alignment: .leading)
        .background(design.colors.backgroundPrimary)
        .lmk_framed(design.colors.primary, radius: design.cornerRadius.large)
        .modified(LMKSheetHeight(ratio: LMKBottomSheetLayout.maxScreenHeightRatio))
        .frame(maxHeight: .infinity, alignment: .bottom)
    }
}

/// Limits a sheet to a share of the screen's height.
private struct LMKSheetHeight: NodeModifier, Equatable {
    let ratio: CGFloat

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        guard let height = proposal.height else { return node.contentSize(proposal) }
        return node.contentSize(CellProposal(proposal.width, max(1, Int(CGFloat(min(height, 10_000)) * ratio))))
    }
}
