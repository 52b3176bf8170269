package import SeamWords
package import TermUI

private nonisolated struct SeamLanguageKey: EnvironmentKey {
    static var defaultValue: SeamLanguage? { nil }
}

private nonisolated struct SeamDensityKey: EnvironmentKey {
    static var defaultValue: SeamDensity? { nil }
}

nonisolated extension EnvironmentValues {
    /// The language of the access screens below: that of ``SeamSwiftUI/EnvironmentValues/locale`` unless one is set,
    /// and English where that is not there.
    package var seamLanguage: SeamLanguage {
        get { self[SeamLanguageKey.self] ?? SeamLanguage(code: locale.identifier) ?? .english }
        set { self[SeamLanguageKey.self] = newValue }
    }

    /// How much room the access screens below give: what
    /// ``SeamSwiftUI/EnvironmentValues/dynamicTypeSize`` asks for unless one is set.
    package var seamDensity: SeamDensity {
        get { self[SeamDensityKey.self] ?? SeamDensity(dynamicTypeSize) }
        set { self[SeamDensityKey.self] = newValue }
    }
}
