public import SeamSwiftUI

public nonisolated struct LMKFixedTheme: LMKTheme {
    public var primary: UIColor
    public var primaryDark: UIColor
    public var secondary: UIColor
    public var tertiary: UIColor
    public var success: UIColor
    public var warning: UIColor
    public var error: UIColor
    public var info: UIColor
    public var textPrimary: UIColor
    public var textSecondary: UIColor
    public var textTertiary: UIColor
    public var backgroundPrimary: UIColor
    public var backgroundSecondary: UIColor
    public var backgroundTertiary: UIColor
    public var divider: UIColor
    public var imageBorder: UIColor
    public var graySoft: UIColor
    /// A less prominent grey.
    public var grayMuted: UIColor
    public var white: UIColor
    public var black: UIColor
    /// The colour behind a picture that fills the screen.
    public var photoBrowserBackground: UIColor

    public init(_ theme: some LMKTheme) {
        (primary, primaryDark) = (theme.primary, theme.primaryDark)
        (secondary, tertiary) = (theme.secondary, theme.tertiary)
        (success, warning, error, info) = (theme.success, theme.warning, theme.error, theme.info)
        (textPrimary, textSecondary, textTertiary) = (theme.textPrimary, theme.textSecondary, theme.textTertiary)
        (backgroundPrimary, backgroundSecondary) = (theme.backgroundPrimary, theme.backgroundSecondary)
        backgroundTertiary = theme.backgroundTertiary
        (divider, imageBorder) = (theme.divider, theme.imageBorder)
        (graySoft, grayMuted) = (theme.graySoft, theme.grayMuted)
        (white, black, photoBrowserBackground) = (theme.white, theme.black, theme.photoBrowserBackground)
    }

    /// The colours by their roles.
    static let roles: [(name: StaticString, path: any WritableKeyPath<LMKFixedTheme, UIColor> & Sendable)] = [
        ("primary", \.primary), ("primaryDark", \.primaryDark), ("secondary", \.secondary), ("tertiary", \.tertiary),
        ("success", \.success), ("warning", \.warning), ("error", \.error), ("info", \.info),
        ("textPrimary", \.textPrimary), ("textSecondary", \.textSecondary), ("textTertiary", \.textTertiary),
        ("backgroundPrimary", \.backgroundPrimary), ("backgroundSecondary", \.backgroundSecondary),
        ("backgroundTertiary", \.backgroundTertiary), ("divider", \.divider), ("imageBorder", \.imageBorder),
        ("graySoft", \.graySoft), ("grayMuted", \.grayMuted), ("white", \.white), ("black", \.black),
        ("photoBrowserBackground", \.photoBrowserBackground),
    ]
}

extension LMKDesign {
    public static let builtInNames = ["default", "high-contrast", "mono", "phosphor"]

    /// Returns the design with a name, or nil if the name is not in ``builtInNames``.
    public static func named(_ name: String) -> LMKDesign? {
        switch name {
        case "default": LMKDesign()
        case "high-contrast": LMKDesign(colors: highContrast)
        case "mono": LMKDesign(colors: mono)
        case "phosphor": LMKDesign(colors: phosphor)
        default: nil
        }
    }

    /// The theme with pure colours on black.
    private static var highContrast: LMKFixedTheme {
        var theme = LMKFixedTheme(LMKDefaultTheme())
        let (white, black) = (hex(0xFFFFFF), hex(0x000000))
        (theme.primary, theme.primaryDark) = (hex(0x00FFFF), hex(0x00CDCD))
        (theme.secondary, theme.tertiary) = (white, hex(0xFFFF00))
        (theme.success, theme.warning, theme.error) = (hex(0x00FF00), hex(0xFFFF00), hex(0xFF8787))
        theme.info = hex(0x00FFFF)
        (theme.textPrimary, theme.textSecondary, theme.textTertiary) = (white, white, hex(0xE5E5E5))
        (theme.backgroundPrimary, theme.backgroundSecondary, theme.backgroundTertiary) = (black, black, black)
        (theme.divider, theme.imageBorder, theme.graySoft, theme.grayMuted) = (white, white, white, white)
        (theme.white, theme.black) = (white, black)
        return theme
    }

    /// The theme with only the colours of the terminal's owner. Weight, dimness and reverse video express all
    /// distinctions.
    private static var mono: LMKFixedTheme {
        var theme = LMKFixedTheme(LMKDefaultTheme())
        for role in LMKFixedTheme.roles { theme[keyPath: role.path] = .label }
        (theme.textSecondary, theme.textTertiary) = (.secondaryLabel, .tertiaryLabel)
        (theme.divider, theme.imageBorder) = (.tertiaryLabel, .tertiaryLabel)
        (theme.backgroundPrimary, theme.backgroundSecondary) = (.systemBackground, .systemBackground)
        (theme.backgroundTertiary, theme.photoBrowserBackground) = (.systemBackground, .systemBackground)
        (theme.white, theme.black) = (.systemBackground, .systemBackground)
        return theme
    }

    /// The theme with green on black, like old screens.
    private static var phosphor: LMKFixedTheme {
        var theme = LMKFixedTheme(LMKDefaultTheme())
        let (bright, dim, black) = (hex(0x87FF87), hex(0x5FD75F), hex(0x000000))
        (theme.primary, theme.primaryDark, theme.secondary, theme.tertiary) = (bright, dim, dim, dim)
        (theme.success, theme.warning, theme.error, theme.info) = (bright, hex(0xFFFF5F), hex(0xFF8787), dim)
        (theme.textPrimary, theme.textSecondary, theme.textTertiary) = (bright, dim, dim)
        (theme.backgroundPrimary, theme.backgroundSecondary, theme.backgroundTertiary) = (black, black, black)
        (theme.divider, theme.imageBorder, theme.graySoft, theme.grayMuted) = (dim, dim, dim, dim)
        (theme.white, theme.black) = (hex(0xFFFFFF), black)
        return theme
    }

    private static func hex(_ bits: UInt32) -> UIColor {
        func part(_ shift: UInt32) -> Double { Double(bits >> shift & 0xFF) / 255 }
        return UIColor(red: part(16), green: part(8), blue: part(0))
    }
}
