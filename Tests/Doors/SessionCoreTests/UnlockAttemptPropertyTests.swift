import RadioModel
import SeamModel
import SessionCore
import Testing
import Wire

/// The events that can happen to an attempt, in any order and any number of times.
private enum Happening: CaseIterable {
    case turnGranted, lockChosen, linkOpened, radioFailed, write, commit, committingStored
    case committingNotStored, commitLeft, commitDidNotLeave, commitUnclear, grantedConfirmed, grantedCommunicated
    case failed, refused, outcomeUnknown, acts, inquiredWanted, inquiredOther, inquiryElapsed
    case linkLost, linkLossElapsed, providerLost, cancelled, keyEnded, deadlineReached, completionElapsed
    case asked, askingEnded

    func happen(to attempt: inout UnlockAttempt, _ ticket: WriteTicket) -> [UnlockAttempt.Action] {
        switch self {
        case .turnGranted: attempt.turnGranted()
        case .lockChosen: attempt.lockChosen("b-1")
        case .linkOpened: attempt.linkOpened()
        case .radioFailed: attempt.radioFailed(reason: "radio", debugDescription: "")
        case .write: attempt.writeRequested(ticket, isCommit: false)
        case .commit: attempt.writeRequested(ticket, isCommit: true)
        case .committingStored: attempt.committingStored()
        case .committingNotStored: attempt.committingNotStored()
        case .commitLeft: attempt.commitDecided(.left)
        case .commitDidNotLeave: attempt.commitDecided(.didNotLeave(reason: "lease", debugDescription: ""))
        case .commitUnclear: attempt.commitDecided(.unclear)
        case .grantedConfirmed: attempt.providerFinished(.granted(.confirmed))
        case .grantedCommunicated: attempt.providerFinished(.granted(.communicated))
        case .failed: attempt.providerFinished(.failed(reason: "jammed", debugDescription: ""))
        case .refused: attempt.providerFinished(.refused(reason: "busy", debugDescription: ""))
        case .outcomeUnknown:
            attempt.providerFinished(.failed(reason: Conclusion.outcomeUnknown, debugDescription: ""))
        case .acts: attempt.lockActs()
        case .inquiredWanted: attempt.inquiryAnswered(isInWantedState: true)
        case .inquiredOther: attempt.inquiryAnswered(isInWantedState: false)
        case .inquiryElapsed: attempt.inquiryElapsed()
        case .linkLost: attempt.linkLost(reason: "link_lost", debugDescription: "")
        case .linkLossElapsed: attempt.linkLossElapsed()
        case .providerLost: attempt.providerLost(reason: "crashed", debugDescription: "")
        case .cancelled: attempt.cancelled()
        case .keyEnded: attempt.keyEnded()
        case .deadlineReached: attempt.deadlineReached()
        case .completionElapsed: attempt.completionElapsed()
        case .asked: attempt.personAsked(for: .seconds(60), left: .seconds(5))
        case .askingEnded: attempt.askingEnded(left: .seconds(5))
        }
    }

    /// The events that lead to an open door. The test chooses these events more often than others, so that sequences
    /// get past the commit gate.
    static let path: [Happening] = [
        .turnGranted, .lockChosen, .linkOpened, .commit, .committingStored, .commitLeft, .grantedConfirmed,
    ]

    /// The events that lead to an inquiry at the lock.
    static let lostPath: [Happening] = [
        .turnGranted, .lockChosen, .linkOpened, .commit, .committingStored, .commitLeft, .acts, .linkLost,
        .outcomeUnknown, .inquiredWanted,
    ]
}

/// Observes one attempt, and checks every rule at each of the attempt's actions.
private struct Witness {
    var launches = 0
    var (deadlines, questions) = (0, 0)
    var conclusions: [Conclusion] = []
    var amendments = 0
    var releases = 0
    var isForwarded = false
    var hasActed = false
    var inquiries = 0
    var isInquiring = false
    var isJournaled = false
    var verdict: UnlockAttempt.JournalVerdict?
    var isStopped = false
    var timers: Set<UnlockAttempt.Timer> = []
    var openTickets: Set<WriteTicket> = []
    var faults: [String] = []

