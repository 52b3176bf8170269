package import SeamModel
import SeamWords
package import TermCore

/// The reason why a key cannot be used, in words, with the remedy.
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

    /// A key's problems, with the most urgent first. A person takes a code or a card to the door, so a code or a card
    /// that this machine cannot use is not broken.
    package static func all(of key: Credential) -> [KeyProblem] {
        let carried: KeyWords.Carried? =
            switch key.accessMethod {
            case .code: .code(showing: "'seam keys reveal \(argument(for: key))'")
            case .card: .card
            case .cloudKey: .cloudKey
            case .mobileKey, .lock, .local: isOfClosedProvider(key) ? .vendorApp : nil
            }
        return key.errors.map { KeyProblem($0, of: carried) }
    }

    /// The key's name in a form that a shell accepts within the quotes of a remedy. If the name has no such form, this
    /// is the key's id.
    private static func argument(for key: Credential) -> String {
        let isPlain =
            !key.name.isEmpty && key.name.utf8.allSatisfy { (0x20...0x7E).contains($0) && !"\"'\\$`".utf8.contains($0) }
        guard isPlain else { return key.id }
        return key.name.contains(" ") ? "\"\(key.name)\"" : key.name
    }

    private static func isOfClosedProvider(_ key: Credential) -> Bool {
        key.provider.map { ClosedProviders.modules[$0] != nil } ?? false
    }

    /// Whether a key is broken, and not only intended for use elsewhere.
    package static func isBroken(_ key: Credential) -> Bool {
        switch key.accessMethod {
        case .code, .card, .cloudKey: key.errors != [.unsupportedDevice]
        case .mobileKey, .lock, .local:
            !key.errors.isEmpty && !(isOfClosedProvider(key) && key.errors == [.contactSeamSupport])
        }
    }
}
