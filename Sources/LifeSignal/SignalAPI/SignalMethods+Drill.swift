package import Wire

/// A drill: whether a person's alarms reach their responders.
package struct SignalDrill: JSONRecord, Hashable {
    /// When it began; nil before the first.
    package var at: Timestamp?
    /// How long ago that was, by the daemon's time.
    package var age: Duration?
    package var responders: [Responder]

    /// Who was asked, and when they have answered.
    package struct Responder: JSONRecord, Hashable {
        package var contact: SignalID
        package var firstName: String
        package var lastName: String
        /// Nil if they have not.
        package var answeredAt: Timestamp?

        package init(contact: SignalID, firstName: String, lastName: String, answeredAt: Timestamp?) {
            (self.contact, self.firstName, self.lastName) = (contact, firstName, lastName)
            self.answeredAt = answeredAt
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            contact = try fields.signalID("contact")
            firstName = try fields.string("first_name", bytes: 0...256)
            lastName = try fields.string("last_name", bytes: 0...256)
            answeredAt = try fields.optionalTimestamp("answered_at")
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("contact", contact.description)
            writer.member("first_name", firstName)
            writer.member("last_name", lastName)
            writer.member("answered_at", answeredAt?.description)
        }
    }

    package init(at moment: Timestamp? = nil, age: Duration? = nil, responders: [Responder] = []) {
        (at, self.age, self.responders) = (moment, age, responders)
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        at = try fields.optionalTimestamp("at")
        age = try fields.optionalMilliseconds("age_ms")
        responders = try fields.values("responders", count: 0...1_000)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("at", at?.description)
        writer.member("age_ms", age?.milliseconds)
        writer.member("responders", responders)
    }
}

/// `drill.start`: asks the person's responders to answer.
package enum DrillStart: TypedMethod {
    package static let name = "drill.start"
    package typealias Params = SignalSessionParams
    package typealias Result = SignalDrill
}

/// `drill.get`: the last drill.
package enum DrillGet: ReadingMethod {
    package static let name = "drill.get"
    package typealias Params = SignalSessionParams
    package typealias Result = SignalDrill
}

/// `drill.answer`: a responder has got the message.
package enum DrillAnswer: TypedMethod {
    package static let name = "drill.answer"
    package typealias Result = SignalContact

    package struct Params: JSONRecord, Hashable {
        package var session: String?
        /// The six letters of the drill's messages; small ones count as large ones.
        package var word: String

        package init(session: String? = nil, word: String) { (self.session, self.word) = (session, word) }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.optionalSessionName()
            word = try fields.string("word", bytes: 6...6)
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("word", word)
        }
    }
}
