package import Wire

/// The way in which a channel delivers messages.
package enum ChannelKind: String, Sendable, CaseIterable {
    case mail
    case http
    case program
    /// The push service of a person's browser.
    case push

    /// How long the sender spends on one delivery before the attempt counts as failed. Mail servers may take minutes to
    /// accept a mail, and many do (RFC 5321 4.5.3.2).
    package var limit: Duration {
        switch self {
        case .mail: .seconds(600)
        case .http, .program, .push: .seconds(30)
        }
    }
}

/// The kind of message.
package enum DeliveryKind: String, Sendable, CaseIterable {
    case alert
    /// The last message about an alarm that remains open.
    case last
    case allClear = "all_clear"
    /// The message is part of a drill. A drill is not an alarm, but its recipients answer it in the same way.
    case drill
    /// A reminder to a person whose check-in is due.
    case reminder
    /// The question whether a person is well.
    case ping
    /// Other news about an alarm for one side: that somebody is on the way, or the question whether all is well.
    case news
    /// A code that proves that an address belongs to somebody.
    case code

    /// Whether the message is about a running alarm. Such a message is not worth sending once the alarm is over.
    package var isAlarm: Bool { self == .alert || self == .last }
}

/// The state of a delivery.
package enum DeliveryState: String, Sendable, CaseIterable {
    case queued
    /// The sender has claimed the delivery, and may have ended since.
    case claimed
    /// The channel has accepted the message. Acceptance by the channel does not yet mean that somebody has seen the
    /// message.
    case handed
    case failed
    /// The message is no longer worth sending.
    case dropped
}

/// The channel's answer to a delivery attempt.
package enum DeliveryOutcome: String, Sendable, CaseIterable {
    case accepted
    case temporary
    case permanent
}

/// Decides when and how often a delivery is attempted. All times are in signal time, which also governs deadlines.
package enum DeliveryRules {
    /// The most deliveries that a sender works on at a time, in total and per channel. A slow delivery gives up its
    /// slot.
    package static let (slots, slotsPerChannel) = (32, 8)
    /// The most deliveries that a sender works on at a time, including slow ones.
    package static let most = 64
    /// How long after the start a sender first reports that it is still working on a delivery. Also how often it
    /// reports after that.
    package static let (firstSign, sign) = (Duration.seconds(1), Duration.seconds(5))
    /// How long a sender keeps a claim. The time begins when the sender gets the claim, and begins again at each sign
    /// of life.
    package static let lease = Duration.seconds(15)
    /// How long an address may keep answering "later" before it counts as broken.
    package static let patience = Duration.seconds(300)
    /// Two limits on a channel's slots: how many of them one recipient may use, and how many of them messages other
    /// than alerts may use.
    package static func share(of slots: Int) -> (recipient: Int, others: Int) { (max(2, slots / 4), max(1, slots / 2)) }
    /// The longest pause that a channel may request.
    package static let longestPause = Duration.seconds(60)
    /// How long an all-clear or a drill is retried.
    package static let lifetime = Duration.seconds(3_600)
    /// How long and how many times a reminder is attempted.
    package static let (reminderLifetime, reminderTries) = (Duration.seconds(300), 3)
    /// How long and how many times a code's delivery is attempted.
    package static let (codeLifetime, codeTries) = (Duration.seconds(60), 2)
    private static let codePause = Duration.seconds(20)
    private static let pauses = [Duration.seconds(5), .seconds(15), .seconds(30), .seconds(60)]

    /// Whether a message of this kind should be attempted again.
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

    /// How long to wait after `tries` attempts. At least one attempt was made. `asked` is the pause that the channel
    /// requested.
    package static func pause(_ kind: DeliveryKind, after tries: Int, asked: Duration?) -> Duration {
        let own = kind == .code ? codePause : pauses[min(max(tries, 1), pauses.count) - 1]
        return max(own, min(asked ?? .zero, longestPause))
    }
}
