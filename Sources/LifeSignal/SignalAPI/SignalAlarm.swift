package import Wire

/// A check-in, as the person's own sessions see it.
package struct SignalCheckIn: JSONRecord, Hashable {
    package var id: SignalID
    package var at: Timestamp
    /// `manual`, `automatic`, `responderInitiated`; new values may come.
    package var source: String

    package init(id: SignalID, at moment: Timestamp, source: String) {
        (self.id, at, self.source) = (id, moment, source)
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        id = try fields.signalID("id")
        at = try fields.timestamp("at")
        source = try fields.string("source", bytes: 1...64)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id.description)
        writer.member("at", at.description)
        writer.member("source", source)
    }
}

/// An alarm, running or past.
package struct SignalAlert: JSONRecord, Hashable {
    package var id: SignalID
    package var at: Timestamp
    /// `manual`, `overdue`; new values may come.
    package var kind: String
    /// `active`, `resolved`.
    package var status: String
    /// How it has ended: `cancelled`, `lateCheckIn`, `byResponder`.
    package var resolution: String?
    package var resolvedAt: Timestamp?
    package var resolvedBy: SignalID?
    package var acknowledgedAt: Timestamp?
    /// Who is on the way, as one of the person's contacts, if they are one.
    package var acknowledgedBy: SignalID?
    /// Whether nobody is on the way, and the operator of the machine takes care of it.
    package var isWithOperator = false
    /// Six letters by which its messages are known.
    package var word: String
    /// For responders: whoever stands beside the person must not notice.
    package var isConcealed = false
    /// Whether the daemon has it on its disk. What is not stored is gone if the daemon ends.
    package var isStored = true

    /// A running alarm.
    package init(id: SignalID, at moment: Timestamp, kind: String, status: String = "active", word: String) {
        (self.id, at, self.kind, self.status, self.word) = (id, moment, kind, status, word)
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        id = try fields.signalID("id")
        at = try fields.timestamp("at")
        kind = try fields.string("kind", bytes: 1...64)
        status = try fields.string("status", bytes: 1...64)
        resolution = try fields.optionalString("resolution", bytes: 1...64)
        resolvedAt = try fields.optionalTimestamp("resolved_at")
        resolvedBy = try fields.optionalSignalID("resolved_by")
        acknowledgedAt = try fields.optionalTimestamp("acknowledged_at")
        acknowledgedBy = try fields.optionalSignalID("acknowledged_by")
        isWithOperator = try fields.optionalBool("with_operator") ?? false
        word = try fields.string("word", bytes: 1...64)
        isConcealed = try fields.optionalBool("concealed") ?? false
        isStored = try fields.optionalBool("unstored") != true
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id.description)
        writer.member("at", at.description)
        writer.member("kind", kind)
        writer.member("status", status)
        writer.member("resolution", resolution)
        writer.member("resolved_at", resolvedAt?.description)
        writer.member("resolved_by", resolvedBy?.description)
        writer.member("acknowledged_at", acknowledgedAt?.description)
        writer.member("acknowledged_by", acknowledgedBy?.description)
        if isWithOperator { writer.member("with_operator", true) }
        writer.member("word", word)
        if isConcealed { writer.member("concealed", true) }
        if !isStored { writer.member("unstored", true) }
    }
}

/// The running alarm, if there is one.
package struct SignalAlarm: JSONRecord, Hashable {
    /// Nil if none runs.
    package var alert: SignalAlert?

    package init(alert: SignalAlert?) {
        self.alert = alert
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        alert = try fields.optionalValue("alert")
    }

    package func writeMembers(to writer: inout JSONWriter) { writer.member("alert", alert) }
}

/// Something that happened to a person.
package struct SignalNotification: JSONRecord, Hashable {
    package var id: SignalID
    package var at: Timestamp
    /// `alert`, `ping`, `checkIn`, `contactAdded`, `contactRemoved`, `roleChanged`, `system`; new values may come.
    package var type: String
    package var title: String
    package var message: String
    package var isRead: Bool
    /// The alarm that it is about.
    package var alert: SignalID?
    /// The contact that it is about, if it still is one.
    package var contact: SignalID?
    /// The ping that it is about.
    package var ping: SignalID?
    /// Of an alarm or a drill: `alert`, `last`, `all_clear`, `help`, `question`, `drill`, or `own` for the person's
    /// own; new values may come.
    package var kind: String?
    /// Of an alarm or a drill: its word.
    package var word: String?

    package init(
        id: SignalID, at moment: Timestamp, type: String, title: String, message: String, isRead: Bool = false,
        alert: SignalID? = nil, contact: SignalID? = nil, ping: SignalID? = nil
    ) {
        (self.id, at, self.type, self.title) = (id, moment, type, title)
        (self.message, self.isRead, self.alert) = (message, isRead, alert)
        (self.contact, self.ping) = (contact, ping)
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        id = try fields.signalID("id")
        at = try fields.timestamp("at")
        type = try fields.string("type", bytes: 1...64)
        title = try fields.string("title", bytes: 1...256)
        message = try fields.string("message", bytes: 1...1024)
        isRead = try fields.bool("read")
        alert = try fields.optionalSignalID("alert")
        contact = try fields.optionalSignalID("contact")
        ping = try fields.optionalSignalID("ping")
        kind = try fields.optionalString("kind", bytes: 1...64)
        word = try fields.optionalString("word", bytes: 1...64)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id.description)
        writer.member("at", at.description)
        writer.member("type", type)
        writer.member("title", title)
        writer.member("message", message)
        writer.member("read", isRead)
        writer.member("alert", alert?.description)
        writer.member("contact", contact?.description)
        writer.member("ping", ping?.description)
        writer.member("kind", kind)
        writer.member("word", word)
    }
}

/// A message to the operator.
package struct SignalMessage: JSONRecord, Listed {
    package static let plural: StaticString = "messages"

    /// Grows with every message.
    package var number: Int64
    package var at: Timestamp
    /// `alert`, `last`, `all_clear`; new values may come.
    package var kind: String
    package var text: String
    package var alert: SignalID

    package init(number: Int64, at moment: Timestamp, kind: String, text: String, alert: SignalID) {
        (self.number, at, self.kind, self.text, self.alert) = (number, moment, kind, text, alert)
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        number = try fields.integer("number", in: 1...JSON.largestInteger)
        at = try fields.timestamp("at")
        kind = try fields.string("kind", bytes: 1...64)
        text = try fields.string("text", bytes: 1...1024)
        alert = try fields.signalID("alert")
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("number", number)
        writer.member("at", at.description)
        writer.member("kind", kind)
        writer.member("text", text)
        writer.member("alert", alert.description)
    }
}
