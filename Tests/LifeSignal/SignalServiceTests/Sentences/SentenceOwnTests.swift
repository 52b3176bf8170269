import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests the texts that a person reads about their own check-ins and alarms in each state, and checks that these texts
/// are true.
@Suite(.timeLimit(.minutes(2))) struct SentenceOwnTests {
    private static let nobody = "nobody has agreed to be alerted: only the operator of this machine is alerted"
    private static let due = "the next check-in is due by {time}"
    private static let call = "your call for help was sent; the alarm began at {time}"

    /// A person without responders first has no deadline. After that, the person has a running deadline, then a passed
    /// deadline, and then a missed deadline for as long as it is reported.
    @Test("sentence own: a deadline that is missed") func aDeadlineThatIsMissed() async throws {
        let bench = try await SignalBench()
        let say = Saying(bench: bench)
        #expect(
            try await say("status") == ["seam: nobody is signed in to this session (sign in: 'seam signal sign-in')"])
        for session in [nil, "two", "three"] { try bench.signIn(SignalBench.ada, session: session) }
        #expect(
            try await say("status") == [
                "no deadline is running: start one with 'seam signal check-in' or 'seam signal set --every'",
                Self.nobody,
            ])
        #expect(
            try await say("me") == [
                "no name yet", "number: +4915112345678", "checks in every 1 d", "no deadline is running yet",
            ])
        #expect(try await say("cancel") == ["there is no alarm"])
        #expect(try await say("pause", "off") == ["there is no pause"] + say("status"))
        let set = "every 1 h, first reminder 30 min before, others are alerted 10 min later"
        #expect(try await say("set", "--every", "1h", "--grace", "10m") == [set, Self.due])
        #expect(try await say("status") == [Self.due, Self.nobody])
        #expect(try await say("me").last == "a deadline is running")
        let runsOn = "your deadline still runs: check in by {time}, or others are alerted"
        #expect(try await say("sign-out", by: "three") == ["signed out", runsOn])
        try bench.advance(.seconds(1_799))
        #expect(try await say.news() == [])
        try bench.advance(.seconds(1))
        #expect(try await say.news() == ["A check-in is due soon: Check in, so that nobody worries."])
        try bench.advance(.seconds(1_800))
        #expect(try await say.news() == ["Check in now: Your check-in is overdue. Others will be alerted soon."])
        let overdue = ["you have not checked in: your check-in was due by {time}"]
        let told = "others are alerted from {time} on, unless you check in: 'seam signal check-in'"
        #expect(try await say("status") == overdue + [told, Self.nobody])
        #expect(
            try await say("doctor").contains("fail  deadline: you have not checked in: your check-in was due by {time}")
        )
        #expect(
            try await say("sign-out", by: "two") == [
                "signed out", "your check-in is overdue: sign in again and check in, or others are alerted",
            ])
        try bench.advance(.seconds(599))
        #expect(try say.operatorNews() == [], "not before")
        try bench.advance(.seconds(1))
        let missed = "+49 … 5678 has never checked in. Answer: seam signal ack --operator {word}"
        #expect(try say.operatorNews() == [missed], "and then")
        #expect(
            try await say.news() == [
                "Alarm: You have missed a check-in. Only the operator of this machine is alerted.",
                "Check in now: Your check-in is overdue. Others will be alerted soon.",
            ])
        #expect(try await say("set").suffix(2) == overdue + ["others are told: 'seam signal check-in'"])
        let status = ["a check-in was missed; the alarm began at {time}", "the check-in was due by {time}"]
        let rest = ["'seam signal check-in' ends the alarm, and tells them that you are well", Self.nobody]
        let rounds = ["others are alerted repeatedly, for a week at most, until one of them answers"]
        #expect(try await say("status") == status + rounds + rest)
        #expect(
            try await say("cancel") == [status[0], "'seam signal check-in' ends the alarm"],
            "no call that could be ended")
        try bench.signIn(SignalBench.ada, session: "two")
        #expect(
            try await say("sign-out", by: "two") == [
                "signed out", "your check-in is overdue: others are alerted until you sign in again and check in",
            ])
        // The operator gets messages for a week, and gets no messages after that.
        for _ in 0..<3 { try bench.advance(.seconds(300)) }
        #expect(try say.operatorNews().count == 4)
        try bench.advance(.seconds(604_800))
        let last = "+49 … 5678 has never checked in. No more messages. Answer: seam signal ack --operator {word}"
        #expect(try say.operatorNews().first == last)
        try bench.advance(.seconds(604_800))
        #expect(try say.operatorNews().count == 5)
        _ = try await say.news()
        #expect(try await say("check-in") == [Self.due, Self.nobody])
        #expect(try say.operatorNews().first == "+49 … 5678 has checked in. {word}", "they are told that all is well")
        #expect(try await say.news() == ["The alarm is over: The others are informed."])
        #expect(try await say("cancel") == ["there is no alarm"])
        #expect(try await say("history", "--alarms") == ["{time}  missed check-in  until {time}, you have checked in"])
    }

    /// A check-in is missed during a call for help, or the person calls during a missed check-in. The texts name each
    /// reason correctly.
    @Test("sentence own: a call and a missed check in") func aCallAndAMissedCheckIn() async throws {
        let bench = try await ContactTests.two()
        let say = Saying(bench: bench)
        _ = try await say("set", "--every", "1h", "--grace", "10m")
        _ = try await say("check-in")
        for session in ["two", "three"] { try bench.signIn(SignalBench.ada, session: session) }
        #expect(
            try await say("sos") == [
                Self.call, Self.nobody, "no emergency service is called; 'seam signal cancel' ends your call",
            ])
        let calls = "Ada Moreno calls for help, {time}. Answer: seam signal ack --operator {word}"
        #expect(try say.operatorNews() == [calls], "at once")
        #expect(
            try await say.news() == ["Alarm: You have called for help. Only the operator of this machine is alerted."])
        #expect(try await say("status") == [Self.call, "'seam signal cancel' ends your call", Self.due, Self.nobody])
        let still = [
            "your call for help is still active; the alarm began at {time}", "'seam signal cancel' ends your call",
        ]
        try bench.advance(.seconds(61))
        #expect(try await say("check-in") == [Self.due] + still + [Self.nobody])
        #expect(
            try await say("sign-out", by: "two") == [
                "signed out", "your deadline still runs: check in by {time}, or others are alerted",
                "your call for help is still active: to cancel it, sign in again",
            ])
        try bench.advance(.seconds(4_200))
        let missed = "Alarm: You have missed a check-in. Only the operator of this machine is alerted."
        #expect(try await say.news().first == missed)
        #expect(
            try await say("status") == [
                Self.call, "'seam signal cancel' ends your call",
                "you have not checked in: your check-in was due by {time}",
                "your call for help does not replace the check-in: 'seam signal check-in'", Self.nobody,
            ])
        #expect(
            try await say("cancel") == [
                "a check-in was missed; the alarm began at {time}", "'seam signal check-in' ends the alarm",
            ])
        #expect(try await say("check-in") == [Self.due, Self.nobody])
        _ = try await say("sos")
        #expect(try await say("cancel") == ["the alarm is over"])
        let ended = "{time}  call for help  until {time}, you ended the alarm"
        #expect(try await say("history", "--alarms").first == ended)
        // A call during a missed check-in has its own time, even after the check-in.
        try bench.advance(.seconds(4_200))
        let missedAt = try #require(try bench.client().call(AlertGet.self, .init()).alert?.at)
        try bench.advance(.seconds(600))
        _ = try await say("sos")
        _ = try await say("check-in")
        try bench.advance(.seconds(180))
        let text = try #require(try bench.administrator().call(OutboxList.self, .init()).elements.first).text
        let calledAt = missedAt.advanced(by: .seconds(600)).description
        let minute = "\(calledAt.prefix(10)) \(calledAt.dropFirst(11).prefix(5)) UTC"
        #expect(text.hasPrefix("Ada Moreno calls for help, \(minute)."), "\(text), not \(missedAt)")
    }

    /// Settings that reduce the watching take effect at the next check-in, and there is no deadline before the end of a
    /// pause.
    @Test("sentence own: less is waited for") func lessIsWaitedFor() async throws {
        let bench = try await ContactTests.agreed()
        let say = Saying(bench: bench)
        let client = try bench.client()
        let due = try client.call(CheckInRecord.self, .init()).nextDue
        _ = try await say.news(of: "ben")
        let day = "every 1 d, first reminder 2 h before, others are alerted"
        #expect(
            try await say("set", "--grace", "20m") == [
                "\(day) 20 min later",
                "this applies from your next check-in on; until then: \(day) 5 min later", Self.due,
            ])
        let less = "has set a longer interval, a longer grace period or a pause. It applies from the next check-in."
        #expect(try await say.news(of: "ben") == ["Watched less: Ada Moreno \(less)"])
        // Settings that are changed together with a longer interval also wait until the next check-in.
        let mixed = try await say("set", "--every", "1h", "--grace", "30m")
        #expect(mixed.first == "every 1 h, first reminder 30 min before, others are alerted 30 min later")
        #expect(mixed.dropFirst().first == "this applies from your next check-in on; until then: \(day) 5 min later")
        #expect(try client.call(UserGet.self, .init()).nextDue == due)
        _ = try await say.news(of: "ben")
        let nearer = try await say("set", "--every", "1h", "--remind", "20m", "--grace", "0s")
        #expect(nearer == ["every 1 h, first reminder 20 min before, others are alerted without delay", Self.due])
        #expect(try #require(try client.call(UserGet.self, .init()).nextDue) < #require(due), "nearer: at once")
        let paused = "after your next check-in there is no deadline for 2 d"
        #expect(try await say("pause", "2d") == [paused, Self.due])
        #expect(try await say("set").suffix(2) == [paused, Self.due])
        #expect(try await say.news(of: "ben") == ["Watched less: Ada Moreno \(less)"])
        try bench.advance(.seconds(61))
        let person = try client.call(CheckInRecord.self, .init())
        #expect(try #require(person.nextDue) == #require(person.lastCheckIn).advanced(by: .seconds(172_800)))
        try bench.advance(.seconds(172_799))
        #expect(try client.call(AlertGet.self, .init()).alert == nil, "no deadline before")
        #expect(try await say("pause", "off").first == "there is no pause")
        // A call for help is sent even during a pause.
        _ = try client.call(CheckInPause.self, .init(length: .seconds(86_400)))
        _ = try client.call(CheckInRecord.self, .init())
        _ = try await say.news(of: "ben")
        _ = try await say("sos")
        #expect(
            try await say.news(of: "ben") == [
                "Alarm: Ada Moreno calls for help, {time}. Answer: seam signal ack {word}"
            ])
    }

    /// A requested reminder is sent even if another reminder is due at the same moment. In that case, only the
    /// requested reminder is sent.
    @Test("sentence own: a reminder that was asked for comes") func aReminderThatWasAskedForComes() async throws {
        let bench = try await SignalBench()
        let say = Saying(bench: bench)
        try bench.signIn(SignalBench.ada)
        _ = try await say("set", "--every", "4h")
        #expect(try await say("remind", "2h") == ["you will be reminded in 2 h"])
        let own = "Your reminder: Check in, so that nobody worries."
        try bench.advance(.seconds(7_199))
        #expect(try await say.news() == [])
        try bench.advance(.seconds(61))
        #expect(try await say.news() == [own])
        // Neither a check-in nor a change of the settings removes the requested reminder.
        _ = try await say("check-in")
        _ = try await say("remind", "2h")
        try bench.advance(.seconds(600))
        _ = try await say("check-in")
        try bench.advance(.seconds(6_600))
        #expect(try await say.news() == [own])
        try bench.advance(.seconds(600))
        _ = try await say("settings", "--check-ins", "off")
        _ = try await say("check-in")
        _ = try await say("remind", "2h")
        try bench.advance(.seconds(7_260))
        #expect(try await say.news().first == own)
    }

    /// Only messages that exist are marked or deleted.
    @Test("sentence own: only what was told is deleted") func onlyWhatWasToldIsDeleted() async throws {
        let bench = try await SignalBench()
        let say = Saying(bench: bench)
        try bench.signIn(SignalBench.ada)
        _ = try await say("sos")
        #expect(try await say("inbox", "--read").count == 1)
        _ = try await say("cancel")
        let over = "* {time}  The alarm is over: The others are informed."
        #expect(try await say("inbox", "--unread", "--delete") == [over])
        let called = "  {time}  Alarm: You have called for help. Only the operator of this machine is alerted."
        #expect(try await say("inbox") == [called], "it was not told now")
    }
}
