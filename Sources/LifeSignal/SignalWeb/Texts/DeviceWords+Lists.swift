import SeamWords
import SignalAPI
import SignalCore

/// The texts of the lists: the people on both sides, the inbox, and the phones.
extension DeviceWords {
    static let lookingOut: SeamText = "You look out for"
    static let alerted: SeamText = "People who are alerted, in this order"
    static let nobodyYet: SeamText = "Nobody yet: only the people who run this machine."
    static let noContacts: SeamText = "You have no contacts yet."
    static let nothingYet: SeamText = "Nothing has happened yet."
    static let markRead: SeamText = "Mark as read"
    static let remove: SeamText = "Remove"
    static let thisPhone: SeamText = "this phone"
    static let theyAsk: SeamText = "They ask you"
    static let agree: SeamText = "I agree"
    static let decline: SeamText = "I do not agree"
    static let ping: SeamText = "Ask whether they are all right"

    /// The name of a page. The inbox has the number of its unread messages.
    func name(_ place: DevicePlace) -> SeamText {
        switch place {
        case .home: "Home"
        case .people: "People"
        case .inbox: sight.unread == 0 ? "Inbox" : "\(SeamText("Inbox")) (\(sight.unread))"
        case .devices: "My phones"
        case .settings: "Settings"
        }
    }

    /// What a contact asks the person for, beside what they have agreed on.
    static func wish(_ proposal: SignalContact.Proposal, of contact: SignalContact) -> SeamText {
        let name = name(contact)
        let isResponder = proposal.isResponder && !contact.isResponder
        let isDependent = proposal.isDependent && !contact.isDependent
        return switch (isResponder, isDependent) {
        case (true, true): "\(name) wants to look out for you, and asks you to look out for them."
        case (true, false): "\(name) wants to look out for you."
        case (false, true): "\(name) asks you to look out for them."
        case (false, false): "\(name) wants to end what you agreed on."
        }
    }

    /// How a dependent is.
    func state(of contact: SignalContact) -> SeamText {
        if let alarm = contact.alert {
            let since = ago(alarm.at)
            guard alarm.isCall || alarm.isConcealed else { return "OVERDUE: no check-in, alarm \(since)" }
            return alarm.isConcealed
                ? "CALLS FOR HELP in secret, \(since): do not phone" : "CALLS FOR HELP, \(since)"
        }
        if contact.isOverdue { return "has missed a check-in" }
        guard let last = contact.lastCheckIn else { return "has never checked in" }
        let checkedIn: SeamText = "checked in \(ago(last))"
        return contact.isAsked ? "\(checkedIn); asked, no answer yet" : checkedIn
    }

    /// By which ways a responder is alerted, or why they cannot be.
    static func reach(_ contact: SignalContact) -> SeamText {
        if contact.isSilent { return "cannot be alerted: \(SeamText("has turned alarms off"))" }
        if contact.isUnheard {
            return "cannot be alerted: \(SeamText("is signed in nowhere, and has no address"))"
        }
        return .plain(contact.channels.map(PlainText.clean).joined(separator: ", "))
    }

    /// When a message came.
    func arrived(_ message: SignalNotification) -> SeamText {
        message.isRead ? moment(message.at) : "\(SeamText("new, "))\(moment(message.at))"
    }

    /// When a phone was added and last used.
    func use(of device: SignalDevice) -> SeamText {
        "added \(local(device.pairedAt)), last used \(local(device.usedAt))"
    }
}
