import CloudModel

/// The keys whose doors a read asks for, and in which order: one request for each key, and no more of them than one
/// read may make.
///
/// Keys that are new or have changed come first, those of doors that have a lock here before the others, then those
/// whose doors were read the longest ago. So the next reads ask for what a read leaves over, and after a few of them
/// the doors of every key are known.
///
/// The API has no list that says for all keys which doors they open: `/user_identities/list_accessible_entrances`
/// names the doors of a person, not those of a key. If there are fewer doors than keys, the doors are asked
/// (``DoorLists``).
struct DoorReads: Equatable {
    private let budget: Int
    private var order: [String]
    private let outdated: Set<String>
    private var known: Set<String> = []
    /// Keys that were asked about, and of which nothing was learnt.
    private var unanswered: Set<String> = []
    private var asked = 0
    /// Where the first key stands whose doors may not be known.
    private var place = 0

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

    /// Moves those new and changed keys to the front.
    mutating func prefer(_ ids: Set<String>) {
        let (first, rest) = (order.filter { isPreferred($0, ids) }, order.filter { !isPreferred($0, ids) })
        order = first + rest
    }

    private func isPreferred(_ id: String, _ ids: Set<String>) -> Bool { ids.contains(id) && outdated.contains(id) }

    /// The next key to ask about; nil when the doors of all are known, or when one read may ask about no more.
    mutating func next() -> String? {
        guard known.count < order.count, asked < budget else { return nil }
        while known.contains(order[place]) { place += 1 }
        ask(order[place])
        return order[place]
    }

    /// Asks about `id` next, whatever else was asked about. Returns false if its doors are known, or there is no such
    /// key.
    mutating func hurry(_ id: String) -> Bool {
        guard !known.contains(id), order.contains(id) else { return false }
        ask(id)
        return true
    }

    private mutating func ask(_ id: String) {
        known.insert(id)
        asked += 1
    }

    /// The doors of these keys, which must be among the read's, are known without asking about each.
    mutating func take(_ ids: some Sequence<String>) {
        for id in ids {
            known.insert(id)
            unanswered.remove(id)
        }
    }

    /// Nothing was learnt of that key. It is not asked about again, and counts as one that was not asked about.
    mutating func leave(_ id: String) { unanswered.insert(id) }

    /// Whether nothing has been learnt of that key in this read.
    func isOpen(_ id: String) -> Bool { !known.contains(id) || unanswered.contains(id) }

    /// Whether that key is new or has changed.
    func isOutdated(_ id: String) -> Bool { outdated.contains(id) }

    /// Whether doors of new or changed keys have yet to be read.
    var isAnyOutdated: Bool { !outdated.isSubset(of: known) || !outdated.isDisjoint(with: unanswered) }

    /// Keys that were not asked about and are new or have changed, the longest waiting first.
    var outdatedRest: [String] { order.filter { isOpen($0) && outdated.contains($0) } }

    /// The other keys that were not asked about, those that were read the longest ago first.
    var olderRest: [String] { order.filter { isOpen($0) && !outdated.contains($0) } }
}
