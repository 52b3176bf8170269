package import SeamModel
internal import Wire

extension Credential {
    /// The size limit of a credential's JSON, in bytes. Together with the surrounding JSON, it must fit into one stream
    /// item.
    package static let longestJSON = 30_000
    /// The largest number of doors in a list, no matter how short their names are.
    private static let mostEntrances = 900

    /// The credential with as many of its doors and warnings as fit into one stream item. Doors that have a lock at
    /// this machine come first. A warning says how many doors are left out. The doors that are left out can still be
    /// opened by id.
    package var fittingItem: Credential {
        guard entrances.count > Self.mostEntrances || longestEstimate > Self.longestJSON else { return self }
        var fitting = self
        (fitting.entrances, fitting.warnings) = ([], [])
        var room = Self.longestJSON - fitting.json.bytes.count - 256
        fitting.warnings = Self.fitting(warnings.map { ($0, $0.json) }, count: 31, bytes: room / 4, taking: &room)
        let order = entrances.filter(\.isBound) + entrances.filter { !$0.isBound }
        let kept = Set(
            Self.fitting(order.map { ($0.id, $0.json) }, count: Self.mostEntrances, bytes: room, taking: &room))
        fitting.entrances = entrances.filter { kept.contains($0.id) }
        guard fitting.entrances.count < entrances.count else { return fitting }
        let message = "only \(fitting.entrances.count) of the \(entrances.count) doors of this key are listed"
        fitting.warnings.insert(
            CredentialWarning(kind: "entrances_left_out", message: message, isBlocking: false), at: 0)
        return fitting
    }

    /// An upper bound for the JSON's bytes, computed without writing the JSON. A character that must be escaped takes
    /// six bytes.
    private var longestEstimate: Int {
        let doors = entrances.reduce(0) { $0 + 160 + $1.id.utf8.count + 6 * $1.name.utf8.count }
        let notes = warnings.reduce(0) { $0 + 64 + 6 * ($1.kind.utf8.count + $1.message.utf8.count) }
        return 4_096 + 6 * (name.utf8.count + location.utf8.count) + doors + notes
    }

    private static func fitting<Part>(
        _ parts: [(part: Part, json: JSON)],
        count: Int,
        bytes: Int,
        taking room: inout Int
    ) -> [Part] {
        var taken: [Part] = []
        var left = bytes
        for (part, json) in parts where taken.count < count {
            let size = json.bytes.count + 1
            guard size <= left else { break }
            left -= size
            taken.append(part)
        }
        room -= bytes - left
        return taken
    }
}
