package import LumiKitUI
import SeamSwiftUI
package import TermControls
package import TermUI

/// The looks of LumiKit's buttons; at a large density, framed and three rows high.
package struct SeamButtonStyle: ButtonStyle {
    private let look: LMKButtonStyle.Look

    /// The style with that look.
    package init(_ look: LMKButtonStyle.Look) { self.look = look }

    /// The button's label in its look.
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
