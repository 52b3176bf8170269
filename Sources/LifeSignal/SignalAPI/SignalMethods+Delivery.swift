package import Wire

/// `delivery.claim`: messages to send, as long as the caller lives. The sender only.
package enum DeliveryClaim: TypedStream {
    package static let name = "delivery.claim"
    package typealias Result = Nothing

    package struct Params: JSONRecord, Hashable {
        /// What the sender has.
        package var channels: [SenderChannel]
        /// How many deliveries it takes at once.
        package var slots: Int
        /// What it still works on since an earlier connection: each takes a slot.
        package var held: [HeldDelivery]

        package init(channels: [SenderChannel], slots: Int, held: [HeldDelivery] = []) {
            (self.channels, self.slots, self.held) = (channels, slots, held)
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            guard fields.has("channels") else { throw fields.missing("channels") }
            channels = try fields.values("channels", count: 0...16)
            slots = Int(try fields.integer("slots", in: 1...64))
            held = fields.has("held") ? try fields.values("held", count: 1...64) : []
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("channels", channels)
            writer.member("slots", slots)
            if !held.isEmpty { writer.member("held", held) }
        }
    }

    package enum Item: StreamItem {
        case delivery(SignalDelivery)

        package init?(kind: String, data: JSON) throws(FieldFault) {
            guard kind == "delivery" else { return nil }
            self = .delivery(try SignalDelivery(json: data))
        }

        package var kind: String { "delivery" }

        package var json: JSON {
            switch self {
            case .delivery(let delivery): delivery.json
            }
        }
    }
}

/// A channel that the sender has.
package struct SenderChannel: JSONRecord, Hashable {
    package var name: String
    /// `mail`, `http`, `program`.
    package var kind: String
    /// How many deliveries it takes at once.
    package var slots: Int

    package init(name: String, kind: String, slots: Int) {
        (self.name, self.kind, self.slots) = (name, kind, slots)
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        name = try fields.channel("name")
        kind = try fields.string("kind", bytes: 1...64)
        slots = Int(try fields.integer("slots", in: 1...16))
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("kind", kind)
        writer.member("slots", slots)
    }
}

/// A delivery that a sender works on.
package struct HeldDelivery: JSONRecord, Hashable {
    package var id: Int64
    package var fence: Int64
    package var channel: String

    package init(id: Int64, fence: Int64, channel: String) {
        (self.id, self.fence, self.channel) = (id, fence, channel)
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        id = try fields.integer("id", in: 1...JSON.largestInteger)
        fence = try fields.integer("fence", in: 1...JSON.largestInteger)
        channel = try fields.channel("channel")
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id)
        writer.member("fence", fence)
        writer.member("channel", channel)
    }
}

/// A message to one address: all that the sender knows of it.
package struct SignalDelivery: JSONRecord, Hashable {
    /// The same for every try.
    package var id: Int64
    /// Another for every try: a report names it.
    package var fence: Int64
    package var channel: String
    package var address: String
    /// `alert`, `last`, `all_clear`, `drill`, `code`; new values may come.
    package var kind: String
    package var text: String
    /// More about an alarm, in several lines.
    package var details: String?
    /// The alarm's word; nil for a code.
    package var word: String?
    /// Whether an earlier try may have reached somebody.
    package var isRepeat: Bool

    package init(
        id: Int64, fence: Int64, channel: String, address: String, kind: String, text: String, details: String? = nil,
        word: String?, isRepeat: Bool
    ) {
        (self.id, self.fence, self.channel, self.address) = (id, fence, channel, address)
        (self.kind, self.text, self.details, self.word, self.isRepeat) = (kind, text, details, word, isRepeat)
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        id = try fields.integer("id", in: 1...JSON.largestInteger)
        fence = try fields.integer("fence", in: 1...JSON.largestInteger)
        channel = try fields.channel("channel")
        address = try fields.string("address", bytes: 1...254)
        kind = try fields.string("kind", bytes: 1...64)
        text = try fields.string("text", bytes: 1...1024)
        details = try fields.optionalString("details", bytes: 1...4_096)
        word = try fields.optionalString("word", bytes: 1...64)
        isRepeat = try fields.bool("repeat")
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id)
        writer.member("fence", fence)
        writer.member("channel", channel)
        writer.member("address", address)
        writer.member("kind", kind)
        writer.member("text", text)
        writer.member("details", details)
        writer.member("word", word)
        writer.member("repeat", isRepeat)
    }
}

