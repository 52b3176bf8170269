package import Wire

/// `pin.set`: gives the person PINs, other ones, or none any more.
package enum PINSet: TypedMethod {
    package static let name = "pin.set"
    package typealias Result = Nothing

    package struct Params: JSONRecord, Hashable {
        package var session: String?
        /// The new one; nil for none.
        package var new: String?
        /// The one that says that the person is forced; nil for none.
        package var forced: String?
        /// The one that the person has.
        package var pin: String?

        package init(session: String? = nil, new: String?, forced: String? = nil, pin: String? = nil) {
            (self.session, self.new, self.forced, self.pin) = (session, new, forced, pin)
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.optionalSessionName()
            new = try fields.optionalPIN("new_pin")
            forced = try fields.optionalPIN("forced_pin")
            pin = try fields.optionalPIN()
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("new_pin", new)
            writer.member("forced_pin", forced)
            writer.member("pin", pin)
        }
    }
}

/// Keeps the PINs out of whatever prints the parameters.
extension PINSet.Params: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "session \(session ?? "default"), PINs hidden" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// `checkin.pause`: for a while after the next check-in, no deadline.
package enum CheckInPause: TypedMethod {
    package static let name = "checkin.pause"
    package typealias Result = SignalPerson

    package struct Params: JSONRecord, Hashable {
        /// In milliseconds: 14 days.
        static let longest: Int64 = 1_209_600_000

        package var session: String?
        /// How long after the next check-in; nil ends every pause.
        package var length: Duration?
        package var pin: String?

        package init(session: String? = nil, length: Duration?, pin: String? = nil) {
            (self.session, self.length, self.pin) = (session, length, pin)
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.optionalSessionName()
            length = try fields.optionalMilliseconds("for_ms", in: 1...Self.longest)
            pin = try fields.optionalPIN()
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("for_ms", length?.milliseconds)
            writer.member("pin", pin)
        }
    }
}

/// Keeps the PIN out of whatever prints the parameters.
extension CheckInPause.Params: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "session \(session ?? "default")" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
