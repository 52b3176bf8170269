package import Wire

/// An alarm that nobody has ended: who was told so far, and when whom is told next (LIFESIGNAL 5.5).
package struct RunningAlert: Sendable, Hashable {
    package var id: SignalAlertID
    package var kind: AlertKind
    package var raisedAt: Timestamp
    /// How many steps are done: a tier each, then the operator.
    package var step = 0
    /// How many rounds over everybody are done.
    package var round = 0
    /// When the next step or round is; nil after the last message.
    package var nextAt: Timestamp?
    package var acknowledgedBy: SignalPersonID?
    package var acknowledgedAt: Timestamp?
    /// Who was told: exactly these hear the all-clear.
    package var told: Set<SignalRecipient> = []

    /// How long a tier has before the next one is told.
    static let patience = Duration.seconds(180)
    /// How long an acknowledgement silences the alarm before its giver is asked whether it is resolved.
    static let silence = Duration.seconds(1_800)
    /// How long somebody is asked before an alarm that only a corrected clock has made due.
    static let asking = Duration.seconds(120)
    /// The pauses between rounds, and how long after the beginning each of them holds.
    private static let rounds: [(until: Duration, pause: Duration)] = [
        (.seconds(3_600), .seconds(300)), (.seconds(86_400), .seconds(900)), (.seconds(604_800), .seconds(43_200)),
    ]

    /// An alarm that is raised now; its first step is due.
    init(id: SignalAlertID, kind: AlertKind, raisedAt: Timestamp) {
        self.id = id
        self.kind = kind
        self.raisedAt = raisedAt
        nextAt = raisedAt
    }

    /// An alarm as it was kept.
    package init(
        id: SignalAlertID, kind: AlertKind, raisedAt: Timestamp, step: Int, round: Int, nextAt: Timestamp?,
        acknowledgedBy: SignalPersonID?, acknowledgedAt: Timestamp?, told: Set<SignalRecipient>
    ) {
        self.init(id: id, kind: kind, raisedAt: raisedAt)
        (self.step, self.round, self.nextAt) = (step, round, nextAt)
        (self.acknowledgedBy, self.acknowledgedAt, self.told) = (acknowledgedBy, acknowledgedAt, told)
    }

    func turned(_ kind: AlertKind) -> RunningAlert {
        var new = self
        new.kind = kind
        return new
    }

    /// Does what is due by `now`. Steps that fell due while nobody looked are told together, once.
    mutating func advance(to now: Timestamp, _ tiers: [[SignalPersonID]]) -> [SignalAction] {
        if acknowledgedAt != nil { return ask(at: now) }
        var recipients: [SignalRecipient] = []
        // The operator comes after the last tier.
        let steps = tiers.count + 1
        while step < steps, let next = nextAt, next <= now {
            recipients += step < tiers.count ? tiers[step].map { .person($0) } : [.operator]
            step += 1
            nextAt = next.advanced(by: Self.patience)
        }
        if step >= steps, let next = nextAt, next <= now { return round(at: now, tiers) }
        // A step that is late is not followed at once by the next.
        if !recipients.isEmpty { nextAt = max(nextAt ?? now, now.advanced(by: Self.patience)) }
        return tell(recipients, at: now)
    }

    /// Everybody at once.
    mutating func tellAll(at now: Timestamp, _ tiers: [[SignalPersonID]]) -> [SignalAction] {
        step = tiers.count + 1
        round += 1
        nextAt = now.advanced(by: pause(at: now) ?? Self.patience)
        return tell(tiers.joined().map { .person($0) } + [.operator], at: now)
    }

    /// After an acknowledgement: its giver is asked once, then the rounds go on.
    private mutating func ask(at now: Timestamp) -> [SignalAction] {
        guard let by = acknowledgedBy else { return [] }
        (acknowledgedBy, acknowledgedAt) = (nil, nil)
        nextAt = now.advanced(by: Self.patience)
        return [.askWhetherResolved(id, by)]
    }

    private mutating func round(at now: Timestamp, _ tiers: [[SignalPersonID]]) -> [SignalAction] {
        round += 1
        let everybody = tiers.joined().map { SignalRecipient.person($0) } + [.operator]
        guard let pause = pause(at: now) else {
            nextAt = nil
            told.formUnion(everybody)
            return [.tell(id, everybody, round: step + round, isLast: true)]
        }
        nextAt = now.advanced(by: pause)
        return tell(everybody, at: now)
    }

    private mutating func tell(_ recipients: [SignalRecipient], at now: Timestamp) -> [SignalAction] {
        guard !recipients.isEmpty else { return [] }
        told.formUnion(recipients)
        return [.tell(id, recipients, round: step + round, isLast: false)]
    }

    /// The pause until the next round; nil when there is none any more.
    private func pause(at now: Timestamp) -> Duration? {
        let age = raisedAt.duration(to: now)
        return Self.rounds.first { age < $0.until }?.pause
    }
}
