public import SeamSwiftUI

/// The colours of a program, by meaning. A program passes its own colours to ``LMKThemeManager``.
public nonisolated protocol LMKTheme: Sendable {
    /// The colour for actions and selections.
    var primary: UIColor { get }
    /// The colour for actions while they are pressed.
    var primaryDark: UIColor { get }
    /// The colour for less important actions.
    var secondary: UIColor { get }
    /// The program's third colour.
    var tertiary: UIColor { get }
    /// The colour for success.
    var success: UIColor { get }
    /// The colour for warnings.
    var warning: UIColor { get }
    /// The colour for errors.
    var error: UIColor { get }
    /// The colour for information.
    var info: UIColor { get }
    /// The colour of text.
    var textPrimary: UIColor { get }
    /// The colour of less important text.
    var textSecondary: UIColor { get }
    /// The colour of the least important text.
    var textTertiary: UIColor { get }
    /// The colour of the background.
    var backgroundPrimary: UIColor { get }
    /// The colour behind a card.
    var backgroundSecondary: UIColor { get }
    /// The colour behind a card on another card.
    var backgroundTertiary: UIColor { get }
    /// The colour of lines between parts.
    var divider: UIColor { get }
    /// The colour of lines around pictures.
    var imageBorder: UIColor { get }
    /// A grey of normal prominence.
    var graySoft: UIColor { get }
    /// A less prominent grey.
    var grayMuted: UIColor { get }
    /// The colour of text on a filled colour.
    var white: UIColor { get }
    /// The colour of text on a light filled colour.
    var black: UIColor { get }
    /// The colour behind a picture that fills the screen.
    var photoBrowserBackground: UIColor { get }
}

extension LMKTheme {
    public nonisolated var photoBrowserBackground: UIColor { UIColor(white: 0.1, alpha: 1) }
}

/// LumiKit's own colours, on the terminal's own background. If the terminal's owner has chosen a colour that is
/// suitable, this colour is used.
public nonisolated struct LMKDefaultTheme: LMKTheme {
    public init() {}

    public var primary: UIColor { .systemGreen }
    public var primaryDark: UIColor { .systemGreen.withAlphaComponent(0.85) }
    public var secondary: UIColor { .systemGray }
    public var tertiary: UIColor { .systemBrown }
    public var success: UIColor { .systemGreen }
    public var warning: UIColor { .systemOrange }
    public var error: UIColor { .systemRed }
    public var info: UIColor { .systemBlue }
    public var textPrimary: UIColor { .label }
    public var textSecondary: UIColor { .secondaryLabel }
    public var textTertiary: UIColor { .tertiaryLabel }
    public var backgroundPrimary: UIColor { .systemBackground }
    public var backgroundSecondary: UIColor { .secondarySystemBackground }
    public var backgroundTertiary: UIColor { .tertiarySystemBackground }
    public var divider: UIColor { .separator }
    public var imageBorder: UIColor { .separator }
    public var graySoft: UIColor { UIColor { UIColor(white: $0.userInterfaceStyle == .dark ? 0.35 : 0.75, alpha: 1) } }
    /// A less prominent grey.
    public var grayMuted: UIColor { UIColor { UIColor(white: $0.userInterfaceStyle == .dark ? 0.25 : 0.85, alpha: 1) } }
    public var white: UIColor { UIColor(white: 0.98, alpha: 1) }
    public var black: UIColor { UIColor(white: 0.1, alpha: 1) }
}
