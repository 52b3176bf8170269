import SeamWords
import SignalAPI
import SignalCore

/// The texts about contacts: what they are for the person, how that changes, and how somebody is added.
extension DeviceWords {
    static let contacts: SeamText = "Contacts"
    static let alertedWhen: SeamText = "When they are alerted"
    static let tiers: [SeamText] = ["first", "second", "third"]
    static let store: SeamText = "Store"
    static let pinForLater: SeamText = "To alert them later, type your PIN."
    static let withdraw: SeamText = "Withdraw my request"
    static let mute: SeamText = "Silence their calls for an hour"
    static let addSomebody: SeamText = "Add somebody"
    static let theirCode: SeamText = "Their code"
    static let whereCodes: SeamText = """
        They find their code on this page of their own phone, or in LifeSignal on their computer.
        """
    static let lookUp: SeamText = "Look up"
    static let lookOutForMe: SeamText = "They look out for me"
    static let lookOutForThem: SeamText = "I look out for them"
    static let both: SeamText = "Both"
    static let ownCode: SeamText = "Your code, for others to scan"
    static let sendCode: SeamText = "Or send them this address:"
    static let renewCode: SeamText = "Replace my code"
    static let agreed: SeamText = "You have agreed. They are told."
    static let added: SeamText = "They are asked. Until they agree, nobody is told of anything."

    /// The relation between a contact and the person, and what they are waiting for.
    static func relation(_ contact: SignalContact) -> SeamText {
        if contact.hasEnded { return "no longer shares anything" }
        let roles: [SeamText?] = [
            contact.isResponder ? "looks out for you" : nil, contact.isDependent ? "you look out for them" : nil,
            contact.proposal.map { $0.isMine ? "has not agreed to your request yet" : "waits for your answer" },
        ]
        let said = roles.compactMap(\.self)
        return said.dropFirst().reduce(said.first ?? "") { "\($0); \($1)" }
    }

    /// The button that ends a contact, or takes one off the list that the other side has ended.
    static func end(_ contact: SignalContact) -> SeamText {
        contact.hasEnded ? "Remove from the list" : "End this contact"
    }

    /// The button that asks a contact for a role.
    static func ask(_ role: ContactDeed.Role) -> SeamText {
        switch role {
        case .responder: "Ask them to look out for me"
        case .dependent: "Ask to look out for them"
        }
    }

    /// The button that ends a contact's role.
    static func drop(_ role: ContactDeed.Role) -> SeamText {
        switch role {
        case .responder: "They are no longer alerted for me"
        case .dependent: "I am no longer alerted for them"
        }
    }

    /// The question before a role of a contact ends, or all of them with the contact if `role` is nil.
    func endQuestion(_ role: ContactDeed.Role?, _ contact: SignalContact) -> Question {
        let name = Self.name(contact)
        if contact.hasEnded {
            return Question(
                title: "Remove \(name) from the list?", text: "The other side has already ended this contact.",
                yes: "Yes")
        }
        let isLastForMe = role != .dependent && contact.isResponder && sight.responders.count == 1
        let isLastForThem = role != .responder && contact.isLast
        let text = SeamText.sentences(
            isLastForMe ? "Then nobody is alerted for you but the people who run this machine." : nil,
            isLastForThem ? "Then nobody is alerted for \(name) but the people who run this machine." : nil)
        let title: SeamText =
            switch role {
            case nil: "End the contact with \(name), for both of you?"
            case .responder: "\(name) is then no longer alerted if you do not check in."
            case .dependent: "You are then no longer alerted for \(name)."
            }
        return Question(title: title, text: text, yes: "Yes")
    }

    /// The question before the person behind a code is asked.
    static func addQuestion(_ info: ContactInfoGet.Result) -> Question {
        let (name, hint) = (clean([info.firstName]), PlainText.clean(info.phoneHint))
        return Question(
            title: "This is the code of \(name.isEmpty ? hint : "\(name) (\(hint))").",
            text: "Until they agree, nobody is told of anything.", yes: addSomebody)
    }

    static let renewQuestion = Question(
        title: "Replace my code?", text: "Codes and addresses that you have given to others no longer work then.",
        yes: "Yes")

    /// The confirmation of a deed about a contact.
    static func recorded(_ deed: ContactDeed) -> SeamText {
        switch deed {
        case .agree: agreed
        case .decline: "You have not agreed. They are told."
        case .ping: "They are asked. Their answer appears here."
        case .mute: "You are not told of their calls for an hour. The others are told that you did this."
        case .setTier, .drop: "This has been changed."
        case .ask: "They are asked whether they agree."
        case .end: "The contact has ended."
        case .add, .find: added
        case .withdraw: "Your request is withdrawn."
        case .renewCode: "The old code no longer works."
        }
    }
}
