package import Wire

// Additions for code that reads these values. The values' members come from `Protocol/contract`.

extension SignalPreferences {
    /// The language value that, in a call, stands for the language of the daemon's machine.
    package static let machine = "machine"
}

extension AuthSignIn.Params {
    /// The idle timeout of an ephemeral session when none is given.
    package static let defaultIdleTimeout = Duration.seconds(120)

    /// The fault in the combination of parameters. If the combination is right, this is nil.
    package var ephemeralFault: FieldFault? {
        if isEphemeral, session != nil { return FieldFault("/session", "must be absent if the session is ephemeral") }
        if !isEphemeral, idleTimeout != nil {
            return FieldFault("/idle_timeout_ms", "is only for an ephemeral session")
        }
        return nil
    }
}

extension SignalAlert {
    /// Whether the daemon has stored the check-in on disk.
    package var isStored: Bool {
        get { !isUnstored }
        set { isUnstored = !newValue }
    }
}

extension SignalContact {
    /// Creates a contact who has not agreed to any role yet.
    package init(id: SignalID, firstName: String, lastName: String, phone: String, addedAt: Timestamp) {
        self.init(
            id: id, firstName: firstName, lastName: lastName, phone: phone, isResponder: false, isDependent: false,
            tier: 1, consent: "awaiting", addedAt: addedAt, channels: [])
    }
}

extension SignalPreferences {
    /// Turns every kind of notification on.
    package init() { self.init(alerts: true, pings: true, checkIns: true, contacts: true) }
}

/// The data that a person enters for a contact, and the roles that the person wants.
package struct ContactWish: Sendable, Hashable, Withheld {
    package var firstName: String
    package var lastName: String
    /// A phone number in E.164 form. If the text contains `…`, the contact's own number replaces the text once that
    /// number is known.
    package var phone: String
    package var isResponder: Bool
    package var isDependent: Bool
    /// The tier, from 1 to 3. The value nil keeps the current tier. For a new contact, nil means tier 1.
    package var tier: Int?

    package init(
        firstName: String, lastName: String, phone: String, isResponder: Bool, isDependent: Bool, tier: Int? = nil
    ) {
        (self.firstName, self.lastName, self.phone) = (firstName, lastName, phone)
        (self.isResponder, self.isDependent, self.tier) = (isResponder, isDependent, tier)
    }
}

extension ContactAdd.Params {
    package init(session: String? = nil, ticket: SignalID, wish: ContactWish) {
        self.init(
            session: session, ticket: ticket, firstName: wish.firstName, lastName: wish.lastName, phone: wish.phone,
            isResponder: wish.isResponder, isDependent: wish.isDependent, tier: wish.tier)
    }

    package var wish: ContactWish {
        ContactWish(
            firstName: firstName, lastName: lastName, phone: phone, isResponder: isResponder, isDependent: isDependent,
            tier: tier)
    }
}

extension ContactUpdate.Params {
    package init(session: String? = nil, contact: SignalID, wish: ContactWish, pin: String? = nil) {
        self.init(
            session: session, contact: contact, firstName: wish.firstName, lastName: wish.lastName, phone: wish.phone,
            isResponder: wish.isResponder, isDependent: wish.isDependent, tier: wish.tier, pin: pin)
    }

    package var wish: ContactWish {
        ContactWish(
            firstName: firstName, lastName: lastName, phone: phone, isResponder: isResponder, isDependent: isDependent,
            tier: tier)
    }
}
