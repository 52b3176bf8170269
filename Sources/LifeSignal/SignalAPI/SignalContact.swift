package import Wire

/// Somebody whom a person knows, as that person's sessions see them. What the other side has not agreed to show is
/// absent.
package struct SignalContact: JSONRecord, Hashable {
    /// The contact's own id, which is no id of a person.
    package var id: SignalID
    package var firstName: String
    package var lastName: String
    /// The number, or its ends (`+49 … 4321`) before both have agreed.
    package var phone: String
    /// What both have agreed to.
    package var isResponder: Bool
    package var isDependent: Bool
    /// 1 to 3: who is told first.
    package var tier: Int
    /// `awaiting`, `active`, `ended`; new values may come.
    package var consent: String
    package var addedAt: Timestamp
    package var proposal: Proposal?
    /// Of a responder who hears of no alarms at present.
    package var isSilent = false
    /// Of a responder: by which channels they are told outside of the machine.
    package var channels: [String] = []
    /// Of a responder: whether nothing that they are told can reach them, because they are signed in nowhere and no
    /// address of theirs works.
    package var isUnheard = false
    /// Of a dependent: whether nobody else is told of their alarms.
    package var isLast = false
    /// Of a dependent: `active`, `nonResponsive`, `alertActive`, `pendingPing`; new values may come.
    package var status: String?
    /// Of a dependent.
    package var lastCheckIn: Timestamp?
    /// Of a dependent: until when the person hears no calls for help of theirs.
    package var mutedUntil: Timestamp?
    /// Of a dependent, while there is one.
    package var alert: SignalAlert?
    /// Of a dependent, while there is an alarm.
    package var emergencyNote: String?

    /// Roles that one side wants and the other has not agreed to.
    package struct Proposal: JSONRecord, Hashable {
        package var isResponder: Bool
        package var isDependent: Bool
        /// Whether the person has made it, and not the contact.
        package var isMine: Bool

        package init(isResponder: Bool, isDependent: Bool, isMine: Bool) {
            (self.isResponder, self.isDependent, self.isMine) = (isResponder, isDependent, isMine)
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            isResponder = try fields.bool("is_responder")
            isDependent = try fields.bool("is_dependent")
            isMine = try fields.bool("mine")
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("is_responder", isResponder)
            writer.member("is_dependent", isDependent)
            writer.member("mine", isMine)
        }
    }

    /// A contact who has agreed to nothing yet.
    package init(id: SignalID, firstName: String, lastName: String, phone: String, addedAt: Timestamp) {
        (self.id, self.firstName, self.lastName, self.phone) = (id, firstName, lastName, phone)
        (isResponder, isDependent, tier, consent, self.addedAt) = (false, false, 1, "awaiting", addedAt)
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        id = try fields.signalID("id")
        firstName = try fields.string("first_name", bytes: 0...256)
        lastName = try fields.string("last_name", bytes: 0...256)
        phone = try fields.string("phone", bytes: 0...256)
        isResponder = try fields.bool("is_responder")
        isDependent = try fields.bool("is_dependent")
        tier = Int(try fields.integer("tier", in: 1...9))
        consent = try fields.string("consent", bytes: 1...64)
        addedAt = try fields.timestamp("added_at")
        proposal = try fields.optionalValue("proposal")
        isSilent = try fields.optionalBool("silent") ?? false
        channels = try fields.strings("channels", count: 0...64, bytes: 1...32)
        isUnheard = try fields.optionalBool("unheard") ?? false
        isLast = try fields.optionalBool("last") ?? false
        status = try fields.optionalString("status", bytes: 1...64)
        lastCheckIn = try fields.optionalTimestamp("last_check_in")
        mutedUntil = try fields.optionalTimestamp("muted_until")
        alert = try fields.optionalValue("alert")
        emergencyNote = try fields.optionalString("emergency_note", bytes: 0...8_000)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id.description)
        writer.member("first_name", firstName)
        writer.member("last_name", lastName)
        writer.member("phone", phone)
        writer.member("is_responder", isResponder)
        writer.member("is_dependent", isDependent)
        writer.member("tier", Int64(tier))
        writer.member("consent", consent)
        writer.member("added_at", addedAt.description)
        writer.member("proposal", proposal)
        if isSilent { writer.member("silent", true) }
        writer.member("channels", channels)
        if isUnheard { writer.member("unheard", true) }
        if isLast { writer.member("last", true) }
        writer.member("status", status)
        writer.member("last_check_in", lastCheckIn?.description)
        writer.member("muted_until", mutedUntil?.description)
        writer.member("alert", alert)
        writer.member("emergency_note", emergencyNote)
    }
}

