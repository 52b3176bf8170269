package import Wire

/// The parameters of lists of one person's things.
package struct SignalListParams: JSONRecord, Hashable {
    package var session: String?
    /// 1 to 1,000; nil for 100.
    package var limit: Int?

    package init(session: String? = nil, limit: Int? = nil) {
        (self.session, self.limit) = (session, limit)
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        session = try fields.optionalSessionName()
        limit = try fields.optionalInteger("limit", in: 1...1_000).map { Int($0) }
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("session", session)
        writer.member("limit", limit.map { Int64($0) })
    }
}

/// `checkin.record`: the person is well.
package enum CheckInRecord: TypedMethod {
    package static let name = "checkin.record"
    package typealias Params = GuardedParams
    package typealias Result = SignalPerson
}

/// `checkin.list`: check-ins, the newest first.
package enum CheckInList: ReadingMethod {
    package static let name = "checkin.list"
    package typealias Params = SignalListParams

    package struct Result: JSONRecord, Hashable {
        package var checkIns: [SignalCheckIn]

        package init(checkIns: [SignalCheckIn]) { self.checkIns = checkIns }

        package init(fields: inout JSONFields) throws(FieldFault) {
            checkIns = try fields.values("check_ins", count: 0...1_000)
        }

        package func writeMembers(to writer: inout JSONWriter) { writer.member("check_ins", checkIns) }
    }
}

/// `checkin.set`: changes how often the person checks in.
package enum CheckInSet: TypedMethod {
    package static let name = "checkin.set"
    package typealias Result = SignalPerson

    package struct Params: JSONRecord, Hashable {
        package var session: String?
        /// Nil leaves it as it is; so do the others.
        package var interval: Duration?
        package var reminder: Duration?
        package var grace: Duration?
        package var pin: String?

        package init(
            session: String? = nil, interval: Duration? = nil, reminder: Duration? = nil, grace: Duration? = nil,
            pin: String? = nil
        ) {
            (self.session, self.interval, self.reminder, self.grace) = (session, interval, reminder, grace)
            self.pin = pin
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            let range = 0...SignalPerson.longestInterval
            session = try fields.optionalSessionName()
            interval = try fields.optionalMilliseconds("check_in_interval_ms", in: range)
            reminder = try fields.optionalMilliseconds("reminder_interval_ms", in: range)
            grace = try fields.optionalMilliseconds("grace_ms", in: range)
            pin = try fields.optionalPIN()
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("check_in_interval_ms", interval?.milliseconds)
            writer.member("reminder_interval_ms", reminder?.milliseconds)
            writer.member("grace_ms", grace?.milliseconds)
            writer.member("pin", pin)
        }
    }
}

/// Keeps the PIN out of whatever prints the parameters.
extension CheckInSet.Params: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "session \(session ?? "default")" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// `checkin.remind`: reminds the person at a moment of their own.
package enum CheckInRemind: TypedMethod {
    package static let name = "checkin.remind"
    package typealias Result = Nothing

    package struct Params: JSONRecord, Hashable {
        /// In milliseconds: 30 days.
        private static let longest: Int64 = 2_592_000_000

        package var session: String?
        /// The moment, or how long from now: one of them.
        package var at: Timestamp?
        package var delay: Duration?

        package init(session: String? = nil, at moment: Timestamp? = nil, delay: Duration? = nil) {
            (self.session, at, self.delay) = (session, moment, delay)
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.optionalSessionName()
            at = try fields.optionalTimestamp("at")
            delay = try fields.optionalMilliseconds("in_ms", in: 1...Self.longest)
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("at", at?.description)
            writer.member("in_ms", delay?.milliseconds)
        }
    }
}
