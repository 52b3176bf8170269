import SignalAPI

/// A person's deed about their contacts, on a page of their phone.
enum ContactDeed: Sendable, Hashable {
    /// Agrees to what a contact asks for, as the page has shown it.
    case agree(SignalID, isResponder: Bool, isDependent: Bool)
    /// Does not agree to what a contact asks for.
    case decline(SignalID)
    /// Asks a dependent whether they are well.
    case ping(SignalID)
    /// Silences a dependent's calls for help for an hour.
    case mute(SignalID)
    /// Sets when a responder is alerted: first, second or third.
    case setTier(SignalID, Int, pin: String?)
    /// Asks a contact for a role.
    case ask(SignalID, Role)
    /// Takes back what the person has asked a contact for.
    case withdraw(SignalID)
    /// Ends a role of a contact.
    case drop(SignalID, Role, pin: String?)
    /// Ends a contact, for both sides.
    case end(SignalID, pin: String?)
    /// Looks up the person with a code.
    case find(String)
    /// Asks the person who was found to be a contact.
    case add(ticket: SignalID, isResponder: Bool, isDependent: Bool)
    /// Replaces the person's own code.
    case renewCode

    /// A contact's role for the person.
    enum Role: String, Sendable, Hashable {
        case responder
        case dependent
    }

    /// Reads the deed with a name from a form, or returns nil if none of our pages has such a form.
    init?(_ name: Substring?, _ form: String, pin: String?) {
        func id(_ name: String) -> SignalID? { WebForm.value(of: name, in: form).flatMap { SignalID(String($0)) } }
        func has(_ name: String) -> Bool { WebForm.value(of: name, in: form) == "yes" }
        let role = WebForm.value(of: "role", in: form).flatMap { Role(rawValue: String($0)) }
        switch (name, id("contact"), role) {
        case ("agree", let contact?, _):
            self = .agree(contact, isResponder: has("responder"), isDependent: has("dependent"))
        case ("decline", let contact?, _): self = .decline(contact)
        case ("ping", let contact?, _): self = .ping(contact)
        case ("mute", let contact?, _): self = .mute(contact)
        case ("tier", let contact?, _):
            guard let tier = WebForm.value(of: "tier", in: form).flatMap({ Int($0) }), (1...3).contains(tier) else {
                return nil
            }
            self = .setTier(contact, tier, pin: pin)
        case ("ask", let contact?, let role?): self = .ask(contact, role)
        case ("withdraw", let contact?, _): self = .withdraw(contact)
        case ("drop", let contact?, let role?): self = .drop(contact, role, pin: pin)
        case ("end", let contact?, _): self = .end(contact, pin: pin)
        case ("find", _, _): self = .find(WebForm.text(of: "person", in: form) ?? "")
        case ("add_person", _, _):
            guard let ticket = id("ticket") else { return nil }
            self = .add(ticket: ticket, isResponder: has("responder"), isDependent: has("dependent"))
        case ("new_code", _, _): self = .renewCode
        default: return nil
        }
    }

    /// Whether the deed takes a second press.
    var needsQuestion: Bool {
        switch self {
        case .drop, .end, .renewCode: true
        case .agree, .decline, .ping, .mute, .setTier, .ask, .withdraw, .find, .add: false
        }
    }
}
