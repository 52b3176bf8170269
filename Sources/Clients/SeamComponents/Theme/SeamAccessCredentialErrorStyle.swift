public import SeamSDK
public import SeamSwiftUI
package import SeamWords
import TermControls
import TermUI

/// The name of `SeamCredentialError` in Seam's published components.
public typealias SeamAccessCredentialError = SeamCredentialError

/// The icon, the colour, the words and the action with which a key's errors are shown. A program replaces the parts for
/// which it has its own words:
///
///     SeamAccessCredentialErrorStyle(message: { _ in "Ask at the desk." })
///
/// Two styles are equal if one is a copy of the other. The closures may be called on any thread.
public nonisolated struct SeamAccessCredentialErrorStyle: Sendable, Equatable {
    private struct Closures: Sendable {
        let systemIcon: @Sendable (SeamCredentialError, SeamTheme) -> String
        let iconColor: @Sendable (SeamCredentialError, SeamTheme) -> Color
        // The value nil means the default text, which exists in several languages.
        let shortDescription: (@Sendable (SeamCredentialError) -> String)?
        let title: (@Sendable (SeamCredentialError) -> String)?
        let message: (@Sendable (SeamCredentialError) -> String)?
        let primaryActionTitle: (@Sendable (SeamCredentialError) -> String?)?
        let primaryAction: @Sendable (SeamCredentialError) -> () -> Void
    }

    private final class Mapping: Sendable {
        let closures: Closures

        init(_ closures: Closures) { self.closures = closures }
    }

    private let mapping: Mapping

    /// Creates a style from the given closures, and from the defaults for the others. `shortDescription` returns a
    /// badge of at most 18 characters, `title` returns a headline, and `message` returns a sentence.
    /// `primaryActionTitle` returns the title of a button, or nil if there must be no button.
    public init(
        systemIcon: (@Sendable (SeamCredentialError, SeamTheme) -> String)? = nil,
        iconColor: (@Sendable (SeamCredentialError, SeamTheme) -> Color)? = nil,
        shortDescription: (@Sendable (SeamCredentialError) -> String)? = nil,
        title: (@Sendable (SeamCredentialError) -> String)? = nil,
        message: (@Sendable (SeamCredentialError) -> String)? = nil,
        primaryActionTitle: (@Sendable (SeamCredentialError) -> String?)? = nil,
        primaryAction: (@Sendable (SeamCredentialError) -> () -> Void)? = nil
    ) {
        mapping = Mapping(
            Closures(
                systemIcon: systemIcon ?? { error, _ in error.systemIcon },
                iconColor: iconColor ?? { $0.iconColor($1) },
                shortDescription: shortDescription, title: title, message: message,
                primaryActionTitle: primaryActionTitle,
                primaryAction: primaryAction ?? { error in { error.act() } }))
    }

    /// The style with the words of `seam` and `seam tui`, and with the pages of ``SeamInteractionHandler``.
    public static let `default` = SeamAccessCredentialErrorStyle()

    /// Returns the name of the error's symbol for `Image(systemName:)`.
    public func systemIcon(_ error: SeamCredentialError, theme: SeamTheme) -> String {
        mapping.closures.systemIcon(error, theme)
    }

    /// Returns the colour of the symbol and of the badge.
    public func iconColor(_ error: SeamCredentialError, theme: SeamTheme) -> Color {
        mapping.closures.iconColor(error, theme)
    }

    /// Returns a short badge for the error.
    public func shortDescription(_ error: SeamCredentialError) -> String { shortDescription(error, in: .english) }

    /// Returns a headline for the error.
    public func title(_ error: SeamCredentialError) -> String { title(error, in: .english) }

    /// Returns a sentence about the problem and the next step.
    public func message(_ error: SeamCredentialError) -> String { message(error, in: .english) }

    /// Returns the title of a button with a remedy. If no remedy is possible at this machine, returns nil.
    public func primaryActionTitle(_ error: SeamCredentialError) -> String? { primaryActionTitle(error, in: .english) }

    /// Returns the button's action. The action does nothing if there is no remedy at this machine.
    public func primaryAction(_ error: SeamCredentialError) -> () -> Void { mapping.closures.primaryAction(error) }

    // A program's own text is the same in every language.

    /// Returns a badge in a language.
    package func shortDescription(_ error: SeamCredentialError, in language: SeamLanguage) -> String {
        mapping.closures.shortDescription?(error) ?? error.badge(in: language)
    }

    /// Returns a headline in a language.
    package func title(_ error: SeamCredentialError, in language: SeamLanguage) -> String {
        mapping.closures.title?(error) ?? Words.capital(error.words.said(in: language).text)
    }

    /// Returns a sentence about the problem and the next step, in a language.
    package func message(_ error: SeamCredentialError, in language: SeamLanguage) -> String {
        if let message = mapping.closures.message { return message(error) }
        let words = error.words.said(in: language)
        return Words.sentence(words.text, words.remedy)
    }

    /// Returns the title of a button with a remedy, in a language. If no remedy is possible at this machine, returns
    /// nil.
    package func primaryActionTitle(_ error: SeamCredentialError, in language: SeamLanguage) -> String? {
        guard let title = mapping.closures.primaryActionTitle else { return error.interaction?.actionTitle(language) }
        return title(error)
    }

    /// Whether one style is a copy of the other.
    public static func == (one: Self, other: Self) -> Bool { one.mapping === other.mapping }
}

nonisolated extension SeamCredentialError {
    /// The action required from the person. If a person at this machine can do nothing, this is nil.
    var interaction: RequiredUserInteraction? {
        if case .userInteractionRequired(let action) = self { action } else { nil }
    }

    /// Shows the page about the action that a person must take.
    fileprivate func act() {
        guard let interaction else { return }
        OnMain.run { SeamInteractionHandler.shared.perform(interaction) }
    }

    fileprivate func badge(in language: SeamLanguage) -> String {
        let words = words.said(in: language)
        return words.note.isEmpty ? words.title : words.note
    }

    fileprivate var systemIcon: String {
        switch self {
        case .awaitingLocalCredential: "hourglass"
        case .expired: "exclamationmark.circle"
        case .contactSeamSupport: "envelope"
        case .unsupportedDevice: "xmark.circle"
        case .unknown: "questionmark.circle"
        case .userInteractionRequired(.completeOtpAuthorization): "lock.slash"
        case .userInteractionRequired(.enableInternet): "wifi.slash"
        case .userInteractionRequired(.enableBluetooth): "wave.3.right"
        case .userInteractionRequired(.grantBluetoothPermission): "lock"
        case .userInteractionRequired(.appRestartRequired): "arrow.clockwise"
        }
    }

    fileprivate func iconColor(_ theme: SeamTheme) -> Color {
        switch self {
        case .awaitingLocalCredential: theme.colors.warning
        case .userInteractionRequired: theme.colors.info
        case .expired, .contactSeamSupport, .unsupportedDevice, .unknown: theme.colors.error
        }
    }
}

nonisolated extension SeamCredentialError.RequiredUserInteraction {
    /// Returns the title of the button that shows the page for the action.
    fileprivate func actionTitle(_ language: SeamLanguage) -> String {
        switch self {
        case .completeOtpAuthorization: language("Finish sign-in")
        case .enableInternet: language("How to get online")
        case .enableBluetooth: language("How to switch it on")
        case .grantBluetoothPermission: language("How to permit it")
        case .appRestartRequired: language("How to restart it")
        }
    }
}
