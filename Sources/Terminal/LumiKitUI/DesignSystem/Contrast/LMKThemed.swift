// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names in this file are LumiKit's own.

import Foundation
public import SeamSwiftUI
import TermCore
import TermUI

/// The number of a terminal's colours, and its background.
nonisolated struct LMKTerminal: Hashable, Sendable {
    let depth: ColorDepth
    let scheme: ColorScheme?
}

extension LMKDesign {
    /// Returns the design with colours that are readable on a terminal. If the colour of a text or a sign is too close
    /// to the background, the theme's white or black replaces it. Each such change is logged once.
    func readable(on terminal: LMKTerminal) -> LMKDesign {
        var environment = EnvironmentValues()
        environment.knownColorScheme = terminal.scheme
        environment.colorDepth = terminal.depth
        let reader = LMKReadable(design: self, environment: environment)
        var fixed = LMKFixedTheme(colors)
        let back = fixed.backgroundPrimary
        for path in Self.texts { fixed[keyPath: path] = reader.color(fixed[keyPath: path], on: back) }
        for path in Self.signs {
            fixed[keyPath: path] = reader.color(fixed[keyPath: path], on: back, LMKContrast.sign)
        }
        var design = self
        design.colors = fixed
        return design
    }

    private static let texts: [any WritableKeyPath<LMKFixedTheme, UIColor> & Sendable] = [
        \.textPrimary, \.textSecondary,
    ]
    private static let signs: [any WritableKeyPath<LMKFixedTheme, UIColor> & Sendable] = [
        \.textTertiary, \.primary, \.secondary, \.success, \.warning, \.error, \.info,
    ]
}

extension View {
    /// Shows a program's whole screen in the program's own colour scheme. Apply this modifier to the outermost view. If
    /// a sheet or an alert is in front of the screen, it also needs the modifier.
    public func lmk_themed() -> some View { modifier(LMKThemed()) }
}

private struct LMKThemed: ViewModifier {
    @Environment(\.lmkDesign) private var design
    @Environment(\.self) private var environment
    @Environment(\.reduceMotion) private var reduceMotion
    @Environment(\.feedback) private var feedback

    private var terminal: LMKTerminal {
        LMKTerminal(depth: environment.colorDepth, scheme: environment.knownColorScheme)
    }

    func body(content: Content) -> some View {
        content
            // The views below read the design from this value, so nobody has to notify each of them.
            .environment(\.lmkDesign, design)
            .foregroundColor(design.colors.textPrimary)
            .background(design.colors.backgroundPrimary)
            .tint(design.colors.primary)
            .onAppear { LMKThemeManager.shared.show(on: terminal) }
            .onChange(of: reduceMotion, initial: true) { LMKAnimationHelper.shouldAnimate = !$1 }
            .onAppear { LMKHapticFeedbackHelper.sound = feedback }
            .onGeometryChange(for: CGSize.self, of: \.size) { LMKThemeManager.shared.show(on: $0) }
            .onChange(of: terminal) { LMKThemeManager.shared.show(on: $1) }
    }
}
