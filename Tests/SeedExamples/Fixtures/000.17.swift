import SeamComponents

let colors: [WritableKeyPath<SeamTheme.Colors, Color>] = [
    \.accent, \.primaryText, \.secondaryText, \.primaryTextLight, \.primaryTextDark, \.danger, \.error, \.warning,
    \.info, \.success, \.grayFill, \.lightFill, \.darkFill, \.secondaryFill, \.progress, \.secondaryBackground,
]
let fonts: [WritableKeyPath<SeamTheme.Fonts, Font>] = [
    \.largeTitle, \.title, \.title2, \.title3, \.headline, \.subheadline, \.body, \.callout, \.footnote, \.caption,
    \.caption2, \.actionTitle, \.sectionHeader,
]
var theme = SeamTheme.default
for color in colors { theme.colors[keyPath: color] = .orange }
for font in fonts { theme.fonts[keyPath: font] = .caption }
precondition(colors.allSatisfy { theme.colors[keyPath: $0] == .orange })
precondition(fonts.allSatisfy { theme.fonts[keyPath: $0] == .caption })

let card = SeamTheme.KeyCardStyle.default.with(
    backgroundGradient: [.black], accentColor: .red, logoAssetName: "logo", cornerRadius: 1, shadowColor: .gray,
    shadowRadius: 2, shadowYOffset: 3)
precondition(card.backgroundGradient == [.black] && card.accentColor == .red && card.logoAssetName == "logo")
precondition(card.cornerRadius == 1 && card.shadowColor == .gray && card.shadowRadius == 2 && card.shadowYOffset == 3)
print("ok: every member of SeamTheme")
