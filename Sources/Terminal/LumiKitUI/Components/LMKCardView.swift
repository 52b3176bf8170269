public import Foundation
public import SeamCombine
public import SeamSwiftUI
import TermUI

/// A card, which shows content on its own surface. The card is a box of lines. If the colours are known, it looks
/// raised from the background.
public struct LMKCard<Content: View>: View {
    private let content: Content
    private let fill: UIColor?
    private let radius: CGFloat?
    private let insets: UIEdgeInsets?
    private let shadow: LMKShadowStyle?

    @Environment(\.lmkDesign) private var design

    /// Creates a card in the design's second background. The `insets` are around the content, in points.
    public init(
        fill: UIColor? = nil, radius: CGFloat? = nil, insets: UIEdgeInsets? = nil, shadow: LMKShadowStyle? = nil,
        @ViewBuilder content: () -> Content
    ) {
        (self.fill, self.radius, self.insets, self.shadow) = (fill, radius, insets, shadow)
        self.content = content()
    }

    public var body: some View {
        content
            .padding(insets?.edges ?? LMKDesign.boxed(design.spacing.large))
            .frame(maxWidth: .infinity, alignment: .leading)
            .background(fill ?? design.colors.backgroundSecondary)
            .lmk_framed(design.colors.divider, radius: radius ?? design.cornerRadius.medium)
            .lmk_applyShadow(shadow ?? LMKShadowStyle(design.shadow.card))
    }
}

/// A card as an object. It shows the content of ``contentView``.
public final class LMKCardView: UIView {
    /// The views in the card, one below another.
    public let contentView = UIView()
    @Published public var cardBackgroundColor: UIColor = LMKColor.backgroundSecondary
    /// The radius of the card's corners, in points.
    @Published public var cardCornerRadius: CGFloat = LMKCornerRadius.medium
    /// The space around the content, in points.
    @Published public var contentInsets = UIEdgeInsets(
        top: LMKSpacing.large, left: LMKSpacing.large, bottom: LMKSpacing.large, right: LMKSpacing.large)

    /// The shadow that a program has set. Nil means the shadow of a card.
    @Published private var ownShadow: LMKShadowStyle?
    /// Whether the card has the same shadow as the card of a row.
    fileprivate var isRow = false

    override public var backgroundColor: UIColor? {
        get { cardBackgroundColor }
        set { cardBackgroundColor = newValue ?? .clear }
    }

    override var fill: UIColor? { nil }

    override func setShadow(_ shadow: LMKShadowStyle?) {
        ownShadow = shadow ?? LMKShadowStyle(LMKShadowConfig(radius: 0))
    }

    override func setCornerRadius(_ radius: CGFloat) { cardCornerRadius = radius }

    override public func makeContent() -> AnyView {
        let around = LMKDesign.boxed(contentInsets)
        let insets = UIEdgeInsets(
            top: around.top, left: around.leading, bottom: around.bottom, right: around.trailing)
        return AnyView(
            LMKCard(
                fill: cardBackgroundColor, radius: cardCornerRadius, insets: insets,
                shadow: ownShadow ?? (isRow ? LMKShadow.cellCard() : nil)
            ) { contentView })
    }
}

/// Creates cards without space around their content.
public enum LMKCardFactory {
    /// Returns an empty card with the same shadow as the card of a row.
    public static func cardView() -> LMKCardView {
        let card = elevatedCardView()
        card.isRow = true
        return card
    }

    /// Returns an empty card with the large shadow of a card.
    public static func elevatedCardView() -> LMKCardView {
        let card = LMKCardView()
        card.contentInsets = .zero
        return card
    }

    /// Returns an empty card without a shadow.
    public static func flatCardView() -> LMKCardView {
        let card = elevatedCardView()
        card.lmk_removeShadow()
        return card
    }
}
