package import Wire

/// An alarm that is not over: why, who was alarmed so far, and who is alarmed next, and when (LIFESIGNAL 5.5).
package struct RunningAlert: Sendable, Hashable {
    package var id: SignalAlertID
    /// Whether the person has called for help, and whether a check-in was missed. At least one holds.
    package var isCalled: Bool
    package var isOverdue: Bool
    /// Since when the call for help is one that anyone beside the person must not see: it was made with the PIN for
    /// that, and only responders see it. Nil if it is open.
    package var concealedAt: Timestamp?
    package var raisedAt: Timestamp
    /// When the person has called for help, if it was a missed check-in that raised it; nil if it was the call.
    package var calledAt: Timestamp?
    /// When the telling began: at the beginning, and again when it is also for the other reason.
    package var begunAt: Timestamp
    /// How many steps are done: a tier each, then the operator.
    package var step = 0
    /// How many messages everyone could have had: each has a number of its own.
    package var tellings = 0
    /// When everyone was last told because somebody pressed again.
    package var pressedAt: Timestamp?
    /// Whether somebody has pressed again since, which is sent when the minute after ``pressedAt`` is over.
    package var isPressUntold = false
    /// When the next step or round is; nil after the last message.
    package var nextAt: Timestamp?
    package var acknowledgedBy: SignalRecipient?
    package var acknowledgedAt: Timestamp?
    /// The people who were alarmed: exactly these hear the all-clear.
    package var told: Set<SignalRecipient> = []

    /// Whether only responders see the call for help.
    package var isConcealed: Bool { concealedAt != nil }

    /// A call for help counts more than a missed check-in.
    package var kind: AlertKind { isCalled ? .manual : .overdue }

    /// How long a tier has before the next one is alarmed.
    static let patience = Duration.seconds(180)
    /// How long an acknowledgement silences the alarm before its giver is asked whether it is resolved.
    static let silence = Duration.seconds(1_800)
    /// How long everyone has after a press before another press is sent.
    private static let pressPause = Duration.seconds(60)
    /// How long somebody is asked before an alarm that only a corrected clock has made due.
    static let asking = Duration.seconds(120)
    /// The pauses between rounds, and how long after the beginning each of them holds.
    private static let rounds: [(until: Duration, pause: Duration)] = [
        (.seconds(3_600), .seconds(300)), (.seconds(86_400), .seconds(900)), (.seconds(604_800), .seconds(43_200)),
    ]
    /// The greatest number of steps: as many as there are never tiers.
    private static let mostSteps = 1_000
    /// The greatest number of a message; later ones also have it.
    static let mostTellings = 100_000

    /// An alarm that is raised now; its first step is due.
    init(id: SignalAlertID, kind: AlertKind, raisedAt: Timestamp) {
        self.id = id
        (isCalled, isOverdue) = (kind == .manual, kind == .overdue)
        self.raisedAt = raisedAt
        begunAt = raisedAt
        nextAt = raisedAt
    }

    /// Begins again, for another reason besides: people who were alarmed for the first do not know of it.
    mutating func beginAgain(at now: Timestamp) {
        (begunAt, step, nextAt) = (now, 0, now)
        (acknowledgedBy, acknowledgedAt) = (nil, nil)
    }

    /// Does what is due by `now`. Steps that fell due between two looks are taken together, once.
    mutating func advance(to now: Timestamp, _ tiers: [[SignalPersonID]]) -> [SignalAction] {
        if isPressUntold, let next = nextAt, next <= now {
            (acknowledgedBy, acknowledgedAt, isPressUntold, pressedAt) = (nil, nil, false, now)
            step = tiers.count + 1
            return round(at: now, tiers)
        }
        if acknowledgedAt != nil { return ask(at: now, tiers) }
        var recipients: [SignalRecipient] = []
        // The operator comes after the last tier.
        let steps = tiers.count + 1
        while step < steps, let next = nextAt, next <= now {
            let isEmpty = step < tiers.count && tiers[step].isEmpty
            recipients += step < tiers.count ? tiers[step].map { .person($0) } : [.operator]
            step += 1
            // An empty tier is not waited for.
            if !isEmpty { nextAt = next.advanced(by: Self.patience) }
        }
        if step >= steps, let next = nextAt, next <= now { return round(at: now, tiers) }
        // A step that is late is not followed at once by the next.
        if !recipients.isEmpty { nextAt = max(nextAt ?? now, now.advanced(by: Self.patience)) }
        return tell(recipients)
    }

    /// Whether a tier was alarmed, no one is on the way, and it may wait for the next tier.
    package var isWaitingForTier: Bool { step > 0 && step < Self.mostSteps && acknowledgedAt == nil }

    /// Goes on at once if it waits for tiers whose people it cannot reach.
    mutating func passOver(at now: Timestamp, _ tiers: [[SignalPersonID]]) -> [SignalAction] {
        guard isWaitingForTier, step <= tiers.count, let next = nextAt, next > now else { return [] }
        nextAt = now
        return advance(to: now, tiers)
    }

    /// Alarms those who have come since into a tier that was alarmed already.
    mutating func tellLate(_ tiers: [[SignalPersonID]]) -> [SignalAction] {
        // After an acknowledgement that led to nothing, a round to everyone comes anyhow.
        guard acknowledgedAt == nil, step < Self.mostSteps else { return [] }
        return tell(tiers.prefix(step).joined().map { .person($0) }.filter { !told.contains($0) })
    }

    /// Everyone at once, because somebody has pressed again; not more often than once a minute: a press within it is
    /// sent when the minute is over.
    mutating func tellAll(at now: Timestamp, _ tiers: [[SignalPersonID]]) -> [SignalAction] {
        step = tiers.count + 1
        if let next = pressedAt?.advanced(by: Self.pressPause), next > now {
            isPressUntold = true
            nextAt = min(nextAt ?? next, next)
            return []
        }
        (pressedAt, isPressUntold) = (now, false)
        nextAt = now.advanced(by: pause(at: now) ?? Self.patience)
        return tell(tiers.joined().map { .person($0) } + [.operator])
    }

    /// After an acknowledgement: its giver is asked once, then everyone is alarmed, whatever tier was next. The
    /// operator is not a responder who could say that all is well, and is not asked.
    private mutating func ask(at now: Timestamp, _ tiers: [[SignalPersonID]]) -> [SignalAction] {
        let by = acknowledgedBy?.person
        (acknowledgedBy, acknowledgedAt, step) = (nil, nil, Self.mostSteps)
        guard let by else { return round(at: now, tiers) }
        nextAt = now.advanced(by: Self.patience)
        return [.askWhetherResolved(id, by)]
    }

    private mutating func round(at now: Timestamp, _ tiers: [[SignalPersonID]]) -> [SignalAction] {
        let everybody = tiers.joined().map { SignalRecipient.person($0) } + [.operator]
        let pause = pause(at: now)
        nextAt = pause.map { now.advanced(by: $0) }
        return tell(everybody, isLast: pause == nil)
    }

    private mutating func tell(_ recipients: [SignalRecipient], isLast: Bool = false) -> [SignalAction] {
        guard !recipients.isEmpty else { return [] }
        told.formUnion(recipients)
        tellings = min(tellings + 1, Self.mostTellings)
        return [.tell(id, recipients, round: tellings, isLast: isLast)]
    }

    /// The pause until the next round; nil when no round follows.
    private func pause(at now: Timestamp) -> Duration? {
        let age = begunAt.duration(to: now)
        return Self.rounds.first { age < $0.until }?.pause
    }
}

