package import SignalAPI
import TermCore
import Wire

/// The findings from the reports of LifeSignal's daemon.
package enum SignalExamination {
    /// The time for which a drill remains valid.
    private static let drillLifetime = Duration.seconds(86_400 * 30)

    /// The findings about the watch of deadlines, and about the clock that it uses.
    package static func clock(_ report: SignalClockReport) -> [Finding] {
        var findings: [Finding] = []
        if report.isWatching {
            findings.append(.ok("watch", "all deadlines are watched"))
        } else {
            findings.append(
                Finding(
                    "watch", .fail, "nobody is watched at present",
                    remedy: "see 'journalctl -u lifesignald': is the disk full, or is the store missing or unreadable?")
            )
        }
        switch report.fault {
        case nil: findings.append(.ok("clock", "deadlines follow a clock that is right"))
        case let fault?:
            findings.append(
                Finding(
                    "clock", .warn, words(ofFault: fault),
                    remedy: fault == "behind"
                        ? "check the clock with timedatectl; when it is right, run 'sudo seam signal clock set'"
                        : "set the clock with timedatectl, or have it synchronized"))
        }
        return findings
    }

    /// A text about the fault of the machine's clock.
    static func words(ofFault fault: String) -> TerminalSafe {
        switch fault {
        case "behind": "the machine's clock was set back; deadlines do not follow it"
        case "ahead": "the machine's clock is ahead and not synchronized; deadlines do not follow it"
        case "unsure": "the clock was wrong, so it is not known how long the machine was off"
        default: "the machine's clock is wrong; deadlines do not follow it"
        }
    }

    /// The finding about the people who rely on this person, and about whether their alarms arrive. `isReached` means
    /// that alarms arrive at an address. `hearsAlarms` means that alarms arrive in any way. The result is nil if nobody
    /// relies on this person.
    package static func reliance(
        _ contacts: [SignalContact], isReached: Bool, hearsAlarms: Bool
    ) -> Finding? {
        let dependents = contacts.filter(\.isDependent)
        guard !dependents.isEmpty else { return nil }
        let who: TerminalSafe = "you are told of the alarms of \(names(dependents))"
        guard hearsAlarms else {
            return Finding(
                "relies on you", .warn,
                "you have turned alarms off, so you are not a responder of \(names(dependents))",
                remedy: "run 'seam signal settings --alerts on'")
        }
        guard isReached else {
            return Finding(
                "relies on you", .warn, "\(who), but only when you look at this machine",
                remedy: "run 'seam signal reach add' with one of your addresses")
        }
        return .ok("relies on you", who)
    }

    /// The findings about all faults that keep this person's alarm from reaching others.
    package static func person(
        _ person: SignalPerson, contacts: [SignalContact], drill: SignalDrill
    ) -> [Finding] {
        var findings = [Self.deadline(person)]
        if person.firstName.isEmpty {
            findings.append(
                Finding(
                    "name", .warn, "messages show parts of your number instead of your name",
                    remedy: "run 'seam signal me --first-name NAME --last-name NAME'"))
        }
        findings.append(responders(contacts, isArmed: person.isArmed))
        let unheard = contacts.filter { $0.isResponder && !$0.isSilent && $0.isUnheard }
        if !unheard.isEmpty {
            findings.append(
                Finding(
                    "unreached", .warn, "cannot be alerted: \(names(unheard))",
                    remedy: "ask them to sign in under a name, and to add an address with 'seam signal reach add'"))
        }
        let unreached = contacts.filter { $0.isResponder && !$0.isSilent && !$0.isUnheard && $0.channels.isEmpty }
        if !unreached.isEmpty {
            findings.append(
                Finding(
                    "reach", .warn, "learn of alarms only when they look at this machine: \(names(unreached))",
                    remedy: "ask them to add an address with 'seam signal reach add'"))
        }
        let silent = contacts.filter { $0.isResponder && $0.isSilent }
        if !silent.isEmpty {
            findings.append(
                Finding(
                    "silent", .warn, "receive no alarms at present: \(names(silent))",
                    remedy: "ask them to turn alarms on with 'seam signal settings --alerts on'"))
        }
        let waiting = contacts.filter { $0.proposal?.isMine == true }
        if !waiting.isEmpty {
            findings.append(
                Finding(
                    "waiting", .warn, "have not agreed yet: \(names(waiting))",
                    remedy: "ask them to agree with 'seam signal accept NAME'"))
        }
        if let found = Self.drill(drill, contacts.filter { $0.isResponder && !$0.isSilent }) { findings.append(found) }
        return findings
    }

    private static func deadline(_ person: SignalPerson) -> Finding {
        guard person.isWatched else {
            return Finding("deadline", .fail, "nobody is watched at present", remedy: "tell the operator")
        }
        guard let due = person.nextDue else {
            return Finding(
                "deadline", .warn, "no deadline is running: nobody is alerted if you do not check in",
                remedy: "run 'seam signal check-in' to start one")
        }
        guard !person.isLate else {
            return Finding(
                "deadline", .fail, "you have not checked in: your check-in was due by \(LocalTime.text(due))",
                remedy: "seam signal check-in")
        }
        return .ok("deadline", "check in by \(LocalTime.text(due))")
    }

    private static func responders(_ contacts: [SignalContact], isArmed: Bool) -> Finding {
        let agreed = contacts.filter(\.isResponder)
        let heard = agreed.filter { !$0.isSilent && !$0.isUnheard }
        switch heard.count {
        case 0:
            let why: TerminalSafe = agreed.isEmpty ? "nobody has agreed to be alerted" : "nobody can be alerted"
            return Finding(
                "responders", isArmed ? .fail : .warn, "\(why): only the operator of this machine is alerted",
                remedy: "run 'seam signal add --responder' with somebody's code")
        case 1:
            return Finding(
                "responders", .warn, "only \(names(heard)): if they miss an alarm, only the operator is left",
                remedy: "run 'seam signal add --responder' with somebody else's code")
        default: return .ok("responders", "\(names(heard))")
        }
    }

    private static func drill(_ drill: SignalDrill, _ responders: [SignalContact]) -> Finding? {
        guard !responders.isEmpty else { return nil }
        guard let age = drill.age, age < drillLifetime else {
            return Finding(
                "drill", .warn, "no drill for 30 days: nobody knows whether alarms arrive", remedy: "seam signal drill")
        }
        let answered = Set(drill.responders.filter { $0.answeredAt != nil }.map(\.contact))
        let missing = responders.filter { !answered.contains($0.id) }
        guard !missing.isEmpty else { return .ok("drill", "all \(responders.count) have answered") }
        return Finding(
            "drill", .warn, "have not answered the last drill: \(names(missing))",
            remedy: "ask them what they have received; run 'seam signal drill' to start another drill")
    }

    private static func names(_ contacts: [SignalContact]) -> TerminalSafe {
        TerminalSafe(contacts.map { ContactRendering.name($0).description }.joined(separator: ", "))
    }
}
