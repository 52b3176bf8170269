public import Foundation
public import SeamSwiftUI

/// A shadow as views take it.
public nonisolated struct LMKShadowStyle: Sendable, Hashable {
    /// Black, of which as much is seen as the screen calls for.
    public let color: UIColor
    /// Where it falls, in points.
    public let offset: CGSize
    /// How far it reaches, in points.
    public let radius: CGFloat
    /// How much of it is seen.
    public let opacity: Float

    init(_ config: LMKShadowConfig) {
        color = UIColor {
            .black.withAlphaComponent($0.userInterfaceStyle == .dark ? config.darkAlpha : config.lightAlpha)
        }
        (offset, radius, opacity) = (config.offset, config.radius, config.opacity)
    }
}

/// The shadows in force.
public enum LMKShadow {
    private static var config: LMKShadowTheme { LMKThemeManager.shared.shadow }

    /// How much is seen of a symbol's shadow on a picture.
    public static var opacity: Float { config.iconOverlayOpacity }
    /// Of a row that is a card.
    public static func cellCard() -> LMKShadowStyle { LMKShadowStyle(config.cellCard) }
    /// Of a card.
    public static func card() -> LMKShadowStyle { LMKShadowStyle(config.card) }
    /// Of a button that stands out.
    public static func button() -> LMKShadowStyle { LMKShadowStyle(config.button) }
    /// Of chips and badges.
    public static func small() -> LMKShadowStyle { LMKShadowStyle(config.small) }
    /// Of toasts.
    public static func medium() -> LMKShadowStyle { LMKShadowStyle(config.medium) }
    /// Of dialogs.
    public static func large() -> LMKShadowStyle { LMKShadowStyle(config.large) }
}
