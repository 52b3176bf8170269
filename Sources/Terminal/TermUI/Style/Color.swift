public import Foundation
package import TermCore

/// A semantic colour, or an sRGB colour. The terminal shows its nearest colour.
///
/// If the background is unknown, semantic colours are the colours of the terminal's owner. Otherwise, they are readable
/// on the background (WCAG 2.2, 4.5 to 1).
nonisolated public struct Color: Hashable, Sendable {
    private enum Kind: Hashable, Sendable {
        case named(Name)
        /// A name defined by the program. See ``EnvironmentValues/namedColors``.
        case asset(String)
        case fixed(TerminalColor)
        /// A background that is up to 6 steps brighter or darker than the terminal's own background.
        case raised(Int)
        /// A pair of colours: one for a light background, and one for a dark or unknown background.
        indirect case either(light: Color, dark: Color)
    }

    private enum Name: Hashable, Sendable {
        case primary, secondary, tertiary, quaternary, accent, red, orange, yellow, green, mint, teal, cyan, blue
        case indigo, purple, pink, brown, gray, black, white, clear, background
    }

    private let kind: Kind
    /// The opacity, from 0 to 1.
    private var alpha = 1.0

    private init(_ name: Name) {
        kind = .named(name)
    }

    /// The colour space of the components. A terminal uses sRGB.
    public enum RGBColorSpace: Hashable, Sendable {
        case sRGB
        case sRGBLinear
        case displayP3
    }

    /// Creates an sRGB colour. Each component is from 0 to 1, and NaN is treated as 0.
    public init(
        _ space: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
    ) {
        func part(_ value: Double) -> UInt8 {
            var value = Self.unit(value)
            if space == .sRGBLinear {
                value = value <= 0.003_130_8 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
            }
            return UInt8((value * 255).rounded())
        }
        kind = .fixed(.rgb(part(red), part(green), part(blue)))
        alpha = Self.unit(opacity)
    }

    /// Creates a grey, from black at 0 to white at 1.
    public init(_ space: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
        self.init(space, red: white, green: white, blue: white, opacity: opacity)
    }

    /// Creates a colour from its hue, saturation and brightness. The hue goes once around the circle from 0 to 1.
    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
        let (sector, strength, light) = (Self.unit(hue) * 6, Self.unit(saturation), Self.unit(brightness))
        func part(_ offset: Double) -> Double {
            let place = (offset + sector).truncatingRemainder(dividingBy: 6)
            return light * (1 - strength * max(0, min(place, 4 - place, 1)))
        }
        self.init(red: part(5), green: part(3), blue: part(1), opacity: opacity)
    }

    /// Creates a colour that the program has defined, by its name in ``EnvironmentValues/namedColors``. An unknown name
    /// results in `primary` for text, and otherwise in the terminal's own background, because most named colours are
    /// backgrounds.
    public init(_ name: String, bundle: Bundle? = nil) {
        kind = .asset(name)
    }

    /// Creates a colour from a terminal colour.
    package init(_ color: TerminalColor) {
        kind = .fixed(color)
    }

    /// Creates a background that is some steps brighter than a dark terminal's own background, or darker than a light
    /// terminal's own background.
    package init(raised steps: Int) {
        kind = .raised(steps)
    }

    /// Creates a pair of colours, from which the background selects one. If the background is unknown, `dark` is
    /// selected.
    package init(light: Color, dark: Color) {
        kind = .either(light: light, dark: dark)
    }

    /// Returns the colour of the pair for a background. Any other colour is returned unchanged.
    private func chosen(on scheme: ColorScheme?) -> Color {
        guard case .either(let light, let dark) = kind else { return self }
        return (scheme == .light ? light : dark).opacity(alpha).chosen(on: scheme)
    }

    /// Returns the components of the colour on a terminal with a background, and the colour's opacity, from 0 to 1.
    package func parts(on scheme: ColorScheme) -> (red: Double, green: Double, blue: Double, alpha: Double) {
        var environment = EnvironmentValues()
        environment.knownColorScheme = scheme
        let ink = ink(in: environment)
        let parts = ink.parts(scheme) ?? (0, 0, 0)
        return (Double(parts.red) / 255, Double(parts.green) / 255, Double(parts.blue) / 255, ink.alpha)
    }

    /// Returns the value limited to 0 to 1, or zero for NaN.
    static func unit(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, 0), 1) }

    public static let primary = Color(.primary)
    public static let secondary = Color(.secondary)
    public static let accentColor = Color(.accent)
    public static let red = Color(.red)
    public static let orange = Color(.orange)
    public static let yellow = Color(.yellow)
    public static let green = Color(.green)
    public static let mint = Color(.mint)
    public static let teal = Color(.teal)
    public static let cyan = Color(.cyan)
    public static let blue = Color(.blue)
    public static let indigo = Color(.indigo)
    public static let brown = Color(.brown)
    public static let purple = Color(.purple)
    public static let pink = Color(.pink)
    public static let gray = Color(.gray)
    public static let black = Color(.black)
    public static let white = Color(.white)
    /// Fully transparent.
    public static let clear = Color(.clear)

    /// The colour for text of even lower importance.
    package static let tertiary = Color(.tertiary)
    /// The colour for text of the lowest importance.
    package static let quaternary = Color(.quaternary)
    /// The terminal's own background.
    package static let background = Color(.background)

    /// Returns the same colour with lower opacity. The colour is mixed with the colour behind it if that one is known,
    /// and is otherwise dim.
    public func opacity(_ opacity: Double) -> Color {
        var color = self
        color.alpha *= Self.unit(opacity)
        return color
    }

    /// Returns the terminal colour for text.
    package func resolved(in environment: EnvironmentValues) -> TerminalColor {
        if case .either = kind { return chosen(on: environment.knownColorScheme).resolved(in: environment) }
        if case .named(let name) = kind, [.secondary, .tertiary, .quaternary, .clear].contains(name) {
            return .standard
        }
        let ink = ink(in: environment)
        if ink.isBackground || ink.color == .standard { return .standard }
        return ink.alpha < 1 ? ink.over(.standard, environment) : ink.color
    }

    /// Whether text of this colour is also dim. Only this distinction is available at every colour depth.
    package var isDim: Bool {
        switch kind {
        case .named(.secondary), .named(.tertiary), .named(.quaternary), .raised: true
        case .either(_, let dark): dark.isDim
        default: false
        }
    }

    /// Whether text of this colour is dim. This is also true if the colour is translucent and cannot be mixed with the
    /// colour behind it.
    func isDim(in environment: EnvironmentValues) -> Bool {
        guard !isDim, alpha < 0.75 else { return isDim }
        return environment.knownColorScheme == nil || environment.colorDepth < .indexed
            || resolved(in: environment) == .standard
    }

    /// Whether the colour is invisible.
    var isClear: Bool { alpha == 0 || kind == .named(.clear) }

    private var isAsset: Bool { if case .asset = kind { true } else { false } }

    /// Whether the colour is the surrounding tint.
    var isAccent: Bool { kind == .named(.accent) }

    /// Returns the colour as an ink for filling cells.
    func ink(in environment: EnvironmentValues) -> Ink {
        switch kind {
        case .fixed(let color): return Ink(color: color, alpha: alpha)
        case .either: return chosen(on: environment.knownColorScheme).ink(in: environment)
        case .asset(let name):
            guard let known = environment.namedColors[name], !known.isAsset else {
                return Ink(color: .standard, alpha: alpha, isBackground: true)
            }
            return known.opacity(alpha).ink(in: environment)
        case .raised(let steps):
            let shade = UInt8(clamping: 8 * min(max(steps, 1), 6))
            switch environment.knownColorScheme {
            case .dark: return Ink(color: .rgb(16 + shade, 16 + shade, 16 + shade), alpha: alpha)
            case .light: return Ink(color: .rgb(250 - shade, 250 - shade, 250 - shade), alpha: alpha)
            case nil: return Ink(color: .standard, alpha: alpha, isBackground: true)
            }
        case .named(.clear): return Ink(color: .standard, alpha: 0)
        case .named(.background): return Ink(color: .standard, alpha: alpha, isBackground: true)
        case .named(.secondary): return Ink(color: .standard, alpha: alpha * 0.55)
        case .named(.tertiary): return Ink(color: .standard, alpha: alpha * 0.3)
        case .named(.quaternary): return Ink(color: .standard, alpha: alpha * 0.18)
        case .named(.accent):
            if let tint = environment.tint, !tint.isAccent { return tint.opacity(alpha).ink(in: environment) }
            return Ink(color: Self.color(.accent, on: environment.knownColorScheme), alpha: alpha)
        case .named(let name): return Ink(color: Self.color(name, on: environment.knownColorScheme), alpha: alpha)
        }
    }

    /// Returns the colour for a dark, a light or an unknown background.
    private static func color(_ name: Name, on scheme: ColorScheme?) -> TerminalColor {
        let (dark, light, unknown): (TerminalColor, TerminalColor, TerminalColor) =
            switch name {
            case .primary, .secondary, .tertiary, .quaternary, .clear, .background: (.standard, .standard, .standard)
            case .accent: (.rgb(95, 175, 255), .rgb(0, 95, 175), .palette(6))
            case .red: (.rgb(255, 135, 135), .rgb(175, 0, 0), .palette(1))
            case .orange: (.rgb(255, 175, 95), .rgb(135, 75, 0), .palette(3))
            case .yellow: (.rgb(255, 215, 95), .rgb(110, 90, 0), .palette(3))
            case .green: (.rgb(135, 215, 135), .rgb(0, 95, 0), .palette(2))
            case .mint: (.rgb(135, 215, 175), .rgb(0, 95, 70), .palette(2))
            case .teal: (.rgb(95, 215, 215), .rgb(0, 95, 95), .palette(6))
            case .cyan: (.rgb(135, 215, 255), .rgb(0, 95, 135), .palette(6))
            case .indigo: (.rgb(175, 175, 255), .rgb(70, 50, 170), .palette(4))
            case .brown: (.rgb(215, 175, 135), .rgb(110, 70, 30), .palette(3))
            case .blue: (.rgb(135, 175, 255), .rgb(0, 95, 215), .palette(4))
            case .purple: (.rgb(215, 175, 255), .rgb(95, 0, 175), .palette(5))
            case .pink: (.rgb(255, 175, 215), .rgb(175, 0, 95), .palette(5))
            case .gray: (.rgb(178, 178, 178), .rgb(88, 88, 88), .standard)
            case .black: (.rgb(0, 0, 0), .rgb(0, 0, 0), .palette(0))
            case .white: (.rgb(255, 255, 255), .rgb(255, 255, 255), .palette(15))
            }
        switch scheme {
        case .dark: return dark
        case .light: return light
        case nil: return unknown
        }
    }
}

extension Color: StyleView {}

nonisolated public enum ColorScheme: Hashable, Sendable {
    case dark
    case light
}
