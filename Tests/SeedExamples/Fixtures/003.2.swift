import Foundation
import LumiKitUI

// 1. A structure with default values can be made anywhere.
let theme = await Task.detached { LMKSpacingTheme(large: 18) }.value
let large: CGFloat = theme.large
precondition(large == 18 && LMKSpacingTheme().large == 16)
// 2. The enumeration gives the current values.
precondition(LMKSpacing.large == 16)
// 3. The manager keeps the values.
LMKThemeManager.shared.apply(spacing: .init(large: 20))
precondition(LMKSpacing.large == 20 && LMKThemeManager.shared.spacing.large == 20)
print("ok: structure, enumeration and manager")
