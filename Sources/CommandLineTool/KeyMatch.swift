package import SeamModel

/// Which key a person means by a name or id.
package enum KeyMatch: Sendable, Hashable {
    /// One key; with a door where the name was the door's.
    case one(Credential, entranceID: String?)
    case none
    /// Several, each with its door where the name was the door's.
    case several([Candidate])

    /// A key that may be meant.
    package struct Candidate: Sendable, Hashable {
        package let key: Credential
        package let entrance: Entrance?
    }

    /// An id first, whole; then the names of keys, then those of their doors, whole and in any case.
    package init(_ wanted: String, among keys: [Credential]) {
        if let key = keys.first(where: { $0.id == wanted }) {
            self = .one(key, entranceID: nil)
            return
        }
        let name = wanted.lowercased()
        let named = keys.filter { $0.name.lowercased() == name }
        if !named.isEmpty {
            self = Self.make(named.map { Candidate(key: $0, entrance: nil) })
            return
        }
        self = Self.make(
            keys.flatMap { key in
                key.entrances.filter { $0.name.lowercased() == name }.map { Candidate(key: key, entrance: $0) }
            })
    }

    private static func make(_ found: [Candidate]) -> KeyMatch {
        guard let first = found.first else { return .none }
        return found.count == 1 ? .one(first.key, entranceID: first.entrance?.id) : .several(found)
    }

    /// The doors of `key` that `wanted` names, by id or else by name; several may have one name.
    package static func entrances(_ wanted: String, of key: Credential) -> [Entrance] {
        if let entrance = key.entrances.first(where: { $0.id == wanted }) { return [entrance] }
        return key.entrances.filter { $0.name.lowercased() == wanted.lowercased() }
    }
}
