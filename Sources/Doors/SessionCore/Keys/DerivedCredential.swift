package import SeamModel

/// A credential as its owner sees it, with what is needed to decide on an unlock.
package struct DerivedCredential: Sendable, Equatable {
    /// A door that it opens, with the door's lock.
    package struct Door: Sendable, Equatable {
        /// The entrance as the owner sees it.
        package var entrance: Entrance
        /// The lock, if one is bound here and its provider is installed.
        package var binding: Binding?
    }

    /// The credential as the owner sees it. Its proximities are the ways that work now.
    package var credential: Credential
    /// The ways in which such a key can open here in principle, even if something stops it now; the preferred one comes
    /// first.
    package var ways: [Proximity]
    /// The provider that the key needs to open at the door but that is not installed.
    package var missingProvider: ProviderDescription?
    /// The doors.
    package var doors: [Door]
    /// Errors that stop the key in every way.
    package var commonErrors: [CredentialError]
    /// Errors that stop the key in one way only.
    package var wayErrors: [Proximity: [CredentialError]]

    /// Errors that stop the key in that way, most urgent first.
    package func errors(for way: Proximity) -> [CredentialError] {
        Self.ordered(commonErrors + (wayErrors[way] ?? []))
    }

    /// Errors that stop the key: those that stop it in every way and, if no way is open, those that stop it in any one
    /// way. If nothing stops it but there is no way at all, that is the error: a key without errors must open
    /// something.
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

    /// The errors without repetitions, most urgent first, equally urgent ones in their order.
    static func ordered(_ errors: [CredentialError]) -> [CredentialError] {
        var unique: [CredentialError] = []
        for error in errors where !unique.contains(error) { unique.append(error) }
        return unique.enumerated().sorted { ($0.element.urgency, $0.offset) < ($1.element.urgency, $1.offset) }
            .map(\.element)
    }
}
