import LinuxSupport
import NIOCore
package import Wire

/// A topic of events that streams can follow. Each event is published once and encoded once, and each follower receives
/// it at its own pace (`Protocol/framing.md` sections 5.2 and 5.3).
///
/// Publishing never waits for a follower. An event and the rows that result from it must be published together, at the
/// point where the state changes. As a result, a snapshot and the events after it contain every change exactly once.
package final class Topic: Sendable {
    /// An event that is published.
    package struct Event: Sendable, Hashable {
        package let kind: String
        package let data: JSONText
        /// If the policy is `latest`, a newer event with the same key replaces this one.
        package let key: String?

        package init(_ kind: String, _ data: JSONText, key: String? = nil) {
            self.kind = kind
            self.data = data
            self.key = key
        }
    }

    /// The rows of one version of the state. The rows may be written only when a follower asks for them. If a state has
    /// very many rows, it therefore needs no more memory than the data from which the rows are made.
    package struct Rows: Sendable {
        package let count: Int
        /// The function that returns the row at an index. It must always return the same row.
        package let row: @Sendable (Int) -> JSONText

        package init(count: Int, _ row: @escaping @Sendable (Int) -> JSONText) {
            (self.count, self.row) = (count, row)
        }

        package init(_ rows: [JSONText]) {
            self.init(count: rows.count) { rows[$0] }
        }
    }

    /// One version of the state. Also contains the number of the last event that this version includes.
    struct Snapshot: Sendable {
        let rows: Rows
        let seq: Int64
        let lag: Duration
    }

    /// How a stream can resume from a cursor.
    enum Resumption: Sendable {
        case from(seq: Int64, lag: Duration)
        case impossible(TopicLog.FreshReason)
    }

    /// The followers that one event loop serves.
    private struct Group: Sendable {
        let loop: any EventLoop
        let feeds: NIOLoopBound<LoopFeeds>
        /// Whether the followers are about to check for news. If so, the next event need not wake them.
        var isWaking = false
    }

    private struct State {
        var log: TopicLog
        var rows: Rows
        var staleSince: Duration?
        var groups: [ObjectIdentifier: Group] = [:]
        var followerCount = 0
        var isOver = false

        func lag(at now: Duration) -> Duration { staleSince.map { max(.zero, now - $0) } ?? .zero }
    }

    let epoch: String
    private let state: Locked<State>
    let now: @Sendable () -> Duration

    /// Creates a topic. `rows` are the state at the start. A server's topics come from its ``TopicSource``.
    init(
        epoch: String, after start: Int64, bounds: TopicLog.Bounds, rows: Rows,
        now: @escaping @Sendable () -> Duration
    ) {
        self.epoch = epoch
        self.now = now
        state = Locked(State(log: TopicLog(epoch: epoch, after: start, bounds: bounds), rows: rows))
    }

    /// The number of the newest event.
    package var last: Int64 { state.withLock { $0.log.last } }

    /// The number of streams that have passed their start.
    package var followerCount: Int { state.withLock { $0.followerCount } }

    /// Adds events for all followers. If the state has changed, `rows` are the rows of later snapshots. This never
    /// waits.
    package func publish(_ events: [Event], rows: [JSONText]? = nil) {
        publish(events, state: rows.map { Rows($0) })
    }

    /// Adds events for all followers of a state with very many rows. If more events happened than are kept, no event
    /// before `events` is kept. `skipped` is then the number of the events before `events`.
    package func publish(_ events: [Event], state rows: Rows?, skipped: Int = 0) {
        let time = now()
        wake { state in
            state.log.skip(skipped)
            for event in events { state.log.append(event.kind, event.data, key: event.key, at: time) }
            if let rows { state.rows = rows }
        }
    }

    /// Adds one event (see ``publish(_:rows:)``).
    package func publish(_ kind: String, _ data: JSONText, key: String? = nil, rows: [JSONText]? = nil) {
        publish([Event(kind, data, key: key)], rows: rows)
    }

    /// Sets a time on the topic's clock. Since this time, the state may have been older than its source. The value nil
    /// means that the state is current. Followers get the delay as `lag_ms`.
    package func markStale(since moment: Duration?) {
        state.withLock { $0.staleSince = moment }
    }

    /// Ends the topic. Followers get the remaining events, and then their streams end with a result. No event can be
    /// published afterwards.
    package func finish() {
        wake { $0.isOver = true }
    }

    /// Changes the state. Then wakes each loop that has followers and is not being woken yet. A loop is woken once, no
    /// matter how much is published before it checks.
    private func wake(_ change: (inout State) -> Void) {
        let groups = state.withLock { state -> [Group] in
            guard !state.isOver else { return [] }
            change(&state)
            guard !state.groups.isEmpty else { return [] }
            let waiting = state.groups.filter { !$0.value.isWaking }
            for id in waiting.keys { state.groups[id]?.isWaking = true }
            return Array(waiting.values)
        }
        for group in groups {
            group.loop.execute {
                self.state.withLock { $0.groups[ObjectIdentifier(group.loop)]?.isWaking = false }
                group.feeds.value.wake()
            }
        }
    }
}

