package import Wire

/// The stored form of a watch. Absent members mean nil.
extension SignalWatch: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        settings = try fields.value("settings")
        waiting = try fields.optionalValue("waiting")
        lastCheckIn = try fields.optionalTimestamp("last_check_in")
        due = try fields.optionalTimestamp("due")
        remindersTold = Int(try fields.integer("reminders_told", in: 0...100))
        notBefore = try fields.optionalTimestamp("not_before")
        remindAt = try fields.optionalTimestamp("remind_at")
        pause = try fields.optionalMilliseconds("pause_ms", in: 1...SignalIntervals.longestPause.milliseconds)
        pausedUntil = try fields.optionalTimestamp("paused_until")
        unpaused = try fields.optionalTimestamp("unpaused")
        countsDoors = try fields.optionalBool("counts_doors") ?? false
        alert = try fields.optionalValue("alert")
        pretence = try fields.optionalValue("pretence")
        if pretence == nil, let alert, alert.isConcealed { pretence = AlarmPretence(ofVersion1: alert) }
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("settings", settings)
        writer.member("waiting", waiting)
        writer.member("last_check_in", lastCheckIn?.description)
        writer.member("due", due?.description)
        writer.member("reminders_told", Int64(remindersTold))
        writer.member("not_before", notBefore?.description)
        writer.member("remind_at", remindAt?.description)
        writer.member("pause_ms", pause?.milliseconds)
        writer.member("paused_until", pausedUntil?.description)
        writer.member("unpaused", unpaused?.description)
        if countsDoors { writer.member("counts_doors", countsDoors) }
        writer.member("alert", alert)
        writer.member("pretence", pretence)
    }
}

extension SignalWatch.AlarmPretence: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        self.init(alert: try fields.optionalValue("alert"))
    }

    package func writeMembers(to writer: inout JSONWriter) { writer.member("alert", alert) }

    /// The person's own view as version 1 stored it while it concealed a call for help. Version 1 showed only the
    /// missed check-in.
    fileprivate init(ofVersion1 concealed: RunningAlert) {
        guard concealed.isOverdue else {
            self.init(alert: nil)
            return
        }
        var shown = concealed
        (shown.isCalled, shown.concealedAt) = (false, nil)
        (shown.acknowledgedBy, shown.acknowledgedAt) = (nil, nil)
        self.init(alert: shown)
    }
}

extension SignalIntervals: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        let range = 0...Self.longest.milliseconds
        self.init(
            interval: .milliseconds(try fields.integer("interval_ms", in: range)),
            reminder: .milliseconds(try fields.integer("reminder_ms", in: range)),
            grace: .milliseconds(try fields.integer("grace_ms", in: range)))
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("interval_ms", interval.milliseconds)
        writer.member("reminder_ms", reminder.milliseconds)
        writer.member("grace_ms", grace.milliseconds)
    }
}

extension SignalRecipient {
    /// The stored form of the recipient: a person's id in hexadecimal, or `operator`.
    package var kept: String {
        switch self {
        case .person(let id): Hex.encode(id)
        case .operator: "operator"
        }
    }

    /// A stored recipient. Anything that is not a person's id becomes the operator, because an alarm must reach
    /// somebody.
    package init(kept: String) {
        guard let id = Hex.decode(kept), id.count == 16 else {
            self = .operator
            return
        }
        self = .person(id)
    }
}
