import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests the texts that responders and the operator read about an alarm in each state, and checks that these texts are
/// true.
@Suite(.timeLimit(.minutes(2))) struct SentenceResponderTests {
    /// An alarm is sent, answered twice, silent for half an hour, asked about, sent again, and ended.
    @Test("sentence responder: an alarm is answered") func anAlarmIsAnswered() async throws {
        let bench = try await ContactTests.agreed()
        let say = Saying(bench: bench)
        try say.responder("cleo", "Cleo", "+33612345678")
        for session in [nil, "ben", "cleo"] { _ = try await say.news(of: session) }
        #expect(
            try await say("sos") == [
                "your call for help was sent; the alarm began at {time}",
                "no emergency service is called; 'seam signal cancel' ends your call",
            ])
        let alarm = "Alarm: Ada Moreno calls for help, {time}. Answer: seam signal ack {word}"
        #expect(try await say.news(of: "ben") == [alarm])
        #expect(try await say.news(of: "cleo") == [alarm])
        #expect(try await say.news() == ["Alarm: You have called for help. Others are being alerted."])
        let ada = ["Ada Moreno  +4915112345678", "  you are told of their alarms", "  calls for help"]
        let note = "  note: Ada's note"
        #expect(try await say("contacts", by: "ben") == ada + ["  alarm {word}, nobody has answered", note])

        // A responder who is added now is told of the alarm, but not asked to answer.
        try bench.advance(.seconds(1))
        try say.responder("dan", "Dan", "+33612345679")
        let late = "Alarm: Ada Moreno calls for help, {time}. Only people who were alerted earlier can answer. {word}"
        #expect(try await say.news(of: "dan").contains(late))
        let refused =
            "no dependent of this person has such an alarm, or it began before this person was their responder"
        let hint = "see running alarms with 'seam signal contacts', or as the operator with 'seam signal outbox'"
        let word = try say.word()
        #expect(try await say("ack", word, by: "dan") == ["seam: \(refused) (\(hint))"])
        let early = try await say("ack", "--operator", word)
        #expect(early == ["seam: the operator was not told of a running alarm with this word (\(hint))"])

        for session in [nil, "ben", "cleo", "dan"] { _ = try await say.news(of: session) }
        let way = "you are on the way to Ada Moreno"
        let end = ["  alarm {word}, somebody has answered", note, "when all is well: seam signal resolve {word}"]
        #expect(try await say("ack", word, by: "ben") == [way] + ada + end)
        #expect(try await say.news() == ["Help is coming: Ben Quux is on the way."])
        let coming = "Help is coming: Somebody is on the way to Ada Moreno. {word}"
        #expect(try await say.news(of: "cleo") == [coming])
        #expect(try await say.news(of: "dan") == [coming])
        #expect(
            try await say("status").prefix(4) == [
                "your call for help was sent; the alarm began at {time}", "somebody is on the way, since {time}",
                "the responder is Ben Quux, +34600112233", "'seam signal cancel' ends your call",
            ])
        let second = try await say("ack", word, by: "cleo")
        #expect(second.prefix(2) == [way, "the alarm was already answered: the others are not told about you"])
        #expect(try await say.news() == [])
        #expect(try await say.news(of: "ben") == [])

        // Nobody is told for half an hour. After half an hour, the question goes to the helper who is on the way, and
        // after that to all responders.
        try bench.advance(.seconds(1_795))
        for session in ["ben", "cleo", "dan"] { #expect(try await say.news(of: session) == [], "\(session)") }
        try bench.advance(.seconds(10))
        let question = "Is all well?: Is Ada Moreno well? If nobody confirms it, others are alerted again. {word}"
        #expect(try await say.news(of: "ben") == [question])
        try bench.advance(.seconds(180))
        #expect(try await say.news(of: "ben") == [alarm])
        #expect(try await say.news(of: "cleo") == [alarm])
        #expect(try await say.news(of: "dan") == [late])

        // The operator takes care of the alarm. The people who were told of the alarm are told of the answer, and the
        // alarm is silent for half an hour.
        _ = try await say.news()
        #expect(
            try await say("ack", "--operator", word) == [
                "you are taking care of the alarm {word}, and everybody who was told about it has been informed",
                "in half an hour, everybody is alerted again, unless the alarm has ended",
            ])
        #expect(try await say.news() == ["Help is coming: The operator of this machine is seeing to it."])
        let seen = "Help is coming: The operator of this machine is seeing to the alarm of Ada Moreno. {word}"
        #expect(try await say.news(of: "ben") == [seen])
        #expect(try await say("status")[1] == "the operator of this machine is taking care of it, since {time}")
        let again = "the alarm {word} was already answered: the others are not told about you"
        #expect(try await say("ack", "--operator", word) == [again])
        try bench.advance(.seconds(1_795))
        #expect(try await say.news(of: "ben") == [])
        try bench.advance(.seconds(10))
        #expect(try await say.news(of: "ben") == [alarm])
        // The operator does not replace a helper who is on the way, and the operator's texts are true.
        _ = try await say("ack", word, by: "ben")
        #expect(try await say("ack", "--operator", word) == [again])
        #expect(try await say("status")[1] == "somebody is on the way, since {time}")

        for session in [nil, "ben", "cleo"] { _ = try await say.news(of: session) }
        #expect(try await say("resolve", word, by: "ben") == ["the alarm of Ada Moreno is over"])
        let over = "The alarm is over: Ben Quux says that all is well. The others are informed."
        #expect(try await say.news() == [over])
        #expect(try await say.news(of: "cleo") == ["All is well: A responder says that Ada Moreno is well. {word}"])
        #expect(
            try await say("history", "--alarms") == ["{time}  call for help  until {time}, a responder ended the alarm"]
        )
    }

    /// A responder who has muted calls for help still gets a call for help that would otherwise reach nobody.
    @Test("sentence responder: a muted call reaches somebody") func aMutedCallReachesSomebody() async throws {
        let bench = try await ContactTests.agreed()
        let say = Saying(bench: bench)
        try say.responder("cleo", "Cleo", "+33612345678")
        let ended = ["seam: calls for help can be muted only after 3 of them were ended within a day"]
        let hint = "(only after three calls that were ended within a day)"
        #expect(try await say("mute", "Ada", by: "ben") == ["\(ended[0]) \(hint)"])
        for _ in 0..<3 {
            _ = try await say("sos")
            _ = try await say("cancel")
        }
        _ = try bench.client().call(AuthSignOut.self, .init(session: "cleo"))
        let last = "seam: nobody else would receive this contact's calls for help"
        let other = "(they need another responder first: 'seam signal add --responder' on their side)"
        #expect(try await say("mute", "Ada", by: "ben") == ["\(last) \(other)"], "nothing reaches Cleo")
        try bench.signIn("+33612345678", session: "cleo")
        for session in ["ben", "cleo"] { _ = try await say.news(of: session) }
        #expect(
            try await say("mute", "Ada", by: "ben") == ["you receive no calls for help from Ada Moreno until {time}"])
        #expect(
            try await say.news(of: "cleo") == [
                "One fewer responder for an hour: Somebody has silenced calls for help from Ada Moreno for an hour. "
                    + "You still receive them."
            ])
        #expect(try await say("contacts", by: "ben")[2] == "  you receive no calls for help until {time}")
        _ = try await say("sos")
        #expect(try await say.news(of: "ben") == [])
        #expect(try await say.news(of: "cleo").count == 1)
        _ = try await say("cancel")
        _ = try bench.client().call(AuthSignOut.self, .init(session: "cleo"))
        _ = try await say.news(of: "ben")
        #expect(
            try await say("sos")[1]
                == "Cleo Quux cannot be alerted: they have not signed in under a name, and have no address that works")
        #expect(try await say.news(of: "ben").count == 1, "it would reach nobody else")
    }

    /// A third-tier responder is alerted immediately if no earlier tier exists. A responder who cannot be reached does
    /// not count.
    @Test("sentence responder: whom nothing reaches is said") func whomNothingReachesIsSaid() async throws {
        let bench = try await ContactTests.two()
        let say = Saying(bench: bench)
        try say.responder("cleo", "Cleo", "+33612345678", tier: 3)
        _ = try await say.news(of: "cleo")
        _ = try await say.news()
        _ = try await say("sos")
        #expect(try await say.news(of: "cleo").count == 1, "at once")
        #expect(try await say.news() == ["Alarm: You have called for help. Others are being alerted."])
        _ = try await say("cancel")
        #expect(
            try await say("sign-out", by: "cleo") == [
                "signed out", "you are told of the alarms of Ada Moreno only if you are signed in elsewhere",
            ])
        _ = try await say.news()
        let nobody = "nobody can be alerted: only the operator of this machine is alerted"
        #expect(try await say("sos").dropLast().last == nobody)
        #expect(
            try await say.news() == ["Alarm: You have called for help. Only the operator of this machine is alerted."])
        let why = "they have not signed in under a name, and have no address that works"
        #expect(
            try await say("contacts") == [
                "Cleo Quux  +33612345678", "  a responder, tier 3, but cannot be alerted: \(why)",
            ])
        let doctor = try await say("doctor").map { String($0.drop { $0 == " " }) }
        #expect(doctor.contains("warn  responders: \(nobody)"), "\(doctor)")
        #expect(doctor.contains("warn  unreached: cannot be alerted: Cleo Quux"), "\(doctor)")
    }
}
