import SeamModel

/// The keys whose doors a read asks for, and in which order: one request for each key, and no more of them than one
/// read may make.
///
/// Keys that are new or have changed come first, then those whose doors were read the longest ago. So the next reads
/// ask for what a read leaves over, and after a few of them the doors of every key are known.
///
/// The API has no list that says for all keys which doors they open: `/user_identities/list_accessible_entrances`
/// names the doors of a person, not those of a key. If there are many more keys than doors, the doors are asked first
/// (``DoorLists``).
struct DoorReads: Equatable {
    private let budget: Int
    private let order: [String]
    private let outdated: Set<String>
    private var asked = 0

    /// At most `budget` reads for `credentials`, given what an earlier read found for the same person.
    init(_ credentials: [CloudCredential], known: CloudSnapshot?, budget: Int) {
        self.budget = budget
        let before = Dictionary(
            (known?.credentials ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let waiting = known?.outdatedDoors ?? []
        let listed = Set(credentials.map(\.id))
        let isWaiting = Set(waiting)
        let changed = credentials.filter { credential in
            !isWaiting.contains(credential.id)
                && (before[credential.id] != credential || known?.entranceIDs[credential.id] == nil)
        }
        let outdated = waiting.filter(listed.contains) + changed.map(\.id)
        self.outdated = Set(outdated)
        var seen: Set<String> = []
        order = (outdated + (known?.olderDoors ?? []).filter(listed.contains) + credentials.map(\.id))
            .filter { seen.insert($0).inserted }
    }

    /// The next key to ask about; nil when all are asked about, or as many as one read may.
    mutating func next() -> String? {
        guard asked < min(order.count, budget) else { return nil }
        defer { asked += 1 }
        return order[asked]
    }

    /// Keys that were not asked about and are new or have changed, the longest waiting first.
    var outdatedRest: [String] { order[asked...].filter { outdated.contains($0) } }

    /// The other keys that were not asked about, those that were read the longest ago first.
    var olderRest: [String] { order[asked...].filter { !outdated.contains($0) } }
}