/// How it is kept.
extension RunningAlert: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        self.init(
            id: try fields.bytes("id", count: 16...16), kind: .manual, raisedAt: try fields.timestamp("raised_at"))
        isCalled = try fields.bool("called")
        isOverdue = try fields.bool("overdue")
        begunAt = try fields.timestamp("begun_at")
        calledAt = try fields.optionalTimestamp("called_at")
        // Version 1 kept only that it is concealed.
        let isConcealed = try fields.optionalBool("concealed") ?? false
        concealedAt = try fields.optionalTimestamp("concealed_at") ?? (isConcealed ? begunAt : nil)
        step = Int(try fields.integer("step", in: 0...Int64(Self.mostSteps)))
        tellings = Int(try fields.integer("tellings", in: 0...Int64(Self.mostTellings)))
        pressedAt = try fields.optionalTimestamp("pressed_at")
        isPressUntold = try fields.optionalBool("press_untold") ?? false
        nextAt = try fields.optionalTimestamp("next_at")
        acknowledgedAt = try fields.optionalTimestamp("acknowledged_at")
        let helper = try fields.optionalBytes("acknowledged_by", count: 16...16)
        // The operator is not a person.
        acknowledgedBy = acknowledgedAt == nil ? nil : helper.map { .person($0) } ?? .operator
        told = Set(try fields.strings("told", count: 0...1_000, bytes: 1...32).map(SignalRecipient.init(kept:)))
    }

    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", bytes: id)
        writer.member("called", isCalled)
        writer.member("overdue", isOverdue)
        writer.member("raised_at", raisedAt.description)
        writer.member("begun_at", begunAt.description)
        writer.member("called_at", calledAt?.description)
        writer.member("concealed_at", concealedAt?.description)
        writer.member("step", Int64(step))
        writer.member("tellings", Int64(tellings))
        writer.member("pressed_at", pressedAt?.description)
        if isPressUntold { writer.member("press_untold", true) }
        writer.member("next_at", nextAt?.description)
        if case .person(let helper) = acknowledgedBy { writer.member("acknowledged_by", bytes: helper) }
        writer.member("acknowledged_at", acknowledgedAt?.description)
        writer.member("told", told.sorted().map(\.kept))
    }
}
