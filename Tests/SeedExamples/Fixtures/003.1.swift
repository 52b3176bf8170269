import LumiKitUI
import SwiftUI

struct MyAppTheme: LMKTheme {
    private let base = LMKDefaultTheme()
    var primary: UIColor { .systemPurple }
    var primaryDark: UIColor { .systemPurple.withAlphaComponent(0.85) }
    var secondary: UIColor { base.secondary }
    var tertiary: UIColor { base.tertiary }
    var success: UIColor { base.success }
    var warning: UIColor { base.warning }
    var error: UIColor { base.error }
    var info: UIColor { base.info }
    var textPrimary: UIColor { .label }
    var textSecondary: UIColor { .secondaryLabel }
    var textTertiary: UIColor { .tertiaryLabel }
    var backgroundPrimary: UIColor { .systemBackground }
    var backgroundSecondary: UIColor { .secondarySystemBackground }
    var backgroundTertiary: UIColor { .tertiarySystemBackground }
    var divider: UIColor { .separator }
    var imageBorder: UIColor { .separator }
    var graySoft: UIColor { UIColor { $0.userInterfaceStyle == .dark ? UIColor(white: 0.35, alpha: 1) : .systemGray4 } }
    var grayMuted: UIColor { .systemGray5 }
    var white: UIColor { .white }
    var black: UIColor { .black }
}

statements()
precondition(LMKColor.primary == .systemPurple && LMKTypography.h1.familyName == "Inter")
// The last statement sets only one category, so the other categories get LumiKit's own values again.
precondition(LMKSpacing.large == 20 && LMKSpacing.xxl == 24 && LMKCornerRadius.small == 12)
print("ok: colours, fonts, distances and corners are the program's")
