public import SeamSwiftUI

/// How the access screens look: a value with the differences from ``default``.
///
///     SeamAccessView().environment(\.seamTheme, SeamTheme.default.with(colors: .default.with(accent: .orange)))
///
/// Without one, the screens use LumiKit's current design (`seam tui --theme`). A terminal draws colours and weights;
/// `CellMetrics` and LumiKit translate sizes, radii and shadows.
public nonisolated struct SeamTheme: Sendable, Hashable {
    /// Colours, by meaning.
    public var colors: Colors
    /// Fonts, by use.
    public var fonts: Fonts
    /// A key card's look.
    public var keyCard: KeyCard
    /// A short message's look.
    public var toast: Toast
    /// The look of the card on which a door is opened.
    public var unlockCard: UnlockCard

    /// The given parts, and the defaults for the others.
    public init(
        colors: Colors = .default, fonts: Fonts = .default, keyCard: KeyCard = .default, toast: Toast = .default,
        unlockCard: UnlockCard = .default
    ) {
        (self.colors, self.fonts, self.keyCard) = (colors, fonts, keyCard)
        (self.toast, self.unlockCard) = (toast, unlockCard)
    }

    /// The terminal owner's own colours, on the terminal's own background.
    public static let `default` = SeamTheme()

    /// The same theme, with the given parts replaced.
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

    /// The fonts of the access screens. A terminal draws their weights, and dims those below 13 points.
    public struct Fonts: Sendable, Hashable {
        /// A screen's title.
        public var largeTitle: Font
        /// Titles, from the largest.
        public var title, title2, title3: Font
        /// A key's name.
        public var headline: Font
        /// The text below a key's name.
        public var subheadline: Font
        /// Text, and emphasized text.
        public var body, callout: Font
        /// Remarks, from the largest.
        public var footnote, caption, caption2: Font
        /// A button's title.
        public var actionTitle: Font
        /// The words above a group.
        public var sectionHeader: Font

        /// The given fonts, and the defaults for the others.
        public init(
            largeTitle: Font = .largeTitle, title: Font = .title, title2: Font = .title2, title3: Font = .title3,
            headline: Font = .headline, subheadline: Font = .subheadline, body: Font = .body, callout: Font = .callout,
            footnote: Font = .footnote, caption: Font = .caption, caption2: Font = .caption2,
            actionTitle: Font = .headline, sectionHeader: Font = .footnote
        ) {
            (self.largeTitle, self.title, self.title2, self.title3) = (largeTitle, title, title2, title3)
            (self.headline, self.subheadline, self.body, self.callout) = (headline, subheadline, body, callout)
            (self.footnote, self.caption, self.caption2) = (footnote, caption, caption2)
            (self.actionTitle, self.sectionHeader) = (actionTitle, sectionHeader)
        }

        /// SwiftUI's own fonts.
        public static let `default` = Fonts()

        /// The same fonts, with the given ones replaced.
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
