package import Wire

/// How a channel delivers messages.
package enum ChannelKind: String, Sendable, CaseIterable {
    case mail
    case http
    case program

    /// How long the sender spends on one delivery before the try counts as failed. Mail servers may take minutes for a
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
    /// The last message about an alarm that remains open.
    case last
    case allClear = "all_clear"
    /// A drill. It is not an alarm, but people answer it.
    case drill
    /// A reminder to somebody whose check-in is due.
    case reminder
    /// The question whether a person is well.
    case ping
    /// Other news about an alarm for one side: that somebody is on the way, or the question whether all is well.
    case news
    /// A code that proves that an address belongs to somebody.
    case code

    /// Whether the message is about a running alarm; once the alarm is over, it is not worth sending.
    package var isAlarm: Bool { self == .alert || self == .last }
}

/// The state of a delivery.
package enum DeliveryState: String, Sendable, CaseIterable {
    case queued
    /// The sender has it, or had it when the sender ended.
    case claimed
    /// The channel has accepted it. That does not yet mean that somebody has seen it.
    case handed
    case failed
    /// It is no longer worth sending.
    case dropped
}

/// A channel's answer.
package enum DeliveryOutcome: String, Sendable, CaseIterable {
    case accepted
    case temporary
    case permanent
}

/// When and how often a delivery is tried. Times are in signal time, which also governs deadlines.
package enum DeliveryRules {
    /// The most deliveries that a sender has in hand, in total and per channel; a slow one gives up its slot.
    package static let (slots, slotsPerChannel) = (32, 8)
    /// The most deliveries that a sender has in hand, including slow ones.
    package static let most = 64
    /// When a sender first reports that it is still working on a delivery, and how often after that.
    package static let (firstSign, sign) = (Duration.seconds(1), Duration.seconds(5))
    /// How long a claim stays with its sender after it was given out, and after each sign of life.
    package static let lease = Duration.seconds(15)
    /// How long an address may answer "later" before it counts as broken.
    package static let patience = Duration.seconds(300)
    /// How many of a channel's slots one recipient may use, and how many messages that are not alarms may use.
    package static func share(of slots: Int) -> (recipient: Int, others: Int) { (max(2, slots / 4), max(1, slots / 2)) }
    /// The longest pause that a channel may request.
    package static let longestPause = Duration.seconds(60)
    /// How long an all-clear or a drill is retried.
    package static let lifetime = Duration.seconds(3_600)
    /// How long a reminder is retried, and how often.
    package static let (reminderLifetime, reminderTries) = (Duration.seconds(300), 3)
    /// How long a code is retried, and how often.
    package static let (codeLifetime, codeTries) = (Duration.seconds(60), 2)
    private static let codePause = Duration.seconds(20)
    private static let pauses = [Duration.seconds(5), .seconds(15), .seconds(30), .seconds(60)]

    /// Whether a message of this kind is still tried.
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

    /// How long to wait after this number of tries, at least one; `asked` is the channel's own request.
    package static func pause(_ kind: DeliveryKind, after tries: Int, asked: Duration?) -> Duration {
        let own = kind == .code ? codePause : pauses[min(max(tries, 1), pauses.count) - 1]
        return max(own, min(asked ?? .zero, longestPause))
    }
}
