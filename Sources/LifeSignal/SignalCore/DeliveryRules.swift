package import Wire

/// How a channel hands a message over.
package enum ChannelKind: String, Sendable, CaseIterable {
    case mail
    case http
    case program

    /// How long the sender works at one delivery; then it counts as failed for now. Mail servers may take minutes for a
    /// mail, and many do (RFC 5321 4.5.3.2).
    package var limit: Duration {
        switch self {
        case .mail: .seconds(600)
        case .http, .program: .seconds(30)
        }
    }
}

/// The kind of message.
package enum DeliveryKind: String, Sendable, CaseIterable {
    case alert
    /// The last message about an alarm that stays.
    case last
    case allClear = "all_clear"
    /// A drill, which is not an alarm, and which people answer.
    case drill
    /// That a check-in is due, to the person who owes it.
    case reminder
    /// That somebody asks whether a person is well.
    case ping
    /// Other news for one side of an alarm: that somebody is on the way, and whether all is well.
    case news
    /// A code with which somebody shows that an address is theirs.
    case code

    /// Whether it is about an alarm that runs: only then it is worth sending.
    package var isAlarm: Bool { self == .alert || self == .last }
}

/// The state of a delivery.
package enum DeliveryState: String, Sendable, CaseIterable {
    case queued
    /// The sender has it, or had it when it ended.
    case claimed
    /// The channel has accepted it. That is not yet that somebody has heard it.
    case handed
    case failed
    /// It was no longer worth sending.
    case dropped
}

/// A channel's answer.
package enum DeliveryOutcome: String, Sendable, CaseIterable {
    case accepted
    case temporary
    case permanent
}

/// When a delivery is tried, and how often. Times are those by which deadlines run.
package enum DeliveryRules {
    /// The most deliveries that a sender has at once, and of one channel; one that takes long leaves its slot.
    package static let (slots, slotsPerChannel) = (32, 8)
    /// The most deliveries that a sender has at once, those that take long among them.
    package static let most = 64
    /// After how long a sender says that it still works at a delivery, and how often after that.
    package static let (firstSign, sign) = (Duration.seconds(1), Duration.seconds(5))
    /// How long a claim belongs to its sender after it was given out, and after each sign.
    package static let lease = Duration.seconds(15)
    /// How long an address may say "later" before it counts as broken.
    package static let patience = Duration.seconds(300)
    /// Of a channel's slots, how many one recipient may have, and how many what is not an alarm.
    package static func share(of slots: Int) -> (recipient: Int, others: Int) { (max(2, slots / 4), max(1, slots / 2)) }
    /// The longest pause that a channel can ask for.
    package static let longestPause = Duration.seconds(60)
    /// How long an all-clear or a drill is tried.
    package static let lifetime = Duration.seconds(3_600)
    /// How long a reminder is tried, and how often.
    package static let (reminderLifetime, reminderTries) = (Duration.seconds(300), 3)
    /// How long a code is tried, and how often.
    package static let (codeLifetime, codeTries) = (Duration.seconds(60), 2)
    private static let codePause = Duration.seconds(20)
    private static let pauses = [Duration.seconds(5), .seconds(15), .seconds(30), .seconds(60)]

    /// Whether a message of that kind is still tried.
    package static func isLive(
        _ kind: DeliveryKind, tries: Int, since queued: Timestamp, at now: Timestamp
    ) -> Bool {
        switch kind {
        case .alert, .last: true
        case .allClear, .drill, .ping, .news: queued.duration(to: now) < lifetime
        case .reminder: tries < reminderTries && queued.duration(to: now) < reminderLifetime
        case .code: tries < codeTries && queued.duration(to: now) < codeLifetime
        }
    }

    /// How long the next try waits after so many, at least one; `asked` is the channel's own wish.
    package static func pause(_ kind: DeliveryKind, after tries: Int, asked: Duration?) -> Duration {
        let own = kind == .code ? codePause : pauses[min(max(tries, 1), pauses.count) - 1]
        return max(own, min(asked ?? .zero, longestPause))
    }
}
