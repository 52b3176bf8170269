package import SignalCore
package import Wire

/// A person's contact, with the parts that the contact has agreed to show. Hidden parts are nil.
package struct StoredContact: Sendable, Hashable {
    package var id: [UInt8]
    package var firstName: String
    package var lastName: String
    /// The contact's number, or only its first and last digits.
    package var phone: String
    package var bond: ContactBond
    package var tier: Int
    package var since: Timestamp
    /// Whether a responder has currently turned alarms off.
    package var isSilent = false
    /// The channels that reach a responder outside this machine.
    package var channels: [String] = []
    /// Whether no message can reach a responder, because the responder is not signed in anywhere and has no working
    /// address.
    package var isUnheard = false
    /// Whether a dependent has no other responder with alarms turned on.
    package var isLast = false
    package var status: Status?
    package var lastCheckIn: Timestamp?
    /// Until when the person has muted the contact's calls for help. If the person has not muted them, this is nil.
    package var mutedUntil: Timestamp?
    package var alert: RunningAlert?
    package var note: String?
    /// The name of the contact's picture.
    package var image: [UInt8]?

    /// A contact's condition. The names come from the original LifeSignal documents.
    package enum Status: String, Sendable, CaseIterable {
        case active
        case nonResponsive
        case alertActive
        case pendingPing
    }

    /// Both of the contact's names, or the known parts of them.
    package var name: String {
        let name = [firstName, lastName].filter { !$0.isEmpty }.joined(separator: " ")
        return name.isEmpty ? phone : name
    }
}

/// Makes sure that printed output does not contain the contact's names, number and note.
extension StoredContact: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "a contact" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// The data that a person enters for a contact. Empty or nil means the contact's own value.
package struct ContactLabels: JSONRecord, Hashable {
    package var firstName: String
    package var lastName: String
    package var phone: String?

    package init(firstName: String = "", lastName: String = "", phone: String? = nil) {
        (self.firstName, self.lastName, self.phone) = (firstName, lastName, phone)
    }

    package init(fields: inout JSONFields) throws(FieldFault) {
        firstName = try fields.string("first_name", bytes: 0...1_024)
        lastName = try fields.string("last_name", bytes: 0...1_024)
        phone = try fields.optionalString("phone", bytes: 0...64)
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("first_name", firstName)
        writer.member("last_name", lastName)
        writer.member("phone", phone)
    }
}

/// The result of a scanned code.
package enum LookUpOutcome: Sendable, Hashable {
    /// The code belongs to a person. The values are the ticket, the given name, and the first and last digits of the
    /// number.
    case found(ticket: [UInt8], firstName: String, phoneHint: String)
    case unknown
    /// The code is the person's own code.
    case own
    case limited(Duration)
}

/// The result of changing a contact.
package enum ContactOutcome: Sendable, Hashable {
    /// The contact was changed. The value is the updated contact, or nil if the contact was removed.
    case changed(StoredContact?, SignalNews)
    case unknown
    /// The person is already a contact.
    case already
    /// One of the two people has reached the limit of contacts.
    case full
}

/// A ping as its sender or its recipient sees it.
package struct StoredPing: Sendable, Hashable {
    /// The person whose view this is.
    package var person: SignalPersonID
    package var id: [UInt8]
    /// The other side, as a contact of the person.
    package var contact: [UInt8]
    /// Whether the person sent the ping.
    package var isMine: Bool
    package var at: Timestamp
    package var respondedAt: Timestamp?

    /// Whether the ping is open, answered or expired. The names come from the original LifeSignal documents.
    package func status(at now: Timestamp) -> Status {
        if respondedAt != nil { return .responded }
        return at.duration(to: now) < ContactRules.pingLifetime ? .pending : .expired
    }

    /// The state of a ping.
    package enum Status: String, Sendable, CaseIterable {
        case pending
        case responded
        case expired
    }
}
