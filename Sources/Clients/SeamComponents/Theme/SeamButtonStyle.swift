package import LumiKitUI
import SeamSwiftUI
package import TermControls
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

    var body: some View {
        let label = LMKButtonStyle(look).makeBody(configuration: configuration)
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
