package import SeamWords
package import TermUI

private nonisolated struct SeamLanguageKey: EnvironmentKey {
    static var defaultValue: SeamLanguage? { nil }
}

private nonisolated struct SeamDensityKey: EnvironmentKey {
    static var defaultValue: SeamDensity? { nil }
}

nonisolated extension EnvironmentValues {
    /// The language of the access screens inside this view. The default is the language of
    /// ``SeamSwiftUI/EnvironmentValues/locale``, or English if this language is not supported.
    package var seamLanguage: SeamLanguage {
        get { self[SeamLanguageKey.self] ?? SeamLanguage(code: locale.identifier) ?? .english }
        set { self[SeamLanguageKey.self] = newValue }
    }

    /// The amount of space that the access screens inside this view give to text. The default is the amount for
    /// ``SeamSwiftUI/EnvironmentValues/dynamicTypeSize``.
    package var seamDensity: SeamDensity {
        get { self[SeamDensityKey.self] ?? SeamDensity(dynamicTypeSize) }
        set { self[SeamDensityKey.self] = newValue }
    }
}
