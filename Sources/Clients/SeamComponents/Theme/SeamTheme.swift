public import SeamSwiftUI

/// The look of the access screens. The value is usually made from ``default`` with some changes.
///
///     SeamAccessView().environment(\.seamTheme, SeamTheme.default.with(colors: .default.with(accent: .orange)))
///
/// Without a theme, the screens use LumiKit's current design (`seam tui --theme`). A terminal draws colours and font
/// weights. Sizes, radii and shadows are translated by `CellMetrics` and LumiKit.
public nonisolated struct SeamTheme: Sendable, Hashable {
    /// The colours, by meaning.
    public var colors: Colors
    /// The fonts, by use.
    public var fonts: Fonts
    /// The look of a key card.
    public var keyCard: KeyCard
    /// The look of a short message.
    public var toast: Toast
    /// The look of the card on which a door is opened.
    public var unlockCard: UnlockCard

    /// Creates a theme from the given parts, and from the defaults for the others.
    public init(
        colors: Colors = .default, fonts: Fonts = .default, keyCard: KeyCard = .default, toast: Toast = .default,
        unlockCard: UnlockCard = .default
    ) {
        (self.colors, self.fonts, self.keyCard) = (colors, fonts, keyCard)
        (self.toast, self.unlockCard) = (toast, unlockCard)
    }

    /// The theme with the colours of the terminal's owner, on the terminal's own background.
    public static let `default` = SeamTheme()

    /// Returns the same theme, with the given parts replaced.
    public func with(
        colors: Colors? = nil, fonts: Fonts? = nil, keyCard: KeyCard? = nil, toast: Toast? = nil,
        unlockCard: UnlockCard? = nil
    ) -> SeamTheme {
        SeamTheme(
            colors: colors ?? self.colors, fonts: fonts ?? self.fonts, keyCard: keyCard ?? self.keyCard,
            toast: toast ?? self.toast, unlockCard: unlockCard ?? self.unlockCard)
    }

    /// The name of ``KeyCard`` in some of Seam's texts.
    public typealias KeyCardStyle = KeyCard

    /// The fonts of the access screens. A terminal draws the fonts' weights, and dims fonts below 13 points.
    public struct Fonts: Sendable, Hashable {
        /// The font of the title of a page that shows no keys.
        public var largeTitle: Font
        /// The fonts of titles, from the largest.
        public var title, title2, title3: Font
        /// The font of a key's name.
        public var headline: Font
        /// The font of the text below a key's name.
        public var subheadline: Font
        /// The fonts of text and of emphasized text.
        public var body, callout: Font
        /// The fonts of remarks, from the largest.
        public var footnote, caption, caption2: Font
        /// The font of a button's title.
        public var actionTitle: Font
        /// The font of the words above a group.
        public var sectionHeader: Font

        /// Creates fonts from the given ones, and from the defaults for the others.
        public init(
            largeTitle: Font = .largeTitle, title: Font = .title, title2: Font = .title2, title3: Font = .title3,
            headline: Font = .headline, subheadline: Font = .subheadline, body: Font = .body, callout: Font = .callout,
            footnote: Font = .footnote, caption: Font = .caption, caption2: Font = .caption2,
            actionTitle: Font = .headline, sectionHeader: Font = .headline
        ) {
            (self.largeTitle, self.title, self.title2, self.title3) = (largeTitle, title, title2, title3)
            (self.headline, self.subheadline, self.body, self.callout) = (headline, subheadline, body, callout)
            (self.footnote, self.caption, self.caption2) = (footnote, caption, caption2)
            (self.actionTitle, self.sectionHeader) = (actionTitle, sectionHeader)
        }

        /// SwiftUI's own fonts.
        public static let `default` = Fonts()

        /// Returns the same fonts, with the given ones replaced.
        public func with(
            largeTitle: Font? = nil, title: Font? = nil, title2: Font? = nil, title3: Font? = nil,
            headline: Font? = nil, subheadline: Font? = nil, body: Font? = nil, callout: Font? = nil,
            footnote: Font? = nil, caption: Font? = nil, caption2: Font? = nil, actionTitle: Font? = nil,
            sectionHeader: Font? = nil
        ) -> Fonts {
            Fonts(
                largeTitle: largeTitle ?? self.largeTitle, title: title ?? self.title, title2: title2 ?? self.title2,
                title3: title3 ?? self.title3, headline: headline ?? self.headline,
                subheadline: subheadline ?? self.subheadline, body: body ?? self.body,
                callout: callout ?? self.callout, footnote: footnote ?? self.footnote,
                caption: caption ?? self.caption, caption2: caption2 ?? self.caption2,
                actionTitle: actionTitle ?? self.actionTitle, sectionHeader: sectionHeader ?? self.sectionHeader)
        }
    }
}
