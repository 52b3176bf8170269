import CloudModel

/// Decides for which keys a read asks which doors they open. Also decides the order of these keys. Each key takes one
/// request, and one read may make only a limited number of requests.
///
/// New and changed keys come first, beginning with keys for doors that have a lock at this machine. Next come the keys
/// whose doors were read longest ago. Later reads therefore ask about the keys that this read leaves out. After a few
/// reads, the doors of every key are known.
///
/// The API has no list of the doors that each key opens. `/user_identities/list_accessible_entrances` names the doors
/// of a person, not the doors of a key. If there are fewer doors than keys, the read asks door by door (``DoorLists``).
struct DoorReads: Equatable {
    private let budget: Int
    private var order: [String]
    private let outdated: Set<String>
    private var known: Set<String> = []
    /// The keys about which the read asked without learning anything.
    private var unanswered: Set<String> = []
    private var asked = 0
    /// The index of the first key whose doors may not be known.
    private var place = 0

    /// Plans at most `budget` reads for `credentials`, given the snapshot that an earlier read found for the same
    /// person.
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

    /// Moves those of the given keys that are new or changed to the front.
    mutating func prefer(_ ids: Set<String>) {
        let (first, rest) = (order.filter { isPreferred($0, ids) }, order.filter { !isPreferred($0, ids) })
        order = first + rest
    }

    private func isPreferred(_ id: String, _ ids: Set<String>) -> Bool { ids.contains(id) && outdated.contains(id) }

    /// The next key to ask about. It is nil if the doors of all keys are known, or if this read may not ask about any
    /// further keys.
    mutating func next() -> String? {
        guard known.count < order.count, asked < budget else { return nil }
        while known.contains(order[place]) { place += 1 }
        ask(order[place])
        return order[place]
    }

    /// Makes `id` the next key to ask about, even if other keys would come first. Returns false if the key's doors are
    /// known, or if there is no such key.
    mutating func hurry(_ id: String) -> Bool {
        guard !known.contains(id), order.contains(id) else { return false }
        ask(id)
        return true
    }

    private mutating func ask(_ id: String) {
        known.insert(id)
        asked += 1
    }

    /// Records that the doors of these keys are known. No request was made for each single key. The keys must belong to
    /// this read.
    mutating func take(_ ids: some Sequence<String>) {
        for id in ids {
            known.insert(id)
            unanswered.remove(id)
        }
    }

    /// Records that nothing was learned about a key. The read does not ask about the key again. The key still counts as
    /// one that was not asked about.
    mutating func leave(_ id: String) { unanswered.insert(id) }

    /// Whether nothing has been learned about a key in this read.
    func isOpen(_ id: String) -> Bool { !known.contains(id) || unanswered.contains(id) }

    /// Whether a key is new or has changed.
    func isOutdated(_ id: String) -> Bool { outdated.contains(id) }

    /// Whether doors of new or changed keys have yet to be read.
    var isAnyOutdated: Bool { !outdated.isSubset(of: known) || !outdated.isDisjoint(with: unanswered) }

    /// The new and changed keys that were not asked about. The first has been waiting for the longest time.
    var outdatedRest: [String] { order.filter { isOpen($0) && outdated.contains($0) } }

    /// The other keys that were not asked about, beginning with the keys that were read the longest ago.
    var olderRest: [String] { order.filter { isOpen($0) && !outdated.contains($0) } }
}
