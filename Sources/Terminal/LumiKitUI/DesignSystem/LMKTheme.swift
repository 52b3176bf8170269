public import SeamSwiftUI

/// A program's colours, by meaning. A program passes its own to ``LMKThemeManager``.
public nonisolated protocol LMKTheme: Sendable {
    /// For actions and selections.
    var primary: UIColor { get }
    /// The same, pressed.
    var primaryDark: UIColor { get }
    /// For other actions.
    var secondary: UIColor { get }
    /// The program's third colour.
    var tertiary: UIColor { get }
    /// For success.
    var success: UIColor { get }
    /// For warnings.
    var warning: UIColor { get }
    /// For errors.
    var error: UIColor { get }
    /// For information.
    var info: UIColor { get }
    /// Text.
    var textPrimary: UIColor { get }
    /// Less important text.
    var textSecondary: UIColor { get }
    /// The least important text.
    var textTertiary: UIColor { get }
    /// Behind everything.
    var backgroundPrimary: UIColor { get }
    /// Behind a card.
    var backgroundSecondary: UIColor { get }
    /// Behind a card on a card.
    var backgroundTertiary: UIColor { get }
    /// Lines between parts.
    var divider: UIColor { get }
    /// Lines around pictures.
    var imageBorder: UIColor { get }
    /// A grey.
    var graySoft: UIColor { get }
    /// A less prominent grey.
    var grayMuted: UIColor { get }
    /// Text on a filled colour.
    var white: UIColor { get }
    /// Text on a light filled colour.
    var black: UIColor { get }
    /// Behind a picture that fills the screen.
    var photoBrowserBackground: UIColor { get }
}

extension LMKTheme {
    public nonisolated var photoBrowserBackground: UIColor { UIColor(white: 0.1, alpha: 1) }
}

/// LumiKit's own colours: the terminal owner's wherever there is one, on the terminal's own background.
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
