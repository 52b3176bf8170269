package import SeamWords
package import TermUI

private nonisolated struct SeamLanguageKey: EnvironmentKey {
    static var defaultValue: SeamLanguage? { nil }
}

private nonisolated struct SeamDensityKey: EnvironmentKey {
    static var defaultValue: SeamDensity? { nil }
}

nonisolated extension EnvironmentValues {
    /// The language of the access screens inside this view: by default that of
    /// ``SeamSwiftUI/EnvironmentValues/locale``, or English if that is not supported.
    package var seamLanguage: SeamLanguage {
        get { self[SeamLanguageKey.self] ?? SeamLanguage(code: locale.identifier) ?? .english }
        set { self[SeamLanguageKey.self] = newValue }
    }

    /// How much space the access screens inside this view give: by default, what
    /// ``SeamSwiftUI/EnvironmentValues/dynamicTypeSize`` asks for.
    package var seamDensity: SeamDensity {
        get { self[SeamDensityKey.self] ?? SeamDensity(dynamicTypeSize) }
        set { self[SeamDensityKey.self] = newValue }
    }
}
