import SeamSwiftUI
import TermCore
import TermUI

/// Whether a screen is light or dark.
public nonisolated enum UIUserInterfaceStyle: Int, Sendable {
    case unspecified
    case light
    case dark
}

/// Gives a view the colours of a style.
struct LMKStyled: ViewModifier {
    let style: UIUserInterfaceStyle
    @Environment(\.knownColorScheme) private var terminal

    func body(content: Content) -> some View {
        switch style {
        case .unspecified: content
        case .light: forced(content, .light)
        case .dark: forced(content, .dark)
        }
    }

    private func forced(_ content: Content, _ scheme: ColorScheme) -> some View {
        content.environment(\.colorScheme, scheme)
            .modified(LMKOwnColors(isDark: terminal == scheme ? nil : scheme == .dark))
    }
}

/// If the terminal's own colours may be those of the other style, draws everything in black and white that otherwise
/// has these colours.
private struct LMKOwnColors: NodeModifier, Equatable {
    /// Whether the style is dark. Nil means that the terminal has this style already.
    let isDark: Bool?

    func paint(_ node: ViewNode, on canvas: inout TermUI.Canvas) {
        node.paintContent(on: &canvas)
        guard let isDark, node.environment.colorDepth > .mono else { return }
        let (white, black) = (TerminalColor.rgb(235, 235, 235), TerminalColor.rgb(16, 16, 16))
        canvas.restyle(node.frame) {
            if $0.foreground == .standard { $0.foreground = isDark ? white : black }
            if $0.background == .standard { $0.background = isDark ? black : white }
        }
    }
}
