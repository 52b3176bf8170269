package import SeamModel

/// A change to one key between two lists.
package enum CredentialChange: Sendable, Equatable {
    /// The key is new.
    case added(Credential)
    /// The key was in the old list, but has changed.
    case changed(Credential)
    /// The key is no longer in the list.
    case removed(id: String)

    /// The changes that turn `old` into `new`. The removed keys come first, and then the new and changed keys, in the
    /// new order. The changes are empty for equal lists, even if the order of the lists differs.
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
