import SeamComponents

let (card, usual) = (customTheme.keyCard, SeamTheme.default.keyCard)
precondition(card.backgroundGradient == [.white, .blue] && card.accentColor == .blue && card.cornerRadius == 16)
precondition(card.shadowRadius == usual.shadowRadius && card.logoAssetName == usual.logoAssetName)
precondition(customTheme.colors == SeamTheme.default.colors)
print("ok: a key card of one's own, and the rest as usual")
