import LinuxSupport
import RPC
import RadioModel
import SeamModel
import SessionAPI
import SessionCore
import Wire

/// One call of `credentials.nearby`. ``SessionCore/NearbyKeys`` decides what changes, and this watch sends the changes.
struct NearbyWatch {
    /// How long the watch listens before it concludes from silence that no door is near.
    static let round = Duration.seconds(3)

    private let session: LiveSession
    private let scan: NearbyScan
    private let groups: Set<UInt32>
    private let monotonic: @Sendable () -> Duration
    private let now: @Sendable () -> Timestamp
    private let send: @Sendable (CredentialsNearby.Item) throws(WireError) -> Void
    private let mailbox = NearbyMailbox()
    private var keys: NearbyKeys
    /// The radio's state that was last sent, or nil before the first state was sent.
    private var radio: RadioState?
    /// When the current round ends.
    private var roundEnd: Duration?
    private var alarm: (due: Duration, task: Task<Void, Never>)?

    /// Creates a watch. `interval` is the shortest time between two reports of one door. `now` returns the wall clock's
    /// time.
    init(
        of session: LiveSession, groups: Set<UInt32>, interval: Duration, scan: NearbyScan,
        monotonic: @escaping @Sendable () -> Duration = SystemClock.monotonic, now: @escaping @Sendable () -> Timestamp,
        send: @escaping @Sendable (CredentialsNearby.Item) throws(WireError) -> Void
    ) {
        self.session = session
        self.groups = groups
        self.scan = scan
        self.monotonic = monotonic
        self.now = now
        self.send = send
        keys = NearbyKeys(hold: scan.hold, interval: interval)
    }

    /// Sends until the session has ended or the task is cancelled. Throws an error in three cases: the session cannot
    /// open anything at the time of the call, the radio cannot hear anything, or `send` throws.
    mutating func run() async throws(WireError) {
        try await session.followNearby(mailbox, of: groups)
        scan.join(mailbox)
        let outcome: Result<Void, WireError>
        do throws(WireError) {
            try await follow()
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        alarm?.task.cancel()
        scan.leave(mailbox)
        await session.leaveNearby(mailbox)
        try outcome.get()
    }

    private mutating func follow() async throws(WireError) {
        for await _ in mailbox.signals {
            let news = mailbox.take()
            if news.isOver { return }
            if let failure = news.failure { throw failure }
            if news.isDue { alarm = nil }
            try await take(news)
            setAlarm()
        }
    }

    private mutating func take(_ news: NearbyMailbox.News) async throws(WireError) {
        if let radio = news.radio, radio != self.radio {
            self.radio = radio
            try send(.radio(state: radio))
            if radio != .ready {
                roundEnd = nil
                try tell(keys.silenced())
            }
        }
        if news.hasNewKeys {
            let known = await session.known(to: groups)
            let nearby = await Self.nearby(known)
            try tell(keys.keysChanged(nearby, at: monotonic()))
        }
        if radio == .ready {
            for (device, sighting) in news.heard.sorted(by: { $0.value.at < $1.value.at }) {
                try tell(keys.heard(device, rssiDBm: sighting.rssiDBm, at: sighting.at))
            }
            if let since = news.listeningSince { roundEnd = since + Self.round }
        }
        let time = monotonic()
        if let due = keys.nextDue, due <= time { try tell(keys.passed(time)) }
        if let end = roundEnd, end <= time {
            roundEnd = nil
            try send(.scanned)
        }
    }

    /// Finds the nearby keys. This runs off the caller's executor, because it takes a while with many keys.
    @concurrent private static func nearby(_ keys: PersonKeys) async -> [NearbyKey] { keys.nearbyKeys }

    private func tell(_ changes: [NearbyKeys.Change]) throws(WireError) {
        for change in changes {
            switch change {
            case .near(let near): try send(.near(door(near)))
            case .gone(let id): try send(.gone(id))
            }
        }
    }

    private func door(_ near: NearbyKeys.Near) -> NearbyDoor {
        let age = max(.zero, monotonic() - near.heardAt)
        return NearbyDoor(
            id: near.key.id, name: near.key.name, entranceName: near.key.entranceName, rssiDBm: near.rssiDBm,
            heardAt: now().advanced(by: .zero - age))
    }

    /// Sets an alarm that wakes this watch when something is due. An alarm that has become too early wakes the watch
    /// without need. This costs less than a new alarm for each device that is heard.
    private mutating func setAlarm() {
        guard let due = [keys.nextDue, roundEnd].compactMap({ $0 }).min() else { return }
        let time = monotonic()
        if let alarm, alarm.due <= due { return }
        alarm?.task.cancel()
        let (mailbox, wait) = (mailbox, max(.milliseconds(1), due - time))
        // This task ends once it has woken the watch, or when the call ends and cancels it.
        let task = Task {
            guard (try? await Task.sleep(for: wait)) != nil else { return }
            mailbox.tell { $0.isDue = true }
        }
        alarm = (due, task)
    }
}
