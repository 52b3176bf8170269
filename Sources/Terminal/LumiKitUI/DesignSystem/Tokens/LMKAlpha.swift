public import Foundation

/// How much is seen of what is only partly seen: the values in force.
public enum LMKAlpha {
    private static var config: LMKAlphaTheme { LMKThemeManager.shared.alpha }

    public static var overlay: CGFloat { config.overlay }
    /// Of what lies over the screen behind a sheet.
    public static var dimmingOverlay: CGFloat { config.dimmingOverlay }
    /// Of a control that cannot be used.
    public static var disabled: CGFloat { config.disabled }
    public static var semiTransparent: CGFloat { config.semiTransparent }
    public static var overlayStrong: CGFloat { config.overlayStrong }
    /// Of a highlight on a light screen.
    public static var overlayLight: CGFloat { config.overlayLight }
    /// Of a highlight on a dark screen.
    public static var overlayDark: CGFloat { config.overlayDark }
    public static var overlayMedium: CGFloat { config.overlayMedium }
    public static var overlayOpaque: CGFloat { config.overlayOpaque }
}
