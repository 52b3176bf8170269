public import Foundation
public import SeamSwiftUI
import TermUI

/// UIKit's colour, which is SwiftUI's colour in this module. Therefore, a LumiKit colour can be passed to any view.
public typealias UIColor = Color

/// The only trait on which a colour may depend. It says whether the screen is light or dark.
public nonisolated struct UITraitCollection: Hashable, Sendable {
    /// The style of the screen. If the terminal does not report its background, this is dark.
    public let userInterfaceStyle: UIUserInterfaceStyle

    /// Creates the traits of a screen that is light or dark.
    public init(userInterfaceStyle: UIUserInterfaceStyle) { self.userInterfaceStyle = userInterfaceStyle }

    var scheme: ColorScheme { userInterfaceStyle == .light ? .light : .dark }
}

extension Color {
    /// Creates an sRGB colour. Each component is from 0 to 1.
    public nonisolated init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        self.init(red: Double(red), green: Double(green), blue: Double(blue), opacity: Double(alpha))
    }

    /// Creates a grey, from black at 0 to white at 1.
    public nonisolated init(white: CGFloat, alpha: CGFloat) {
        self.init(white: Double(white), opacity: Double(alpha))
    }

    /// Creates a colour by hue, saturation and brightness, each from 0 to 1.
    public nonisolated init(hue: CGFloat, saturation: CGFloat, brightness: CGFloat, alpha: CGFloat) {
        self.init(
            hue: Double(hue), saturation: Double(saturation), brightness: Double(brightness), opacity: Double(alpha))
    }

    /// Creates a pair of colours for light and dark screens. The closure `dynamicProvider` is called once for each of
    /// the two screens.
    public nonisolated init(_ dynamicProvider: (UITraitCollection) -> UIColor) {
        self.init(
            light: dynamicProvider(UITraitCollection(userInterfaceStyle: .light)),
            dark: dynamicProvider(UITraitCollection(userInterfaceStyle: .dark)))
    }

    /// Returns the same colour with another opacity.
    public nonisolated func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
        let own = parts(on: .dark).alpha
        return own > 0 ? opacity(Double(alpha) / own) : self
    }

    /// Returns the colour for a screen with these traits.
    public nonisolated func resolvedColor(with traits: UITraitCollection) -> UIColor {
        let parts = parts(on: traits.scheme)
        return Color(red: parts.red, green: parts.green, blue: parts.blue, opacity: parts.alpha)
    }

    /// Sets the arguments to the components that the colour has on a dark screen, from 0 to 1. Always returns true.
    @discardableResult public nonisolated func getRed(
        _ red: inout CGFloat, green: inout CGFloat, blue: inout CGFloat, alpha: inout CGFloat
    ) -> Bool {
        let parts = parts(on: .dark)
        (red, green, blue, alpha) = (
            CGFloat(parts.red), CGFloat(parts.green), CGFloat(parts.blue), CGFloat(parts.alpha)
        )
        return true
    }

    /// Sets the arguments to the hue, saturation and brightness that the colour has on a dark screen, from 0 to 1.
    /// Always returns true.
    @discardableResult public nonisolated func getHue(
        _ hue: inout CGFloat, saturation: inout CGFloat, brightness: inout CGFloat, alpha: inout CGFloat
    ) -> Bool {
        let parts = parts(on: .dark)
        let (most, least) = (max(parts.red, parts.green, parts.blue), min(parts.red, parts.green, parts.blue))
        let range = most - least
        let sixth: Double =
            if range == 0 {
                0
            } else if most == parts.red {
                ((parts.green - parts.blue) / range + 6).truncatingRemainder(dividingBy: 6)
            } else if most == parts.green {
                (parts.blue - parts.red) / range + 2
            } else {
                (parts.red - parts.green) / range + 4
            }
        (hue, saturation) = (CGFloat(sixth / 6), CGFloat(most == 0 ? 0 : range / most))
        (brightness, alpha) = (CGFloat(most), CGFloat(parts.alpha))
        return true
    }
}

// This extension has UIKit's names for semantic colours. It also has names for colours that suit light and dark
// screens.
extension Color {
    public nonisolated static var label: UIColor { .primary }
    public nonisolated static var secondaryLabel: UIColor { .secondary }
    public nonisolated static var tertiaryLabel: UIColor { .tertiary }
    public nonisolated static var quaternaryLabel: UIColor { .quaternary }
    public nonisolated static var placeholderText: UIColor { .tertiary }
    public nonisolated static var link: UIColor { .accentColor }
    public nonisolated static var separator: UIColor { .tertiary }
    public nonisolated static var opaqueSeparator: UIColor { .tertiary }
    public nonisolated static var tintColor: UIColor { .accentColor }
    public nonisolated static var systemBackground: UIColor { .background }
    /// The colour behind a part of the screen.
    public nonisolated static var secondarySystemBackground: UIColor { Color(raised: 1) }
    public nonisolated static var tertiarySystemBackground: UIColor { Color(raised: 2) }
    public nonisolated static var systemGroupedBackground: UIColor { .background }
    /// The colour behind a part of a grouped screen.
    public nonisolated static var secondarySystemGroupedBackground: UIColor { Color(raised: 1) }
    public nonisolated static var tertiarySystemGroupedBackground: UIColor { Color(raised: 2) }
    public nonisolated static var systemFill: UIColor { Color(raised: 4) }
    public nonisolated static var secondarySystemFill: UIColor { Color(raised: 3) }
    public nonisolated static var tertiarySystemFill: UIColor { Color(raised: 2) }
    public nonisolated static var quaternarySystemFill: UIColor { Color(raised: 1) }
    public nonisolated static var systemRed: UIColor { .red }
    public nonisolated static var systemOrange: UIColor { .orange }
    public nonisolated static var systemYellow: UIColor { .yellow }
    public nonisolated static var systemGreen: UIColor { .green }
    public nonisolated static var systemMint: UIColor { .mint }
    public nonisolated static var systemTeal: UIColor { .teal }
    public nonisolated static var systemCyan: UIColor { .cyan }
    public nonisolated static var systemBlue: UIColor { .blue }
    public nonisolated static var systemIndigo: UIColor { .indigo }
    public nonisolated static var systemPurple: UIColor { .purple }
    public nonisolated static var systemPink: UIColor { .pink }
    public nonisolated static var systemBrown: UIColor { .brown }
    public nonisolated static var systemGray: UIColor { .gray }
    public nonisolated static var systemGray2: UIColor { grey(light: 0.68, dark: 0.39) }
    public nonisolated static var systemGray3: UIColor { grey(light: 0.78, dark: 0.28) }
    public nonisolated static var systemGray4: UIColor { grey(light: 0.82, dark: 0.23) }
    public nonisolated static var systemGray5: UIColor { grey(light: 0.90, dark: 0.17) }
    public nonisolated static var systemGray6: UIColor { grey(light: 0.95, dark: 0.11) }
    public nonisolated static var darkGray: UIColor { Color(white: 1.0 / 3, alpha: 1) }
    public nonisolated static var lightGray: UIColor { Color(white: 2.0 / 3, alpha: 1) }
    public nonisolated static var magenta: UIColor { Color(red: 1, green: 0, blue: 1, alpha: 1) }

    private nonisolated static func grey(light: CGFloat, dark: CGFloat) -> UIColor {
        Color(light: Color(white: light, alpha: 1), dark: Color(white: dark, alpha: 1))
    }
}
