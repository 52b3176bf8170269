import CloudModel

/// One read's requests about doors. It has the results so far, and the function that gets them.
struct DoorRound {
    /// How often the round reports keys that no caller is waiting for.
    private static let interval = Duration.seconds(1)

    var draft: SnapshotDraft
    var reads: DoorReads
    let order: ReadingOrder
    /// The answers that say which keys open which door.
    private(set) var lists: DoorLists
    /// Whether the round knows which keys open the doors that have a lock at this machine.
    var hasNearDoors = false
    private let known: [String: [String]]
    private var told: ContinuousClock.Instant?

    /// Creates a round for the keys of `draft`, given the snapshot from an earlier read.
    init(_ draft: SnapshotDraft, known: CloudSnapshot?, order: ReadingOrder, budget: Int) {
        (self.draft, self.order) = (draft, order)
        reads = DoorReads(draft.credentials, known: known, budget: budget)
        lists = DoorLists(keys: draft.credentials.map(\.id))
        self.known = known?.entranceIDs ?? [:]
    }

    /// Handles the answers for the doors that have a lock at this machine. `lists` says which keys open these doors.
    mutating func takeNear(_ doors: [CloudEntrance], _ lists: DoorLists) {
        self.lists = lists
        hasNearDoors = true
        // If somebody was waiting for a single key, the answer about this key outranks the answers about near doors.
        let opened = lists.partialLists(known: known).filter { reads.isOpen($0.key) }
        draft.add(near: doors, opened: opened)
        reads.prefer(Set(opened.keys))
    }

    /// Handles the answers for all doors. A key that no door has named may be asked about separately. This is done if
    /// it is new, has changed, or opened a door before. The answer about a single key stays valid.
    mutating func takeAll(_ doors: CloudList<CloudEntrance>, _ lists: DoorLists) {
        hasNearDoors = true
        var opened = lists.lists(known: known)
        for id in opened.keys where !reads.isOpen(id) { opened[id] = draft.doors(of: id) }
        draft.add(doors, opened: opened)
        for (id, doors) in opened {
            let isDoubtful = doors.isEmpty && (reads.isOutdated(id) || known[id]?.isEmpty == false)
            if !isDoubtful { reads.take([id]) }
        }
    }

    /// The next key to ask about. This is `wanted` if the doors of `wanted` are not known.
    mutating func next(_ wanted: String?) -> String? {
        if let wanted, reads.hurry(wanted) { return wanted }
        return reads.next()
    }

    /// Reports the results so far, if there are keys left whose doors are new.
    mutating func tell() async {
        if reads.isAnyOutdated { await tellAll() }
    }

    /// Reports that a key's doors have been read. The report is sent immediately if a person is waiting for the key,
    /// and otherwise not too often.
    mutating func tell(of id: String, isWanted: Bool = true) async {
        if isWanted { return await tellAll() }
        if told.map({ ContinuousClock.now - $0 >= Self.interval }) ?? true { await tell() }
    }

    private mutating func tellAll() async {
        var part = draft
        part.leave(outdated: reads.outdatedRest, older: reads.olderRest)
        told = .now
        await order.learnt(ReadingOrder.Part(part.snapshot, hasNearDoors: hasNearDoors))
    }
}
