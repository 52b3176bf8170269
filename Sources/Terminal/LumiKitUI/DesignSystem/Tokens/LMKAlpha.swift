public import Foundation

/// The current opacities of translucent elements.
public enum LMKAlpha {
    private static var config: LMKAlphaTheme { LMKThemeManager.shared.alpha }

    public static var overlay: CGFloat { config.overlay }
    /// The opacity of the overlay behind a sheet.
    public static var dimmingOverlay: CGFloat { config.dimmingOverlay }
    /// The opacity of a disabled control.
    public static var disabled: CGFloat { config.disabled }
    public static var semiTransparent: CGFloat { config.semiTransparent }
    public static var overlayStrong: CGFloat { config.overlayStrong }
    /// The opacity of a highlight on a light screen.
    public static var overlayLight: CGFloat { config.overlayLight }
    /// The opacity of a highlight on a dark screen.
    public static var overlayDark: CGFloat { config.overlayDark }
    public static var overlayMedium: CGFloat { config.overlayMedium }
    public static var overlayOpaque: CGFloat { config.overlayOpaque }
}
