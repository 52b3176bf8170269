public import Foundation
public import SeamSwiftUI
import TermCore
import TermUI

/// The sizes of card panels, in points.
public nonisolated enum LMKCardPanelLayout {
    public static let cardMaxWidth: CGFloat = 420
    /// The space beside the card.
    public static let cardHorizontalInset: CGFloat = 24
    /// The share of the screen's height that a card takes.
    public static let cardMaxHeightRatio: CGFloat = 0.6
    /// The distance that a card moves on a phone. In a terminal, the card appears in its place.
    public static let slideOffset: CGFloat = 20
}

/// A card in the middle of the screen, with a controller in it. Esc closes the card if the controller in it has nothing
/// to go back to.
open class LMKCardPanelController: UIViewController {
    private let root: UIViewController

    public init(rootViewController: UIViewController) {
        root = rootViewController
        super.init(nibName: nil, bundle: nil)
        addChild(rootViewController)
    }

    open var cardMaxWidth: CGFloat { LMKCardPanelLayout.cardMaxWidth }
    open var cardHorizontalInset: CGFloat { LMKCardPanelLayout.cardHorizontalInset }
    open var cardMaxHeightRatio: CGFloat { LMKCardPanelLayout.cardMaxHeightRatio }

    /// Whether Esc closes the card. A terminal has no taps outside of it.
    open var dismissesOnBackgroundTap: Bool { true }

    override open var canBeDismissed: Bool { dismissesOnBackgroundTap }

    override open func escape() {
        if let page = root as? LMKCardPageController, page.canPopContent { return page.popContentView() }
        super.escape()
    }

    /// Closes the card.
    public func dismissPanel(completion: (() -> Void)? = nil) {
        presentingViewController?.dismiss()
        completion?()
    }

    /// Shows a card in front of a controller, because a terminal has no windows.
    public static func show(_ panel: LMKCardPanelController, on viewController: UIViewController) {
        viewController.present(panel)
    }

    override open func makeContent() -> AnyView {
        AnyView(
            LMKCardPanel(content: root)
                .modified(
                    LMKCardSize(width: cardMaxWidth, inset: cardHorizontalInset, ratio: cardMaxHeightRatio)
                )
                .frame(maxWidth: .infinity, maxHeight: .infinity))
    }
}

/// The card around a controller.
private struct LMKCardPanel: View {
    let content: UIViewController
    @Environment(\.lmkDesign) private var design

    var body: some View {
        content
            .background(design.colors.backgroundPrimary)
            .lmk_framed(design.colors.primary, radius: design.cornerRadius.large)
            .lmk_applyShadow(LMKShadowStyle(design.shadow.card))
    }
}

/// Gives a card its size within the screen.
private struct LMKCardSize: NodeModifier, Equatable {
    let width: CGFloat
    let inset: CGFloat
    let ratio: CGFloat

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        let most = CellMetrics.columns(LMKDesign.length(width))
        let beside = 2 * CellMetrics.columns(LMKDesign.length(inset))
        let columns = proposal.width.map { max(1, min(most, $0 - beside)) } ?? most
        let share = ratio.isNaN ? 1 : min(max(ratio, 0), 1)
        let rows = proposal.height.map { max(3, Int(CGFloat(min($0, 10_000)) * share)) }
        return node.contentSize(CellProposal(columns, rows))
    }
}
