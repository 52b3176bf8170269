/// For each of many keys, the doors that it opens. The lists are collected by asking, for each door, which keys open
/// it. Until all doors are done, they are stored as pairs of numbers. One list per key would take several times as much
/// memory.
struct DoorLists {
    private struct Pair: Comparable {
        let key: Int32
        let door: Int32

        static func < (left: Pair, right: Pair) -> Bool { (left.key, left.door) < (right.key, right.door) }
    }

    private let keys: [String]
    private let places: [String: Int32]
    private var doors: [String] = []
    private var asked: Set<String> = []
    private var pairs: [Pair] = []

    /// Creates empty lists. `keys` are the ids of the keys, without repetitions.
    init(keys: [String]) {
        self.keys = keys
        places = Dictionary(
            keys.enumerated().map { ($0.element, Int32(truncatingIfNeeded: $0.offset)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// Whether no door has named any of the keys.
    var isEmpty: Bool { pairs.isEmpty }

    /// Adds the next door with the ids that open it. Unknown keys are ignored. A repeated door adds nothing.
    mutating func add(_ door: String, openedBy ids: [String]) {
        guard asked.insert(door).inserted else { return }
        let number = Int32(truncatingIfNeeded: doors.count)
        doors.append(door)
        for id in ids {
            if let place = places[id] { pairs.append(Pair(key: place, door: number)) }
        }
    }

    /// Whether a door has been added.
    func has(_ door: String) -> Bool { asked.contains(door) }

    /// The keys that open one of the added doors, or that were `known` to open a door. Each is listed with its doors.
    /// The other known doors come first, and then the added doors.
    func partialLists(known: [String: [String]]) -> [String: [String]] {
        var lists: [String: [String]] = [:]
        for pair in pairs.sorted() {
            let (key, door) = (keys[Int(pair.key)], doors[Int(pair.door)])
            let others = lists[key] ?? (known[key] ?? []).filter { !asked.contains($0) }
            lists[key] = others.last == door ? others : others + [door]
        }
        for (key, list) in known where lists[key] == nil && places[key] != nil && list.contains(where: asked.contains) {
            lists[key] = list.filter { !asked.contains($0) }
        }
        return lists
    }

    /// The doors of each key, in order and without repetitions. A list that equals a list in `known` shares its
    /// storage.
    consuming func lists(known: [String: [String]]) -> [String: [String]] {
        pairs.sort()
        var lists: [String: [String]] = [:]
        lists.reserveCapacity(keys.count)
        var next = 0
        for (place, key) in keys.enumerated() {
            var list: [String] = []
            var last: Pair?
            while next < pairs.count, pairs[next].key == place {
                if pairs[next] != last { list.append(doors[Int(pairs[next].door)]) }
                last = pairs[next]
                next += 1
            }
            let before = known[key]
            lists[key] = before == list ? before : list
        }
        return lists
    }
}
