public import SeamSwiftUI

nonisolated extension SeamTheme {
    /// A key card's look. A terminal that has the colours draws the gradient in its cells, from the top.
    public struct KeyCard: Sendable, Hashable {
        /// The colours behind the card's text, from the top; none means the theme's secondary background. Text on them
        /// is made readable.
        public var backgroundGradient: [Color]
        /// The bar at the card's upper edge; nil means the theme's accent.
        public var accentColor: Color?
        /// A text that stands for the building's logo, in the card's upper corner; at most eight characters are shown.
        /// Nil, the default, means none.
        public var logoAssetName: String?
        /// The radius of the corners, in points; they are round from 4 points on.
        public var cornerRadius: CGFloat
        /// The colour of the shadow.
        public var shadowColor: Color
        /// How far the shadow reaches, in points; below 8, none is drawn.
        public var shadowRadius: CGFloat
        /// The shadow's offset below the card, in points; stored, but not drawn.
        public var shadowYOffset: CGFloat

        /// The given values, and the defaults for the others.
        public init(
            backgroundGradient: [Color] = [], accentColor: Color? = nil, logoAssetName: String? = nil,
            cornerRadius: CGFloat = 16, shadowColor: Color = .black.opacity(0.1), shadowRadius: CGFloat = 0,
            shadowYOffset: CGFloat = 4
        ) {
            (self.backgroundGradient, self.accentColor) = (backgroundGradient, accentColor)
            (self.logoAssetName, self.cornerRadius) = (logoAssetName, cornerRadius)
            (self.shadowColor, self.shadowRadius, self.shadowYOffset) = (shadowColor, shadowRadius, shadowYOffset)
        }

        /// A card in the theme's colours, without a logo.
        public static let `default` = KeyCard()

        /// The same card, with the given values replaced.
        public func with(
            backgroundGradient: [Color]? = nil, accentColor: Color? = nil, logoAssetName: String? = nil,
            cornerRadius: CGFloat? = nil, shadowColor: Color? = nil, shadowRadius: CGFloat? = nil,
            shadowYOffset: CGFloat? = nil
        ) -> KeyCard {
            KeyCard(
                backgroundGradient: backgroundGradient ?? self.backgroundGradient,
                accentColor: accentColor ?? self.accentColor, logoAssetName: logoAssetName ?? self.logoAssetName,
                cornerRadius: cornerRadius ?? self.cornerRadius, shadowColor: shadowColor ?? self.shadowColor,
                shadowRadius: shadowRadius ?? self.shadowRadius, shadowYOffset: shadowYOffset ?? self.shadowYOffset)
        }
    }

    /// A short message's look. A nil member follows the theme's colours.
    public struct Toast: Sendable, Hashable {
        /// The background, the text, the icon and the border of the message.
        public var background, textColor, accentColor, borderColor: Color?
        /// The radius of the corners, in points; they are round from 4 points on.
        public var cornerRadius: CGFloat
        /// The space beside the message, and above and below it, in points.
        public var horizontalPadding, verticalPadding: CGFloat

        /// The given values, and the defaults for the others.
        public init(
            background: Color? = nil, textColor: Color? = nil, accentColor: Color? = nil, borderColor: Color? = nil,
            cornerRadius: CGFloat = 12, horizontalPadding: CGFloat = 8, verticalPadding: CGFloat = 0
        ) {
            (self.background, self.textColor) = (background, textColor)
            (self.accentColor, self.borderColor, self.cornerRadius) = (accentColor, borderColor, cornerRadius)
            (self.horizontalPadding, self.verticalPadding) = (horizontalPadding, verticalPadding)
        }

        /// A box in the theme's colours.
        public static let `default` = Toast()

        /// The same message, with the given values replaced.
        public func with(
            background: Color? = nil, textColor: Color? = nil, accentColor: Color? = nil, borderColor: Color? = nil,
            cornerRadius: CGFloat? = nil, horizontalPadding: CGFloat? = nil, verticalPadding: CGFloat? = nil
        ) -> Toast {
            Toast(
                background: background ?? self.background, textColor: textColor ?? self.textColor,
                accentColor: accentColor ?? self.accentColor, borderColor: borderColor ?? self.borderColor,
                cornerRadius: cornerRadius ?? self.cornerRadius,
                horizontalPadding: horizontalPadding ?? self.horizontalPadding,
                verticalPadding: verticalPadding ?? self.verticalPadding)
        }
    }

    /// The look of the card on which a door is opened. A nil member follows the theme's colours.
    public struct UnlockCard: Sendable, Hashable {
        /// The backgrounds of the card and of its header.
        public var cardBackground, headerBackground: Color?
        /// The line below the header.
        public var dividerColor: Color?
        /// The key's name, and the text below it.
        public var headerTitleColor, headerSubtitleColor: Color?
        /// The key icon, before and during an attempt.
        public var keyIconColorIdle, keyIconColorActive: Color?
        /// Progress, and its words.
        public var progressColor, phaseTitleColor: Color?
        /// The instructions and their numbers.
        public var instructionTextColor, bulletTextColor: Color?
        /// The result of an attempt.
        public var successColor, errorColor, statusMessageColor: Color?

        /// A card in the theme's colours.
        public init() {}

        /// A card in the theme's colours.
        public static let `default` = UnlockCard()

        /// The same card, with the given values replaced.
        public func with(
            cardBackground: Color? = nil, headerBackground: Color? = nil, dividerColor: Color? = nil,
            headerTitleColor: Color? = nil, headerSubtitleColor: Color? = nil, keyIconColorIdle: Color? = nil,
            keyIconColorActive: Color? = nil, progressColor: Color? = nil, phaseTitleColor: Color? = nil,
            instructionTextColor: Color? = nil, bulletTextColor: Color? = nil, successColor: Color? = nil,
            errorColor: Color? = nil, statusMessageColor: Color? = nil
        ) -> UnlockCard {
            var card = self
            card.cardBackground = cardBackground ?? self.cardBackground
            card.headerBackground = headerBackground ?? self.headerBackground
            card.dividerColor = dividerColor ?? self.dividerColor
            card.headerTitleColor = headerTitleColor ?? self.headerTitleColor
            card.headerSubtitleColor = headerSubtitleColor ?? self.headerSubtitleColor
            card.keyIconColorIdle = keyIconColorIdle ?? self.keyIconColorIdle
            card.keyIconColorActive = keyIconColorActive ?? self.keyIconColorActive
            card.progressColor = progressColor ?? self.progressColor
            card.phaseTitleColor = phaseTitleColor ?? self.phaseTitleColor
            card.instructionTextColor = instructionTextColor ?? self.instructionTextColor
            card.bulletTextColor = bulletTextColor ?? self.bulletTextColor
            (card.successColor, card.errorColor) = (successColor ?? self.successColor, errorColor ?? self.errorColor)
            card.statusMessageColor = statusMessageColor ?? self.statusMessageColor
            return card
        }
    }
}
