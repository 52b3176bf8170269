public import LumiKitUI
public import SeamSwiftUI

nonisolated extension SeamTheme {
    /// The colours of the access screens. Text on a filled colour is made readable: see ``primaryTextLight``.
    public struct Colors: Sendable, Hashable {
        /// Actions and the selection.
        public var accent: Color
        /// Text, and less important text.
        public var primaryText, secondaryText: Color
        /// Text on dark and on light fills: whichever of the two is readable is used.
        public var primaryTextLight, primaryTextDark: Color
        /// Actions that cannot be undone.
        public var danger: Color
        /// Errors, warnings, information, success.
        public var error, warning, info, success: Color
        /// Neutral fills.
        public var grayFill, lightFill, darkFill, secondaryFill: Color
        /// Progress.
        public var progress: Color
        /// The background, and the background of cards.
        public var primaryBackground, secondaryBackground: Color

        /// The given colours, and the defaults for the others.
        public init(
            accent: Color? = nil, primaryText: Color? = nil, secondaryText: Color? = nil,
            primaryTextLight: Color? = nil, primaryTextDark: Color? = nil, danger: Color? = nil, error: Color? = nil,
            warning: Color? = nil, info: Color? = nil, success: Color? = nil, grayFill: Color? = nil,
            lightFill: Color? = nil, darkFill: Color? = nil, secondaryFill: Color? = nil, progress: Color? = nil,
            primaryBackground: Color? = nil, secondaryBackground: Color? = nil
        ) {
            self = Self.default.with(
                accent: accent, primaryText: primaryText, secondaryText: secondaryText,
                primaryTextLight: primaryTextLight, primaryTextDark: primaryTextDark, danger: danger, error: error,
                warning: warning, info: info, success: success, grayFill: grayFill, lightFill: lightFill,
                darkFill: darkFill, secondaryFill: secondaryFill, progress: progress,
                primaryBackground: primaryBackground, secondaryBackground: secondaryBackground)
        }

        /// The colours of a LumiKit theme.
        public init(_ theme: some LMKTheme) {
            accent = theme.primary
            (primaryText, secondaryText) = (theme.textPrimary, theme.textSecondary)
            (primaryTextLight, primaryTextDark) = (theme.white, theme.black)
            (danger, error, warning, info, success) =
                (theme.error, theme.error, theme.warning, theme.info, theme.success)
            (grayFill, lightFill, darkFill) = (theme.graySoft, theme.grayMuted, theme.textTertiary)
            (secondaryFill, progress) = (theme.backgroundTertiary, theme.primary)
            (primaryBackground, secondaryBackground) = (theme.backgroundPrimary, theme.backgroundSecondary)
        }

        /// LumiKit's own colours: the terminal owner's, where there is one.
        public static let `default` = Colors(LMKDefaultTheme())

        /// The same colours, with the given ones replaced.
        public func with(
            accent: Color? = nil, primaryText: Color? = nil, secondaryText: Color? = nil,
            primaryTextLight: Color? = nil, primaryTextDark: Color? = nil, danger: Color? = nil, error: Color? = nil,
            warning: Color? = nil, info: Color? = nil, success: Color? = nil, grayFill: Color? = nil,
            lightFill: Color? = nil, darkFill: Color? = nil, secondaryFill: Color? = nil, progress: Color? = nil,
            primaryBackground: Color? = nil, secondaryBackground: Color? = nil
        ) -> Colors {
            var colors = self
            (colors.accent, colors.primaryText) = (accent ?? self.accent, primaryText ?? self.primaryText)
            colors.secondaryText = secondaryText ?? self.secondaryText
            colors.primaryTextLight = primaryTextLight ?? self.primaryTextLight
            (colors.primaryTextDark, colors.danger) = (primaryTextDark ?? self.primaryTextDark, danger ?? self.danger)
            (colors.error, colors.warning) = (error ?? self.error, warning ?? self.warning)
            (colors.info, colors.success) = (info ?? self.info, success ?? self.success)
            (colors.grayFill, colors.lightFill) = (grayFill ?? self.grayFill, lightFill ?? self.lightFill)
            (colors.darkFill, colors.secondaryFill) = (darkFill ?? self.darkFill, secondaryFill ?? self.secondaryFill)
            colors.progress = progress ?? self.progress
            colors.primaryBackground = primaryBackground ?? self.primaryBackground
            colors.secondaryBackground = secondaryBackground ?? self.secondaryBackground
            return colors
        }
    }
}
