import SignalAPI

/// The steps from signing in to a drill that somebody has answered. The next step is the first that is not done.
nonisolated enum SignalGuide: Int, Equatable, Sendable, CaseIterable {
    /// The person gives a name, so that others know whose alarm it is.
    case name
    /// The person adds somebody who is to be alerted.
    case responder
    /// The person waits until that contact agrees.
    case consent
    /// The person checks in for the first time, which starts the first deadline.
    case checkIn
    /// The person asks the responders to answer a drill.
    case drill
    /// The person waits for the first answer to the drill.
    case answer

    /// Returns the next step, or nil if all are done or it is not known yet.
    static func next(_ known: SignalKnown, _ drill: SignalDrill?) -> SignalGuide? {
        guard let person = known.person, known.hasContacts else { return nil }
        if person.firstName.isEmpty { return .name }
        if known.responders.isEmpty {
            let hasAsked = known.contacts.contains { $0.proposal.map { $0.isMine && $0.isResponder } ?? false }
            return hasAsked ? .consent : .responder
        }
        guard person.isArmed || person.pause != nil else { return .checkIn }
        guard let drill else { return nil }
        guard drill.at != nil else { return .drill }
        return drill.responders.contains { $0.answeredAt != nil } ? nil : .answer
    }
}
