import Foundation
import SignalDependencies

extension CheckInClient {
    /// A client for the made-up person of previews.
    package static func preview(_ world: PreviewWorld) -> Self {
        Self(
            checkIn: { try world.change(throwing: CheckInError.self) { $0.checkIn(at: Date()) } },
            getCheckInHistory: { limit in
                Array(try world.person(throwing: CheckInError.self).checkIns.prefix(limit.history))
            },
            getCheckInInterval: { try world.person(throwing: CheckInError.self).user.checkInInterval },
            setCheckInInterval: { interval in
                try world.change(throwing: CheckInError.self) { person in
                    guard (300...604_800).contains(interval), interval > person.user.reminderInterval else {
                        throw CheckInError.validationError(
                            "the interval must be 5 minutes to 7 days, and longer than the reminder's")
                    }
                    person.user.checkInInterval = interval
                }
            },
            getReminderInterval: { try world.person(throwing: CheckInError.self).user.reminderInterval },
            setReminderInterval: { interval in
                try world.change(throwing: CheckInError.self) { person in
                    guard interval > 0, interval < person.user.checkInInterval else {
                        throw CheckInError.validationError(
                            "the reminder's interval must be more than zero, and less than the check-in's")
                    }
                    person.user.reminderInterval = interval
                }
            })
    }
}

extension AlertClient {
    /// A client for the made-up person of previews.
    package static func preview(_ world: PreviewWorld) -> Self {
        Self(
            activateAlert: { try world.change(throwing: AlertError.self) { $0.raiseAlert(at: Date()) } },
            deactivateAlert: { try world.change(throwing: AlertError.self) { $0.endAlert(at: Date()) } },
            getAlertHistory: { limit in
                Array(try world.person(throwing: AlertError.self).alerts.prefix(limit.history))
            },
            isAlertActive: { try world.person(throwing: AlertError.self).activeAlert != nil },
            alertStream: { world.outlet.stream { .some($0.activeAlert) } })
    }
}

extension PingClient {
    /// A client for the made-up person of previews.
    package static func preview(_ world: PreviewWorld) -> Self {
        Self(
            sendPing: { id in
                try world.change(throwing: PingError.self) { person in
                    guard let contact = try? person.contact(id), contact.isDependent, contact.consent == .active else {
                        throw PingError.validationError("only a dependent who has agreed can be asked")
                    }
                    let (sender, recipient) = (person.user.id, contact.contactID)
                    person.pings.append(
                        Ping(id: UUID(), senderID: sender, recipientID: recipient, timestamp: Date()))
                }
            },
            respondToPing: { id in
                try world.change(throwing: PingError.self) { person in
                    guard person.pending[id: id] != nil else { throw PingError.notFoundError("there is no such ping") }
                    _ = person.checkIn(at: Date(), source: .responderInitiated)
                }
            },
            respondToAllPings: {
                try world.change(throwing: PingError.self) { person in
                    guard !person.pending.isEmpty else { return }
                    _ = person.checkIn(at: Date(), source: .responderInitiated)
                }
            },
            getPendingPings: { try world.person(throwing: PingError.self).pending },
            getSentPings: {
                let person = try world.person(throwing: PingError.self)
                return person.pings.filter { $0.senderID == person.user.id }
            },
            pingStream: { world.outlet.stream(each: \.pings.elements) })
    }
}

extension PreviewPerson {
    /// The pings that the person has not answered.
    fileprivate var pending: IdentifiedArrayOf<Ping> {
        pings.filter { $0.recipientID == user.id && $0.status == .pending }
    }
}

extension Int? {
    /// The requested length of a history, limited to the range from 1 to 1,000. Without a request, it is 100.
    fileprivate var history: Int { Swift.min(Swift.max(self ?? 100, 1), 1_000) }
}
