import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests messages that are about several people at the same time, and the texts about who can be reached.
@Suite(.timeLimit(.minutes(2))) struct GatheringTests {
    /// A bench with three people who must check in every hour. Ben is told of their alarms at two addresses.
    private static func three(_ configuration: JSON) async throws -> SignalBench {
        let bench = try await SignalBench(configuration: configuration)
        try bench.signIn(SignalBench.ben, session: "ben")
        let client = try bench.client()
        _ = try client.call(
            UserUpdate.self, .init(session: "ben", firstName: "Ben", lastName: "Quux", emergencyNote: ""))
        for number in 1...3 {
            let session = "p\(number)"
            try bench.signIn("+4915112345\(600 + number)", session: session)
            let name = UserUpdate.Params(
                session: session, firstName: "Ada\(number)", lastName: "Moreno", emergencyNote: "")
            _ = try client.call(UserUpdate.self, name)
            _ = try ContactTests.add(bench, "ben", by: session, isResponder: true)
            let asked = try #require(try ContactTests.contacts(bench, "ben").first { $0.consent == "awaiting" })
            _ = try client.call(ContactAccept.self, .init(session: "ben", contact: asked.id))
            _ = try client.call(CheckInSet.self, .init(session: session, interval: .seconds(3_600)))
            _ = try client.call(CheckInRecord.self, .init(session: session))
        }
        return bench
    }

    private static func alarms(_ bench: SignalBench) throws -> [SignalNotification] {
        try ContactTests.inbox(bench, "ben").filter { $0.kind == "alert" }
    }

    /// After an outage, there is a single message. The message lists the people who were due and the times of the
    /// outage. Each alarm in the list is answered separately.
    @Test("gathering: an outage is one message") func anOutageIsOneMessage() async throws {
        let bench = try await Self.three(PlayedSender.configuration)
        let before = try bench.administrator().call(ClockGet.self, .init()).time
        try bench.move(["boot": "second", "wall_at_ms": .integer(before.millisecondsSince1970 + 36_000_000)])
        try bench.advance(.seconds(240))
        let told = try Self.alarms(bench)
        #expect(told.count == 1)
        let text = told.first?.message ?? ""
        #expect(text.contains("This machine was off, or its clock was wrong, from "))
        #expect(text.hasPrefix("3 people have not checked in: Ada1 Moreno ") && text.contains("Ada3 "), "\(text)")
        // The operator also gets one message about all three people.
        try bench.advance(.seconds(180))
        let sender = try PlayedSender(bench)
        let claims = try sender.claiming(slots: 2)
        let delivery = try sender.next(of: claims)
        #expect(delivery.text.hasPrefix("3 people have not checked in: "), "\(delivery.text)")
        #expect(try sender.report(delivery))
        let list = try bench.administrator().call(DeliveryList.self, .init()).elements
        #expect(list.map(\.state) == ["handed", "handed", "handed"], "what is said of one holds for all")
        for contact in try ContactTests.contacts(bench, "ben") {
            let word = try #require(contact.alert?.word)
            #expect(text.contains("\(contact.firstName) Moreno \(word)"))
            let params = AlertAnswerParams(session: "ben", word: word)
            _ = try bench.client().call(AlertAck.self, params)
        }
        #expect(try ContactTests.contacts(bench, "ben").allSatisfy { $0.alert?.acknowledgedAt != nil })
    }

    /// A call for help is never part of such a list. If only one person misses a check-in, the message is the usual
    /// one.
    @Test("gathering: a call for help is in no list") func aCallForHelpIsInNoList() async throws {
        let bench = try await Self.three([:])
        _ = try bench.client().call(AlertActivate.self, .init(session: "p1"))
        let first = try Self.alarms(bench)
        #expect(first.count == 1 && first[0].message.hasPrefix("Ada1 Moreno calls for help"))
        _ = try bench.client().call(CheckInRecord.self, .init(session: "p3"))
        try bench.advance(.seconds(100))
        _ = try bench.client().call(CheckInRecord.self, .init(session: "p3"))
        try bench.advance(.seconds(3_600 - 100 + 300))
        let missed = try Self.alarms(bench).filter { $0.message.contains("Ada2 Moreno has not checked in") }
        #expect(missed.count == 1)
    }

    /// Before an alarm begins, the program names the responders who cannot be reached.
    @Test("gathering: who cannot be told is named") func whoCannotBeToldIsNamed() async throws {
        let bench = try await ContactTests.agreed()
        let client = try bench.client()
        #expect(try ContactTests.contacts(bench, nil).first?.isUnheard == false)
        #expect(try ContactTests.contacts(bench, "ben").first?.isLast == true)
        _ = try client.call(AuthSignOut.self, .init(session: "ben"))
        #expect(try ContactTests.contacts(bench, nil).first?.isUnheard == true)
        for command in ["status", "check-in", "sos"] {
            let said = try await SignalCommandTests.seam(bench, [command])
            #expect(said.output.contains("Ben Quux cannot be alerted: they have not signed in under a name"), "\(said)")
            #expect(
                said.output.contains("nobody can be alerted: only the operator of this machine is alerted"), "\(said)")
        }
    }
}
