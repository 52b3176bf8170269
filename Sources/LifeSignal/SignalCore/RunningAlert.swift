package import Wire

/// An alarm that is still open: its cause, the people alerted so far, and who is alerted next and when (LIFESIGNAL
/// 5.5).
package struct RunningAlert: Sendable, Hashable {
    package var id: SignalAlertID
    /// Whether the person has called for help, and whether the person has missed a check-in. At least one of the two
    /// causes is true.
    package var isCalled: Bool
    package var isOverdue: Bool
    /// When the person called for help with the duress PIN. This PIN conceals the call, so that only responders may see
    /// it. The value is nil if the call is not concealed.
    package var concealedAt: Timestamp?
    package var raisedAt: Timestamp
    /// If the alarm began with a missed check-in, this is when the person called for help. If the alarm began with the
    /// call, this is nil.
    package var calledAt: Timestamp?
    /// When alerting began. It begins at the start of the alarm, and begins again when a second cause is added.
    package var begunAt: Timestamp
    /// How many steps are done: one for each tier, then the operator.
    package var step = 0
    /// The number of messages that each recipient may have been sent. Each message has its own number.
    package var tellings = 0
    /// When everyone was last alerted because the person called for help again.
    package var pressedAt: Timestamp?
    /// Whether the person has called for help again since ``pressedAt``. The repeated call is sent one minute after
    /// ``pressedAt``.
    package var isPressUntold = false
    /// When the next step or round is due, or nil after the last message.
    package var nextAt: Timestamp?
    package var acknowledgedBy: SignalRecipient?
    package var acknowledgedAt: Timestamp?
    /// The recipients who have been alerted. Exactly these recipients get the all-clear.
    package var told: Set<SignalRecipient> = []

    /// Whether only responders see the call for help.
    package var isConcealed: Bool { concealedAt != nil }

    /// The cause that the alarm reports. A call for help outranks a missed check-in.
    package var kind: AlertKind { isCalled ? .manual : .overdue }

    /// How long to wait for one tier before alerting the next.
    static let patience = Duration.seconds(180)
    /// How long an acknowledgement silences the alarm before the responder is asked whether all is well.
    static let silence = Duration.seconds(1_800)
    /// If the person calls for help repeatedly, this is the shortest time between two alerts to everyone.
    private static let pressPause = Duration.seconds(60)
    /// If an alarm is due only because the clock was corrected, the person is asked first. This is how long the person
    /// has to answer.
    static let asking = Duration.seconds(120)
    /// The pauses between rounds. For each pause, the age of the alarm until which the pause applies.
    private static let rounds: [(until: Duration, pause: Duration)] = [
        (.seconds(3_600), .seconds(300)), (.seconds(86_400), .seconds(900)), (.seconds(604_800), .seconds(43_200)),
    ]
    /// The highest step number. There are always fewer tiers than this number.
    private static let mostSteps = 1_000
    /// The highest message number, which all later messages share.
    static let mostTellings = 100_000

    /// Creates an alarm that is raised now. The new alarm's first step is due immediately.
    init(id: SignalAlertID, kind: AlertKind, raisedAt: Timestamp) {
        self.id = id
        (isCalled, isOverdue) = (kind == .manual, kind == .overdue)
        self.raisedAt = raisedAt
        begunAt = raisedAt
        nextAt = raisedAt
    }

    /// Starts alerting again because of a second cause. The people alerted so far do not know of this cause.
    mutating func beginAgain(at now: Timestamp) {
        (begunAt, step, nextAt) = (now, 0, now)
        (acknowledgedBy, acknowledgedAt) = (nil, nil)
    }

    /// Performs the steps that are due by `now`. Steps that fell due since the last call are combined into one.
    mutating func advance(to now: Timestamp, _ tiers: [[SignalPersonID]]) -> [SignalAction] {
        if isPressUntold, let next = nextAt, next <= now {
            (acknowledgedBy, acknowledgedAt, isPressUntold, pressedAt) = (nil, nil, false, now)
            step = tiers.count + 1
            return round(at: now, tiers)
        }
        if acknowledgedAt != nil { return ask(at: now, tiers) }
        var recipients: [SignalRecipient] = []
        // The operator is alerted after the last tier.
        let steps = tiers.count + 1
        while step < steps, let next = nextAt, next <= now {
            let isEmpty = step < tiers.count && tiers[step].isEmpty
            recipients += step < tiers.count ? tiers[step].map { .person($0) } : [.operator]
            step += 1
            // An empty tier causes no wait.
            if !isEmpty { nextAt = next.advanced(by: Self.patience) }
        }
        if step >= steps, let next = nextAt, next <= now { return round(at: now, tiers) }
        // After a late step, the next step does not follow immediately.
        if !recipients.isEmpty { nextAt = max(nextAt ?? now, now.advanced(by: Self.patience)) }
        return tell(recipients)
    }

    /// Whether a tier was alerted, nobody is on the way, and the next tier has not been alerted yet.
    package var isWaitingForTier: Bool { step > 0 && step < Self.mostSteps && acknowledgedAt == nil }

    /// Moves on immediately if the alarm is waiting for tiers whose members are unreachable.
    mutating func passOver(at now: Timestamp, _ tiers: [[SignalPersonID]]) -> [SignalAction] {
        guard isWaitingForTier, step <= tiers.count, let next = nextAt, next > now else { return [] }
        nextAt = now
        return advance(to: now, tiers)
    }

    /// Alerts people who have joined a tier after it was alerted.
    mutating func tellLate(_ tiers: [[SignalPersonID]]) -> [SignalAction] {
        // If an acknowledgement led to nothing, a round to everyone follows nevertheless.
        guard acknowledgedAt == nil, step < Self.mostSteps else { return [] }
        return tell(tiers.prefix(step).joined().map { .person($0) }.filter { !told.contains($0) })
    }

    /// Alerts everyone because the person called for help again. This happens at most once a minute. A call within the
    /// minute is sent when the minute ends.
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

    /// Acts when the silence after an acknowledgement has ended. First asks the responder who acknowledged. At the next
    /// call, alerts everyone, whichever tier was next. The operator is not asked, because only a responder can say that
    /// all is well.
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

    /// The pause until the next round, or nil if no further round follows.
    private func pause(at now: Timestamp) -> Duration? {
        let age = begunAt.duration(to: now)
        return Self.rounds.first { age < $0.until }?.pause
    }
}

