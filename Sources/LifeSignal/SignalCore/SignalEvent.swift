package import Wire

/// 16 random bytes that identify a person.
package typealias SignalPersonID = [UInt8]
/// 16 bytes that identify an alarm.
package typealias SignalAlertID = [UInt8]

/// How a check-in was made. The names come from the original LifeSignal documents.
package enum CheckInKind: String, Sendable, CaseIterable {
    case manual
    case automatic
    case responderInitiated
}

/// Why there is an alarm.
package enum AlertKind: String, Sendable, CaseIterable {
    /// The person has called for help.
    case manual
    /// A check-in was missed.
    case overdue
}

/// How an alarm ended.
package enum AlertEnd: String, Sendable, CaseIterable {
    case cancelled
    case lateCheckIn
    case byResponder
}

/// A recipient of alerts.
package enum SignalRecipient: Sendable, Hashable, Comparable {
    case person(SignalPersonID)
    /// The operator of this machine, who is alerted last.
    case `operator`

    /// The recipient's person, or nil for the operator.
    package var person: SignalPersonID? {
        guard case .person(let id) = self else { return nil }
        return id
    }

    package static func < (left: SignalRecipient, right: SignalRecipient) -> Bool {
        switch (left, right) {
        case (.person(let left), .person(let right)): left.lexicographicallyPrecedes(right)
        case (.person, .operator): true
        case (.operator, _): false
        }
    }
}

/// How often a person checks in, and how early and late others react.
package struct SignalIntervals: Sendable, Hashable {
    /// The time between two check-ins.
    package var interval: Duration
    /// How long before the deadline the first reminder comes.
    package var reminder: Duration
    /// How long after the deadline others are alerted.
    package var grace: Duration

    /// LifeSignal's defaults are a day, two hours and five minutes.
    package init(
        interval: Duration = .seconds(86_400), reminder: Duration = .seconds(7_200), grace: Duration = .seconds(300)
    ) {
        (self.interval, self.reminder, self.grace) = (interval, reminder, grace)
    }

    /// The shortest and the longest interval, and the longest grace period.
    package static let (shortest, longest) = (Duration.seconds(300), Duration.seconds(604_800))
    package static let longestGrace = Duration.seconds(3_600)
    /// The longest pause.
    static let longestPause = Duration.seconds(14 * 86_400)
    /// The shortest time from now to a deadline that a changed setting may cause.
    static let soonest = Duration.seconds(900)

    /// The times at which the person is reminded: at the reminder time, halfway from there to the deadline, at the
    /// deadline, and halfway through the grace period.
    func reminders(due: Timestamp) -> [Timestamp] {
        [.zero - reminder, .zero - reminder / 2, .zero, grace / 2].map { due.advanced(by: $0) }
    }
}

/// The intervals that a person wants. The value nil keeps the current value.
package struct IntervalWish: Sendable, Hashable {
    /// Why the wish cannot be granted.
    package enum Fault: Sendable, Hashable {
        /// An interval or a grace period is out of range.
        case interval
        /// The reminder would come a whole interval before the deadline, or even earlier.
        case reminder
    }

    package var interval: Duration?
    package var reminder: Duration?
    package var grace: Duration?

    /// Whether the wish keeps everything as it is.
    package var isEmpty: Bool { interval == nil && reminder == nil && grace == nil }

    package init(interval: Duration?, reminder: Duration?, grace: Duration?) {
        (self.interval, self.reminder, self.grace) = (interval, reminder, grace)
    }

    /// The intervals that result from granting the wish.
    package func intervals(after old: SignalIntervals) -> SignalIntervals {
        SignalIntervals(
            interval: interval ?? old.interval,
            // If only the interval is shortened, the reminder still comes before the deadline.
            reminder: reminder ?? min(old.reminder, (interval ?? old.interval) / 2),
            grace: grace ?? old.grace)
    }
}

extension SignalIntervals {
    /// Which value is out of range. If none is, this is nil.
    package var fault: IntervalWish.Fault? {
        guard (Self.shortest...Self.longest).contains(interval), grace <= Self.longestGrace else { return .interval }
        return reminder < interval ? nil : .reminder
    }

    /// Whether these intervals watch a person less closely than other intervals do.
    package func watchesLess(than other: SignalIntervals) -> Bool { interval > other.interval || grace > other.grace }
}

/// A request by a person.
package enum SignalRequest: Sendable, Hashable {
    /// The value `isGuarded` says whether the request needs the person's PIN, if the person has one.
    case event(SignalEvent, isGuarded: Bool)
    /// The request is guarded if it makes the watch less close. The value `doors` says whether doors count as check-ins
    /// from now on; nil keeps the setting.
    case settings(IntervalWish, doors: Bool?)
    /// A door has opened for the person, which counts as a check-in if the person wants that.
    case door

    /// Why the request is not done for a person, apart from its PIN. A door never counts while the person has a PIN,
    /// because a key opens doors without the person.
    package func refusal(for watch: SignalWatch, hasPIN: Bool) -> DoorRefusal? {
        switch self {
        case .settings(_, doors: true): hasPIN ? .pin : nil
        case .door: watch.countsDoors && !hasPIN ? nil : .doesNotCount
        case .event, .settings: nil
        }
    }
}

