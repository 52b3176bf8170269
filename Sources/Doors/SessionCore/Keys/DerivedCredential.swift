package import SeamModel

/// A credential as its owner sees it, with the data that a decision on an unlock needs.
package struct DerivedCredential: Sendable, Equatable {
    /// A door that the credential opens, with the door's lock.
    package struct Door: Sendable, Equatable {
        /// The entrance as the owner sees it.
        package var entrance: Entrance
        /// The door's lock, if the lock is bound to this machine and its provider is installed.
        package var binding: Binding?
    }

    /// The credential as the owner sees it. Its proximities are the ways that work now.
    package var credential: Credential
    /// The ways in which such a key can open doors at this machine. They are listed even if an error blocks the key
    /// now. The preferred way comes first.
    package var ways: [Proximity]
    /// The provider that the key needs at the door. It is set only if that provider is not installed.
    package var missingProvider: ProviderDescription?
    /// The doors that the credential opens.
    package var doors: [Door]
    /// The errors that block the key in every way.
    package var commonErrors: [CredentialError]
    /// The errors that block the key in only one way.
    package var wayErrors: [Proximity: [CredentialError]]

    /// The errors that block the key in a given way, the most urgent first.
    package func errors(for way: Proximity) -> [CredentialError] {
        Self.ordered(commonErrors + (wayErrors[way] ?? []))
    }

    /// The errors that block the key. These are the errors that apply to every way and, if no way can be used, the
    /// errors of each single way as well. If the key has no errors and no way to open a door, the missing way counts as
    /// the error. A key without errors must open something.
    static func errors(
        common: [CredentialError],
        ways: [Proximity],
        wayErrors: [Proximity: [CredentialError]],
        isMissingProvider: Bool
    ) -> [CredentialError] {
        guard !ways.isEmpty else {
            return ordered(common.isEmpty ? [isMissingProvider ? .contactSeamSupport : .unsupportedDevice] : common)
        }
        let isWayFree = ways.contains { wayErrors[$0]?.isEmpty ?? true }
        return ordered(common + (isWayFree ? [] : ways.flatMap { wayErrors[$0] ?? [] }))
    }

    /// The errors without repetitions, the most urgent first. Equally urgent errors keep their order.
    static func ordered(_ errors: [CredentialError]) -> [CredentialError] {
        var unique: [CredentialError] = []
        for error in errors where !unique.contains(error) { unique.append(error) }
        return unique.enumerated().sorted { ($0.element.urgency, $0.offset) < ($1.element.urgency, $1.offset) }
            .map(\.element)
    }
}
