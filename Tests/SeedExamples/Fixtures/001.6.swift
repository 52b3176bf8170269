import SeamComponents

precondition(brandedTheme.colors.accent == .purple && brandedTheme.colors.danger == SeamTheme.default.colors.danger)
precondition(brandedTheme.fonts.title == .system(size: 26, weight: .bold, design: .rounded))
precondition(brandedTheme.fonts.body == SeamTheme.default.fonts.body)
print("ok: a brand's colour and title, and the rest as usual")