/// The form in which an alarm is stored.
extension RunningAlert: JSONRecord {
    package init(fields: inout JSONFields) throws(FieldFault) {
        self.init(
            id: try fields.bytes("id", count: 16...16), kind: .manual, raisedAt: try fields.timestamp("raised_at"))
        isCalled = try fields.bool("called")
        isOverdue = try fields.bool("overdue")
        begunAt = try fields.timestamp("begun_at")
        calledAt = try fields.optionalTimestamp("called_at")
        // Version 1 stored only whether the call was concealed.
        let isConcealed = try fields.optionalBool("concealed") ?? false
        concealedAt = try fields.optionalTimestamp("concealed_at") ?? (isConcealed ? begunAt : nil)
        step = Int(try fields.integer("step", in: 0...Int64(Self.mostSteps)))
        tellings = Int(try fields.integer("tellings", in: 0...Int64(Self.mostTellings)))
        pressedAt = try fields.optionalTimestamp("pressed_at")
        isPressUntold = try fields.optionalBool("press_untold") ?? false
        nextAt = try fields.optionalTimestamp("next_at")
        acknowledgedAt = try fields.optionalTimestamp("acknowledged_at")
        let helper = try fields.optionalBytes("acknowledged_by", count: 16...16)
        // Only persons have ids; the operator is stored as an acknowledgement without an id.
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
