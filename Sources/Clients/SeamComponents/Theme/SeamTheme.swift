public import SeamSwiftUI

/// How the access screens look: a value that says what differs from ``default``.
///
///     SeamAccessView().environment(\.seamTheme, SeamTheme.default.with(colors: .default.with(accent: .orange)))
///
/// Without one, the screens have the design of LumiKit that is in force (`seam tui --theme`). A terminal draws colours
/// and weight; sizes, radii and shadows become what `CellMetrics` and LumiKit make of them.
public nonisolated struct SeamTheme: Sendable, Hashable {
    /// Colours, by meaning.
    public var colors: Colors
    /// Fonts, by use.
    public var fonts: Fonts
    /// How a key's card looks.
    public var keyCard: KeyCard
    /// How a short message looks.
    public var toast: Toast
    /// How the card looks on which a door is opened.
    public var unlockCard: UnlockCard

    /// The given parts, and the default for the others.
    public init(
        colors: Colors = .default, fonts: Fonts = .default, keyCard: KeyCard = .default, toast: Toast = .default,
        unlockCard: UnlockCard = .default
    ) {
        (self.colors, self.fonts, self.keyCard) = (colors, fonts, keyCard)
        (self.toast, self.unlockCard) = (toast, unlockCard)
    }

    /// The terminal owner's own colours, on the terminal's own background.
    public static let `default` = SeamTheme()

    /// The same theme with the parts that are given.
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

    /// The fonts of the access screens. A terminal draws their weight, and dims those below 13 points.
    public struct Fonts: Sendable, Hashable {
        /// Of a screen's title.
        public var largeTitle: Font
        /// Of titles, from the largest.
        public var title, title2, title3: Font
        /// Of a key's name.
        public var headline: Font
        /// Of what stands below it.
        public var subheadline: Font
        /// Of text, and of text that stands out.
        public var body, callout: Font
        /// Of remarks, from the largest.
        public var footnote, caption, caption2: Font
        /// Of a button's title.
        public var actionTitle: Font
        /// Of the words above a group.
        public var sectionHeader: Font

        /// The given fonts, and the default for the others.
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

        /// The same fonts with those that are given.
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
