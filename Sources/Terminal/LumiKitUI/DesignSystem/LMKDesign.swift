// swift-format-ignore-file: AlwaysUseLowerCamelCase
// LumiKit's own names.

import Foundation
public import SeamSwiftUI

/// All of a design's values at one time.
public nonisolated struct LMKDesign: Sendable {
    /// Colours.
    public var colors: any LMKTheme
    /// Fonts.
    public var typography: LMKTypographyTheme
    /// Distances.
    public var spacing: LMKSpacingTheme
    /// The radii of corners.
    public var cornerRadius: LMKCornerRadiusTheme
    /// Shadows.
    public var shadow: LMKShadowTheme
    /// How much is seen of what is partly seen.
    public var alpha: LMKAlphaTheme
    /// Sizes.
    public var layout: LMKLayoutTheme
    /// How long motion takes.
    public var animation: LMKAnimationTheme
    /// Sizes of badges.
    public var badge: LMKBadgeTheme

    /// The given values, and LumiKit's own for the others.
    public init(
        colors: any LMKTheme = LMKDefaultTheme(),
        typography: LMKTypographyTheme = .init(),
        spacing: LMKSpacingTheme = .init(),
        cornerRadius: LMKCornerRadiusTheme = .init(),
        shadow: LMKShadowTheme = .init(),
        alpha: LMKAlphaTheme = .init(),
        layout: LMKLayoutTheme = .init(),
        animation: LMKAnimationTheme = .init(),
        badge: LMKBadgeTheme = .init()
    ) {
        self.colors = colors
        self.typography = typography
        self.spacing = spacing
        self.cornerRadius = cornerRadius
        self.shadow = shadow
        self.alpha = alpha
        self.layout = layout
        self.animation = animation
        self.badge = badge
    }

    /// A length that can be drawn: zero for what is negative or no number, at most 10,000 points.
    static func length(_ value: CGFloat) -> CGFloat { value.isNaN ? 0 : min(max(value, 0), 10_000) }

    /// A share from 0 to 1; zero for what is no number.
    static func share(_ value: CGFloat) -> CGFloat { value.isNaN ? 0 : min(max(value, 0), 1) }
}

private nonisolated struct LMKDesignKey: EnvironmentKey {
    static var defaultValue: LMKDesign? { nil }
}

nonisolated extension EnvironmentValues {
    /// The design of the views below: that of ``LMKThemeManager`` unless ``SeamSwiftUI/View/lmk_design(_:)`` set
    /// another for them. A view that reads it is drawn anew when it changes.
    public var lmkDesign: LMKDesign {
        // Views are described on the main actor.
        get { self[LMKDesignKey.self] ?? MainActor.assumeIsolated { LMKThemeManager.shared.design } }
        set { self[LMKDesignKey.self] = newValue }
    }
}

extension View {
    /// Gives LumiKit's views below another design than the program's: a dark part of a light screen, or a preview of a
    /// theme. `LMKColor` and the other tokens stay those of ``LMKThemeManager``.
    public func lmk_design(_ design: LMKDesign) -> some View { environment(\.lmkDesign, design) }

    /// Gives them other colours.
    public func lmk_theme(_ colors: some LMKTheme) -> some View {
        modifier(LMKColors(colors: colors))
    }
}

private struct LMKColors: ViewModifier {
    let colors: any LMKTheme
    @Environment(\.lmkDesign) private var design

    func body(content: Content) -> some View {
        var other = design
        other.colors = colors
        return content.environment(\.lmkDesign, other)
    }
}
