package import Wire

/// 16 random bytes that name a person.
package typealias SignalPersonID = [UInt8]
/// 16 bytes that name an alarm.
package typealias SignalAlertID = [UInt8]

/// How somebody has checked in; the names are the seed's.
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

/// How an alarm has ended.
package enum AlertEnd: String, Sendable, CaseIterable {
    case cancelled
    case lateCheckIn
    case byResponder
}

/// The people who are alarmed.
package enum SignalRecipient: Sendable, Hashable, Comparable {
    case person(SignalPersonID)
    /// The operator of this machine: the last of all.
    case `operator`

    /// The person; nil for the operator.
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

/// How often somebody checks in.
package struct SignalIntervals: Sendable, Hashable {
    /// Between two check-ins.
    package var interval: Duration
    /// How long before the deadline the first reminder comes.
    package var reminder: Duration
    /// How long after the deadline others are alarmed.
    package var grace: Duration

    /// A day, two hours, five minutes, unless something else is said: LifeSignal's own defaults.
    package init(
        interval: Duration = .seconds(86_400), reminder: Duration = .seconds(7_200), grace: Duration = .seconds(300)
    ) {
        (self.interval, self.reminder, self.grace) = (interval, reminder, grace)
    }

    /// The shortest and the longest interval, and the longest grace.
    package static let (shortest, longest) = (Duration.seconds(300), Duration.seconds(604_800))
    package static let longestGrace = Duration.seconds(3_600)
    /// The longest pause.
    static let longestPause = Duration.seconds(14 * 86_400)
    /// A changed setting brings no deadline nearer than this.
    static let soonest = Duration.seconds(900)

    /// When the person is reminded: the reminder before the deadline, half of it before, at the deadline, and in the
    /// middle of the grace.
    func reminders(due: Timestamp) -> [Timestamp] {
        [.zero - reminder, .zero - reminder / 2, .zero, grace / 2].map { due.advanced(by: $0) }
    }
}

/// A person's wish for their intervals; nil stays.
package struct IntervalWish: Sendable, Hashable {
    /// Why a wish cannot be had.
    package enum Fault: Sendable, Hashable {
        /// An interval, or a grace, beyond what there is.
        case interval
        /// A reminder that would come an interval before the deadline or earlier.
        case reminder
    }

    package var interval: Duration?
    package var reminder: Duration?
    package var grace: Duration?

    package init(interval: Duration?, reminder: Duration?, grace: Duration?) {
        (self.interval, self.reminder, self.grace) = (interval, reminder, grace)
    }

    /// The outcome for these intervals.
    package func intervals(after old: SignalIntervals) -> SignalIntervals {
        SignalIntervals(
            interval: interval ?? old.interval,
            // A shorter interval alone keeps the reminder before the deadline.
            reminder: reminder ?? min(old.reminder, (interval ?? old.interval) / 2),
            grace: grace ?? old.grace)
    }
}

extension SignalIntervals {
    /// The value that is out of range.
    package var fault: IntervalWish.Fault? {
        guard (Self.shortest...Self.longest).contains(interval), grace <= Self.longestGrace else { return .interval }
        return reminder < interval ? nil : .reminder
    }

    /// Whether a person is watched less by these than by others.
    package func watchesLess(than other: SignalIntervals) -> Bool { interval > other.interval || grace > other.grace }
}

/// A request.
package enum SignalRequest: Sendable, Hashable {
    /// `isGuarded`: it needs the person's PIN, if they have one.
    case event(SignalEvent, isGuarded: Bool)
    /// Guarded if they are watched less by that.
    case intervals(IntervalWish)
}

/// An event for a person's watch.
package enum SignalEvent: Sendable, Hashable {
    case checkedIn(CheckInKind)
    /// The person has set other intervals; `arms`: a deadline runs from now on, if none does.
    case changed(SignalIntervals, arms: Bool)
    /// The person wants to be reminded at that moment.
    case reminder(at: Timestamp)
    /// The person calls for help; the id is of the alarm that this raises, if it raises one.
    case called(SignalAlertID)
    /// The person ends an alarm that they have raised.
    case cancelled
    /// The person does something, and is forced to: they have given the PIN that says so. The id is of the alarm that
    /// this raises, if it raises one; their own sessions do not see it.
    case forced(SignalAlertID)
    /// For so long after the next check-in, no deadline; nil ends every pause.
    case paused(for: Duration?)
    /// A responder is on the way, or the operator takes care of it.
    case acknowledged(by: SignalRecipient)
    /// Somebody is no longer a responder, or gets no alarms.
    case withdrew(SignalPersonID)
    /// The same, as far as the person's own sessions see it: the person was forced to remove them.
    case seemedToWithdraw(SignalPersonID)
    /// A responder has found that all is well.
    case resolved(by: SignalPersonID)
    /// The alarm cannot reach any of the people who were alarmed so far.
    case unheard
    /// The machine was off, for an unknown time.
    case outage
    /// Time has passed. `jump` is how far it was moved forward to a corrected clock since the last look; the id is of
    /// the alarm that this raises, if it raises one.
    case time(jump: Duration, SignalAlertID)
}

extension SignalEvent {
    /// The event as the alarm takes it that the person's own sessions see; nil if it does not reach them. Of a call
    /// that is concealed no answer does.
    func seen(isConcealed: Bool) -> SignalEvent? {
        switch self {
        case .forced, .unheard: nil
        case .acknowledged: isConcealed ? nil : self
        case .seemedToWithdraw(let id): .withdrew(id)
        case .checkedIn, .changed, .reminder, .called, .cancelled, .paused, .withdrew, .resolved, .outage, .time: self
        }
    }
}

/// An action in the same transaction as the event.
package indirect enum SignalAction: Sendable, Hashable {
    case record(CheckInKind, at: Timestamp)
    /// Tell the person that a check-in is due.
    case remind(due: Timestamp, at: Timestamp)
    /// Remind the person, as they wanted.
    case remindAsAsked(at: Timestamp)
    /// `isSuspect`: it fell due by a corrected clock, and the person was asked first.
    case raise(SignalAlertID, AlertKind, at: Timestamp, isSuspect: Bool)
    /// Raise an alarm that the person's own sessions do not see.
    case raiseUnseen(SignalAlertID, at: Timestamp)
    /// An alarm is also for another reason now, or for one reason less; the kind is the present one.
    case turn(SignalAlertID, AlertKind)
    /// Alarm these, each once for a round. `isLast`: no further message will come, while the alarm stays.
    case tell(SignalAlertID, [SignalRecipient], round: Int, isLast: Bool)
    case acknowledge(SignalAlertID, by: SignalRecipient, at: Timestamp)
    case askWhetherResolved(SignalAlertID, SignalPersonID)
    case resolve(SignalAlertID, AlertEnd, by: SignalPersonID?, at: Timestamp)
    /// Tell the responders that the person wants to be watched less, from the next check-in on.
    case watchLess
    /// Inform exactly those who were alarmed.
    case allClear(SignalAlertID, to: [SignalRecipient])
    /// Only the person's own sessions see this; from the actions that come with it, they see no alarm.
    case seen(SignalAction)

    /// Whether the person's own sessions see it of an alarm.
    var isSeen: Bool {
        switch self {
        case .raise, .turn, .acknowledge, .resolve: true
        case .record, .remind, .remindAsAsked, .raiseUnseen, .tell, .askWhetherResolved, .watchLess, .allClear, .seen:
            false
        }
    }
}
