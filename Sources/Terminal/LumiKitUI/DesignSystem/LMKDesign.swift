// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names in this file are LumiKit's own.

import Foundation
public import SeamSwiftUI

/// A snapshot of all values of a design. The design is a single reference, so every view can keep it.
public nonisolated struct LMKDesign: Sendable {
    private struct Values: Sendable {
        var colors: any LMKTheme
        var typography: LMKTypographyTheme
        var spacing: LMKSpacingTheme
        var cornerRadius: LMKCornerRadiusTheme
        var shadow: LMKShadowTheme
        var alpha: LMKAlphaTheme
        var layout: LMKLayoutTheme
        var animation: LMKAnimationTheme
        var badge: LMKBadgeTheme
        var folder: String?
    }

    private indirect enum Kept: Sendable {
        case values(Values)
    }

    private var kept: Kept

    private var values: Values {
        get {
            switch kept {
            case .values(let values): values
            }
        }
        set { kept = .values(newValue) }
    }

    public var colors: any LMKTheme {
        get { values.colors }
        set { values.colors = newValue }
    }

    public var typography: LMKTypographyTheme {
        get { values.typography }
        set { values.typography = newValue }
    }

    public var spacing: LMKSpacingTheme {
        get { values.spacing }
        set { values.spacing = newValue }
    }

    public var cornerRadius: LMKCornerRadiusTheme {
        get { values.cornerRadius }
        set { values.cornerRadius = newValue }
    }

    public var shadow: LMKShadowTheme {
        get { values.shadow }
        set { values.shadow = newValue }
    }

    /// The opacities of translucent elements.
    public var alpha: LMKAlphaTheme {
        get { values.alpha }
        set { values.alpha = newValue }
    }

    public var layout: LMKLayoutTheme {
        get { values.layout }
        set { values.layout = newValue }
    }

    public var animation: LMKAnimationTheme {
        get { values.animation }
        set { values.animation = newValue }
    }

    public var badge: LMKBadgeTheme {
        get { values.badge }
        set { values.badge = newValue }
    }

    /// The folder of the theme's file, in which its pictures are. Without a file, this is nil.
    package var folder: String? {
        get { values.folder }
        set { values.folder = newValue }
    }

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
        kept = .values(
            Values(
                colors: colors, typography: typography, spacing: spacing, cornerRadius: cornerRadius, shadow: shadow,
                alpha: alpha, layout: layout, animation: animation, badge: badge))
    }

    /// Returns a length that can be drawn. It is zero for a negative number or NaN, and never more than 10,000 points.
    static func length(_ value: CGFloat) -> CGFloat { value.isNaN ? 0 : min(max(value, 0), 10_000) }

    /// Returns a fraction from 0 to 1, or zero for NaN.
    static func share(_ value: CGFloat) -> CGFloat { value.isNaN ? 0 : min(max(value, 0), 1) }
}

private nonisolated struct LMKDesignKey: EnvironmentKey {
    static var defaultValue: LMKDesign? { nil }
}

nonisolated extension EnvironmentValues {
    /// The design of the views below. By default, the views have the design of ``LMKThemeManager``. The modifier
    /// ``SeamSwiftUI/View/lmk_design(_:)`` sets another design. A view that reads the design is redrawn when the design
    /// changes.
    public var lmkDesign: LMKDesign {
        // Views are described on the main actor.
        get { self[LMKDesignKey.self] ?? MainActor.assumeIsolated { LMKThemeManager.shared.design } }
        set { self[LMKDesignKey.self] = newValue }
    }
}

extension View {
    /// Sets a design for the LumiKit views below this view. It may differ from the program's design, for example for a
    /// dark part of a light screen, or for a preview of a theme. `LMKColor` and the other tokens keep the values of
    /// ``LMKThemeManager``.
    public func lmk_design(_ design: LMKDesign) -> some View { environment(\.lmkDesign, design) }

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
