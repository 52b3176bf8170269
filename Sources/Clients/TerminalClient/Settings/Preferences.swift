import Foundation
import LumiKitUI
import SeamComponents
import SeamWords
import TermUI

/// A person's preferences for reading, from the command line. A value is nil if the person has not set it.
nonisolated struct Preferences: Equatable, Sendable {
    var language: SeamLanguage?
    var density: SeamDensity?
    /// A built-in theme's name, or the absolute path of a file.
    var theme: String?

    /// The language of the terminal's owner according to the environment, or English.
    static func language(in environment: [String: String]) -> SeamLanguage {
        SeamLanguage { environment[$0] } ?? .english
    }
}

/// The screen with the person's stored settings. The settings come from the command line and from the settings page.
struct Preferred<Content: View>: View {
    private let content: Content
    private let usual: SeamLanguage

    /// The settings from the command line, until they are stored.
    @State private var given: Preferences
    @AppStorage("language") private var language = ""
    @AppStorage("density") private var density = ""
    @AppStorage("theme") private var theme = ""
    @AppStorage("stillness") private var isStill = false
    @Environment(\.reduceMotion) private var reduceMotion

    /// Creates the screen. `usual` is the language of people who have not chosen a language.
    init(_ given: Preferences, usual: SeamLanguage, @ViewBuilder content: () -> Content) {
        _given = State(wrappedValue: given)
        (self.usual, self.content) = (usual, content())
    }

    /// The language of the screen.
    private var shown: SeamLanguage { given.language ?? SeamLanguage(code: language) ?? usual }

    private var wanted: SeamDensity { given.density ?? SeamDensity(rawValue: density) ?? .regular }

    var body: some View {
        GeometryReader { proxy in content.environment(\.seamDensity, wanted.fitting(rows: proxy.cells.height)) }
            .environment(\.locale, Locale(identifier: shown.code))
            .environment(\.reduceMotion, isStill || reduceMotion)
            .onAppear {
                // The pseudo-language is not stored, because it is only for finding texts without a translation.
                if let given = given.language, given != .pseudo { language = given.code }
                if let given = given.density { density = given.rawValue }
                if let given = given.theme { theme = given }
                given = Preferences()
                show(theme)
            }
            .onChange(of: theme) { _, name in show(name) }
            .onChange(of: shown, initial: true) { PlainWords.language = $1 }
    }

    /// Shows the theme called `name`. If a theme file can no longer be read, that is not an error, and the default
    /// colours are used.
    private func show(_ name: String) {
        guard !name.isEmpty else { return }
        LMKThemeManager.shared.apply((try? LMKDesign.load(name)) ?? LMKDesign())
    }
}

/// The words of plain mode itself, which is not part of any screen.
enum PlainWords {
    /// The language of the screen that is shown.
    static var language = SeamLanguage.english

    /// Translates a text of ``PlainHost`` or ``PlainText``.
    static func said(_ text: String) -> String { text == "open" ? language.action(text) : language(text) }
}
