import LinuxSupport
import NIOCore
import Wire

/// The live part of a stream that follows a topic. The feed needs no task, and runs on the event loop of its
/// connection. It is woken when there are new events, and when there is room again to send events.
final class TopicFeed {
    /// How a feed ended.
    enum End: Sendable {
        /// The topic has ended, and all its events have been sent.
        case over
        /// The events after this place are no longer kept.
        case lost(after: Int64)
        /// The event that comes after this place does not fit into an item.
        case tooLarge(after: Int64)
        case stopped(CancelCause)
    }

    private let topic: Topic
    let connection: ServerConnectionHandler
    private let loop: any EventLoop
    private let id: Int64
    private let heartbeat: Duration
    private var follower: TopicFollower
    private var ended: Handover<End>?
    /// Whether the client is currently not taking events.
    private(set) var isStalled = false
    private var lastSent: Duration
    private var timer: Scheduled<Void>?

    init(
        _ topic: Topic, _ follower: TopicFollower, call id: Int64, heartbeat: Duration,
        on connection: ServerConnectionHandler, _ loop: any EventLoop, ended: Handover<End>
    ) {
        self.topic = topic
        self.follower = follower
        self.id = id
        self.heartbeat = heartbeat
        self.connection = connection
        self.loop = loop
        self.ended = ended
        lastSent = SystemClock.monotonic()
    }

    func start() {
        topic.add(self, on: loop)
        setTimer(in: heartbeat)
        pump()
    }

    /// Called when there are new events, or when the topic has ended. `runs` are shared by all feeds that are woken
    /// together.
    func woken(sharing runs: TopicRuns? = nil) {
        guard isStalled else { return pump(sharing: runs) }
        // A `lossless` stream ends immediately if it has lost events. Other streams notice this when they have room
        // again.
        if follower.policy == .lossless, topic.hasLost(after: follower.place) { end(.lost(after: follower.place)) }
    }

    /// Called when the client takes events again.
    func hasRoom() {
        isStalled = false
        pump()
    }

    func stop(_ cause: CancelCause) { end(.stopped(cause)) }

    private func pump(sharing runs: TopicRuns? = nil) {
        guard !isStalled else { return }
        while ended != nil {
            let room = connection.machine.roomCount(id)
            guard room > 0 else {
                isStalled = true
                return connection.awaitRoom(id)
            }
            if let runs, handOver(from: runs) { continue }
            let events = topic.events(for: follower, most: room)
            guard events.isEmpty else {
                let count = connection.send(events, on: id)
                // There was room for at least one event.
                guard count > 0 else { return end(.tooLarge(after: follower.place)) }
                follower.moveOn(by: count)
                lastSent = SystemClock.monotonic()
                continue
            }
            let place = follower.place
            let (step, isOver) = topic.next(&follower)
            switch step {
            case .event(let event, let count):
                guard connection.machine.takes(event) else { return end(.tooLarge(after: place)) }
                send(OutgoingItem(event.kind, event.data, seq: event.seq, count: count))
            case .gap(let from, let to):
                let data = JSON.members(
                    ("count", .integer(to - from + 1)), ("from", .integer(from)), ("to", .integer(to)))
                send(OutgoingItem("gap", JSONText(data), seq: to))
            case .upToDate:
                if isOver { end(.over) }
                return
            case .lost:
                return end(.lost(after: follower.place))
            }
        }
    }

    /// Writes a run that this follower shares with other followers at the same place. Returns false without doing
    /// anything in two cases: there is no such run, or its events must be sent in the usual way.
    private func handOver(from runs: TopicRuns) -> Bool {
        // If the policy is `latest`, later events decide which events are sent.
        guard follower.policy != .latest, connection.canHandOver else { return false }
        let framed = runs.run(of: id, after: follower.place) {
            topic.events(for: follower, most: ServerConnection.mostAtOnce)
        }
        guard let framed else { return false }
        let count = connection.handOver(framed, on: id)
        guard count > 0 else { return false }
        follower.moveOn(by: count)
        lastSent = connection.time
        return true
    }

    private func send(_ item: OutgoingItem) {
        connection.send(item, on: id)
        lastSent = SystemClock.monotonic()
    }

    private func beat() {
        guard ended != nil else { return }
        let silence = SystemClock.monotonic() - lastSent
        if silence >= heartbeat, connection.machine.roomCount(id) > 0 {
            let lag = JSON.members(("lag_ms", .integer(topic.lag.milliseconds)))
            send(OutgoingItem("bookmark", JSONText(lag), seq: follower.place))
        }
        setTimer(in: silence >= heartbeat ? heartbeat : heartbeat - silence)
    }

    private func setTimer(in delay: Duration) {
        let bound = NIOLoopBound(self, eventLoop: loop)
        timer = loop.scheduleTask(in: .nanoseconds(delay.wholeNanoseconds)) { bound.value.beat() }
    }

    private func end(_ how: End) {
        guard let ended else { return }
        self.ended = nil
        timer?.cancel()
        topic.remove(self, on: loop)
        connection.feeds[id] = nil
        ended.give(how)
    }
}
