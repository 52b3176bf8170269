public import LumiKitUI
public import SeamSwiftUI

nonisolated extension SeamTheme {
    /// The colours of the access screens. Text on a filled colour is made readable. See ``primaryTextLight``.
    public struct Colors: Sendable, Hashable {
        /// The colour of actions and of the selection.
        public var accent: Color
        /// The colours of text and of less important text.
        public var primaryText, secondaryText: Color
        /// The colours of text on dark and on light fills. The screens use the colour that is readable on the fill.
        public var primaryTextLight, primaryTextDark: Color
        /// The colour of actions that cannot be undone.
        public var danger: Color
        /// The colours of errors, warnings, information and success.
        public var error, warning, info, success: Color
        /// The colours of neutral fills.
        public var grayFill, lightFill, darkFill, secondaryFill: Color
        /// The colour of progress.
        public var progress: Color
        /// The colours of the background and of the cards' background.
        public var primaryBackground, secondaryBackground: Color

        /// Creates colours from the given ones, and from the defaults for the others.
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

        /// Creates the colours of a LumiKit theme.
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

        /// LumiKit's own colours. Where the terminal's owner has chosen such a colour, it is used.
        public static let `default` = Colors(LMKDefaultTheme())

        /// Returns the same colours, with the given ones replaced.
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
