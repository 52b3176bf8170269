package import SeamModel
import SeamWords
package import TermCore

/// Why a key cannot be used, in words, and what to do about it.
package struct KeyProblem: Sendable, Hashable {
    package let text: TerminalSafe
    package let remedy: TerminalSafe

    package init(_ error: CredentialError) {
        self.init(error, of: nil)
    }

    private init(_ error: CredentialError, of carried: KeyWords.Carried?) {
        let words = KeyWords(error, of: carried) { LocalTime.text($0).description }
        text = "\(words.text)"
        // The remedy may include a page's address.
        remedy = TerminalSafe(words.remedy, limit: 2200)
    }

    /// A key's problems, the most urgent first. A code or a card is taken to its door by a person, so it is not broken
    /// because this machine cannot use it.
    package static func all(of key: Credential) -> [KeyProblem] {
        let carried: KeyWords.Carried? =
            switch key.accessMethod {
            case .code: .code(showing: "'seam keys reveal'")
            case .card: .card
            case .cloudKey: .cloudKey
            case .mobileKey, .lock, .local: isOfClosedProvider(key) ? .vendorApp : nil
            }
        return key.errors.map { KeyProblem($0, of: carried) }
    }

    private static func isOfClosedProvider(_ key: Credential) -> Bool {
        key.provider.map { ClosedProviders.modules[$0] != nil } ?? false
    }

    /// Whether a key is broken, rather than only used elsewhere.
    package static func isBroken(_ key: Credential) -> Bool {
        switch key.accessMethod {
        case .code, .card, .cloudKey: key.errors != [.unsupportedDevice]
        case .mobileKey, .lock, .local:
            !key.errors.isEmpty && !(isOfClosedProvider(key) && key.errors == [.contactSeamSupport])
        }
    }
}
