import RPC
import SignalAPI
import TermCore
import Wire

/// Lines that several commands print.
enum SignalRendering {
    /// Prints the interval at which a person checks in. The output has the latest settings, the time when they take
    /// effect, and the settings until that time.
    static func intervals(_ person: SignalPerson, on console: Console) throws {
        let inForce = words(
            .init(checkIn: person.checkInInterval, reminder: person.reminderInterval, grace: person.grace))
        if let waiting = person.waiting {
            try console.line(words(waiting))
            try console.line("this applies from your next check-in on; until then: \(inForce)")
        } else {
            try console.line(inForce)
        }
        if let pause = person.pause {
            try console.line("after your next check-in there is no deadline for \(TextDuration.whole(pause))")
        }
        try doors(person, on: console)
        try due(person, on: console)
    }

    /// Prints a line if doors count as check-ins of the person.
    static func doors(_ person: SignalPerson, on console: Console) throws {
        if person.countsDoors { try console.line("a door that you open counts as a check-in") }
    }

    private static func words(_ intervals: SignalPerson.Intervals) -> TerminalSafe {
        let (every, reminder) = (TextDuration.whole(intervals.checkIn), TextDuration.whole(intervals.reminder))
        let grace: TerminalSafe =
            intervals.grace == .zero ? "without delay" : "\(TextDuration.whole(intervals.grace)) later"
        return "every \(every), first reminder \(reminder) before, others are alerted \(grace)"
    }

    /// Prints when the next check-in is due, or since when it is overdue, and the next step.
    static func due(_ person: SignalPerson, on console: Console) throws {
        if let due = person.nextDue, person.isLate {
            try console.line("you have not checked in: your check-in was due by \(LocalTime.text(due))", .bad)
            let told = due.advanced(by: person.grace)
            let next: TerminalSafe =
                switch person.status {
                case "active": "others are alerted from \(LocalTime.text(told)) on, unless you check in"
                case "nonResponsive": "others are told"
                default: "your call for help does not replace the check-in"
                }
            try console.line("\(next): 'seam signal check-in'", .bad)
        } else if let due = person.nextDue {
            try console.line("the next check-in is due by \(LocalTime.text(due))", .good)
        } else {
            try console.line(
                "no deadline is running: start one with 'seam signal check-in' or 'seam signal set --every'")
        }
        if !person.isWatched { try console.line("nobody is watched at present: tell the operator", .bad) }
    }

    /// Prints a line if the person's own call for help continues, because a check-in does not end it. If the daemon
    /// cannot be asked, the line is left out.
    static func ownCall(_ client: BlockingClient, _ session: String?, on console: Console) throws {
        guard let alert = try? client.call(AlertGet.self, .init(session: session)).alert, alert.kind == "manual" else {
            return
        }
        try console.line("your call for help is still active; the alarm began at \(LocalTime.text(alert.at))", .bad)
        try console.line("'seam signal cancel' ends your call")
    }

    /// Prints the person's responders who cannot be reached now. If no responder can be reached, also prints a warning.
    /// If the daemon cannot be asked, the lines are left out.
    static func listeners(_ client: BlockingClient, _ session: String?, on console: Console) throws {
        guard let contacts = try? client.call(ContactList.self, .init(session: session)).contacts else { return }
        let responders = contacts.filter(\.isResponder)
        for responder in responders {
            guard let why = ContactRendering.cannotBeTold(responder) else { continue }
            try console.line("\(ContactRendering.name(responder)) cannot be alerted: \(why)", .bad)
        }
        guard responders.allSatisfy({ $0.isSilent || $0.isUnheard }) else { return }
        let who: TerminalSafe = responders.isEmpty ? "nobody has agreed to be alerted" : "nobody can be alerted"
        try console.line("\(who): only the operator of this machine is alerted", .bad)
    }

    /// Prints a line if alarms from people who rely on this person reach the person only at this machine.
    static func reach(
        _ dependents: [SignalContact], _ client: BlockingClient, _ session: String?, on console: Console
    ) throws {
        guard let found = try? client.call(ReachList.self, .init(session: session)),
            let settings = try? client.call(SettingsGet.self, .init(session: session)),
            let finding = SignalExamination.reliance(
                dependents, isReached: found.addresses.contains { $0.isVerified && !$0.isBroken },
                hearsAlarms: settings.alerts), finding.remedy != nil
        else { return }
        try console.line(finding.detail, .bad)
        if let remedy = finding.remedy { try console.line("next: \(remedy)", .faint) }
    }

    /// Asks before the last responder of a dependent leaves. Without a terminal, the command only prints a warning and
    /// continues. Throws if the answer is no.
    static func leave(_ dependents: [SignalContact], on console: Console) throws {
        guard let warning = loss(dependents) else { return }
        guard Prompt.isTerminal else { return console.talk(warning) }
        try agree(to: "\(warning). Leave anyway? [y/N] ", on: console)
    }

    /// A warning about the dependents whose last responder the person is, or nil if there are no such dependents.
    static func loss(_ contacts: [SignalContact]) -> TerminalSafe? {
        let last = contacts.filter { $0.isDependent && $0.isLast }
        guard !last.isEmpty else { return nil }
        let names = TerminalSafe(last.map { ContactRendering.name($0).description }.joined(separator: ", "))
        return "without you, only the operator of this machine is told of the alarms of \(names)"
    }

    /// Asks before the person's last responder is removed. Without a terminal, the command only prints a warning and
    /// continues. Throws if the answer is no.
    static func dismiss(
        _ responder: SignalContact, _ client: BlockingClient, _ session: String?, on console: Console
    ) throws {
        guard responder.isResponder else { return }
        let contacts = try client.call(ContactList.self, .init(session: session)).contacts
        let isAnyoneLeft = contacts.contains {
            $0.isResponder && $0.id != responder.id && !$0.isSilent && !$0.isUnheard
        }
        guard !isAnyoneLeft else { return }
        let name = ContactRendering.name(responder)
        let warning: TerminalSafe =
            "without \(name), nobody but the operator of this machine is alerted if you need help"
        guard Prompt.isTerminal else { return console.talk(warning) }
        try agree(to: "\(warning). Go on? [y/N] ", on: console)
    }

    /// Asks a question. Throws if the answer is no.
    static func agree(to question: TerminalSafe, on console: Console) throws {
        let answer = (try? Prompt.answer(isSecret: false) { console.ask(question) }) ?? nil
        guard answer?.lowercased().hasPrefix("y") == true else {
            console.talk("nothing was changed")
            throw CommandEnd(status: .cancelled)
        }
    }

    /// A text that says when an alarm can be ended. It is used if the alarm cannot be ended now. An alarm that is not
    /// stored yet cannot be ended.
    static func end(of alert: SignalAlert) -> TerminalSafe {
        alert.isStored ? "" : ", as soon as the disk accepts writes again"
    }

    /// Prints the person's alarm, if there is one.
    static func alarm(_ alarm: SignalAlarm, on console: Console) throws {
        guard let alert = alarm.alert else { return }
        let what: TerminalSafe = alert.kind == "manual" ? "your call for help was sent" : "a check-in was missed"
        try console.line("\(what); the alarm began at \(LocalTime.text(alert.at))", .bad)
        if let moment = alert.acknowledgedAt {
            let who: TerminalSafe =
                alert.isWithOperator ? "the operator of this machine is taking care of it" : "somebody is on the way"
            try console.line("\(who), since \(LocalTime.text(moment))", .good)
        }
    }
}
