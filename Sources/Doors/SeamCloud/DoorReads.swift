import CloudModel

/// Decides which keys' doors a read asks for, and in which order: one request per key, and no more than one read may
/// make.
///
/// New and changed keys come first, those for doors with a lock here before the others; then come the keys whose doors
/// were read the longest ago. So later reads ask for what this one leaves, and after a few reads the doors of every key
/// are known.
///
/// The API has no list of the doors that each key opens: `/user_identities/list_accessible_entrances` names the doors
/// of a person, not those of a key. If there are fewer doors than keys, the read asks door by door (``DoorLists``).
struct DoorReads: Equatable {
    private let budget: Int
    private var order: [String]
    private let outdated: Set<String>
    private var known: Set<String> = []
    /// Keys that were asked about without learning anything.
    private var unanswered: Set<String> = []
    private var asked = 0
    /// The index of the first key whose doors may not be known.
    private var place = 0

    /// Plans at most `budget` reads for `credentials`, given what an earlier read found for the same person.
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

    /// The next key to ask about; nil when the doors of all are known, or when this read may not ask about any more.
    mutating func next() -> String? {
        guard known.count < order.count, asked < budget else { return nil }
        while known.contains(order[place]) { place += 1 }
        ask(order[place])
        return order[place]
    }

    /// Makes `id` the next key to ask about, whatever else has been asked. Returns false if its doors are known, or if
    /// there is no such key.
    mutating func hurry(_ id: String) -> Bool {
        guard !known.contains(id), order.contains(id) else { return false }
        ask(id)
        return true
    }

    private mutating func ask(_ id: String) {
        known.insert(id)
        asked += 1
    }

    /// Notes that the doors of these keys are known without asking about each. The keys must be among the read's.
    mutating func take(_ ids: some Sequence<String>) {
        for id in ids {
            known.insert(id)
            unanswered.remove(id)
        }
    }

    /// Notes that nothing was learned about that key. It is not asked about again, but counts as not asked about.
    mutating func leave(_ id: String) { unanswered.insert(id) }

    /// Whether nothing has been learned about that key in this read.
    func isOpen(_ id: String) -> Bool { !known.contains(id) || unanswered.contains(id) }

    /// Whether that key is new or has changed.
    func isOutdated(_ id: String) -> Bool { outdated.contains(id) }

    /// Whether doors of new or changed keys have yet to be read.
    var isAnyOutdated: Bool { !outdated.isSubset(of: known) || !outdated.isDisjoint(with: unanswered) }

    /// New and changed keys that were not asked about, the longest waiting first.
    var outdatedRest: [String] { order.filter { isOpen($0) && outdated.contains($0) } }

    /// The other keys that were not asked about, those read the longest ago first.
    var olderRest: [String] { order.filter { isOpen($0) && !outdated.contains($0) } }
}
