import DaemonStore
import LinuxSupport
import Logging
import RPC
import SealedDatabase
import SignalAPI
import SignalCore
import SignalStore
import Wire

/// The methods `link.*`: responders see and answer an alarm by the link in its message. The open streams get the alarm
/// again after every change.
actor LinkDesk {
    /// An open stream.
    private struct Follower {
        let owner: LinkOwner
        let sink: ItemSink
        /// Ends the stream.
        let end: AsyncStream<Void>.Continuation
        /// The alarm as it was sent last, and whether deadlines were watched then.
        var last: Sight?
    }

    private struct Sight: Hashable {
        var alarm: StoredLinkedAlarm
        var isWatched: Bool
    }

    /// The changes that the streams do not show yet.
    private struct Changes {
        var people: Set<SignalPersonID> = []
        var isEverything = false
    }

    private let store: StoreThread<SignalStore>
    private let clock: SignalClock
    private let pass: SignalPass
    private let failpoints: Failpoints
    private let logger: Logger
    /// Where links begin, or nil without pages.
    private let site: String?
    private nonisolated let changes = Locked(Changes())
    private let rings: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation
    private var followers: [UInt64: Follower] = [:]
    private var next: UInt64 = 0

    /// Creates a desk that has no streams.
    init(
        store: StoreThread<SignalStore>, clock: SignalClock, pass: SignalPass, site: String?, failpoints: Failpoints,
        logger: Logger
    ) {
        (self.store, self.clock, self.pass, self.site) = (store, clock, pass, site)
        (self.failpoints, self.logger) = (failpoints, logger)
        (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Notes that the alarms of these people, or the alarms that they see, may have changed. The value nil means every
    /// alarm. Does not wait.
    nonisolated func ring(about people: Set<SignalPersonID>?) {
        changes.withLock { changes in
            if let people { changes.people.formUnion(people) } else { changes.isEverything = true }
        }
        bell.yield()
    }

    /// Until the task is cancelled, sends changes to the open streams.
    func run() async {
        for await _ in rings { await refresh() }
    }

    nonisolated func register(in handlers: inout RPCHandlers, _ sessions: SignalSessions) {
        handlers.answer(LinkGet.self) { (context, params, sink) async throws(WireError) in
            try await self.serve(params, context, sink)
            return Nothing()
        }
        handlers.answer(PageGet.self) { (_, _) async throws(WireError) in try await self.page() }
        handlers.answer(LinkTake.self) { (_, params) async throws(WireError) in
            try await self.take(params, sessions)
        }
    }

    private func page() async throws(WireError) -> PageGet.Result {
        let mark = try await store.found(logger, for: .daemon) { store throws(StoreError) in try store.pageMark() }
        return PageGet.Result(url: site, mark: mark, isWatching: pass.isWatching)
    }

    /// Sends the alarm, and every change of it, until the call ends or the link is no longer valid.
    private func serve(_ params: LinkGet.Params, _ context: RPCContext, _ sink: ItemSink) async throws(WireError) {
        let pace = EvenPace(params.token)
        guard let token = Self.token(params.token), let owner = try await owner(of: token) else {
            await pace?.next()
            throw .unknownLink
        }
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        context.onCancel { _ in end.finish() }
        let id = next
        next += 1
        followers[id] = Follower(owner: owner, sink: sink, end: end)
        // Changes from now on are sent as well, so none is lost between the reading and the sending.
        await send(to: [id])
        for await _ in ended {}
        let wasValid = followers.removeValue(forKey: id) != nil
        try context.checkCancelled()
        if !wasValid { throw .unknownLink }
    }

    private func owner(of token: [UInt8]) async throws(WireError) -> LinkOwner? {
        let now = clock.now()
        return try await store.found(logger, for: .daemon) { store throws(StoreError) in
            try store.linkedAlarm(token, at: now)?.owner
        }
    }

    private func take(
        _ params: LinkTake.Params, _ sessions: SignalSessions
    ) async throws(WireError) -> LinkTake.Result {
        let (now, pace) = (clock.now(), EvenPace(params.token))
        let answer: LinkAnswer =
            switch params.answer {
            case .onMyWay: .onMyWay
            case .cannot: .cannot
            case .allRight: .allRight
            }
        if pass.owes() { await pass.settle() }
        var outcome: LinkOutcome?
        if let token = Self.token(params.token) {
            outcome = try await store.answer(logger, for: .daemon) { store throws(StoreError) in
                try store.take(answer, by: token, at: now)
            }
        }
        guard let outcome else {
            await pace?.next()
            throw .unknownLink
        }
        failpoints.reach(.eventStored)
        ring(about: [outcome.owner.person])
        if let change = outcome.change { await sessions.tell(change) }
        let alarm = LinkedAlarm(outcome.alarm, isWatched: pass.isWatching, at: clock.now())
        return LinkTake.Result(isTaken: outcome.isTaken, alarm: alarm)
    }

    /// Sends the changes to the streams that they concern. All alarms are read in one turn of the store.
    private func refresh() async {
        let changes = changes.withLock { changes in
            defer { changes = Changes() }
            return changes
        }
        let touched = followers.filter { _, follower in
            changes.isEverything || changes.people.contains(follower.owner.person)
                || changes.people.contains(follower.owner.responder)
        }
        await send(to: Array(touched.keys))
    }

    private func send(to ids: [UInt64]) async {
        let (owners, now) = (Set(ids.compactMap { followers[$0]?.owner }), clock.now())
        guard !owners.isEmpty else { return }
        // What cannot be read now is read at the next change. The log says why it could not be read.
        let found = try? await store.found(logger, for: .daemon) { store throws(StoreError) in
            try store.linkedAlarms(of: owners, at: now)
        }
        guard let found else { return }
        for id in ids {
            guard let follower = followers[id] else { continue }
            guard let alarm = found[follower.owner] else {
                followers.removeValue(forKey: id)?.end.finish()
                continue
            }
            let sight = Sight(alarm: alarm, isWatched: pass.isWatching)
            guard follower.last != sight else { continue }
            followers[id]?.last = sight
            // A stream that has ended is removed by its own call.
            try? follower.sink.send("alarm", LinkedAlarm(alarm, isWatched: sight.isWatched, at: now))
        }
    }

    private static func token(_ text: String) -> [UInt8]? {
        Base64URL.decode(text).flatMap { SignalStore.isToken($0) ? $0 : nil }
    }
}

extension LinkedAlarm {
    /// An alarm as the responder with the link sees it.
    init(_ stored: StoredLinkedAlarm, isWatched: Bool, at now: Timestamp) {
        self.init(
            time: now, isWatched: isWatched, name: stored.name, word: AlarmText.word(of: stored.alert),
            isCalled: stored.isCalled, isOverdue: stored.isOverdue, isConcealed: stored.isConcealed,
            at: stored.raisedAt, others: stored.others, isWithOperator: stored.isOperatorTold, cannot: stored.cannot,
            hasDeclined: stored.hasDeclined, canAnswer: stored.canAnswer)
        (lastCheckIn, nextAt) = (stored.lastCheckIn, stored.nextAt)
        phone = stored.phone.flatMap { $0.isEmpty ? nil : $0 }
        (note, emergencyNumber) = (stored.note, stored.emergencyNumber)
        (helper, helperSince) = (stored.helper?.rawValue, stored.helperSince)
        (end, endedAt) = (stored.ending?.end.rawValue, stored.ending?.at)
    }
}
