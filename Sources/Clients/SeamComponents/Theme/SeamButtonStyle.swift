package import LumiKitUI
public import SeamSwiftUI
package import TermControls
import TermCore
package import TermUI

/// The style of LumiKit's buttons. At a large density, the buttons have a frame and are three rows high.
package struct SeamButtonStyle: ButtonStyle {
    private let look: LMKButtonStyle.Look

    /// Creates the style with a look.
    package init(_ look: LMKButtonStyle.Look) { self.look = look }

    /// Returns the button's label in the style's look.
    package func makeBody(configuration: Configuration) -> some View {
        SeamButtonLabel(look: look, configuration: configuration)
    }
}

private struct SeamButtonLabel: View {
    let look: LMKButtonStyle.Look
    let configuration: ButtonStyleConfiguration

    @Environment(\.seamDensity) private var density
    @Environment(\.seamTheme) private var theme

    var body: some View {
        let label = LMKButtonStyle(look).makeBody(configuration: configuration).font(theme.fonts.actionTitle)
        if density.buttonRows > 1 {
            label.padding(.horizontal, CellMetrics.pointsPerColumn).lmk_applyBorder(color: color, cornerRadius: 4)
        } else {
            label
        }
    }

    private var color: Color {
        switch look {
        case .filled(let color), .outlined(let color), .ghost(let color): color
        }
    }
}

/// The style of a screen's main action. The button is filled with the accent, with the theme's `actionTitle`.
public struct SeamPrimaryButtonStyle: ButtonStyle {
    @Environment(\.seamTheme) private var theme

    /// Creates the style.
    public init() {}

    /// Returns the button's label in the style.
    public func makeBody(configuration: Configuration) -> some View {
        SeamButtonLabel(look: .filled(theme.colors.accent), configuration: configuration)
    }
}

/// The style of an action other than the main action. The button is outlined in the accent, with the theme's
/// `actionTitle`.
public struct SeamSecondaryButtonStyle: ButtonStyle {
    @Environment(\.seamTheme) private var theme

    /// Creates the style.
    public init() {}

    /// Returns the button's label in the style.
    public func makeBody(configuration: Configuration) -> some View {
        SeamButtonLabel(look: .outlined(theme.colors.accent), configuration: configuration)
    }
}

/// The style of an action that has only words, in the accent.
public struct SeamTertiaryButtonStyle: ButtonStyle {
    @Environment(\.seamTheme) private var theme

    /// Creates the style.
    public init() {}

    /// Returns the button's label in the style.
    public func makeBody(configuration: Configuration) -> some View {
        SeamButtonLabel(look: .ghost(theme.colors.accent), configuration: configuration)
    }
}

/// The style of an action that cannot be undone. The button is filled with the theme's `danger`.
public struct SeamDestructiveButtonStyle: ButtonStyle {
    @Environment(\.seamTheme) private var theme

    /// Creates the style.
    public init() {}

    /// Returns the button's label in the style.
    public func makeBody(configuration: Configuration) -> some View {
        SeamButtonLabel(look: .filled(theme.colors.danger), configuration: configuration)
    }
}

/// The style of an action with a symbol before it. The button is outlined in the theme's `grayFill`.
public struct SeamIconButtonStyle: ButtonStyle {
    private let iconName: String

    /// Creates the style with a symbol by its SF Symbols name.
    public init(iconName: String) { self.iconName = iconName }

    /// Returns the button's label in the style.
    public func makeBody(configuration: Configuration) -> some View {
        SeamIconButtonLabel(iconName: iconName, configuration: configuration)
    }
}

private struct SeamIconButtonLabel: View {
    let iconName: String
    let configuration: ButtonStyleConfiguration

    @Environment(\.seamTheme) private var theme
    @Environment(\.seamDensity) private var density
    @Environment(\.colorDepth) private var colorDepth

    var body: some View {
        let content = HStack(spacing: 8) {
            Image(systemName: iconName).accessibilityHidden(true)
            configuration.label
        }
        .font(theme.fonts.actionTitle)
        .foregroundColor(theme.colors.primaryText)
        if density.buttonRows > 1 {
            content.padding(.horizontal, CellMetrics.pointsPerColumn).lmk_applyBorder(color: outline, cornerRadius: 4)
        } else {
            HStack(spacing: 0) {
                Text("[ ").foregroundColor(outline).accessibilityHidden(true)
                content
                Text(" ]").foregroundColor(outline).accessibilityHidden(true)
            }
            .lineLimit(1)
        }
    }

    /// A terminal with few colours has no greys between black and white.
    private var outline: Color { colorDepth < .indexed ? theme.colors.secondaryText : theme.colors.grayFill }
}
