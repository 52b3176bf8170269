internal import SealedDatabase
package import SeamWords
package import SignalCore
package import Wire

/// How many deliveries a sender can take for a channel, and each recipient's share.
package struct ChannelRoom: Sendable, Hashable {
    package let name: String
    package let kind: ChannelKind
    /// The total number of slots.
    package let slots: Int
    /// The number of free slots.
    package private(set) var left: Int
    private var held: [String: Int] = [:]
    private var others = 0

    /// Creates a channel with this many slots, all of them free.
    package init(name: String, kind: ChannelKind, slots: Int) {
        (self.name, self.kind, self.slots, left) = (name, kind, slots, slots)
    }

    /// Takes a slot for a recipient.
    package mutating func take(for recipient: String?, isAlarm: Bool) {
        left -= 1
        if let recipient { held[recipient, default: 0] += 1 }
        if !isAlarm { others += 1 }
    }

    /// Whether there is room for messages that are not alarms. Some room always stays free for alarms.
    package var hasRoomForOthers: Bool { others < DeliveryRules.share(of: slots).others }

    /// Whether a recipient has room, so that hanging addresses do not keep messages from others.
    package func hasRoom(for recipient: String) -> Bool {
        held[recipient, default: 0] < DeliveryRules.share(of: slots).recipient
    }
}

/// A delivery that was given to a sender.
package struct ClaimedDelivery: Sendable, Hashable {
    package var number: Int64
    package var fence: Int64
    package var to: ReachAddress
    /// The recipient. By this value, the sender recognizes the same text for the same recipient.
    package var recipient: String
    /// The recipient's language, in which the text is written.
    package var language: SeamLanguage
    package var kind: DeliveryKind
    package var text: String
    /// More about an alarm, in several lines.
    package var details: String?
    /// The alarm's word.
    package var word: String?
    /// The link by which the recipient sees and answers the alarm.
    package var link: String?
    /// Whether an earlier claim ended without a report.
    package var isRepeat: Bool
    /// The round of the alarm message. If the delivery is not an alarm message, this is nil.
    package var round: Int64?
    /// The other deliveries whose texts are part of this delivery's text. A channel's answer also applies to them.
    package var also: [Also] = []
    /// The notice to the operator that the delivery carries. If the delivery is about a person, this is nil.
    package var notice: OperatorNotice?

    /// Another delivery to the same address, and the number of its claim.
    package struct Also: Sendable, Hashable {
        package var number: Int64
        package var fence: Int64
    }
}

extension ClaimedDelivery {
    /// Creates a message to one of the operator's addresses that belongs to no alarm and has no row in the store.
    package init(ofNoAlarm notice: OperatorNotice, to operatorAddress: ReachAddress, in language: SeamLanguage) {
        self.init(
            number: 0, fence: 0, to: operatorAddress, recipient: SignalRecipient.operator.kept, language: language,
            kind: .alert, text: notice.text.said(in: language), isRepeat: false)
        self.notice = notice
    }

    /// The delivery as a sender gets it at the time `now`: a notice says how long ago it began.
    package func given(at now: Timestamp) -> ClaimedDelivery {
        var given = self
        if let notice { given.details = notice.details(at: now, in: language, local: SignalStore.local) }
        return given
    }
}

/// Makes sure that printed output does not contain the address and the text.
extension ClaimedDelivery: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "delivery \(number)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A channel's answer to a claim.
package struct StoredReport: Sendable, Hashable {
    package var number: Int64
    package var fence: Int64
    package var outcome: DeliveryOutcome
    /// How long the channel asks to wait.
    package var asked: Duration?
    /// The channel's own id for the message.
    package var remoteID: String?
    /// Whether the message may have arrived although the channel reports no success.
    package var isUncertain: Bool

    /// Creates a report.
    package init(
        number: Int64, fence: Int64, outcome: DeliveryOutcome, asked: Duration? = nil, remoteID: String? = nil,
        isUncertain: Bool = false
    ) {
        (self.number, self.fence, self.outcome) = (number, fence, outcome)
        (self.asked, self.remoteID, self.isUncertain) = (asked, remoteID, isUncertain)
    }
}

/// A delivery in a list for administrators.
package struct StoredDelivery: Sendable, Hashable {
    package var number: Int64
    package var channel: String
    /// A shortened form of the address. If the delivery's row is unreadable, this is nil.
    package var hint: String?
    package var kind: DeliveryKind
    package var state: DeliveryState
    package var attempts: Int64
    package var queuedAt: Timestamp
    package var nextAt: Timestamp?
    package var report: DeliveryOutcome?
    package var reportedAt: Timestamp?
    package var isUncertain: Bool
    package var remoteID: String?
}

/// An address of a person.
package struct StoredReach: Sendable, Hashable {
    package var id: [UInt8]
    package var to: ReachAddress
    /// The moment at which the address's code expires. Once the address is verified, this is nil.
    package var expiresAt: Timestamp?
    package var isBroken: Bool

    package var isVerified: Bool { expiresAt == nil }
}

/// The result of adding an address.
package enum ReachAddition: Sendable, Hashable {
    case added(StoredReach)
    case full
    case limited(Duration)
    /// The address is one of a device's browser, and the device was removed.
    case deviceGone
}

/// The result of trying a code for an address.
package enum ReachTry: Sendable, Hashable {
    case verified(StoredReach)
    /// The code was wrong. The value is the number of tries left.
    case wrong(Int)
    case over
}

/// The source of a delivery's text.
enum DeliverySource {
    /// A message about an alarm.
    case message(Int64)
    /// The code for an address.
    case reach(Int64)
    /// A notification.
    case note(Int64)

    /// Creates the source that a row names.
    init(_ row: StoredRow) throws {
        if let number = try row.optional("message", as: Int64.self) {
            self = .message(number)
        } else if let number = try row.optional("note", as: Int64.self) {
            self = .note(number)
        } else {
            self = .reach(try row.value("reach"))
        }
    }

    var message: Int64? { if case .message(let number) = self { number } else { nil } }
    var reach: Int64? { if case .reach(let number) = self { number } else { nil } }
    var note: Int64? { if case .note(let number) = self { number } else { nil } }

    /// The name of the row in the seal of its address.
    var row: String {
        switch self {
        case .message(let number): "message/\(number)"
        case .reach(let number): "reach/\(number)"
        case .note(let number): "note/\(number)"
        }
    }
}
