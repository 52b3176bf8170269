public import Foundation

/// A shadow. The darkness of the shadow is `opacity` times the alpha, which depends on whether the screen is light or
/// dark.
public nonisolated struct LMKShadowConfig: Sendable, Hashable {
    public var offset: CGSize
    /// The reach of the shadow, in points.
    public var radius: CGFloat
    /// The opacity of the shadow, from 0 to 1.
    public var opacity: Float
    /// The darkness of the shadow on a light screen.
    public var lightAlpha: CGFloat
    /// The darkness of the shadow on a dark screen.
    public var darkAlpha: CGFloat

    public init(
        offset: CGSize = CGSize(width: 0, height: 2), radius: CGFloat = 6, opacity: Float = 0.5,
        lightAlpha: CGFloat = 0.1, darkAlpha: CGFloat = 0.3
    ) {
        self.offset = offset
        self.radius = LMKDesign.length(radius)
        self.opacity = Float(LMKDesign.share(CGFloat(opacity)))
        self.lightAlpha = LMKDesign.share(lightAlpha)
        self.darkAlpha = LMKDesign.share(darkAlpha)
    }
}

/// The shadows of a design. A terminal draws a shadow only if it reaches 8 points or more. The shadow consists of
/// darker cells below and to the right. A terminal with few colours draws no shadows.
public nonisolated struct LMKShadowTheme: Sendable, Hashable {
    /// The opacity of a symbol's shadow on a picture.
    public var iconOverlayOpacity: Float
    /// The shadow of a row that is a card.
    public var cellCard: LMKShadowConfig
    public var card: LMKShadowConfig
    public var button: LMKShadowConfig
    public var small: LMKShadowConfig
    public var medium: LMKShadowConfig
    public var large: LMKShadowConfig

    public init(
        iconOverlayOpacity: Float = 0.8,
        cellCard: LMKShadowConfig = .init(
            offset: CGSize(width: 0, height: 2), radius: 6, opacity: 0.5, lightAlpha: 0.1, darkAlpha: 0.3),
        card: LMKShadowConfig = .init(
            offset: CGSize(width: 0, height: 2), radius: 8, opacity: 1.0, lightAlpha: 0.1, darkAlpha: 0.3),
        button: LMKShadowConfig = .init(
            offset: CGSize(width: 0, height: 2), radius: 4, opacity: 1.0, lightAlpha: 0.15, darkAlpha: 0.4),
        small: LMKShadowConfig = .init(
            offset: CGSize(width: 0, height: 1), radius: 2, opacity: 1.0, lightAlpha: 0.1, darkAlpha: 0.3),
        medium: LMKShadowConfig = .init(
            offset: CGSize(width: 0, height: 4), radius: 12, opacity: 1.0, lightAlpha: 0.1, darkAlpha: 0.3),
        large: LMKShadowConfig = .init(
            offset: CGSize(width: 0, height: 8), radius: 24, opacity: 1.0, lightAlpha: 0.12, darkAlpha: 0.4)
    ) {
        self.iconOverlayOpacity = iconOverlayOpacity
        self.cellCard = cellCard
        self.card = card
        self.button = button
        self.small = small
        self.medium = medium
        self.large = large
    }
}