/// Keeps address and text out of whatever prints it.
extension SignalDelivery: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "delivery \(id) at \(channel)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// `delivery.report`: what a channel said. The sender only.
package enum DeliveryReport: TypedMethod {
    package static let name = "delivery.report"

    /// What a channel says.
    package enum Outcome: String, Sendable, CaseIterable {
        /// It has not answered yet: the claim is the sender's for another 15 s, and its slot is free.
        case working
        case accepted
        /// It may be tried again.
        case temporary
        case permanent
    }

    package struct Params: JSONRecord, Hashable {
        package var id: Int64
        package var fence: Int64
        package var outcome: Outcome
        /// How long the channel asks to wait.
        package var retryAfter: Duration?
        /// What the channel calls it.
        package var remoteID: String?
        /// Whether the message may have arrived all the same.
        package var isUncertain: Bool
        /// Whether the recipient has answered the channel.
        package var isAcked = false

        package init(
            id: Int64, fence: Int64, outcome: Outcome, retryAfter: Duration? = nil, remoteID: String? = nil,
            isUncertain: Bool = false
        ) {
            (self.id, self.fence, self.outcome) = (id, fence, outcome)
            (self.retryAfter, self.remoteID, self.isUncertain) = (retryAfter, remoteID, isUncertain)
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            id = try fields.integer("id", in: 1...JSON.largestInteger)
            fence = try fields.integer("fence", in: 1...JSON.largestInteger)
            outcome = try fields.enumeration("outcome")
            retryAfter = try fields.optionalMilliseconds("retry_after_ms", in: 0...60_000)
            remoteID = try fields.optionalString("remote_id", bytes: 1...128)
            isUncertain = try fields.optionalBool("uncertain") ?? false
            isAcked = try fields.optionalBool("acked") ?? false
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("id", id)
            writer.member("fence", fence)
            writer.member("outcome", outcome.rawValue)
            writer.member("retry_after_ms", retryAfter?.milliseconds)
            writer.member("remote_id", remoteID)
            if isUncertain { writer.member("uncertain", true) }
            if isAcked { writer.member("acked", true) }
        }
    }

    package struct Result: JSONRecord, Hashable {
        /// Whether the claim was still the caller's. That it was not is no fault.
        package var isTaken: Bool

        package init(isTaken: Bool) { self.isTaken = isTaken }

        package init(fields: inout JSONFields) throws(FieldFault) { isTaken = try fields.bool("taken") }

        package func writeMembers(to writer: inout JSONWriter) { writer.member("taken", isTaken) }
    }
}

/// `delivery.list`: what was sent where, the newest first. Administrators only.
package enum DeliveryList: ReadingMethod {
    package static let name = "delivery.list"
    package typealias Params = PageParams
    package typealias Result = Page<ListedDelivery>
}

/// A delivery as administrators see it: without text, and of the address only its ends.
package struct ListedDelivery: JSONRecord, Listed {
    package static let plural: StaticString = "deliveries"

    package var number: Int64
    package var channel: String
    package var addressHint: String
    /// `alert`, `last`, `all_clear`, `drill`, `code`; new values may come.
    package var kind: String
    /// `queued`, `claimed`, `handed`, `failed`, `dropped`; new values may come.
    package var state: String
    /// How often it was given to a sender.
    package var attempts: Int64
    package var queuedAt: Timestamp
    /// When it is looked at next; nil when nothing comes any more.
    package var nextAt: Timestamp?
    /// What the channel said last: `accepted`, `temporary`, `permanent`.
    package var report: String?
    package var reportedAt: Timestamp?
    /// Whether a try ended without a report: it may have arrived more than once.
    package var isUncertain: Bool
    /// What the channel calls it.
    package var remoteID: String?

    package init(
        number: Int64, channel: String, addressHint: String, kind: String, state: String, attempts: Int64,
        queuedAt: Timestamp, isUncertain: Bool
    ) {
        (self.number, self.channel, self.addressHint) = (number, channel, addressHint)
        (self.kind, self.state, self.attempts) = (kind, state, attempts)
        (self.queuedAt, self.isUncertain) = (queuedAt, isUncertain)
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        number = try fields.integer("number", in: 1...JSON.largestInteger)
        channel = try fields.channel("channel")
        addressHint = try fields.string("address_hint", bytes: 1...512)
        kind = try fields.string("kind", bytes: 1...64)
        state = try fields.string("state", bytes: 1...64)
        attempts = try fields.integer("attempts", in: 0...JSON.largestInteger)
        queuedAt = try fields.timestamp("queued_at")
        nextAt = try fields.optionalTimestamp("next_at")
        report = try fields.optionalString("report", bytes: 1...64)
        reportedAt = try fields.optionalTimestamp("reported_at")
        isUncertain = try fields.bool("uncertain")
        remoteID = try fields.optionalString("remote_id", bytes: 1...128)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("number", number)
        writer.member("channel", channel)
        writer.member("address_hint", addressHint)
        writer.member("kind", kind)
        writer.member("state", state)
        writer.member("attempts", attempts)
        writer.member("queued_at", queuedAt.description)
        writer.member("next_at", nextAt?.description)
        writer.member("report", report)
        writer.member("reported_at", reportedAt?.description)
        writer.member("uncertain", isUncertain)
        writer.member("remote_id", remoteID)
    }
}
