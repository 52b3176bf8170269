import LumiKitCore
package import SeamSwiftUI
import TermCore
import TermUI

/// Finds readable text colours on a fill. If the requested colour is too close to the fill, the theme's white or black
/// is used. Each such pair is logged once.
package struct LMKReadable {
    let design: LMKDesign
    let environment: EnvironmentValues

    /// Creates a value for the texts that a design has in an environment.
    package init(design: LMKDesign, environment: EnvironmentValues) {
        (self.design, self.environment) = (design, environment)
    }

    private struct Mended: Hashable {
        let color: UIColor
        let fill: UIColor
        let depth: ColorDepth
    }

    private static var told: Set<Mended> = []

    /// Returns the readable colour of a text on `fill`.
    package func text(_ color: UIColor, on fill: UIColor) -> UIColor { self.color(color, on: fill) }

    func color(_ color: UIColor, on fill: UIColor, _ required: Double = LMKContrast.text) -> UIColor {
        let (scheme, depth) = (environment.knownColorScheme ?? .dark, environment.colorDepth)
        guard depth > .mono, let ratio = LMKContrast.ratio(color, on: fill, scheme, depth), ratio < required
        else { return color }
        let better = LMKContrast.textColor(on: fill, design.colors, environment)
        // A theme has only a few such pairs. If a program creates new colours again and again, only the first pairs are
        // logged.
        if Self.told.count < 100, Self.told.insert(Mended(color: color, fill: fill, depth: depth)).inserted {
            LMKLogger.warning(
                "#\(color.lmk_hexString) cannot be read on #\(fill.lmk_hexString) at \(depth.rawValue) colours: "
                    + "#\(better.lmk_hexString) is used",
                category: .ui)
        }
        return better
    }
}
