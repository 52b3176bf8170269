public import SeamSwiftUI

nonisolated extension SeamTheme {
    /// The look of a key card. A terminal that supports the colours draws the gradient in the card's cells, from the
    /// top.
    public struct KeyCard: Sendable, Hashable {
        /// The colours behind the card's text, from the top. Without any colours, the theme's secondary background is
        /// used. Text on these colours is made readable.
        public var backgroundGradient: [Color]
        /// The bar at the card's upper edge. The value nil means the theme's accent colour.
        public var accentColor: Color?
        /// The building's logo in the card's upper corner. If the folder of the theme's file has a picture with this
        /// name, the picture is shown. Otherwise, at most eight characters of the name are shown. The default is nil,
        /// which means no logo.
        public var logoAssetName: String?
        /// The radius of the corners, in points. The corners are drawn round from 4 points on.
        public var cornerRadius: CGFloat
        /// The colour of the shadow.
        public var shadowColor: Color
        /// The reach of the shadow, in points. Below 8 points, no shadow is drawn.
        public var shadowRadius: CGFloat
        /// The shadow's offset below the card, in points. The offset is stored, but not drawn.
        public var shadowYOffset: CGFloat

        /// Creates a card's look from the given values, and from the defaults for the others.
        public init(
            backgroundGradient: [Color] = [], accentColor: Color? = nil, logoAssetName: String? = nil,
            cornerRadius: CGFloat = 16, shadowColor: Color = .black.opacity(0.1), shadowRadius: CGFloat = 0,
            shadowYOffset: CGFloat = 4
        ) {
            (self.backgroundGradient, self.accentColor) = (backgroundGradient, accentColor)
            (self.logoAssetName, self.cornerRadius) = (logoAssetName, cornerRadius)
            (self.shadowColor, self.shadowRadius, self.shadowYOffset) = (shadowColor, shadowRadius, shadowYOffset)
        }

        /// The look of a card in the theme's colours, without a logo.
        public static let `default` = KeyCard()

        /// Returns the same look, with the given values replaced.
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

    /// The look of a short message. A nil member follows the theme's colours.
    public struct Toast: Sendable, Hashable {
        /// The background, the text, the icon and the border of the message.
        public var background, textColor, accentColor, borderColor: Color?
        /// The radius of the message's corners, in points. The corners are drawn round from 4 points on.
        public var cornerRadius: CGFloat
        /// The space beside the message, and above and below it, in points.
        public var horizontalPadding, verticalPadding: CGFloat

        /// Creates a message's look from the given values, and from the defaults for the others.
        public init(
            background: Color? = nil, textColor: Color? = nil, accentColor: Color? = nil, borderColor: Color? = nil,
            cornerRadius: CGFloat = 12, horizontalPadding: CGFloat = 8, verticalPadding: CGFloat = 0
        ) {
            (self.background, self.textColor) = (background, textColor)
            (self.accentColor, self.borderColor, self.cornerRadius) = (accentColor, borderColor, cornerRadius)
            (self.horizontalPadding, self.verticalPadding) = (horizontalPadding, verticalPadding)
        }

        /// The look of a message in the theme's colours.
        public static let `default` = Toast()

        /// Returns the same look of a message, with the given values replaced.
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
        /// The colour of the line below the header.
        public var dividerColor: Color?
        /// The colours of the key's name and of the text below the name.
        public var headerTitleColor, headerSubtitleColor: Color?
        /// The colours of the key icon before and during an attempt.
        public var keyIconColorIdle, keyIconColorActive: Color?
        /// The colours of the progress and of its words.
        public var progressColor, phaseTitleColor: Color?
        /// The colours of the instructions and of their numbers.
        public var instructionTextColor, bulletTextColor: Color?
        /// The colours of the result of an attempt.
        public var successColor, errorColor, statusMessageColor: Color?

        /// Creates the look of an unlock card in the theme's colours.
        public init() {}

        /// The look of an unlock card in the theme's colours.
        public static let `default` = UnlockCard()

        /// Returns the same look of an unlock card, with the given values replaced.
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
