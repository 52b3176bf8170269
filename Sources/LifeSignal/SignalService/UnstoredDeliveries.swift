import SignalCore
import SignalStore
import Wire

/// The messages that are given to senders without a row in the store, because the disk does not accept writes. Each
/// message is sent to each address once. Whether a message was heard is remembered until the store gives out the same
/// message.
struct UnstoredDeliveries {
    /// A message at an address.
    private struct Key: Hashable {
        let to: ReachAddress
        let kind: DeliveryKind
        let word: String?
        let round: Int64?
        /// The text of a message without an alarm, because only its text identifies such a message.
        let text: String?

        init(_ delivery: ClaimedDelivery) {
            (to, kind, word, round) = (delivery.to, delivery.kind, delivery.word, delivery.round)
            text = delivery.word == nil ? delivery.text : nil
        }
    }

    private enum State {
        /// No sender has the message, and no sender gets it before that time.
        case waiting(ClaimedDelivery, from: Timestamp)
        /// A sender has the message.
        case given(ClaimedDelivery)
        case ended(wasHeard: Bool, at: Timestamp)
    }

    private var known: [Key: State] = [:]
    private var claims: [DeliveryDesk.Claim: Key] = [:]
    /// The next delivery number. These numbers count down from the largest integer, so no row has the same number.
    private var next = JSON.largestInteger

    /// The time after which a delivered or refused message is given out again: the pause of one round.
    private static let pause = Duration.seconds(300)
    /// The largest number of attempts at a message without an alarm. They last for a day.
    private static let mostTries: Int64 = 1_440
    /// The largest number of deliveries. Beyond this number, no more are taken.
    static let most = 10_000

    /// Whether there are no unstored deliveries.
    var isEmpty: Bool { known.isEmpty }
    /// Whether any of these messages may belong to an alarm whose messages the store also gives out.
    var hasAlarms: Bool { known.keys.contains { $0.word != nil } }

    /// Accepts deliveries that are new, or were last accepted a round ago. Returns whether there was room for all of
    /// them.
    mutating func add(_ deliveries: [ClaimedDelivery], at now: Timestamp) -> Bool {
        for delivery in deliveries {
            switch known[Key(delivery)] {
            case .waiting, .given: continue
            case .ended(_, let moment) where moment.duration(to: now) < Self.pause: continue
            case .ended, nil: break
            }
            guard known.count < Self.most else { return false }
            known[Key(delivery)] = .waiting(delivery, from: now)
        }
        return true
    }

    /// Withdraws a message without an alarm, because the message is no longer true. Returns the addresses at which the
    /// message may have been heard.
    mutating func takeBack(_ text: String) -> [ReachAddress] {
        var heard: [ReachAddress] = []
        for (key, state) in known where key.text == text {
            switch state {
            case .waiting(let delivery, _) where !delivery.isRepeat: break
            case .ended(wasHeard: false, at: _): break
            case .waiting, .given, .ended: heard.append(key.to)
            }
            known[key] = nil
        }
        return heard
    }

    /// Stops giving out messages about alarms from memory, because every alarm is now stored or over.
    mutating func settle() {
        known = known.filter { if case .given = $0.value { true } else { $0.key.word == nil } }
    }

    /// Gives out as many deliveries as there is room for.
    mutating func claim(_ rooms: [ChannelRoom], slots: Int, at now: Timestamp) -> [ClaimedDelivery] {
        var claimed: [ClaimedDelivery] = []
        for room in rooms {
            var room = room
            for (key, state) in known {
                guard case .waiting(var delivery, let from) = state, from <= now, delivery.to.channel == room.name,
                    room.left > 0, claimed.count < slots, room.hasRoom(for: delivery.recipient)
                else { continue }
                (delivery.number, delivery.fence) = (next, delivery.fence + 1)
                next -= 1
                known[key] = .given(delivery)
                claims[DeliveryDesk.Claim(number: delivery.number, fence: delivery.fence)] = key
                room.take(for: delivery.recipient, isAlarm: delivery.kind.isAlarm)
                claimed.append(delivery.given(at: now))
            }
        }
        return claimed
    }

    /// Whether a claim belongs to an unstored delivery.
    func has(_ claim: DeliveryDesk.Claim) -> Bool { claims[claim] != nil }

    /// Handles a channel's answer about a claim. Returns false and changes nothing if the claim belongs to no unstored
    /// delivery.
    mutating func report(
        _ claim: DeliveryDesk.Claim, _ outcome: DeliveryOutcome, asked: Duration?, at now: Timestamp
    ) -> Bool {
        guard let key = claims.removeValue(forKey: claim), case .given(let delivery) = known[key] else { return false }
        switch outcome {
        case .accepted: known[key] = .ended(wasHeard: true, at: now)
        case .permanent: known[key] = .ended(wasHeard: false, at: now)
        case .temporary where key.word == nil && delivery.fence >= Self.mostTries:
            known[key] = .ended(wasHeard: false, at: now)
        case .temporary:
            let pause = DeliveryRules.pause(delivery.kind, after: Int(clamping: delivery.fence), asked: asked)
            known[key] = .waiting(delivery, from: now.advanced(by: pause))
        }
        return true
    }

    /// Releases a claim whose sender has left.
    mutating func release(_ claim: DeliveryDesk.Claim, at now: Timestamp) {
        guard let key = claims.removeValue(forKey: claim), case .given(var delivery) = known[key] else { return }
        delivery.isRepeat = true
        known[key] = .waiting(delivery, from: now)
    }

    /// Checks a delivery that the store gives out now that the disk accepts writes again. Returns whether the same
    /// delivery was already heard, or is being sent. A delivery that was heard is forgotten here.
    mutating func isTold(_ stored: ClaimedDelivery) -> (wasHeard: Bool, isUnderWay: Bool) {
        switch known[Key(stored)] {
        case nil: return (false, false)
        case .given: return (false, true)
        case .waiting, .ended(wasHeard: false, at: _):
            known[Key(stored)] = nil
            return (false, false)
        case .ended(wasHeard: true, at: _):
            known[Key(stored)] = nil
            return (true, false)
        }
    }
}
