package import SeamModel
import TermCore

/// The key that a person means by a name or id.
package enum KeyMatch: Sendable, Hashable {
    /// The name fits one key. If the name was a door's name, the value also contains the door's id.
    case one(Credential, entranceID: String?)
    case none
    /// The name fits several keys, each with its door if the name was a door's name.
    case several([Candidate])

    /// A key that the person may mean.
    package struct Candidate: Sendable, Hashable {
        package let key: Credential
        package let entrance: Entrance?

        /// If a door is meant, this is the door's name. Otherwise, it is the key's name.
        package var name: String { entrance?.name ?? key.name }
    }

    /// Compares `wanted` first with whole ids, then with the names of keys, and then with the names of their doors.
    /// Names are compared as in ``ShownName``. A name that was cut in a table is accepted only if no full name fits.
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

    /// At most three keys whose own name or door's name is similar to `wanted`, with the most similar first.
    package static func near(_ wanted: String, among keys: [Credential]) -> [Candidate] {
        let name = NameDistance(wanted)
        let all = keys.flatMap { key in
            [Candidate(key: key, entrance: nil)] + key.entrances.map { Candidate(key: key, entrance: $0) }
        }
        let near = all.enumerated().compactMap { place, candidate in
            name.distance(to: candidate.name).map { (place, $0, candidate) }
        }
        // Leaves out a door with the same name as its key, because the name of the door adds no information.
        return Array(
            near.sorted { ($0.1, $0.0) < ($1.1, $1.0) }.map(\.2).filter { $0.entrance?.name != $0.key.name }.prefix(3))
    }

    /// The doors of `key` that `wanted` names, by id or otherwise by name. Several doors may have the same name.
    package static func entrances(_ wanted: String, of key: Credential) -> [Entrance] {
        if let entrance = key.entrances.first(where: { $0.id == wanted }) { return [entrance] }
        let whole = ShownName.best(wanted, among: key.entrances, isCut: false, name: \.name)
        return whole.isEmpty ? ShownName.best(wanted, among: key.entrances, isCut: true, name: \.name) : whole
    }
}
