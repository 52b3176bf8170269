import SeamWords
import SignalAPI
import SignalCore
import SignalStore
import Wire

extension SignalPerson {
    /// A person as their own sessions see them. `now` is nil if the value is kept for followers.
    init(_ record: PersonRecord, isWatched: Bool, at now: Timestamp? = nil) {
        let watch = record.watch.seen
        self.init(
            id: SignalID(of: record.id), firstName: record.profile.firstName, lastName: record.profile.lastName,
            phone: record.profile.phone, emergencyNote: record.profile.note,
            checkInInterval: watch.settings.interval, reminderInterval: watch.settings.reminder,
            grace: watch.settings.grace, lastCheckIn: watch.lastCheckIn, nextDue: watch.due,
            status: watch.alert.map { $0.kind == .manual ? "alertActive" : "nonResponsive" } ?? "active",
            qrCodeID: SignalID(of: record.profile.qrCodeID), isArmed: watch.isArmed, isWatched: isWatched)
        (hasPIN, countsDoors) = (record.pins != nil, watch.countsDoors)
        image = record.profile.image.map(Hex.encode)
        if let now, let due = watch.due { isLate = due <= now }
        pause = watch.pause
        waiting = watch.waiting.map { Intervals(checkIn: $0.interval, reminder: $0.reminder, grace: $0.grace) }
    }
}

extension SignalAlarm {
    /// A person's running alarm, as their own sessions see it.
    init(_ record: PersonRecord) {
        self.init(alert: record.watch.seen.alert.map { SignalAlert($0, helper: record.helper) })
        alert?.isStored = !record.isUnstored
    }
}

extension SignalAlert {
    /// Describes a running alarm. `helper` is the person on the way, given as the reader's contact.
    init(_ running: RunningAlert, helper: [UInt8]?) {
        self.init(
            id: SignalID(of: running.id), at: running.raisedAt, kind: running.kind.rawValue,
            status: "active", word: AlarmText.word(of: running.id))
        (acknowledgedAt, isConcealed) = (running.acknowledgedAt, running.isConcealed)
        (acknowledgedBy, isWithOperator) = (helper.map { SignalID(of: $0) }, running.acknowledgedBy == .operator)
    }
}

extension SignalContact {
    /// A contact as its owner sees it.
    init(_ stored: StoredContact) {
        self.init(
            id: SignalID(of: stored.id), firstName: stored.firstName, lastName: stored.lastName, phone: stored.phone,
            addedAt: stored.since)
        (isResponder, isDependent) = (stored.bond.roles.isResponder, stored.bond.roles.isDependent)
        (tier, consent, isSilent) = (stored.tier, stored.bond.consent.rawValue, stored.isSilent)
        (channels, isUnheard, isLast) = (stored.channels, stored.isUnheard, stored.isLast)
        proposal = stored.bond.proposal.map {
            Proposal(isResponder: $0.roles.isResponder, isDependent: $0.roles.isDependent, isMine: $0.isMine)
        }
        (status, lastCheckIn, emergencyNote) = (stored.status?.rawValue, stored.lastCheckIn, stored.note)
        mutedUntil = stored.mutedUntil
        image = stored.image.map(Hex.encode)
        alert = stored.alert.map { SignalAlert($0, helper: nil) }
    }
}

extension SignalPing {
    /// A ping as the sender or the recipient sees it.
    init(_ stored: StoredPing, at now: Timestamp) {
        self.init(
            id: SignalID(of: stored.id), contact: SignalID(of: stored.contact), isMine: stored.isMine, at: stored.at,
            status: stored.status(at: now).rawValue, respondedAt: stored.respondedAt)
    }
}

extension SignalID {
    /// Creates an id from the bytes in the store. The store always has 16 bytes for an id.
    init(of bytes: [UInt8]) {
        guard let id = SignalID(bytes: bytes) else { preconditionFailure("an id has 16 bytes") }
        self = id
    }
}

extension SignalPreferences {
    /// A person's settings.
    init(_ record: PersonRecord) {
        let silenced = record.silenced
        self.init(
            alerts: !silenced.contains("alerts"), pings: !silenced.contains("pings"),
            checkIns: !silenced.contains("check_ins"), contacts: !silenced.contains("contacts"),
            language: record.language?.code)
    }

    var silenced: Set<String> {
        Set(
            [("alerts", alerts), ("pings", pings), ("check_ins", checkIns), ("contacts", contacts)]
                .filter { !$0.1 }.map(\.0))
    }
}

extension SignalNotification {
    /// A person's notification, in their language.
    init(_ stored: StoredNotification, in language: SeamLanguage) {
        self.init(
            id: SignalID(of: stored.id), at: stored.at, type: stored.type, title: stored.title.said(in: language),
            message: stored.message.said(in: language), isRead: stored.isRead,
            alert: stored.kind == "drill" ? nil : stored.alert.map { SignalID(of: $0) },
            contact: stored.contact.map { SignalID(of: $0) }, ping: stored.ping.map { SignalID(of: $0) })
        (kind, word) = (stored.kind, stored.alert.map(AlarmText.word))
    }
}

extension SignalMessage {
    /// A message to the operator, in the machine's language.
    init(_ stored: StoredMessage, in language: SeamLanguage) {
        self.init(
            number: stored.number, at: stored.at, kind: stored.kind, text: stored.text.said(in: language),
            alert: SignalID(of: stored.alert))
    }
}

extension SignalAlert {
    init(_ stored: StoredAlert) {
        self.init(
            id: SignalID(of: stored.id), at: stored.at, kind: stored.kind.rawValue,
            status: stored.resolvedAt == nil ? "active" : "resolved", word: AlarmText.word(of: stored.id))
        resolution = stored.resolution?.rawValue
        resolvedAt = stored.resolvedAt
        resolvedBy = stored.resolvedBy.map { SignalID(of: $0) }
        acknowledgedAt = stored.acknowledgedAt
        acknowledgedBy = stored.acknowledgedBy.map { SignalID(of: $0) }
        isWithOperator = stored.isWithOperator
    }
}

extension SignalDrill {
    /// A drill as the person who began it sees it.
    init(_ stored: StoredDrill, at now: Timestamp) {
        self.init(
            at: stored.at, age: stored.at.map { max(.zero, $0.duration(to: now)) },
            responders: stored.responders.map { asked in
                Responder(
                    contact: SignalID(of: asked.contact.id), firstName: asked.contact.firstName,
                    lastName: asked.contact.lastName, answeredAt: asked.answeredAt)
            })
    }
}
