public import SeamSwiftUI

public enum LMKColor {
    private static var config: any LMKTheme { LMKThemeManager.shared.design.colors }

    public static var primary: UIColor { config.primary }
    public static var primaryDark: UIColor { config.primaryDark }
    public static var secondary: UIColor { config.secondary }
    public static var tertiary: UIColor { config.tertiary }
    public static var success: UIColor { config.success }
    public static var warning: UIColor { config.warning }
    public static var error: UIColor { config.error }
    public static var info: UIColor { config.info }
    public static var textPrimary: UIColor { config.textPrimary }
    public static var textSecondary: UIColor { config.textSecondary }
    public static var textTertiary: UIColor { config.textTertiary }
    public static var backgroundPrimary: UIColor { config.backgroundPrimary }
    public static var backgroundSecondary: UIColor { config.backgroundSecondary }
    public static var backgroundTertiary: UIColor { config.backgroundTertiary }
    public static var divider: UIColor { config.divider }
    public static var imageBorder: UIColor { config.imageBorder }
    public static var graySoft: UIColor { config.graySoft }
    /// A less prominent grey.
    public static var grayMuted: UIColor { config.grayMuted }
    public static var white: UIColor { config.white }
    public static var black: UIColor { config.black }
    /// The colour behind a picture that fills the screen.
    public static var photoBrowserBackground: UIColor { config.photoBrowserBackground }
}
