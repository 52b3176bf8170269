public import Foundation
public import SeamSwiftUI
import TermUI

public nonisolated struct LMKShadowStyle: Sendable, Hashable {
    /// The colour of the shadow. It is black, with the opacity that suits the screen.
    public let color: UIColor
    public let offset: CGSize
    /// The reach of the shadow, in points.
    public let radius: CGFloat
    /// The opacity of the shadow.
    public let opacity: Float

    init(_ config: LMKShadowConfig) {
        color = UIColor {
            .black.withAlphaComponent($0.userInterfaceStyle == .dark ? config.darkAlpha : config.lightAlpha)
        }
        (offset, radius, opacity) = (config.offset, config.radius, config.opacity)
    }

    /// How dark the shadow is on a dark and on a light screen, from 0 to 1. If a shadow reaches less than the width of
    /// a cell, its darkness is 0.
    var depths: SIMD2<Double> { SIMD2(depth(.dark), depth(.light)) }

    private func depth(_ scheme: ColorScheme) -> Double {
        radius >= 8 ? color.parts(on: scheme).alpha * Double(opacity) : 0
    }
}

public enum LMKShadow {
    private static var config: LMKShadowTheme { LMKThemeManager.shared.shadow }

    /// The opacity of a symbol's shadow on a picture.
    public static var opacity: Float { config.iconOverlayOpacity }
    /// The shadow of a row that is a card.
    public static func cellCard() -> LMKShadowStyle { LMKShadowStyle(config.cellCard) }
    public static func card() -> LMKShadowStyle { LMKShadowStyle(config.card) }
    public static func button() -> LMKShadowStyle { LMKShadowStyle(config.button) }
    public static func small() -> LMKShadowStyle { LMKShadowStyle(config.small) }
    public static func medium() -> LMKShadowStyle { LMKShadowStyle(config.medium) }
    public static func large() -> LMKShadowStyle { LMKShadowStyle(config.large) }
}
