package import Wire

/// The state of one person's watch: the deadline of the next check-in, and the alarm, if there is one.
/// ``reduce(_:at:tiers:)`` changes this value. The store keeps the value together with the rows that its actions
/// create.
///
/// Deadlines are durations after a moment, never dates. The same events in the same order give the same state.
/// ``SignalEvent/time`` events in between make no difference, however many there are.
package struct SignalWatch: Sendable, Hashable {
    package var settings: SignalIntervals
    /// Settings that would make a deadline later. Such settings apply from the next check-in on.
    package var waiting: SignalIntervals?
    package var lastCheckIn: Timestamp?
    /// When the next check-in is due, or nil before the first check-in.
    package var due: Timestamp?
    /// The number of the ``SignalIntervals/reminders(due:)`` that have passed.
    package var remindersTold = 0
    /// No alarm is raised before this moment, because people are first asked about deadlines that passed while the
    /// clock was wrong.
    package var notBefore: Timestamp?
    /// When the person wants an extra reminder.
    package var remindAt: Timestamp?
    /// How long no deadline is running after the next check-in. If there is no pause, this is nil.
    package var pause: Duration?
    /// The first deadline after the next check-in is at this moment or later. Version 1 stored a pause this way.
    package var pausedUntil: Timestamp?
    /// The moment at which the running deadline would end if there were no pause. If there is no pause, this is nil.
    package var unpaused: Timestamp?
    /// Whether a door that opens for the person counts as a check-in.
    package var countsDoors = false
    package var alert: RunningAlert?
    /// The view that the person's own sessions have instead of ``alert``. They have it from the use of the duress PIN
    /// until the real alarm ends. The value is nil if the person's own sessions see the real alarm.
    package var pretence: AlarmPretence?

    /// The alarm that the person's own sessions are shown instead of the real alarm.
    package struct AlarmPretence: Sendable, Hashable {
        package var alert: RunningAlert?

        /// A pretence that shows this alarm.
        package init(alert: RunningAlert?) { self.alert = alert }
    }

    /// The watch of somebody who has not checked in yet.
    package init(settings: SignalIntervals = SignalIntervals()) {
        self.settings = settings
    }

    /// Whether a deadline is running.
    package var isArmed: Bool { due != nil }

    /// When this watch must be checked next. If nothing is running, this is nil.
    package var nextLook: Timestamp? {
        [nextReminder, remindAt, alarmAt, alert?.nextAt, pretence?.alert?.nextAt].compactMap { $0 }.min()
    }

    /// When the check-in counts as missed. This is nil if no check-in is expected, or if the check-in already counts as
    /// missed.
    var alarmAt: Timestamp? {
        guard alert?.isOverdue != true, let due else { return nil }
        let alarm = due.advanced(by: settings.grace)
        return max(alarm, notBefore ?? alarm)
    }

    private var nextReminder: Timestamp? {
        guard alert?.isOverdue != true, let due else { return nil }
        let times = settings.reminders(due: due)
        return remindersTold < times.count ? times[remindersTold] : nil
    }

    /// Whether an open call for help is the only news for others. Some responders may have muted calls for help.
    package func isCallAlone(after event: SignalEvent, at now: Timestamp) -> Bool {
        if case .forced = event { return false }
        guard let alert else {
            if case .called = event { return true }
            return false
        }
        if case .time = event, let alarmAt, alarmAt <= now { return false }
        return alert.isCalled && !alert.isOverdue && !alert.isConcealed
    }

    /// The watch as the person's own sessions see it. It has the deadline and the alarm that would exist if the duress
    /// PIN had been the real PIN. Everything that these sessions learn about a watch comes from this value.
    package var seen: SignalWatch {
        guard let pretence else { return self }
        var seen = self
        (seen.alert, seen.pretence) = (pretence.alert, nil)
        return seen
    }

    /// Whether an id or a word refers to the running alarm. The id may be the alarm's own id, or the id that the
    /// person's sessions know.
    package func isAlert(_ id: SignalAlertID?, orWord word: String?) -> Bool {
        [alert?.id, pretence?.alert?.id].compactMap { $0 }.contains { known in
            known == id || word.map { AlarmText.word(of: known) == $0.uppercased() } == true
        }
    }

    /// Ends everything except the running alarm, because the person has left while others answer that alarm. The
    /// person's own sessions see nothing of it.
    package mutating func leave() {
        (due, unpaused, remindAt, waiting, pause, pausedUntil) = (nil, nil, nil, nil, nil, nil)
        countsDoors = false
        alert?.isOverdue = false
        pretence = alert.map { _ in AlarmPretence(alert: nil) }
    }

    /// Applies an event, and returns the actions in order. `tiers` are the person's responders who have agreed, by
    /// tier, the first tier first. `seenTiers` are the tiers that the person's own sessions see. It is nil if those
    /// sessions see the real tiers.
    package mutating func reduce(
        _ event: SignalEvent, at now: Timestamp, tiers: [[SignalPersonID]], seenTiers: [[SignalPersonID]]? = nil
    ) -> [SignalAction] {
        if case .forced = event, pretence == nil { pretence = AlarmPretence(alert: alert) }
        guard pretence != nil else { return decide(event, at: now, tiers) }
        // The real watch and the visible watch take the same events, except the events that must stay unseen.
        // Everything that does not concern the alarm is the same in both watches.
        var seen = seen
        let shown =
            event.seen(isConcealed: alert?.isConcealed == true)
            .map { seen.decide($0, at: now, seenTiers ?? tiers) } ?? []
        let actions = decide(event, at: now, tiers)
        pretence = alert == nil ? nil : AlarmPretence(alert: seen.alert)
        return actions + shown.filter(\.isSeen).map { .seen($0) }
    }

    private mutating func decide(
        _ event: SignalEvent, at now: Timestamp, _ tiers: [[SignalPersonID]]
    ) -> [SignalAction] {
        switch event {
        case .checkedIn(let source): return checkIn(source, at: now)
        case .changed(let settings, let arms): return change(settings, arms: arms, at: now)
        case .doorsCount(let count):
            defer { countsDoors = count }
            return countsDoors == count ? [] : [.doorsCount(count)]
        case .reminder(let at): return remind(at: at)
        case .called(let id): return call(id, at: now, tiers)
        case .cancelled: return cancel(at: now)
        case .forced(let id): return force(id, at: now, tiers)
        case .paused(let length):
            (pause, pausedUntil) = (length, nil)
            guard length == nil else { return [.watchLess] }
            // A pause that has already begun also ends, but its end causes no immediate alarm.
            if let unpaused, let due {
                self.due = min(due, max(unpaused, now.advanced(by: SignalIntervals.soonest)))
                remindersTold = settings.reminders(due: self.due ?? due).prefix { $0 <= now }.count
            }
            return []
        case .resolved(let by): return end(.byResponder, by: by, at: now)
        case .acknowledged(let by): return acknowledge(by, at: now)
        case .withdrew(let id): return withdraw(id, at: now, tiers)
        case .seemedToWithdraw: return []
        case .outage: return askAfterOutage(at: now)
        case .unheard:
            guard var running = alert else { return [] }
            defer { alert = running }
            return running.passOver(at: now, tiers)
        case .time(let jump, let id): return look(at: now, jump: jump, id, tiers)
        }
    }

    // MARK: - The person

    private mutating func checkIn(_ source: CheckInKind, at now: Timestamp) -> [SignalAction] {
        // Two presses within a minute count as one check-in.
        let isRepeat = lastCheckIn.map { $0.duration(to: now) < .seconds(60) } ?? false
        if isRepeat, alert?.isOverdue != true, waiting == nil, pause == nil, pausedUntil == nil {
            return []
        }
        if let waiting { (settings, self.waiting) = (waiting, nil) }
        if !isRepeat { lastCheckIn = now }
        let next = now.advanced(by: settings.interval)
        let paused = pause.map { now.advanced(by: $0) }
        due = [next, paused, pausedUntil].compactMap { $0 }.max() ?? next
        unpaused = due == next ? nil : next
        (remindersTold, notBefore, pause, pausedUntil) = (0, nil, nil, nil)
        let record: [SignalAction] = isRepeat ? [] : [.record(source, at: now)]
        guard var running = alert, running.isOverdue else { return record }
        guard running.isCalled else { return record + end(.lateCheckIn, by: nil, at: now) }
        // A person who has called for help and then checks in is still calling for help.
        running.isOverdue = false
        alert = running
        return record
    }

    private mutating func change(_ new: SignalIntervals, arms: Bool, at now: Timestamp) -> [SignalAction] {
        guard let due else {
            settings = new
            if arms { self.due = now.advanced(by: new.interval) }
            return []
        }
        // No part of the change may delay an alarm.
        guard new.interval <= settings.interval, new.grace <= settings.grace else {
            defer { waiting = new }
            return waiting == new ? [] : [.watchLess]
        }
        let begun = due.advanced(by: .zero - settings.interval)
        var (inForce, rest) = (new, SignalIntervals?.none)
        // A shorter grace period must not raise an alarm immediately either. It applies from the next check-in on.
        if new.grace < settings.grace, due.advanced(by: new.grace) < now.advanced(by: SignalIntervals.soonest) {
            (inForce.grace, rest) = (settings.grace, new)
        }
        (waiting, settings) = (rest, inForce)
        // A change of settings never raises an alarm immediately.
        let sooner = max(begun.advanced(by: new.interval), now.advanced(by: SignalIntervals.soonest))
        self.due = min(due, sooner)
        remindersTold = new.reminders(due: self.due ?? due).prefix { $0 <= now }.count
        return []
    }

    /// Sets the requested reminder. There is only one requested reminder. A regular reminder before the deadline may be
    /// within a minute of it. It then replaces the regular reminder, even if a check-in or a change of settings removes
    /// the regular reminder.
    private mutating func remind(at moment: Timestamp) -> [SignalAction] {
        remindAt = moment
        return []
    }

    /// Whether the requested reminder is within a minute of this regular reminder.
    private func isAsked(_ own: Timestamp, before due: Timestamp) -> Bool {
        guard own < due, let remindAt else { return false }
        return abs(own.millisecondsSince1970 - remindAt.millisecondsSince1970) <= 60_000
    }

    // MARK: - The alarm

    private mutating func call(_ id: SignalAlertID, at now: Timestamp, _ tiers: [[SignalPersonID]]) -> [SignalAction] {
        guard var running = alert else {
            var new = RunningAlert(id: id, kind: .manual, raisedAt: now)
            let told = new.advance(to: now, tiers)
            alert = new
            return [.raise(id, .manual, at: now, isSuspect: false)] + told
        }
        defer { alert = running }
        guard running.isCalled, !running.isConcealed else {
            // People who were alerted because of a missed check-in do not know yet that the person is calling for help.
            if !running.isCalled { running.calledAt = now }
            (running.isCalled, running.concealedAt) = (true, nil)
            running.beginAgain(at: now)
            return [.turn(running.id, .manual)] + running.advance(to: now, tiers)
        }
        // The person has pressed again. So everyone is alerted immediately, even if somebody is on the way.
        (running.acknowledgedBy, running.acknowledgedAt) = (nil, nil)
        return running.tellAll(at: now, tiers)
    }

    /// Raises an alarm that a coercer cannot see. The person's own sessions show that the alarm is over, or that there
    /// is no alarm. Everyone else is informed immediately.
    private mutating func force(_ id: SignalAlertID, at now: Timestamp, _ tiers: [[SignalPersonID]]) -> [SignalAction] {
        guard var running = alert else {
            var new = RunningAlert(id: id, kind: .manual, raisedAt: now)
            new.concealedAt = now
            let told = new.tellAll(at: now, tiers)
            alert = new
            return [.raiseUnseen(id, at: now)] + told
        }
        let isKnown = running.isCalled && running.isConcealed
        if !running.isCalled { running.calledAt = now }
        (running.isCalled, running.concealedAt) = (true, running.concealedAt ?? now)
        if !isKnown {
            running.beginAgain(at: now)
            running.pressedAt = nil
        }
        (running.acknowledgedBy, running.acknowledgedAt) = (nil, nil)
        let told = running.tellAll(at: now, tiers)
        alert = running
        return told
    }

    /// Takes back the person's call for help. A missed check-in still counts as missed.
    private mutating func cancel(at now: Timestamp) -> [SignalAction] {
        guard var running = alert, running.isCalled, !running.isConcealed else { return [] }
        guard running.isOverdue else { return end(.cancelled, by: nil, at: now) }
        running.isCalled = false
        alert = running
        return [.turn(running.id, .overdue)]
    }

    private mutating func end(_ resolution: AlertEnd, by: SignalPersonID?, at now: Timestamp) -> [SignalAction] {
        guard let running = alert else { return [] }
        alert = nil
        // The responder who resolved the alarm speaks for the person, so the next deadline starts again.
        if resolution == .byResponder, running.isOverdue {
            due = now.advanced(by: settings.interval)
            (remindersTold, notBefore) = (0, nil)
        }
        return [.resolve(running.id, resolution, by: by, at: now), .allClear(running.id, to: running.told.sorted())]
    }

    private mutating func acknowledge(_ by: SignalRecipient, at now: Timestamp) -> [SignalAction] {
        guard var running = alert else { return [] }
        // The first acknowledgement counts. But a responder can do more than the operator, so a responder's
        // acknowledgement replaces the operator's.
        guard running.acknowledgedAt == nil || (running.acknowledgedBy == .operator && by != .operator) else {
            return []
        }
        (running.acknowledgedBy, running.acknowledgedAt) = (by, now)
        // A repeated call for help may still be waiting for its minute to end. It is sent anyway.
        if !running.isPressUntold { running.nextAt = now.advanced(by: RunningAlert.silence) }
        alert = running
        return [.acknowledge(running.id, by: by, at: now)]
    }

    /// Alerts everyone again now, because the helper has withdrawn.
    private mutating func withdraw(
        _ id: SignalPersonID, at now: Timestamp, _ tiers: [[SignalPersonID]]
    ) -> [SignalAction] {
        guard var running = alert, running.acknowledgedBy == .person(id) else { return [] }
        (running.acknowledgedBy, running.acknowledgedAt, running.pressedAt) = (nil, nil, nil)
        let told = running.tellAll(at: now, tiers)
        alert = running
        return told
    }

    // MARK: - Time

    /// If the person must check in, asks immediately, and gives the person a quarter of an hour.
    private mutating func askAfterOutage(at now: Timestamp) -> [SignalAction] {
        guard let due, let alarmAt, alarmAt > now else { return [] }
        let asked = min(due, now.advanced(by: SignalIntervals.soonest))
        self.due = asked
        remindersTold = settings.reminders(due: asked).prefix { $0 <= now }.count
        return [.remind(due: asked, at: now)]
    }

    private mutating func look(
        at now: Timestamp, jump: Duration, _ id: SignalAlertID, _ tiers: [[SignalPersonID]]
    ) -> [SignalAction] {
        var actions: [SignalAction] = []
        let asked = now.advanced(by: RunningAlert.asking)
        if jump > .zero, let alarm = alarmAt, alarm < asked, alarm > now.advanced(by: .zero - jump) {
            // People are asked only once per deadline. If the clock moves forward again, the time by which they must
            // answer moves with the clock.
            if let end = notBefore {
                notBefore = end.advanced(by: jump)
            } else {
                (notBefore, remindersTold) = (asked, 0)
            }
        }
        if let due, alert?.isOverdue != true {
            // Of several reminders that became due since the last check, only the last one is sent.
            let times = settings.reminders(due: due)
            var passed = times.prefix { $0 <= now }.count
            // A requested reminder within a minute of an earlier one is sent together with the earlier reminder.
            if let remindAt, remindAt <= now, passed < times.count, isAsked(times[passed], before: due) { passed += 1 }
            if passed > remindersTold {
                remindersTold = passed
                if let alarmAt, alarmAt > now, !isAsked(times[passed - 1], before: due) {
                    actions.append(.remind(due: due, at: now))
                }
            }
        }
        if let moment = remindAt, moment <= now {
            remindAt = nil
            actions.append(.remindAsAsked(at: now))
        }
        if let alarm = alarmAt, alarm <= now {
            if var running = alert {
                // People who were alerted because of the call for help do not know yet about the missed check-in.
                running.isOverdue = true
                running.beginAgain(at: now)
                alert = running
                actions.append(.turn(running.id, running.kind))
            } else {
                alert = RunningAlert(id: id, kind: .overdue, raisedAt: now)
                actions.append(.raise(id, .overdue, at: now, isSuspect: notBefore != nil))
            }
        }
        if var running = alert {
            if let next = running.nextAt, next <= now { actions += running.advance(to: now, tiers) }
            actions += running.tellLate(tiers)
            alert = running
        }
        return actions
    }
}