/// Whom a scanned code stands for, for as long as it takes to add them.
package struct SignalContactInfo: JSONRecord, Hashable {
    /// What `contact.add` takes, once, from who has scanned it.
    package var ticket: SignalID
    /// Empty if the person has given none.
    package var firstName: String
    /// The number's ends: `+49 … 4321`.
    package var phoneHint: String
    package var expiresAt: Timestamp

    package init(ticket: SignalID, firstName: String, phoneHint: String, expiresAt: Timestamp) {
        (self.ticket, self.firstName, self.phoneHint, self.expiresAt) = (ticket, firstName, phoneHint, expiresAt)
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        ticket = try fields.signalID("ticket")
        firstName = try fields.string("first_name", bytes: 0...256)
        phoneHint = try fields.string("phone_hint", bytes: 1...256)
        expiresAt = try fields.timestamp("expires_at")
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("ticket", ticket.description)
        writer.member("first_name", firstName)
        writer.member("phone_hint", phoneHint)
        writer.member("expires_at", expiresAt.description)
    }
}

/// A question to a dependent: are you well?
package struct SignalPing: JSONRecord, Hashable {
    package var id: SignalID
    /// Who is asked, or who asks: one of the person's contacts.
    package var contact: SignalID
    /// Whether the person has asked, and not the contact.
    package var isMine: Bool
    package var at: Timestamp
    /// `pending`, `responded`, `expired`; new values may come.
    package var status: String
    package var respondedAt: Timestamp?

    package init(
        id: SignalID, contact: SignalID, isMine: Bool, at moment: Timestamp, status: String,
        respondedAt: Timestamp? = nil
    ) {
        (self.id, self.contact, self.isMine, at) = (id, contact, isMine, moment)
        (self.status, self.respondedAt) = (status, respondedAt)
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        id = try fields.signalID("id")
        contact = try fields.signalID("contact")
        isMine = try fields.bool("mine")
        at = try fields.timestamp("at")
        status = try fields.string("status", bytes: 1...64)
        respondedAt = try fields.optionalTimestamp("responded_at")
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id.description)
        writer.member("contact", contact.description)
        writer.member("mine", isMine)
        writer.member("at", at.description)
        writer.member("status", status)
        writer.member("responded_at", respondedAt?.description)
    }
}

/// What of a person one of their contacts sees.
package struct SignalSight: JSONRecord, Hashable {
    /// The contact who sees it.
    package var contact: SignalID
    package var firstName: String
    package var lastName: String
    /// `first_name`, `last_name`, `phone_hint`, `phone`, `status`, `last_check_in`; new values may come.
    package var sees: [String]
    /// The same while there is an alarm: `alarm` and `emergency_note` may come in addition.
    package var seesInAlarm: [String]

    package init(contact: SignalID, firstName: String, lastName: String, sees: [String], seesInAlarm: [String]) {
        (self.contact, self.firstName, self.lastName) = (contact, firstName, lastName)
        (self.sees, self.seesInAlarm) = (sees, seesInAlarm)
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        contact = try fields.signalID("contact")
        firstName = try fields.string("first_name", bytes: 0...256)
        lastName = try fields.string("last_name", bytes: 0...256)
        sees = try fields.strings("sees", count: 0...32, bytes: 1...64)
        seesInAlarm = try fields.strings("sees_in_alarm", count: 0...32, bytes: 1...64)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("contact", contact.description)
        writer.member("first_name", firstName)
        writer.member("last_name", lastName)
        writer.member("sees", sees)
        writer.member("sees_in_alarm", seesInAlarm)
    }
}
