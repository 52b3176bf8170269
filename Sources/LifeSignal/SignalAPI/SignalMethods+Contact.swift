package import Wire

/// `contact.info`: whom a scanned code stands for.
package enum ContactInfoGet: TypedMethod {
    package static let name = "contact.info"
    package typealias Result = SignalContactInfo

    package struct Params: JSONRecord, Hashable {
        package var session: String?
        /// What the code says.
        package var qrCodeID: SignalID

        package init(session: String? = nil, qrCodeID: SignalID) { (self.session, self.qrCodeID) = (session, qrCodeID) }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.optionalSessionName()
            qrCodeID = try fields.signalID("qr_code_id")
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("qr_code_id", qrCodeID.description)
        }
    }
}

/// What a person writes of a contact, and wants of them.
package struct ContactWish: Sendable, Hashable {
    package var firstName: String
    package var lastName: String
    /// A number as E.164 writes it, or anything with `…` in it: then the contact's own number counts, once it is known.
    package var phone: String
    package var isResponder: Bool
    package var isDependent: Bool
    /// 1 to 3; nil leaves it, or is 1.
    package var tier: Int?

    package init(
        firstName: String, lastName: String, phone: String, isResponder: Bool, isDependent: Bool, tier: Int? = nil
    ) {
        (self.firstName, self.lastName, self.phone) = (firstName, lastName, phone)
        (self.isResponder, self.isDependent, self.tier) = (isResponder, isDependent, tier)
    }

    init(fields: inout JSONFields) throws(FieldFault) {
        firstName = try fields.string("first_name", bytes: 0...256)
        lastName = try fields.string("last_name", bytes: 0...256)
        phone = try fields.string("phone", bytes: 0...64)
        isResponder = try fields.bool("is_responder")
        isDependent = try fields.bool("is_dependent")
        tier = try fields.optionalInteger("tier", in: 1...3).map { Int($0) }
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("first_name", firstName)
        writer.member("last_name", lastName)
        writer.member("phone", phone)
        writer.member("is_responder", isResponder)
        writer.member("is_dependent", isDependent)
        writer.member("tier", tier.map { Int64($0) })
    }
}

/// `contact.add`: adds whom a code stood for.
package enum ContactAdd: TypedMethod {
    package static let name = "contact.add"
    package typealias Result = SignalContact

    package struct Params: JSONRecord, Hashable {
        package var session: String?
        package var ticket: SignalID
        package var wish: ContactWish

        package init(session: String? = nil, ticket: SignalID, wish: ContactWish) {
            (self.session, self.ticket, self.wish) = (session, ticket, wish)
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.optionalSessionName()
            ticket = try fields.signalID("ticket")
            wish = try ContactWish(fields: &fields)
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("ticket", ticket.description)
            wish.writeMembers(to: &writer)
        }
    }
}

/// `contact.update`: changes what the person writes of a contact, and wants of them.
package enum ContactUpdate: TypedMethod {
    package static let name = "contact.update"
    package typealias Result = SignalContact

    package struct Params: JSONRecord, Hashable {
        package var session: String?
        package var contact: SignalID
        package var wish: ContactWish
        package var pin: String?

        package init(session: String? = nil, contact: SignalID, wish: ContactWish, pin: String? = nil) {
            (self.session, self.contact, self.wish, self.pin) = (session, contact, wish, pin)
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.optionalSessionName()
            contact = try fields.signalID("contact")
            wish = try ContactWish(fields: &fields)
            pin = try fields.optionalPIN()
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("contact", contact.description)
            wish.writeMembers(to: &writer)
            writer.member("pin", pin)
        }
    }
}

/// The parameters of methods about one contact.
package struct ContactParams: JSONRecord, Hashable {
    package var session: String?
    package var contact: SignalID

    package init(session: String? = nil, contact: SignalID) { (self.session, self.contact) = (session, contact) }

    package init(fields: inout JSONFields) throws(FieldFault) {
        session = try fields.optionalSessionName()
        contact = try fields.signalID("contact")
        try fields.end()
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("session", session)
        writer.member("contact", contact.description)
    }
}

/// `contact.get`: one contact.
package enum ContactGet: ReadingMethod {
    package static let name = "contact.get"
    package typealias Params = ContactParams
    package typealias Result = SignalContact
}

/// `contact.accept`: agrees to what the contact has proposed.
package enum ContactAccept: TypedMethod {
    package static let name = "contact.accept"
    package typealias Result = SignalContact

    package struct Params: JSONRecord, Hashable {
        package var session: String?
        package var contact: SignalID
        /// The roles that the person has read: only these are agreed to. Nil for whatever is proposed.
        package var isResponder: Bool?
        package var isDependent: Bool?

        package init(
            session: String? = nil, contact: SignalID, isResponder: Bool? = nil, isDependent: Bool? = nil
        ) {
            (self.session, self.contact) = (session, contact)
            (self.isResponder, self.isDependent) = (isResponder, isDependent)
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.optionalSessionName()
            contact = try fields.signalID("contact")
            isResponder = try fields.optionalBool("is_responder")
            isDependent = try fields.optionalBool("is_dependent")
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("contact", contact.description)
            writer.member("is_responder", isResponder)
            writer.member("is_dependent", isDependent)
        }
    }
}

