import SeamComponents
import SeamWords
import TermControls
import TermUI

/// The page with the settings for language, spacing and colours. Each change takes effect immediately, and is stored
/// for the person. The page also leads to signing out.
struct SettingsView: View {
    /// The session from which the person can sign out.
    let service: any SeamServiceProtocol
    /// Whether the person is signed in to LifeSignal, which signs out separately.
    var hasSignal = false
    @State private var isLeaving = false
    @AppStorage("language") private var code = ""
    @AppStorage("density") private var density = ""
    @AppStorage("theme") private var theme = ""
    @AppStorage("stillness") private var isStill = false
    @Environment(\.seamLanguage) private var language
    @Environment(\.seamDensity) private var shown

    /// The built-in themes.
    private static let themes = ["default", "high-contrast", "mono", "phosphor"]

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Text(verbatim: language("Settings")).bold()
            Text(verbatim: "")
            Picker(language("Language"), selection: Binding(get: { language.code }, set: { code = $0 })) {
                // Each language is named in that language, for people who cannot read the others.
                Text(verbatim: "English").tag("en")
                Text(verbatim: "Español").tag("es")
                Text(verbatim: "Deutsch").tag("de")
            }
            Picker(language("Spacing"), selection: Binding(get: { chosen.rawValue }, set: { density = $0 })) {
                ForEach(SeamDensity.allCases, id: \.rawValue) { Text(verbatim: name(of: $0)).tag($0.rawValue) }
            }
            if chosen != shown {
                Text(verbatim: language("This screen has room only for: %@.", name(of: shown)))
                    .foregroundColor(.secondary)
            }
            Picker(language("Colours"), selection: Binding(get: { theme.isEmpty ? "default" : theme }, set: choose)) {
                ForEach(Self.themes, id: \.self) { Text(verbatim: name(ofTheme: $0)).tag($0) }
                if !theme.isEmpty, !Self.themes.contains(theme) { Text(verbatim: theme).tag(theme) }
            }
            Toggle(language("No motion"), isOn: $isStill)
            if service.isActive {
                Text(verbatim: "")
                Button(language("Sign out, or let somebody else sign in")) { isLeaving = true }
            }
        }
        .sheet(isPresented: $isLeaving) { SignOutView(service: service, hasSignal: hasSignal) }
        .frame(maxWidth: .infinity, alignment: .leading)
    }

    /// The chosen spacing, or otherwise the spacing that is shown. A small screen may show another spacing.
    private var chosen: SeamDensity { SeamDensity(rawValue: density) ?? shown }

    private func choose(_ name: String) { theme = name }

    private func name(of density: SeamDensity) -> String {
        switch density {
        case .compact: language("compact")
        case .regular: language("regular")
        case .comfortable: language("comfortable")
        case .large: language("large")
        }
    }

    private func name(ofTheme theme: String) -> String {
        switch theme {
        case "high-contrast": language("high contrast")
        case "mono": language("one colour")
        case "phosphor": language("green")
        default: language("usual")
        }
    }
}
