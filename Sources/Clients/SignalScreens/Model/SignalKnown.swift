package import LifeSignal
import SeamWords
package import SignalAPI
package import Wire

/// Everything that a screen knows about the person who is signed in to LifeSignal.
package nonisolated struct SignalKnown: Equatable, Sendable {
    /// What a screen can show.
    package enum Place: Equatable, Sendable {
        /// The daemon has not answered yet.
        case waiting
        /// The daemon has never answered, and this is the last error.
        case unreachable(WireError)
        case signedOut
        case signedIn
    }

    package private(set) var person: SignalPerson?
    /// The person's own alarm.
    package private(set) var alert: SignalAlert?
    private(set) var contacts: [SignalContact] = []
    private(set) var pings: [SignalPing] = []
    /// The latest notifications, newest first.
    private(set) var inbox: [SignalNotification] = []
    private(set) var unread = 0
    /// Why the daemon does not answer. While it answers, this is nil.
    package private(set) var trouble: WireError?
    /// Whether the contacts have arrived. Before that, an empty list means nothing.
    private(set) var hasContacts = false
    private var isSignedOut = false

    /// The largest number of notifications that are kept.
    private static let mostNotifications = 100

    package init() {}

    package var place: Place {
        if person != nil { return .signedIn }
        if let trouble { return .unreachable(trouble) }
        return isSignedOut ? .signedOut : .waiting
    }

    /// Takes news. News about a person who is no longer signed in change nothing.
    package mutating func take(_ news: SignalNews, of id: SignalID?) {
        switch news {
        case .unreachable(let error):
            trouble = error
            return
        case .signedOut:
            self = SignalKnown()
            isSignedOut = true
            return
        case .person(let person):
            guard id == person.id else { return }
            if self.person?.id != person.id { self = SignalKnown() }
            (self.person, trouble) = (person, nil)
            return
        default: break
        }
        guard let person, person.id == id else { return }
        trouble = nil
        takeTopic(news)
    }

    private mutating func takeTopic(_ news: SignalNews) {
        switch news {
        case .alert(let alert): self.alert = alert
        case .contacts(let contacts): (self.contacts, hasContacts) = (contacts, true)
        case .contact(let contact): Self.put(contact, into: &contacts)
        case .contactGone(let id): contacts.removeAll { $0.id == id }
        case .pings(let pings): self.pings = pings
        case .ping(let ping): Self.put(ping, into: &pings)
        case .inbox(let inbox, let unread): (self.inbox, self.unread) = (inbox, unread)
        case .notification(let notification):
            guard !inbox.contains(where: { $0.id == notification.id }) else { return }
            inbox = Array(([notification] + inbox).prefix(Self.mostNotifications))
            if !notification.isRead { unread += 1 }
        case .unreachable, .signedOut, .person: break
        }
    }

    private static func put<Element: Identified>(_ element: Element, into list: inout [Element]) {
        if let place = list.firstIndex(where: { $0.id == element.id }) {
            list[place] = element
        } else {
            list.append(element)
        }
    }

    /// Marks one notification, or all notifications, as read, as the daemon has just done.
    mutating func markRead(_ id: SignalID?) {
        for place in inbox.indices where id == nil || inbox[place].id == id {
            if !inbox[place].isRead { unread = max(0, unread - 1) }
            inbox[place].isRead = true
        }
        if id == nil { unread = 0 }
    }

    // MARK: - What follows from it

    /// The people who are alerted, in the order in which they are alerted.
    package var responders: [SignalContact] {
        contacts.filter(\.isResponder).sorted { ($0.tier, $0.sortName) < ($1.tier, $1.sortName) }
    }

    /// The people for whom this person is alerted. People who need something now come first.
    package var dependents: [SignalContact] {
        contacts.filter(\.isDependent).sorted { ($0.urgency, $0.sortName) < ($1.urgency, $1.sortName) }
    }

    /// The contacts who wait for this person's agreement.
    var asking: [SignalContact] { contacts.filter { $0.proposal?.isMine == false } }

    /// The questions that wait for this person's answer.
    package var questions: [SignalPing] { pings.filter { !$0.isMine && $0.status == "pending" } }

    /// The dependents who have an alarm that nobody has answered.
    package var calling: [SignalContact] { dependents.filter(\.needsAnswer) }

    /// The drills of others that this person has not answered.
    var drills: [SignalNotification] { inbox.filter { $0.kind == "drill" && !$0.isRead && $0.word != nil } }

    /// The dependents who have an alarm. Those whom nobody has answered come first.
    package var alarmed: [SignalContact] { dependents.filter { $0.alert != nil } }

    /// The text about an alarm that ran before, and is over in `new`.
    func ended(in new: SignalKnown) -> SeamText? {
        guard new.person?.id == person?.id, new.person != nil else { return nil }
        if alert != nil, new.alert == nil { return SeamText("Your alarm is over.") }
        for contact in alarmed {
            guard let now = new.contact(contact.id), now.isDependent, now.alert == nil else { continue }
            let name = [contact.firstName, contact.lastName].filter { !$0.isEmpty }.joined(separator: " ")
            return name.isEmpty ? SeamText("An alarm is over.") : SeamText("The alarm of \(name) is over.")
        }
        return nil
    }

    /// The contact with an id.
    package func contact(_ id: SignalID?) -> SignalContact? { contacts.first { $0.id == id } }
}

/// A value of a list that the daemon names by an id.
private nonisolated protocol Identified { var id: SignalID { get } }
nonisolated extension SignalContact: Identified {}
nonisolated extension SignalPing: Identified {}

nonisolated extension SignalContact {
    /// Whether the contact has an alarm that nobody has answered yet.
    var needsAnswer: Bool { alert.map { $0.acknowledgedAt == nil || $0.isWithOperator } ?? false }

    /// The number to call in an alarm. A call could give away somebody who calls in secret.
    var callable: String? { phone.isEmpty || alert?.isConcealed == true ? nil : phone }

    /// Whether nothing that a responder is told can reach them.
    var cannotBeTold: Bool { isSilent || isUnheard }

    fileprivate var urgency: Int {
        if alert != nil { return needsAnswer ? 0 : 1 }
        return status == "nonResponsive" ? 1 : status == "pendingPing" ? 2 : 3
    }

    fileprivate var sortName: String { "\(firstName) \(lastName) \(id)" }
}
