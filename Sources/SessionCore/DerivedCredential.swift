package import SeamModel

/// A credential as its owner sees it, with what an unlock decides by.
package struct DerivedCredential: Sendable, Equatable {
    /// A door that it opens, and the lock there.
    package struct Door: Sendable, Equatable {
        /// As the owner sees it.
        package var entrance: Entrance
        /// The lock, if one is bound whose provider is installed.
        package var binding: Binding?
    }

    /// As the owner sees it. Its proximities are the ways that work now.
    package var credential: Credential
    /// The ways in which such a key opens here at all, the preferred one first, whatever stops it now.
    package var ways: [Proximity]
    /// The provider without which it does not open at the door, and that is not installed.
    package var missingProvider: ProviderDescription?
    /// The doors.
    package var doors: [Door]
    /// What stops it in every way.
    package var commonErrors: [CredentialError]
    /// What stops one way only.
    package var wayErrors: [Proximity: [CredentialError]]

    /// What stops it in that way, most urgent first.
    package func errors(for way: Proximity) -> [CredentialError] {
        Self.ordered(commonErrors + (wayErrors[way] ?? []))
    }

    /// What stops it: in every way, and where no way is free, in any. Where nothing does and there is no way at all, that: of a key without
    /// errors it may be said that it opens something.
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

    /// Without repetitions, most urgent first, equals in their order.
    static func ordered(_ errors: [CredentialError]) -> [CredentialError] {
        var unique: [CredentialError] = []
        for error in errors where !unique.contains(error) { unique.append(error) }
        return unique.enumerated().sorted { ($0.element.urgency, $0.offset) < ($1.element.urgency, $1.offset) }
            .map(\.element)
    }
}
