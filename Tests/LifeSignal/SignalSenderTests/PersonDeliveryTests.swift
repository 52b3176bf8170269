import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests alarms that people are told of at their own addresses.
@Suite(.timeLimit(.minutes(2))) struct PersonDeliveryTests {
    /// A bench on which Ben is Ada's responder. Two of the box's addresses reach Ben.
    private static func bench() async throws -> (SenderBench, PostBox) {
        let (bench, box) = try await ProgramDeliveryTests.bench()
        try bench.agree()
        let client = try bench.bench.client()
        for address in ["ben-1", "ben-2"] {
            _ = try client.call(ReachAdd.self, .init(session: "ben", channel: "box", address: address))
            let code = String((try box.message()["text"]?.stringValue ?? "").prefix(6))
            _ = try client.call(ReachVerify.self, .init(session: "ben", code: code))
        }
        // The third address is not confirmed yet, so only its code is sent there.
        _ = try client.call(ReachAdd.self, .init(session: "ben", channel: "box", address: "ben-3"))
        _ = try box.message()
        try bench.await { $0.allSatisfy { $0.state == "handed" } }
        return (bench, box)
    }

    private static func addresses(_ box: PostBox, _ count: Int) throws -> Set<String> {
        Set(try (0..<count).map { _ in try box.message()["address"]?.stringValue ?? "" })
    }

    private static func alarms(_ bench: SenderBench) throws -> [ListedDelivery] {
        try bench.deliveries().filter { $0.kind == "alert" }
    }

    @Test("person delivery: a responder is told at each address until somebody answers")
    func aResponderIsToldAtEachAddressUntilSomebodyAnswers() async throws {
        let (bench, box) = try await Self.bench()
        try box.answer("exit 75")
        _ = try bench.bench.client().call(AlertActivate.self, .init())
        let messages = [try box.message(), try box.message()]
        #expect(Set(messages.map { $0["address"]?.stringValue }) == ["ben-1", "ben-2"])
        try bench.await { $0.count { $0.kind == "alert" && $0.state == "queued" } == 2 }
        // Ben answers with the word at his screen. After that, nobody else is told.
        let word = messages[0]["word"]?.stringValue
        _ = try bench.bench.client().call(AlertAck.self, .init(session: "ben", word: word))
        #expect(try Self.alarms(bench).allSatisfy { $0.state == "dropped" && $0.attempts == 1 })
        try bench.bench.advance(.seconds(600))
        #expect(try Self.alarms(bench).count == 2 && box.isEmpty)
        _ = try bench.bench.client().call(AlertDeactivate.self, .init())
        #expect(try !bench.deliveries().contains { $0.kind == "all_clear" })
    }

    /// A program that has reached a person by phone can report that the person has answered.
    @Test("person delivery: a program says that somebody is on the way")
    func aProgramSaysThatSomebodyIsOnTheWay() async throws {
        let (bench, box) = try await Self.bench()
        try box.answer(#"echo '{"remote_id": "call-1", "acked": true}'"#)
        _ = try bench.bench.client().call(AlertActivate.self, .init())
        _ = try box.message()
        try bench.await { $0.contains { $0.kind == "alert" && $0.state == "handed" && $0.remoteID == "call-1" } }
        let alert = try bench.bench.client().call(AlertGet.self, .init()).alert
        let ben = try bench.bench.client().call(ContactList.self, .init()).contacts.first
        #expect(alert?.acknowledgedAt != nil && alert?.acknowledgedBy == ben?.id)
        try bench.bench.advance(.seconds(600))
        #expect(try Self.alarms(bench).count == 2, "nobody is told again")
    }

    /// Reminders and pings also reach a person who is away from the machine. They stop when the person has responded.
    @Test("person delivery: a reminder and a ping reach the person")
    func aReminderAndAPingReachThePerson() async throws {
        let (bench, box) = try await Self.bench()
        let client = try bench.bench.client()
        // Ben has to check in. Ada, who pings him, has no address.
        _ = try client.call(CheckInRemind.self, .init(session: "ben", delay: .seconds(60)))
        try bench.bench.advance(.seconds(60))
        let reminders = [try box.message(), try box.message()]
        #expect(reminders.allSatisfy { $0["kind"]?.stringValue == "reminder" && $0["word"] == nil })
        #expect(reminders[0]["text"]?.stringValue == "Check in, so that nobody worries.")
        let ben = try #require(try client.call(ContactList.self, .init()).contacts.first)
        let wish = ContactWish(firstName: "", lastName: "", phone: "", isResponder: true, isDependent: true)
        _ = try client.call(ContactUpdate.self, .init(contact: ben.id, wish: wish))
        let ada = try #require(try client.call(ContactList.self, .init(session: "ben")).contacts.first)
        _ = try client.call(ContactAccept.self, .init(session: "ben", contact: ada.id))
        try box.answer("exit 75")
        _ = try client.call(PingSend.self, .init(contact: ben.id))
        #expect(try box.message()["text"]?.stringValue == "Ada Moreno asks whether you are well.")
        _ = try box.message()
        try bench.await { $0.count { $0.kind == "ping" && $0.state == "queued" } == 2 }
        // A person who has answered is not asked again.
        _ = try client.call(PingRespond.self, .init(session: "ben"))
        try bench.bench.advance(.seconds(60))
        try bench.await { $0.allSatisfy { $0.kind != "ping" || $0.state == "dropped" } }
        #expect(box.isEmpty)
    }

    @Test("person delivery: a drill is a real message") func aDrillIsARealMessage() async throws {
        let (bench, box) = try await Self.bench()
        _ = try bench.bench.client().call(DrillStart.self, .init())
        let messages = [try box.message(), try box.message()]
        #expect(messages.map { $0["kind"]?.stringValue } == ["drill", "drill"])
        #expect(messages[0]["title"]?.stringValue == "LifeSignal: drill")
        try bench.await { $0.count { $0.kind == "drill" && $0.state == "handed" } == 2 }
    }

    @Test("person delivery: who withdraws is told no more") func whoWithdrawsIsToldNoMore() async throws {
        let (bench, box) = try await Self.bench()
        try box.answer("exit 75")
        _ = try bench.bench.client().call(AlertActivate.self, .init())
        _ = try Self.addresses(box, 2)
        try bench.await { $0.count { $0.kind == "alert" && $0.state == "queued" } == 2 }
        let client = try bench.bench.client()
        let contact = try client.call(ContactList.self, .init(session: "ben")).contacts[0]
        _ = try client.call(ContactRemove.self, .init(session: "ben", contact: contact.id))
        try bench.bench.advance(.seconds(5))
        try bench.await { $0.filter { $0.kind == "alert" }.allSatisfy { $0.state == "dropped" } }
        #expect(box.isEmpty)
    }

    @Test("person delivery: an address that refuses is shown and tried again next time")
    func anAddressThatRefusesIsShownAndTriedAgainNextTime() async throws {
        let (bench, box) = try await Self.bench()
        try box.answer("exit 64")
        let client = try bench.bench.client()
        _ = try client.call(AlertActivate.self, .init())
        _ = try Self.addresses(box, 2)
        try bench.await { $0.count { $0.kind == "alert" && $0.state == "failed" } == 2 }
        func broken() throws -> [Bool] {
            try client.call(ReachList.self, .init(session: "ben")).addresses.map(\.isBroken)
        }
        #expect(try broken() == [true, true, false])
        try box.answer("exit 0")
        // When the button is pressed again, everyone is told immediately, including the operator.
        try bench.bench.advance(.seconds(61))
        _ = try client.call(AlertActivate.self, .init())
        #expect(try Self.addresses(box, 3) == ["ben-1", "ben-2", SenderBench.address])
        try bench.await { $0.count { $0.kind == "alert" && $0.state == "handed" } == 3 }
        #expect(try broken() == [false, false, false])
        _ = try client.call(AlertDeactivate.self, .init())
        #expect(try Self.addresses(box, 3) == ["ben-1", "ben-2", SenderBench.address])
    }
}