    mutating func see(_ action: UnlockAttempt.Action) {
        if releases > 0, !action.isRefusal { faults.append("\(action) after the release") }
        switch action {
        case .emit(.launched): launches += 1
        case .emit: faults.append("a terminal event without a conclusion")
        case .emitPhase(let phase):
            if !conclusions.isEmpty { faults.append("a phase after the end") }
            if phase == .operating, !isForwarded { faults.append("operating before the commit was forwarded") }
        case .startTimer(.deadline, _):
            deadlines += 1
            if deadlines > 1 + questions { faults.append("the deadline moved by itself") }
            if isForwarded || !conclusions.isEmpty { faults.append("the deadline moved past the gate") }
        case .startTimer(let timer, _):
            if !timers.insert(timer).inserted { faults.append("\(timer) started twice") }
        case .journalCommitting: isJournaled = true
        case .forwardCommit(let ticket):
            if !isJournaled { faults.append("forwarded without a row") }
            if isForwarded { faults.append("forwarded twice") }
            if isStopped { faults.append("forwarded after a stop") }
            if !conclusions.isEmpty { faults.append("forwarded after the end") }
            isForwarded = true
            openTickets.remove(ticket)
        case .forwardWrite(let ticket):
            if isStopped || isJournaled || !conclusions.isEmpty { faults.append("a write after a stop or the commit") }
            openTickets.remove(ticket)
        case .refuseWrite(let ticket, _): openTickets.remove(ticket)
        case .journalVerdict(let verdict):
            if self.verdict != nil, (self.verdict, verdict) != (.left, .refused) { faults.append("two verdicts") }
            if verdict == .refused, hasActed { faults.append("refused by a lock that acts") }
            self.verdict = verdict
        case .conclude(let conclusion): conclude(conclusion)
        case .amend(let effect, _):
            amendments += 1
            if conclusions.first?.effect != .unknown { faults.append("amended what was known") }
            if effect == .none, !isRefused { faults.append("amended to none without a refusal") }
        case .journalActing:
            if hasActed || !isForwarded { faults.append("acting twice, or without a commit") }
            hasActed = true
        case .emitActing:
            if !conclusions.isEmpty { faults.append("a phase after the end") }
        case .startInquiry:
            if !hasActed { faults.append("asked a lock that never said it acts") }
            inquiries += 1
            if inquiries > 1 { faults.append("two inquiries") }
            isInquiring = true
        case .stopInquiry: isInquiring = false
        case .release:
            releases += 1
            if isInquiring { faults.append("released a lock that is being asked") }
        case .joinQueue, .startScan, .stopScan, .openLink, .closeLink, .stopProvider, .quarantineProvider:
            break
        }
    }

    /// Whether the commit write was not sent, or was refused by the lock.
    private var isRefused: Bool { verdict == .didNotLeave || verdict == .refused }

    private mutating func conclude(_ conclusion: Conclusion) {
        if !conclusions.isEmpty { faults.append("two ends") }
        conclusions.append(conclusion)
        if isForwarded, conclusion.effect == .none, !isRefused { faults.append("none past the gate") }
        if !isForwarded, conclusion.effect != .none { faults.append("an effect without a forwarded commit") }
        if isJournaled, !isForwarded, conclusion.effect == .none, verdict == nil, openTickets.isEmpty == false {
            faults.append("ended with a write unanswered")
        }
        if conclusion.state == .granted, !isForwarded { faults.append("granted without a commit") }
        if conclusion.state == .cancelled, conclusion.event != nil { faults.append("a cancelled attempt has an event") }
        if conclusion.state != .cancelled, conclusion.event == nil { faults.append("an end without an event") }
    }
}

extension UnlockAttempt.Action {
    fileprivate var isRefusal: Bool { if case .refuseWrite = self { true } else { false } }
}

@Suite("Any attempt, whatever happens")
struct UnlockAttemptPropertyTests {
    @Test("unlock attempt property: ends at most once, honestly, and lets go of everything", arguments: 0..<8)
    func anyOrder(lane: UInt64) {
        for round in 0..<1_500 {
            let seed = lane << 32 | UInt64(round)
            var generator = SeededGenerator(seed: seed)
            var attempt = UnlockAttempt(timeout: .seconds(10), requiredConfirmation: .confirmed)
            var witness = Witness()
            let path = Bool.random(using: &generator) ? Happening.path : Happening.lostPath
            var step = 0
            var history: [Happening] = []
            for action in attempt.admitted() { witness.see(action) }
            for number in 0..<UInt64.random(in: 1...40, using: &generator) {
                var happening = Happening.allCases.randomElement(using: &generator) ?? .cancelled
                if step < path.count, Int.random(in: 0..<4, using: &generator) > 0 {
                    happening = path[step]
                    step += 1
                }
                history.append(happening)
                let ticket = WriteTicket(number)
                let isStop = happening == .cancelled || happening == .deadlineReached
                if happening == .asked || happening == .askingEnded { witness.questions += 1 }
                if isStop, attempt.isBeforeGate { witness.isStopped = true }
                if happening == .write || happening == .commit { witness.openTickets.insert(ticket) }
                for action in happening.happen(to: &attempt, ticket) { witness.see(action) }
            }
            // The last events come from the clocks and the store, and end every attempt that is still running.
            for happening in [Happening.committingStored, .commitUnclear, .deadlineReached, .completionElapsed] {
                history.append(happening)
                for action in happening.happen(to: &attempt, WriteTicket(.max)) { witness.see(action) }
            }
            let story = "seed \(seed): \(history)"
            #expect(witness.faults.isEmpty, "\(witness.faults) in \(story)")
            #expect(witness.launches == 1, "\(story)")
            #expect(witness.conclusions.count == 1, "\(story)")
            #expect(witness.amendments <= 1, "\(story)")
            #expect(witness.releases == 1 && attempt.hasEnded, "\(story)")
            #expect(witness.openTickets.isEmpty, "unanswered writes in \(story)")
            guard witness.faults.isEmpty, witness.releases == 1, witness.openTickets.isEmpty else { return }
        }
    }

    @Test("unlock attempt property: after the end nothing is answered")
    func afterTheEnd() {
        var attempt = UnlockAttempt(timeout: .seconds(1), requiredConfirmation: .confirmed)
        _ = attempt.admitted()
        _ = attempt.cancelled()
        for happening in Happening.allCases where happening != .write && happening != .commit {
            #expect(happening.happen(to: &attempt, WriteTicket(1)) == [], "\(happening)")
        }
        #expect(attempt.admitted() == [])
    }
}
