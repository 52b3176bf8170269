// swift-format-ignore-file: AlwaysUseLowerCamelCase
// LumiKit's own names.

import Foundation
public import SeamSwiftUI
import TermCore
import TermUI

/// The colours of a terminal: how many, and on which background.
nonisolated struct LMKTerminal: Hashable, Sendable {
    let depth: ColorDepth
    let scheme: ColorScheme?
}

extension LMKDesign {
    /// The design with colours that can be read on that terminal. A colour of text, or of a sign, that is too near to
    /// the background becomes the theme's white or black; the log is told once.
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
    /// The whole of a program's screen in the colours of its design. Put it around the outermost view; a sheet or an
    /// alert in front of the screen needs it as well.
    public func lmk_themed() -> some View { modifier(LMKThemed()) }
}

private struct LMKThemed: ViewModifier {
    @Environment(\.lmkDesign) private var design
    @Environment(\.self) private var environment

    private var terminal: LMKTerminal {
        LMKTerminal(depth: environment.colorDepth, scheme: environment.knownColorScheme)
    }

    func body(content: Content) -> some View {
        content
            // So that the views below read it there, and are not told one by one.
            .environment(\.lmkDesign, design)
            .foregroundColor(design.colors.textPrimary)
            .background(design.colors.backgroundPrimary)
            .tint(design.colors.primary)
            .onAppear { LMKThemeManager.shared.show(on: terminal) }
            .onChange(of: terminal) { LMKThemeManager.shared.show(on: $1) }
    }
}
