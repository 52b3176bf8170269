import DaemonStore
import LinuxSupport
import Logging
import RPC
import SealedDatabase
import SeamWords
import SignalAPI
import SignalCore
import SignalStore
import Wire

/// Gives deliveries to the senders that claim them. No sender gets more than it can take. A claim is durable before the
/// sender hears about it. If a sender does not report a delivery in time, the delivery is given to a sender again.
actor DeliveryDesk {
    /// A connected sender.
    private struct Claimant {
        let rooms: [ChannelRoom]
        let slots: Int
        let sink: ItemSink
        /// The messages that the sender holds but has not reported yet.
        var open: [Claim: Slot]
        /// Slow messages. They move from their own slots to the slots of a second set, until the second set is full. It
        /// is as large as the first set.
        var slow: [Claim: Slot] = [:]

        /// The room that the sender has left.
        var left: (rooms: [ChannelRoom], slots: Int) {
            let left = rooms.map { Self.room($0, taken: open) }
            return (
                left.filter { $0.left > 0 }, min(slots - open.count, DeliveryRules.most - open.count - slow.count)
            )
        }

        private static func room(_ room: ChannelRoom, taken: [Claim: Slot]) -> ChannelRoom {
            var left = room
            for slot in taken.values where slot.channel == room.name {
                left.take(for: slot.recipient, isAlarm: slot.isAlarm)
            }
            return left
        }

        /// Frees the slot of a claim that takes long. Returns whether a slot was freed.
        mutating func freeSlot(of claim: Claim) -> Bool {
            guard let slot = open[claim], let room = rooms.first(where: { $0.name == slot.channel }) else {
                return false
            }
            let beside = Self.room(room, taken: slow)
            guard beside.left > 0, slot.isAlarm || beside.hasRoomForOthers,
                slot.recipient.map({ beside.hasRoom(for: $0) }) ?? true
            else { return false }
            slow[claim] = open.removeValue(forKey: claim)
            return true
        }
    }

    /// The slot of a claim. For a claim from an earlier connection, the recipient is unknown.
    private struct Slot {
        let channel: String
        /// When the delivery was given out, or taken over from an earlier connection.
        let since: Timestamp
        var recipient: String?
        var isAlarm = true
    }

    /// One attempt at a delivery.
    struct Claim: Hashable {
        let number: Int64
        let fence: Int64
    }

    private let store: StoreThread<SignalStore>
    /// The machine's language.
    private let language: SeamLanguage
    private let clock: SignalClock
    private let health: Health
    private let failpoints: Failpoints
    private let logger: Logger
    /// Yields when there may be something to send.
    private let rings: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation
    private var claimants: [UInt64: Claimant] = [:]
    private var next: UInt64 = 0
    /// The channels that a sender has, or had most recently.
    private(set) var channels: [String: ChannelKind] = [:]
    /// The public keys of the channels that have one.
    private(set) var keys: [String: String] = [:]
    /// The result of the last check of the store.
    private let surveyed = Locked<Survey?>(nil)
    /// The time since which there have been no claims, if it is known. While there are claims, this is nil.
    private var missingSince: Timestamp?
    private var isClaiming = false
    private var isAskedAgain = false
    /// Messages that have no row in the store.
    private var unstored = UnstoredDeliveries()
    /// When the cause of each of the operator's notices was noticed, by the notice's text.
    private var noticed: [SeamText: Timestamp] = [:]
    /// Whether something was sent from memory and is not stored yet.
    private let owes: @Sendable () -> Bool
    /// The further claims that each claim's report also covers.
    private var also: [Claim: [Claim]] = [:]

    /// Creates a desk that has no claims.
    init(
        store: StoreThread<SignalStore>, language: SeamLanguage, clock: SignalClock, health: Health,
        failpoints: Failpoints,
        owes: @escaping @Sendable () -> Bool, logger: Logger
    ) {
        self.owes = owes
        (self.store, self.language, self.clock, self.health) = (store, language, clock, health)
        (self.failpoints, self.logger) = (failpoints, logger)
        (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Signals that there may be something to send, without waiting.
    nonisolated func ring() { bell.yield() }

    /// Until the task is cancelled, gives out deliveries whenever ``ring()`` is called.
    func run() async {
        for await _ in rings { await wake() }
    }

    /// Gives out deliveries until the call ends.
    func serve(_ params: DeliveryClaim.Params, _ context: RPCContext, _ sink: ItemSink) async {
        // A channel of an unknown kind gets no deliveries.
        let rooms = params.channels.compactMap { channel in
            ChannelKind(rawValue: channel.kind).map { ChannelRoom(name: channel.name, kind: $0, slots: channel.slots) }
        }
        let id = next
        next += 1
        let start = clock.now()
        let held = params.held.map {
            (Claim(number: $0.id, fence: $0.fence), Slot(channel: $0.channel, since: start))
        }
        channels = Dictionary(rooms.map { ($0.name, $0.kind) }) { first, _ in first }
        keys = Dictionary(params.channels.compactMap { channel in channel.key.map { (channel.name, $0) } }) { $1 }
        logger.info("a sender claims", metadata: ["channels": "\(rooms.map(\.name).joined(separator: " "))"])
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        context.onCancel { _ in end.finish() }
        missingSince = nil
        // The sender keeps the messages that it is still working on, even if it could not report for a while.
        let now = clock.now()
        for claim in params.held {
            _ = try? await store.run(for: .daemon) { store throws(StoreError) in
                try store.extend(claim.id, fence: claim.fence, at: now)
            }
        }
        claimants[id] = Claimant(
            rooms: rooms, slots: params.slots, sink: sink, open: Dictionary(held) { first, _ in first })
        await wake()
        for await _ in ended {}
        leave(id)
        if claimants.isEmpty { missingSince = clock.now() }
        logger.info("a sender has disconnected")
    }

    /// Removes a sender whose connection has ended. The sender's stored messages stay claimed until the claims expire.
    /// Messages that are not stored go to the next sender.
    private func leave(_ id: UInt64) {
        for claim in claimants[id].map({ [Claim]($0.open.keys) + $0.slow.keys }) ?? [] {
            unstored.release(claim, at: clock.now())
            also[claim] = nil
        }
        claimants[id] = nil
    }

    /// Gives out deliveries that are not stored, because the disk does not accept writes.
    func give(unstored deliveries: [ClaimedDelivery]) {
        if !unstored.add(deliveries, at: clock.now()) {
            logger.critical("too many messages are not stored: some of them cannot be kept")
        }
        ring()
    }

    /// Sends this machine's operator a message that cannot be stored. The message is sent from memory, once to each
    /// address. `notice` makes the message from the time at which its cause was noticed first.
    func tell(_ operators: [ReachAddress], _ notice: (Timestamp) -> OperatorNotice) {
        let now = clock.now()
        let since = noticed[notice(now).text] ?? now
        noticed[notice(now).text] = since
        give(unstored: operators.map { ClaimedDelivery(ofNoAlarm: notice(since), to: $0, in: language) })
    }

    /// Informs the operator that the store is back. This message goes only to the addresses that may have heard that
    /// the store was lost.
    func storeIsThere() {
        for text in [AlarmText.lostStore, AlarmText.foundStore] { noticed[text] = nil }
        tell(unstored.takeBack(AlarmText.lostStore.said(in: language)), OperatorNotice.foundStore)
    }

    /// Whether a claim's delivery is not stored.
    func isUnstored(_ claim: Claim) -> Bool { unstored.has(claim) }

    /// Handles a channel's answer about an unstored delivery. Returns false if the delivery is stored.
    func report(unstored claim: Claim, _ outcome: DeliveryOutcome, asked: Duration?) -> Bool {
        guard unstored.report(claim, outcome, asked: asked, at: clock.now()) else { return false }
        reported(claim)
        return true
    }

    /// A claim, together with the claims whose texts were combined with its text.
    func gathered(_ claim: Claim) -> [Claim] { [claim] + (also[claim] ?? []) }

    /// Frees the claim's slot, because the channel has answered.
    func reported(_ claim: Claim) {
        also[claim] = nil
        for id in claimants.keys {
            claimants[id]?.open[claim] = nil
            claimants[id]?.slow[claim] = nil
        }
        ring()
    }

    /// Whether a channel has worked on a claim for so long that the claim's address counts as broken.
    func isLong(_ claim: Claim) -> Bool {
        let slots = claimants.values.compactMap { $0.open[claim] ?? $0.slow[claim] }
        return slots.contains { $0.since.duration(to: clock.now()) >= DeliveryRules.patience }
    }

    /// Frees the claim's slot for other messages, because a sender is still working on the claim.
    func isWorking(at claim: Claim) {
        for id in claimants.keys where claimants[id]?.freeSlot(of: claim) == true { ring() }
    }

    /// Gives out everything that is due now, only once. The pass that calls this function therefore does not wait for
    /// the end of a storm of messages. Messages that become due in the meantime are given out at the next ring.
    func wake() async {
        guard !isClaiming else {
            isAskedAgain = true
            return
        }
        isClaiming = true
        isAskedAgain = false
        // The newest sender comes first, because an older sender may have died even if its connection still looks open.
        for id in claimants.keys.sorted(by: >) { await claim(for: id) }
        isClaiming = false
        if isAskedAgain { ring() }
    }

    /// How long a message may wait for a sender before the health status reports it.
    private static let patience = Duration.seconds(60)

    /// The state of the store's deliveries.
    private struct Survey: Sendable {
        /// Whether messages are waiting without a sender to take them.
        var isLate: Bool
        /// Whether anyone has an address.
        var isWanted: Bool
        /// The channels that keep postponing messages.
        var failing: [String]
    }

    /// Checks whether messages are waiting in the store, and whether any may come. This runs on the store's thread.
    nonisolated func survey(_ store: SignalStore) throws(StoreError) {
        let now = clock.now()
        // The operator must notice a missing sender before there is an alarm.
        let seen = Survey(
            isLate: try store.hasWaited(since: now.advanced(by: .zero - Self.patience)),
            isWanted: try store.hasAddresses(), failing: try store.failingChannels(at: now))
        surveyed.withLock { $0 = seen }
    }

    /// Reports whether messages are waiting without a sender to take them, according to the last survey. Either there
    /// is no sender, or no sender has their channel.
    func examine() {
        let now = clock.now()
        if claimants.isEmpty, missingSince == nil { missingSince = now }
        // Before the first survey, the health status reports the store's state.
        guard let seen = surveyed.withLock({ $0 }) else { return }
        let isMissing = seen.isWanted && (missingSince.map { $0 <= now.advanced(by: .zero - Self.patience) } ?? false)
        let failing = seen.failing.joined(separator: ", ")
        let why: String? =
            if seen.isLate {
                "messages are waiting, but no sender takes them"
            } else if isMissing {
                "no sender is connected"
            } else {
                failing.isEmpty
                    ? nil : "messages have waited for minutes, because a channel keeps putting them off (\(failing))"
            }
        let idle = claimants.isEmpty ? "no sender is connected" : nil
        health.report("sender", why == nil ? .serving : .degraded, why ?? idle)
    }

    private func claim(for id: UInt64) async {
        guard let (rooms, slots) = claimants[id]?.left, slots > 0, !rooms.isEmpty else { return }
        let now = clock.now()
        var found: [ClaimedDelivery] = []
        // Messages that may have been sent from memory are checked one by one.
        let isEach = unstored.hasAlarms
        do throws(StoreError) {
            found = try await store.run(for: .daemon) { store throws(StoreError) in
                guard try store.hasDue(rooms.map(\.name), at: now) else { return [] }
                return try store.claim(rooms, slots: slots, isEach: isEach, at: now)
            }
            if !found.isEmpty { failpoints.reach(.claimStored) }
            if isEach {
                found = await untold(found, at: now)
                if !owes() { unstored.settle() }
            }
        } catch {
            logger.error("no messages can be claimed", metadata: ["error": "\(error)"])
            let due = try? await store.run(for: .daemon) { store throws(StoreError) in
                try store.claimUnstored(rooms, slots: slots, at: now)
            }
            if let due { _ = unstored.add(due.filter(\.kind.isAlarm), at: now) }
        }
        hand(found, to: id)
        guard !unstored.isEmpty, let (rooms, slots) = claimants[id]?.left else { return }
        hand(unstored.claim(rooms, slots: slots, at: now), to: id)
    }

    /// The store's deliveries that were not already sent from memory.
    private func untold(_ found: [ClaimedDelivery], at now: Timestamp) async -> [ClaimedDelivery] {
        var left: [ClaimedDelivery] = []
        for delivery in found {
            let (wasHeard, isUnderWay) = unstored.isTold(delivery)
            if !wasHeard, !isUnderWay { left.append(delivery) }
            // A delivery that is being sent is given out again when its claim expires. If it has been accepted by then,
            // it is not given out again.
            guard wasHeard else { continue }
            let report = StoredReport(number: delivery.number, fence: delivery.fence, outcome: .accepted)
            _ = try? await store.run(for: .daemon) { store throws(StoreError) in try store.report(report, at: now) }
        }
        return left
    }

    private func hand(_ found: [ClaimedDelivery], to id: UInt64) {
        // A sender that has left keeps its stored claims until they expire.
        guard let sink = claimants[id]?.sink else {
            for delivery in found {
                unstored.release(Claim(number: delivery.number, fence: delivery.fence), at: clock.now())
            }
            return
        }
        for delivery in found {
            if !delivery.also.isEmpty {
                also[Claim(number: delivery.number, fence: delivery.fence)] = delivery.also.map {
                    Claim(number: $0.number, fence: $0.fence)
                }
            }
            claimants[id]?.open[Claim(number: delivery.number, fence: delivery.fence)] = Slot(
                channel: delivery.to.channel, since: clock.now(), recipient: delivery.recipient,
                isAlarm: delivery.kind.isAlarm)
            do throws(WireError) {
                try sink.send("delivery", SignalDelivery(delivery))
            } catch {
                for left in found { unstored.release(Claim(number: left.number, fence: left.fence), at: clock.now()) }
                return leave(id)
            }
        }
    }
}

extension SignalDelivery {
    init(_ claimed: ClaimedDelivery) {
        self.init(
            id: claimed.number, fence: claimed.fence, channel: claimed.to.channel, address: claimed.to.address,
            kind: claimed.kind.rawValue, text: claimed.text, details: claimed.details,
            language: claimed.language.code, word: claimed.word, link: claimed.link, isRepeat: claimed.isRepeat)
    }
}