/// `contact.decline`: does not agree to it.
package enum ContactDecline: TypedMethod {
    package static let name = "contact.decline"
    package typealias Params = ContactParams
    package typealias Result = Nothing
}

/// `contact.remove`: ends a contact, for both sides at once.
package enum ContactRemove: TypedMethod {
    package static let name = "contact.remove"
    package typealias Result = Nothing

    package struct Params: JSONRecord, Hashable {
        package var session: String?
        package var contact: SignalID
        /// The other side is not told, unless it loses a responder.
        package var isQuiet: Bool
        package var pin: String?

        package init(session: String? = nil, contact: SignalID, isQuiet: Bool = false, pin: String? = nil) {
            (self.session, self.contact, self.isQuiet, self.pin) = (session, contact, isQuiet, pin)
        }

        package init(fields: inout JSONFields) throws(FieldFault) {
            session = try fields.optionalSessionName()
            contact = try fields.signalID("contact")
            isQuiet = try fields.optionalBool("quiet") ?? false
            pin = try fields.optionalPIN()
            try fields.end()
        }

        package func writeMembers(to writer: inout JSONWriter) {
            writer.member("session", session)
            writer.member("contact", contact.description)
            if isQuiet { writer.member("quiet", true) }
            writer.member("pin", pin)
        }
    }
}

/// `contact.list`: all contacts.
package enum ContactList: ReadingMethod {
    package static let name = "contact.list"
    package typealias Params = SignalSessionParams

    package struct Result: JSONRecord, Hashable {
        package var contacts: [SignalContact]

        package init(contacts: [SignalContact]) { self.contacts = contacts }

        package init(fields: inout JSONFields) throws(FieldFault) {
            contacts = try fields.values("contacts", count: 0...1_000)
        }

        package func writeMembers(to writer: inout JSONWriter) { writer.member("contacts", contacts) }
    }
}

/// `contact.watch`: all contacts, and after every change that one which has changed.
package enum ContactWatch: TypedStream, ReadingMethod {
    package static let name = "contact.watch"
    package typealias Params = SignalSessionParams
    package typealias Result = Nothing

    package enum Item: StreamItem {
        case snapshot(SignalContact)
        case contact(SignalContact)
        case removed(SignalID)
        /// Nobody, or somebody else, is signed in now; the last item.
        case ended(why: String)

        package init?(kind: String, data: JSON) throws(FieldFault) {
            switch kind {
            case "snapshot": self = .snapshot(try SignalContact(json: data))
            case "contact": self = .contact(try SignalContact(json: data))
            case "removed": self = .removed(try RemovedContact(json: data).id)
            case "ended": self = .ended(why: try SignalEnd(json: data).why)
            default: return nil
            }
        }

        package var kind: String {
            switch self {
            case .snapshot: "snapshot"
            case .contact: "contact"
            case .removed: "removed"
            case .ended: "ended"
            }
        }

        package var json: JSON {
            switch self {
            case .snapshot(let contact), .contact(let contact): contact.json
            case .removed(let id): RemovedContact(id: id).json
            case .ended(let why): SignalEnd(why: why).json
            }
        }
    }
}

/// That a contact is gone.
package struct RemovedContact: JSONRecord, Hashable {
    package var id: SignalID

    package init(id: SignalID) { self.id = id }

    package init(fields: inout JSONFields) throws(FieldFault) { id = try fields.signalID("id") }

    package func writeMembers(to writer: inout JSONWriter) { writer.member("id", id.description) }
}

/// `contact.who_sees_me`: what each contact sees of the person.
package enum ContactWhoSeesMe: ReadingMethod {
    package static let name = "contact.who_sees_me"
    package typealias Params = SignalSessionParams

    package struct Result: JSONRecord, Hashable {
        package var sights: [SignalSight]

        package init(sights: [SignalSight]) { self.sights = sights }

        package init(fields: inout JSONFields) throws(FieldFault) {
            sights = try fields.values("sights", count: 0...1_000)
        }

        package func writeMembers(to writer: inout JSONWriter) { writer.member("sights", sights) }
    }
}

/// Keeps the PIN, names and number out of whatever prints the parameters.
extension ContactUpdate.Params: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "session \(session ?? "default"), contact \(contact)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Keeps the PIN out of whatever prints the parameters.
extension ContactRemove.Params: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "session \(session ?? "default"), contact \(contact)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
