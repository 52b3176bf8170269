public import SeamSwiftUI

/// The colours in force, by what they mean.
public enum LMKColor {
    private static var config: any LMKTheme { LMKThemeManager.shared.design.colors }

    /// What can be done here, and what is chosen.
    public static var primary: UIColor { config.primary }
    /// The same, pressed.
    public static var primaryDark: UIColor { config.primaryDark }
    /// What can be done besides.
    public static var secondary: UIColor { config.secondary }
    /// A third colour of the program's.
    public static var tertiary: UIColor { config.tertiary }
    /// What is well.
    public static var success: UIColor { config.success }
    /// What needs attention.
    public static var warning: UIColor { config.warning }
    /// What went wrong.
    public static var error: UIColor { config.error }
    /// What is worth knowing.
    public static var info: UIColor { config.info }
    /// Text.
    public static var textPrimary: UIColor { config.textPrimary }
    /// Text that matters less.
    public static var textSecondary: UIColor { config.textSecondary }
    /// Text that matters least.
    public static var textTertiary: UIColor { config.textTertiary }
    /// Behind all.
    public static var backgroundPrimary: UIColor { config.backgroundPrimary }
    /// Behind a card.
    public static var backgroundSecondary: UIColor { config.backgroundSecondary }
    /// Behind a card on a card.
    public static var backgroundTertiary: UIColor { config.backgroundTertiary }
    /// Lines between parts.
    public static var divider: UIColor { config.divider }
    /// Lines around pictures.
    public static var imageBorder: UIColor { config.imageBorder }
    /// A grey.
    public static var graySoft: UIColor { config.graySoft }
    /// A grey that is less seen.
    public static var grayMuted: UIColor { config.grayMuted }
    /// Text on a filled colour.
    public static var white: UIColor { config.white }
    /// Text on a light filled colour.
    public static var black: UIColor { config.black }
    /// Behind a picture that fills the screen.
    public static var photoBrowserBackground: UIColor { config.photoBrowserBackground }
}
