import Foundation
import SeamSwiftUI
import TermCore
import TermUI

/// Measures the readability of a theme's texts according to WCAG 2.2. Text needs a contrast of 4.5 to 1, and signs need
/// 3 to 1. The contrast is measured after each colour was mapped to the terminal's nearest colour.
public nonisolated enum LMKContrast {
    /// Two contrasts: the one that text needs, and the one that signs and large or bold text need (success criteria
    /// 1.4.3 and 1.4.11, level AA).
    static let (text, sign) = (4.5, 3.0)

    /// Two colours, one on top of the other, on a terminal that has a certain number of colours.
    public struct Pair: Sendable, Hashable {
        public let text: String
        public let fill: String
        /// The number of colours that the terminal has, as "truecolor", "256", "16" or "8".
        public let depth: String
        public let isDark: Bool
        /// The contrast ratio. If the terminal's owner has chosen both colours, this is nil.
        public let ratio: Double?
        public let required: Double

        /// Whether the pair is readable. This covers only what the theme determines.
        public var passes: Bool { ratio.map { $0 >= required } ?? true }
    }

    /// Returns all pairs of text and fill that LumiKit draws. They are given for every colour depth, and for each kind
    /// of screen that the theme distinguishes.
    public static func audit(_ theme: some LMKTheme) -> [Pair] {
        [ColorDepth.truecolor, .indexed, .ansi16, .ansi8].flatMap { depth in
            [ColorScheme.dark, .light].flatMap { scheme in
                pairs(theme).map { pair in
                    Pair(
                        text: pair.text, fill: pair.fill, depth: depth.rawValue, isDark: scheme == .dark,
                        ratio: pair.choices.compactMap { ratio($0, on: pair.behind, scheme, depth) }.max(),
                        required: pair.required)
                }
            }
        }
    }

    private typealias Role = (name: String, color: UIColor)

    private static func pairs(
        _ theme: some LMKTheme
    ) -> [(text: String, fill: String, choices: [UIColor], behind: UIColor, required: Double)] {
        let backgrounds: [Role] = [
            ("backgroundPrimary", theme.backgroundPrimary), ("backgroundSecondary", theme.backgroundSecondary),
            ("backgroundTertiary", theme.backgroundTertiary),
        ]
        let texts: [(Role, Double)] = [
            (("textPrimary", theme.textPrimary), text), (("textSecondary", theme.textSecondary), text),
            (("textTertiary", theme.textTertiary), sign),
        ]
        let roles: [Role] = [
            ("primary", theme.primary), ("secondary", theme.secondary), ("success", theme.success),
            ("warning", theme.warning), ("error", theme.error), ("info", theme.info),
        ]
        let onBackgrounds = backgrounds.flatMap { back in
            (texts + roles.map { ($0, sign) }).map { ($0.0.name, back.name, [$0.0.color], back.color, $0.1) }
        }
        // On a filled colour, text is the theme's white or black, whichever is readable.
        return onBackgrounds + roles.map { ("white or black", $0.name, [theme.white, theme.black], $0.color, text) }
    }

    /// Returns the contrast ratio of two colours in the form in which a terminal shows them. Returns nil if the
    /// terminal's owner has chosen both.
    static func ratio(_ text: UIColor, on fill: UIColor, _ scheme: ColorScheme, _ depth: ColorDepth) -> Double? {
        var environment = EnvironmentValues()
        environment.knownColorScheme = scheme
        environment.colorDepth = depth
        let fill = fill.mixed(over: .background, environment)
        let (front, back) = (text.mixed(over: fill, environment).shown(in: environment), fill.shown(in: environment))
        if front.isOwners, back.isOwners { return nil }
        return ratio(luminance(front.parts), luminance(back.parts))
    }

    /// In an environment, returns the theme's white or black, whichever is more readable on `fill`.
    @MainActor static func textColor(
        on fill: UIColor, _ theme: any LMKTheme, _ environment: EnvironmentValues
    ) -> UIColor {
        let question = Question(
            fill: fill, white: theme.white, black: theme.black, depth: environment.colorDepth,
            scheme: environment.knownColorScheme)
        if let answer = answers[question] { return answer }
        // The answers are cached because a design has only a few fills.
        if answers.count >= 100 { answers = [:] }
        let answer = readableText(on: fill, theme, environment)
        answers[question] = answer
        return answer
    }

    private struct Question: Hashable {
        let fill: UIColor
        let white: UIColor
        let black: UIColor
        let depth: ColorDepth
        let scheme: ColorScheme?
    }

    @MainActor private static var answers: [Question: UIColor] = [:]

    private static func readableText(
        on fill: UIColor, _ theme: any LMKTheme, _ environment: EnvironmentValues
    ) -> UIColor {
        let scheme = environment.knownColorScheme ?? .dark
        let depth = environment.colorDepth == .mono ? .truecolor : environment.colorDepth
        let (white, black) = (
            ratio(theme.white, on: fill, scheme, depth) ?? text, ratio(theme.black, on: fill, scheme, depth) ?? 0
        )
        return white >= text || white >= black ? theme.white : theme.black
    }

    static func ratio(_ one: Double, _ two: Double) -> Double { (max(one, two) + 0.05) / (min(one, two) + 0.05) }

    /// Returns the relative luminance that a colour has on a dark screen.
    static func luminance(of color: UIColor) -> Double {
        let parts = color.parts(on: .dark)
        return luminance((parts.red, parts.green, parts.blue))
    }

    static func luminance(_ parts: (red: Double, green: Double, blue: Double)) -> Double {
        func linear(_ part: Double) -> Double { part <= 0.040_45 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4) }
        return 0.2126 * linear(parts.red) + 0.7152 * linear(parts.green) + 0.0722 * linear(parts.blue)
    }
}

nonisolated extension Color {
    /// Returns the colour as seen on `back`. The back shows through the colour. If the terminal's owner has chosen the
    /// colour, the element becomes dim instead.
    fileprivate func mixed(over back: Color, _ environment: EnvironmentValues) -> Color {
        let scheme = environment.knownColorScheme ?? .dark
        let (own, behind) = (parts(on: scheme), back.parts(on: scheme))
        guard own.alpha < 1, resolved(in: environment) != .standard else { return self }
        func mix(_ front: Double, _ back: Double) -> Double { front * own.alpha + back * (1 - own.alpha) }
        return Color(
            red: mix(own.red, behind.red), green: mix(own.green, behind.green), blue: mix(own.blue, behind.blue))
    }

    /// Returns the components of the colour in the form in which a terminal shows it. Also returns whether the
    /// terminal's owner has chosen the components. Otherwise, the theme has chosen them.
    fileprivate func shown(
        in environment: EnvironmentValues
    ) -> (parts: (red: Double, green: Double, blue: Double), isOwners: Bool) {
        let scheme = environment.knownColorScheme ?? .dark
        let seen = parts(on: scheme)
        let (red, green, blue) = (byte(seen.red), byte(seen.green), byte(seen.blue))
        let isOwners = self == .background || resolved(in: environment) == .standard
        guard !isOwners, case .palette(let place) = environment.colorDepth.nearest(to: .rgb(red, green, blue)).kind
        else { return ((seen.red, seen.green, seen.blue), isOwners) }
        let parts = Palette.parts[Int(place)]
        return ((Double(parts.red) / 255, Double(parts.green) / 255, Double(parts.blue) / 255), false)
    }

    private func byte(_ part: Double) -> UInt8 { UInt8(min(max((part * 255).rounded(), 0), 255)) }
}
