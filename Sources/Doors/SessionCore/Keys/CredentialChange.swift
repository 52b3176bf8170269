package import SeamModel

/// A change to one key between two lists.
package enum CredentialChange: Sendable, Equatable {
    /// It is new.
    case added(Credential)
    /// It was there, but differs now.
    case changed(Credential)
    /// It is gone.
    case removed(id: String)

    /// The changes that turn `old` into `new`: first the keys that are gone, then the new and changed ones, in the new
    /// order. Empty for equal lists, whatever their order.
    package static func changes(from old: [Credential], to new: [Credential]) -> [CredentialChange] {
        let before = Dictionary(old.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let after = Set(new.map(\.id))
        let removed = old.filter { !after.contains($0.id) }.map { CredentialChange.removed(id: $0.id) }
        return removed
            + new.compactMap { credential in
                guard let earlier = before[credential.id] else { return .added(credential) }
                return earlier == credential ? nil : .changed(credential)
            }
    }
}
