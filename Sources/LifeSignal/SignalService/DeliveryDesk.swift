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

/// Gives out deliveries to the senders that claim them, each as much as it has room for. A claim is durable before the
/// sender hears of it; deliveries that a sender does not report in time are given out again.
actor DeliveryDesk {
    /// Somebody who claims.
    private struct Claimant {
        let rooms: [ChannelRoom]
        let slots: Int
        let sink: ItemSink
        /// The messages that it has and has not reported.
        var open: [Claim: Slot]
        /// Slow messages: they leave their slots to others, as long as as many again are free.
        var slow: [Claim: Slot] = [:]

        /// The room that is left.
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

        /// Frees the slot of a claim that takes long. Returns whether it did.
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

    /// The messages of a claim. The recipient is not known of one that an earlier connection claimed.
    private struct Slot {
        let channel: String
        /// When it was given out, or taken along from an earlier connection.
        let since: Timestamp
        var recipient: String?
        var isAlarm = true
    }

    /// A try of a delivery.
    struct Claim: Hashable {
        let number: Int64
        let fence: Int64
    }

    private let store: StoreThread<SignalStore>
    /// The machine's.
    private let language: SeamLanguage
    private let clock: SignalClock
    private let health: Health
    private let failpoints: Failpoints
    private let logger: Logger
    /// Yields when something may be to be sent.
    private let rings: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation
    private var claimants: [UInt64: Claimant] = [:]
    private var next: UInt64 = 0
    /// The channels that a sender has, or had last.
    private(set) var channels: [String: ChannelKind] = [:]
    /// The result of the last survey.
    private let surveyed = Locked<Survey?>(nil)
    /// Since when there are no claims, as far as that was looked at.
    private var missingSince: Timestamp?
    private var isClaiming = false
    private var isAskedAgain = false
    /// Messages without a row.
    private var unstored = UnstoredDeliveries()
    /// Whether something was sent from memory and is not stored.
    private let owes: @Sendable () -> Bool
    /// The claims of which a channel speaks when it speaks of another.
    private var also: [Claim: [Claim]] = [:]

    /// There are no claims yet.
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

    /// Says that something may be to be sent; waits for nothing.
    nonisolated func ring() { bell.yield() }

    /// Gives out whenever it rings, until the task is cancelled.
    func run() async {
        for await _ in rings { await wake() }
    }

    /// Gives out until the call ends.
    func serve(_ params: DeliveryClaim.Params, _ context: RPCContext, _ sink: ItemSink) async {
        // A kind that this version does not know gets nothing.
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
        logger.info("a sender claims", metadata: ["channels": "\(rooms.map(\.name).joined(separator: " "))"])
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        context.onCancel { _ in end.finish() }
        missingSince = nil
        // Messages that it still works on are its own, although it could not say so for a while.
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
        logger.info("a sender is gone")
    }

    /// A sender is gone. Stored messages stay its own until the claims end; others are given to the next.
    private func leave(_ id: UInt64) {
        for claim in claimants[id].map({ [Claim]($0.open.keys) + $0.slow.keys }) ?? [] {
            unstored.release(claim, at: clock.now())
            also[claim] = nil
        }
        claimants[id] = nil
    }

    /// Gives out what is not stored, because the disk does not accept writes.
    func give(unstored deliveries: [ClaimedDelivery]) {
        if !unstored.add(deliveries, at: clock.now()) {
            logger.critical("messages that are not stored cannot be kept: there are too many")
        }
        ring()
    }

    /// Sends a message to the operator of this machine that a store cannot hold: from memory, once to each address.
    func tell(_ operators: [ReachAddress], _ text: SeamText) {
        give(unstored: operators.map { ClaimedDelivery(ofNoAlarm: text, to: $0, in: language) })
    }

    /// The store is back: says so at the addresses that may have heard that it was lost, and nowhere else.
    func storeIsThere() { tell(unstored.takeBack(AlarmText.lostStore.said(in: language)), AlarmText.foundStore) }

    /// Whether a claim is of something that is not stored.
    func isUnstored(_ claim: Claim) -> Bool { unstored.has(claim) }

    /// Takes a channel's answer about a delivery that is not stored. Returns false if it is stored.
    func report(unstored claim: Claim, _ outcome: DeliveryOutcome, asked: Duration?) -> Bool {
        guard unstored.report(claim, outcome, asked: asked, at: clock.now()) else { return false }
        reported(claim)
        return true
    }

    /// A claim, and those whose texts are in its text.
    func gathered(_ claim: Claim) -> [Claim] { [claim] + (also[claim] ?? []) }

    /// A channel has answered: its slot is free.
    func reported(_ claim: Claim) {
        also[claim] = nil
        for id in claimants.keys {
            claimants[id]?.open[claim] = nil
            claimants[id]?.slow[claim] = nil
        }
        ring()
    }

    /// Whether a channel has worked at a claim for so long that its address counts as one that does not work.
    func isLong(_ claim: Claim) -> Bool {
        let slots = claimants.values.compactMap { $0.open[claim] ?? $0.slow[claim] }
        return slots.contains { $0.since.duration(to: clock.now()) >= DeliveryRules.patience }
    }

    /// A sender still works at a claim: others have its slot meanwhile.
    func isWorking(at claim: Claim) {
        for id in claimants.keys where claimants[id]?.freeSlot(of: claim) == true { ring() }
    }

    /// Gives out what is due now, once: a caller that makes passes does not wait for a storm's end. Messages that
    /// become due meanwhile are given out when it rings again.
    func wake() async {
        guard !isClaiming else {
            isAskedAgain = true
            return
        }
        isClaiming = true
        isAskedAgain = false
        // The newest first: an older one may be gone, and its connection not known to be.
        for id in claimants.keys.sorted(by: >) { await claim(for: id) }
        isClaiming = false
        if isAskedAgain { ring() }
    }

    /// How long a message may wait for a sender before the health says so.
    private static let patience = Duration.seconds(60)

    /// The messages that were found in the store.
    private struct Survey: Sendable {
        /// Messages are waiting without a sender that takes them.
        var isLate: Bool
        /// There are addresses.
        var isWanted: Bool
        /// Channels that put messages off.
        var failing: [String]
    }

    /// Looks in the store for messages that wait, and for whether any may come; on the store's thread.
    nonisolated func survey(_ store: SignalStore) throws(StoreError) {
        let now = clock.now()
        // An alarm must not be the first sign that nothing can be sent.
        let seen = Survey(
            isLate: try store.hasWaited(since: now.advanced(by: .zero - Self.patience)),
            isWanted: try store.hasAddresses(), failing: try store.failingChannels(at: now))
        surveyed.withLock { $0 = seen }
    }

    /// Says whether messages are waiting without a sender that takes them, by the last survey: there is no sender, or
    /// none that has their channel.
    func examine() {
        let now = clock.now()
        if claimants.isEmpty, missingSince == nil { missingSince = now }
        // Before the first survey the health reports the store's state.
        guard let seen = surveyed.withLock({ $0 }) else { return }
        let isMissing = seen.isWanted && (missingSince.map { $0 <= now.advanced(by: .zero - Self.patience) } ?? false)
        let failing = seen.failing.joined(separator: ", ")
        let why: String? =
            if seen.isLate {
                "messages are waiting that no sender takes"
            } else if isMissing {
                "no sender is there"
            } else {
                failing.isEmpty ? nil : "messages have waited for minutes: the channel puts them off (\(failing))"
            }
        let idle = claimants.isEmpty ? "no sender is there" : nil
        health.report("sender", why == nil ? .serving : .degraded, why ?? idle)
    }

    private func claim(for id: UInt64) async {
        guard let (rooms, slots) = claimants[id]?.left, slots > 0, !rooms.isEmpty else { return }
        let now = clock.now()
        var found: [ClaimedDelivery] = []
        // Messages that may have gone out from memory are looked at one by one.
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
            logger.error("nothing can be claimed", metadata: ["error": "\(error)"])
            let due = try? await store.run(for: .daemon) { store throws(StoreError) in
                try store.claimUnstored(rooms, slots: slots, at: now)
            }
            if let due { _ = unstored.add(due.filter(\.kind.isAlarm), at: now) }
        }
        hand(found, to: id)
        guard !unstored.isEmpty, let (rooms, slots) = claimants[id]?.left else { return }
        hand(unstored.claim(rooms, slots: slots, at: now), to: id)
    }

    /// The deliveries from the store that were not sent from memory.
    private func untold(_ found: [ClaimedDelivery], at now: Timestamp) async -> [ClaimedDelivery] {
        var left: [ClaimedDelivery] = []
        for delivery in found {
            let (wasHeard, isUnderWay) = unstored.isTold(delivery)
            if !wasHeard, !isUnderWay { left.append(delivery) }
            // One that is under way is given out again when the claim ends, unless it was heard by then.
            guard wasHeard else { continue }
            let report = StoredReport(number: delivery.number, fence: delivery.fence, outcome: .accepted)
            _ = try? await store.run(for: .daemon) { store throws(StoreError) in try store.report(report, at: now) }
        }
        return left
    }

    private func hand(_ found: [ClaimedDelivery], to id: UInt64) {
        // A sender that left meanwhile keeps its claims until they end.
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
            language: claimed.language.code, word: claimed.word, isRepeat: claimed.isRepeat)
    }
}