/// The requests of feeds and streams to a topic.
extension Topic {
    func snapshot() -> Snapshot {
        let time = now()
        return state.withLock { Snapshot(rows: $0.rows, seq: $0.log.last, lag: $0.lag(at: time)) }
    }

    func resume(from cursor: TopicCursor) -> Resumption {
        let time = now()
        return state.withLock { state in
            state.log.forget(at: time)
            if let obstacle = state.log.obstacle(to: cursor) { return .impossible(obstacle) }
            return .from(seq: cursor.seq, lag: state.lag(at: time))
        }
    }

    /// Returns a follower's next step, and whether the topic has ended.
    func next(_ follower: inout TopicFollower) -> (TopicFollower.Step, isOver: Bool) {
        var moved = follower
        defer { follower = moved }
        return state.withLock { state in (moved.next(in: state.log), state.isOver) }
    }

    /// Returns the next events for a follower, but no more than `most`. If there is no such event, the caller must use
    /// ``next(_:)``.
    func events(for follower: TopicFollower, most: Int) -> ArraySlice<TopicLog.Event> {
        state.withLock { follower.events(in: $0.log, most: most) }
    }

    /// Whether an event after `place` is no longer kept.
    func hasLost(after place: Int64) -> Bool { state.withLock { place < $0.log.first - 1 } }

    var lag: Duration {
        let time = now()
        return state.withLock { $0.lag(at: time) }
    }

    /// Adds a feed. This must be called on the feed's loop.
    func add(_ feed: TopicFeed, on loop: any EventLoop) {
        let feeds = state.withLock { state -> NIOLoopBound<LoopFeeds> in
            let id = ObjectIdentifier(loop)
            state.followerCount += 1
            if let group = state.groups[id] { return group.feeds }
            let feeds = NIOLoopBound(LoopFeeds(), eventLoop: loop)
            state.groups[id] = Group(loop: loop, feeds: feeds)
            return feeds
        }
        feeds.value.add(feed)
    }

    /// Removes a feed. This must be called on the feed's loop.
    func remove(_ feed: TopicFeed, on loop: any EventLoop) {
        let id = ObjectIdentifier(loop)
        guard let feeds = state.withLock({ $0.groups[id]?.feeds })?.value else { return }
        feeds.remove(feed)
        // Feeds are added and removed only on this loop, so the list is still empty below.
        let isLast = feeds.isEmpty
        state.withLock { state in
            state.followerCount -= 1
            if isLast { state.groups[id] = nil }
        }
    }
}

/// The followers of one topic on one event loop.
final class LoopFeeds {
    /// The feeds, grouped by connection, because each connection makes one write for all of its feeds.
    private var feeds: [ObjectIdentifier: [TopicFeed]] = [:]

    var isEmpty: Bool { feeds.isEmpty }

    func add(_ feed: TopicFeed) {
        feeds[ObjectIdentifier(feed.connection), default: []].append(feed)
    }

    func remove(_ feed: TopicFeed) {
        let id = ObjectIdentifier(feed.connection)
        feeds[id]?.removeAll { $0 === feed }
        if feeds[id]?.isEmpty == true { feeds[id] = nil }
    }

    func wake() {
        let runs = TopicRuns()
        for group in feeds.values {
            guard let feed = group.first(where: { !$0.isStalled }) else {
                for feed in group { feed.woken() }
                continue
            }
            // One write sends the output of several feeds of one connection.
            let shared = group.count == 1 ? runs : nil
            feed.connection.inTurn { for feed in group { feed.woken(sharing: shared) } }
        }
    }
}

/// The source of one server's topics. Each topic begins at its own random number. For this reason, the numbers say
/// nothing about other topics, and a cursor hardly ever fits two topics. If a topic was dropped and created again, a
/// stream that resumes gets a snapshot and does not miss changes.
package struct TopicSource: Sendable {
    /// The epoch of the server.
    package let epoch: String
    private let now: @Sendable () -> Duration

    /// The highest number at which a topic begins. If a cursor belongs to another topic, it is among the thousand kept
    /// events only once in a billion cases. Between this start and 2^53, a topic has enough numbers for its events.
    /// They are eight thousand times as many as the possible starts.
    private static let greatestStart: Int64 = 1 << 40

    package init(epoch: String, now: @escaping @Sendable () -> Duration = SystemClock.monotonic) {
        self.epoch = epoch
        self.now = now
    }

    /// Creates a topic whose state is `rows`.
    package func topic(rows: [JSONText] = [], bounds: TopicLog.Bounds = .init()) -> Topic {
        topic(state: Topic.Rows(rows), bounds: bounds)
    }

    /// Creates a topic whose state is `rows`.
    package func topic(state rows: Topic.Rows, bounds: TopicLog.Bounds = .init()) -> Topic {
        Topic(epoch: epoch, after: .random(in: 1...Self.greatestStart), bounds: bounds, rows: rows, now: now)
    }
}