/// Why a request about doors is not done.
package enum DoorRefusal: Sendable, Hashable {
    /// Doors do not count as check-ins of this person.
    case doesNotCount
    /// Doors cannot count, because the person has a PIN.
    case pin
}

/// An event in a person's watch.
package enum SignalEvent: Sendable, Hashable {
    case checkedIn(CheckInKind)
    /// The person has changed the intervals. The value `arms` says whether a deadline starts now if no deadline is
    /// running.
    case changed(SignalIntervals, arms: Bool)
    /// Doors that open for the person count as check-ins, or no longer count.
    case doorsCount(Bool)
    /// The person has requested a reminder for a moment.
    case reminder(at: Timestamp)
    /// The person has called for help. The id is for a new alarm, in case one is raised.
    case called(SignalAlertID)
    /// The person has ended an alarm that they raised.
    case cancelled
    /// The person is acting under duress and has given the duress PIN. The id is for a new alarm, in case one is
    /// raised. The person's own sessions do not see that alarm.
    case forced(SignalAlertID)
    /// No deadline runs for this long after the next check-in. The value nil ends every pause.
    case paused(for: Duration?)
    /// A responder is on the way, or the operator is dealing with the alarm.
    case acknowledged(by: SignalRecipient)
    /// A contact is no longer a responder, or has turned alarms off.
    case withdrew(SignalPersonID)
    /// A contact seems to have withdrawn. Only the person's own sessions show this, because the person was forced to
    /// remove the contact.
    case seemedToWithdraw(SignalPersonID)
    /// A responder has reported that all is well.
    case resolved(by: SignalPersonID)
    /// Nobody who was alerted so far can be reached.
    case unheard
    /// The machine was off for an unknown time.
    case outage
    /// Time has passed since the last event. `jump` is how far a correction has moved the clock forward since the
    /// alarms were last checked. The id is for a new alarm, in case one is raised.
    case time(jump: Duration, SignalAlertID)
}

extension SignalEvent {
    /// The event in the form in which it applies to the alarm that the person's own sessions see. If those sessions do
    /// not see the event, this is nil. The person's own sessions never see answers to a concealed call.
    func seen(isConcealed: Bool) -> SignalEvent? {
        switch self {
        case .forced, .unheard: nil
        case .acknowledged: isConcealed ? nil : self
        case .seemedToWithdraw(let id): .withdrew(id)
        case .checkedIn, .changed, .doorsCount, .reminder, .called, .cancelled, .paused, .withdrew, .resolved, .outage,
            .time:
            self
        }
    }
}

/// An action that is carried out in the event's transaction.
package indirect enum SignalAction: Sendable, Hashable {
    case record(CheckInKind, at: Timestamp)
    /// Remind the person that a check-in is due.
    case remind(due: Timestamp, at: Timestamp)
    /// Send the reminder that the person asked for.
    case remindAsAsked(at: Timestamp)
    /// Raise an alarm. The value `isSuspect` is true if the deadline passed only because the clock was corrected. In
    /// this case, the person was asked first.
    case raise(SignalAlertID, AlertKind, at: Timestamp, isSuspect: Bool)
    /// Raise an alarm that is invisible to the person's own sessions.
    case raiseUnseen(SignalAlertID, at: Timestamp)
    /// Change the kind of an alarm that has gained or lost a cause.
    case turn(SignalAlertID, AlertKind)
    /// Alert these recipients, each once per round. The value `isLast` says whether this is the last message, although
    /// the alarm remains open.
    case tell(SignalAlertID, [SignalRecipient], round: Int, isLast: Bool)
    case acknowledge(SignalAlertID, by: SignalRecipient, at: Timestamp)
    case askWhetherResolved(SignalAlertID, SignalPersonID)
    case resolve(SignalAlertID, AlertEnd, by: SignalPersonID?, at: Timestamp)
    /// Inform the responders that the person wants to be watched less closely from the next check-in on.
    case watchLess
    /// Inform the responders that doors count as the person's check-ins, or no longer count.
    case doorsCount(Bool)
    /// Send the all-clear to exactly the recipients who were alerted.
    case allClear(SignalAlertID, to: [SignalRecipient])
    /// Show an action only to the person's own sessions. Those sessions do not see the other actions about the alarm.
    case seen(SignalAction)

    /// Whether the person's own sessions see this action. Only actions about an alarm can be hidden from them.
    var isSeen: Bool {
        switch self {
        case .raise, .turn, .acknowledge, .resolve: true
        case .record, .remind, .remindAsAsked, .raiseUnseen, .tell, .askWhetherResolved, .watchLess, .doorsCount,
            .allClear, .seen:
            false
        }
    }
}
