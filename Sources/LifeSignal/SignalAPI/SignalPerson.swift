package import Wire

/// A person as their own sessions see them.
package struct SignalPerson: JSONRecord, Hashable {
    package var id: SignalID
    /// Empty before the person has given one.
    package var firstName: String
    package var lastName: String
    /// E.164.
    package var phone: String
    package var emergencyNote: String
    package var checkInInterval: Duration
    /// How long before the deadline the person is first reminded.
    package var reminderInterval: Duration
    /// How long after the deadline others are told.
    package var grace: Duration
    package var lastCheckIn: Timestamp?
    /// Nil before the first check-in.
    package var nextDue: Timestamp?
    /// `active`, `nonResponsive`, `alertActive`; new values may come.
    package var status: String
    package var qrCodeID: SignalID
    /// Whether a deadline runs.
    package var isArmed: Bool
    /// Whether all deadlines were looked at within the last 5 seconds.
    package var isWatched: Bool
    /// Whether the person has a PIN.
    package var hasPIN = false
    /// Whether ``nextDue`` has passed. Only replies say so, not the items of streams.
    package var isLate = false
    /// Intervals that the person has set, and that count from the next check-in on; nil if all count already.
    package var waiting: Intervals?
    /// How long after the next check-in there is no deadline; nil without a pause.
    package var pause: Duration?

    /// How often somebody checks in.
    package struct Intervals: JSONRecord, Hashable {
        package var checkIn: Duration
        package var reminder: Duration
        package var grace: Duration

        package init(checkIn: Duration, reminder: Duration, grace: Duration) {
            (self.checkIn, self.reminder, self.grace) = (checkIn, reminder, grace)
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            let interval = 0...SignalPerson.longestInterval
            checkIn = .milliseconds(try fields.integer("check_in_interval_ms", in: interval))
            reminder = .milliseconds(try fields.integer("reminder_interval_ms", in: interval))
            grace = .milliseconds(try fields.integer("grace_ms", in: interval))
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("check_in_interval_ms", checkIn.milliseconds)
            writer.member("reminder_interval_ms", reminder.milliseconds)
            writer.member("grace_ms", grace.milliseconds)
        }
    }

    /// The longest interval, in milliseconds: 7 days.
    package static let longestInterval: Int64 = 604_800_000

    /// A person who has not checked in yet.
    package init(
        id: SignalID, firstName: String, lastName: String, phone: String, emergencyNote: String,
        checkInInterval: Duration, reminderInterval: Duration, grace: Duration, lastCheckIn: Timestamp? = nil,
        nextDue: Timestamp? = nil, status: String = "active", qrCodeID: SignalID, isArmed: Bool = false,
        isWatched: Bool = true
    ) {
        self.id = id
        self.firstName = firstName
        self.lastName = lastName
        self.phone = phone
        self.emergencyNote = emergencyNote
        self.checkInInterval = checkInInterval
        self.reminderInterval = reminderInterval
        self.grace = grace
        self.lastCheckIn = lastCheckIn
        self.nextDue = nextDue
        self.status = status
        self.qrCodeID = qrCodeID
        self.isArmed = isArmed
        self.isWatched = isWatched
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        let interval = 0...Self.longestInterval
        id = try fields.signalID("id")
        firstName = try fields.string("first_name", bytes: 0...256)
        lastName = try fields.string("last_name", bytes: 0...256)
        phone = try fields.phone("phone")
        emergencyNote = try fields.string("emergency_note", bytes: 0...8000)
        checkInInterval = .milliseconds(try fields.integer("check_in_interval_ms", in: interval))
        reminderInterval = .milliseconds(try fields.integer("reminder_interval_ms", in: interval))
        grace = .milliseconds(try fields.integer("grace_ms", in: interval))
        lastCheckIn = try fields.optionalTimestamp("last_check_in")
        nextDue = try fields.optionalTimestamp("next_due")
        status = try fields.string("status", bytes: 1...64)
        qrCodeID = try fields.signalID("qr_code_id")
        isArmed = try fields.bool("armed")
        isWatched = try fields.bool("watched")
        hasPIN = try fields.optionalBool("pin") ?? false
        isLate = try fields.optionalBool("late") ?? false
        pause = try fields.optionalMilliseconds("pause_ms", in: 1...CheckInPause.Params.longest)
        waiting = try fields.optionalValue("waiting")
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id.description)
        writer.member("first_name", firstName)
        writer.member("last_name", lastName)
        writer.member("phone", phone)
        writer.member("emergency_note", emergencyNote)
        writer.member("check_in_interval_ms", checkInInterval.milliseconds)
        writer.member("reminder_interval_ms", reminderInterval.milliseconds)
        writer.member("grace_ms", grace.milliseconds)
        writer.member("last_check_in", lastCheckIn?.description)
        writer.member("next_due", nextDue?.description)
        writer.member("status", status)
        writer.member("qr_code_id", qrCodeID.description)
        writer.member("armed", isArmed)
        writer.member("watched", isWatched)
        if hasPIN { writer.member("pin", true) }
        if isLate { writer.member("late", true) }
        writer.member("pause_ms", pause?.milliseconds)
        if let waiting { writer.member("waiting", waiting) }
    }
}

/// Keeps names, number and note out of whatever prints a person.
extension SignalPerson: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "person \(id)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Who is signed in to a session.
package struct SignalState: JSONRecord, Hashable {
    /// Nil if nobody is.
    package var person: SignalPerson?

    package init(person: SignalPerson?) {
        self.person = person
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        person = try fields.optionalValue("person")
    }

    package func writeMembers(to writer: inout JSONWriter) {
        if let person { writer.member("person", person) }
    }
}

/// What a person wants to hear of.
package struct SignalPreferences: JSONRecord, Hashable {
    /// Alarms of people who rely on this person.
    package var alerts: Bool
    package var pings: Bool
    package var checkIns: Bool
    package var contacts: Bool

    /// Everything, unless something is turned off.
    package init(alerts: Bool = true, pings: Bool = true, checkIns: Bool = true, contacts: Bool = true) {
        self.alerts = alerts
        self.pings = pings
        self.checkIns = checkIns
        self.contacts = contacts
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        alerts = try fields.bool("alerts")
        pings = try fields.bool("pings")
        checkIns = try fields.bool("check_ins")
        contacts = try fields.bool("contacts")
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("alerts", alerts)
        writer.member("pings", pings)
        writer.member("check_ins", checkIns)
        writer.member("contacts", contacts)
    }
}
