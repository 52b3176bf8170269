import Wire

/// A random history of a topic and its readers. At the end, the test checks what the readers know.
struct TopicHistory {
    /// All events of all epochs, for comparison.
    private var world: [String: [String?]] = ["e0": []]
    private var epochNumber = 0
    private var log: TopicLog
    private var readers: [Reader] = []
    private(set) var faults: [String] = []
    private(set) var trace: [String] = []
    private let isTraced: Bool
    private(set) var told = 0
    private(set) var gaps = 0
    private(set) var losses = 0
    private(set) var freshStarts = 0

    /// A reader that resumes by itself. It continues after the last event that it has seen.
    private struct Reader {
        let policy: OverflowPolicy
        var follower: TopicFollower?
        /// The reader's last position, or nil at the beginning.
        var cursor: TopicCursor?
    }

    /// Creates a history. If `isTraced` is true, the history also records the events in a form that a person can read.
    init(using random: inout some RandomNumberGenerator, isTraced: Bool = false) {
        self.isTraced = isTraced
        log = Self.log("e0", Int.random(in: 1...8, using: &random))
        readers = [.lossless, .latest, .dropOldest].map { Reader(policy: $0) }
    }

    private static func log(_ epoch: String, _ events: Int) -> TopicLog {
        var bounds = TopicLog.Bounds()
        bounds.events = events
        return TopicLog(epoch: epoch, bounds: bounds)
    }

    mutating func step(using random: inout some RandomNumberGenerator) {
        let reader = Int.random(in: 0..<readers.count, using: &random)
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<45: publish(["a", "b", nil].randomElement(using: &random) ?? nil)
        case 45..<80: read(reader)
        case 80..<90: readers[reader].follower = nil  // The connection is lost.
        case 90..<97: subscribe(reader)
        default: restart(Int.random(in: 1...8, using: &random))
        }
    }

    /// Lets every reader read to the end.
    mutating func finish() {
        for index in readers.indices {
            for _ in 0..<(2 * (log.bounds.events + 4)) { read(index) }
            let reader = readers[index]
            if reader.cursor != TopicCursor(epoch: log.epoch, seq: log.last) {
                faults.append("\(reader.policy) ends at \(String(describing: reader.cursor)), not at \(log.last)")
            }
        }
    }

    private mutating func publish(_ key: String?) {
        if isTraced { trace.append("publish \(key ?? "-")") }
        world[log.epoch, default: []].append(key)
        log.append("k", JSONText(.int(world[log.epoch]?.count ?? 0)), key: key, at: .zero)
    }

    private mutating func restart(_ events: Int) {
        epochNumber += 1
        if isTraced { trace.append("restart") }
        log = Self.log("e\(epochNumber)", events)
        world[log.epoch] = []
        for index in readers.indices { readers[index].follower = nil }
    }

    /// Lets a reader resume, or take a snapshot. If a reader gets a snapshot, it immediately knows all events so far.
    private mutating func subscribe(_ index: Int) {
        let policy = readers[index].policy
        if let cursor = readers[index].cursor, log.obstacle(to: cursor) == nil {
            readers[index].follower = TopicFollower(at: cursor.seq, policy: policy)
        } else {
            freshStarts += 1
            readers[index].cursor = TopicCursor(epoch: log.epoch, seq: log.last)
            readers[index].follower = TopicFollower(at: log.last, policy: policy)
        }
        if isTraced { trace.append("\(policy) subscribes at \(readers[index].cursor?.seq ?? -1)") }
    }

    private mutating func read(_ index: Int) {
        guard var follower = readers[index].follower else { return subscribe(index) }
        let policy = readers[index].policy
        let before = readers[index].cursor?.seq ?? 0
        let step = follower.next(in: log)
        readers[index].follower = follower
        if isTraced { trace.append("\(policy) \(step)") }
        switch step {
        case .upToDate:
            readers[index].cursor?.seq = follower.place
        case .event(let event, let count):
            told += 1
            check(event, count: count, after: before, policy)
            readers[index].cursor?.seq = event.seq
        case .gap(let from, let to):
            gaps += 1
            if policy != .dropOldest || from != before + 1 || to < from {
                faults.append("gap \(from)…\(to) after \(before)")
            }
            readers[index].cursor?.seq = to
        case .lost:
            losses += 1
            if policy == .dropOldest || before >= log.first - 1 { faults.append("\(policy) lost at \(before)") }
            readers[index].follower = nil
        }
    }

    /// Checks that an event is the next event. If only the latest events count, the reader may skip an event whose key
    /// has a newer event, and must skip no other event.
    private mutating func check(_ event: TopicLog.Event, count: Int, after before: Int64, _ policy: OverflowPolicy) {
        let keys = world[log.epoch] ?? []
        if event.data != JSONText(.int(Int(event.seq))) { faults.append("event \(event.seq) has another's data") }
        guard event.seq > before else { return faults.append("event \(event.seq) after \(before)") }
        guard policy == .latest else {
            if event.seq != before + 1 || count != 1 { faults.append("\(policy): \(event.seq) after \(before)") }
            return
        }
        for seq in (before + 1)..<event.seq {
            let key = keys[Int(seq) - 1]
            let hasNewer = key != nil && keys[Int(seq)...].contains { $0 == key }
            if !hasNewer { faults.append("event \(seq) was passed over") }
        }
    }
}
