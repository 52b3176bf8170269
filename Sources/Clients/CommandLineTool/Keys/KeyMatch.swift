package import SeamModel
import TermCore

/// The key that a person means by a name or id.
package enum KeyMatch: Sendable, Hashable {
    /// One key, with a door if the name was the door's.
    case one(Credential, entranceID: String?)
    case none
    /// Several keys, each with its door if the name was the door's.
    case several([Candidate])

    /// A key that may be the one.
    package struct Candidate: Sendable, Hashable {
        package let key: Credential
        package let entrance: Entrance?

        /// The door's name if a door is meant, otherwise the key's.
        package var name: String { entrance?.name ?? key.name }
    }

    /// Compares whole ids first, then the names of keys, then those of their doors, as ``ShownName`` does. A name that
    /// was cut in a table is accepted only if no full name fits.
    package init(_ wanted: String, among keys: [Credential]) {
        if let key = keys.first(where: { $0.id == wanted }) {
            self = .one(key, entranceID: nil)
            return
        }
        let named = keys.map { Candidate(key: $0, entrance: nil) }
        let doors = keys.flatMap { key in key.entrances.map { Candidate(key: key, entrance: $0) } }
        let whole = [named, doors].map { ShownName.best(wanted, among: $0, isCut: false, name: \.name) }
        let cut = [named, doors].map { ShownName.best(wanted, among: $0, isCut: true, name: \.name) }
        self = Self.make((whole + cut).first { !$0.isEmpty } ?? [])
    }

    private static func make(_ found: [Candidate]) -> KeyMatch {
        guard let first = found.first else { return .none }
        return found.count == 1 ? .one(first.key, entranceID: first.entrance?.id) : .several(found)
    }

    /// The keys whose own name or door's name is close to `wanted`, the closest first; at most three.
    package static func near(_ wanted: String, among keys: [Credential]) -> [Candidate] {
        let name = NameDistance(wanted)
        let all = keys.flatMap { key in
            [Candidate(key: key, entrance: nil)] + key.entrances.map { Candidate(key: key, entrance: $0) }
        }
        let near = all.enumerated().compactMap { place, candidate in
            name.distance(to: candidate.name).map { (place, $0, candidate) }
        }
        // A door with the same name as its key adds nothing.
        return Array(
            near.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.2).filter { $0.entrance?.name != $0.key.name }.prefix(3))
    }

    /// The doors of `key` that `wanted` names, by id or otherwise by name; several doors may have the same name.
    package static func entrances(_ wanted: String, of key: Credential) -> [Entrance] {
        if let entrance = key.entrances.first(where: { $0.id == wanted }) { return [entrance] }
        let whole = ShownName.best(wanted, among: key.entrances, isCut: false, name: \.name)
        return whole.isEmpty ? ShownName.best(wanted, among: key.entrances, isCut: true, name: \.name) : whole
    }
}
