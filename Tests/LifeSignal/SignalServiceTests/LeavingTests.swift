import Foundation
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests people who leave LifeSignal, with the real daemon.
@Suite(.timeLimit(.minutes(2))) struct LeavingTests {
    private static let (real, forced) = ("246810", "135791")
    private static let left = "Ada Moreno has left LifeSignal: nobody watches them now."

    /// A bench on which Ada and Ben are each other's responders, Cleo relies on Ada, and Ada has checked in.
    static func crowd(withPINs: Bool = true, configuration: JSON = [:]) async throws -> SignalBench {
        let bench = try await ContactTests.two(configuration: configuration)
        let client = try bench.client()
        try bench.signIn("+33612345678", session: "cleo")
        for (session, isResponder) in [("ben", true), ("cleo", false)] {
            _ = try ContactTests.add(bench, session, by: nil, isResponder: isResponder, isDependent: true)
            let asked = try #require(try ContactTests.contacts(bench, session).first)
            _ = try client.call(ContactAccept.self, .init(session: session, contact: asked.id))
            try bench.advance(.seconds(1))
        }
        if withPINs { _ = try client.call(PINSet.self, .init(new: real, forced: forced)) }
        _ = try client.call(CheckInRecord.self, .init())
        return bench
    }

    private static func leave(_ bench: SignalBench, _ pin: String? = nil) throws {
        _ = try bench.client().call(PersonLeave.self, .init(pin: pin))
    }

    @Test("leaving: the deadline does not alarm, contacts are told once, and the number is free")
    func theDeadlineDoesNotAlarm() async throws {
        let bench = try await Self.crowd()
        let client = try bench.client()
        _ = try bench.signIn(SignalBench.ada, session: "tablet")
        let screen = try bench.client()
        let watch = try screen.start(
            OutgoingCall(stream: UserWatch.name, params: SignalSessionParams(session: "tablet").jsonText))
        _ = screen.next(of: watch, within: .seconds(20))
        for pin in [nil, "000000"] {
            let refusal = reason { try Self.leave(bench, pin) }
            #expect(refusal == (pin == nil ? "signal.pin_required" : "signal.pin_wrong"))
        }
        #expect(try client.call(UserGet.self, .init()).isArmed, "a refused call changes nothing")
        try Self.leave(bench, Self.real)
        var heard: [String] = []
        while heard.last != "ended", case .item(let item) = screen.next(of: watch, within: .seconds(20)) {
            heard.append(item.kind)
        }
        #expect(heard.last == "ended", "the other session hears it")
        for session in [nil, "tablet"] {
            #expect(reason { _ = try client.call(UserGet.self, .init(session: session)) } == "signal.not_signed_in")
        }
        for session in ["ben", "cleo"] {
            let inbox = try ContactTests.inbox(bench, session)
            #expect(inbox.filter { $0.message == Self.left }.count == 1, "\(inbox)")
            #expect(inbox.allSatisfy { $0.message == Self.left || !$0.message.contains("Ada") }, "\(inbox)")
            #expect(try ContactTests.contacts(bench, session) == [])
        }
        let before = try ContactTests.inbox(bench, "ben")
        for _ in 0..<30 { try bench.advance(.seconds(7_200)) }
        #expect(try ContactTests.inbox(bench, "ben") == before, "no deadline is missed")
        #expect(try bench.administrator().call(OutboxList.self, .init()).elements.isEmpty)
        // The number begins from nothing.
        let new = try bench.signIn(SignalBench.ada)
        #expect(new.firstName == "" && new.lastCheckIn == nil && !new.isArmed && !new.hasPIN)
        #expect(try ContactTests.contacts(bench, nil) == [] && ContactTests.inbox(bench, nil) == [])
    }

    @Test("leaving: an alarm that runs ends, and who was alerted is told to look")
    func anAlarmThatRunsEnds() async throws {
        let bench = try await Self.crowd(withPINs: false)
        _ = try bench.client().call(AlertActivate.self, .init())
        try bench.advance(.seconds(200))
        #expect(try bench.administrator().call(OutboxList.self, .init()).elements.count == 1)
        try Self.leave(bench)
        let check = "Nobody answered their alarm, and no more messages are sent. Check on them yourself."
        #expect(try ContactTests.inbox(bench, "ben").contains { $0.message == "\(Self.left) \(check)" })
        #expect(try ContactTests.inbox(bench, "cleo").contains { $0.message == Self.left })
        #expect(try bench.administrator().call(OutboxList.self, .init()).elements.isEmpty)
        let before = try ContactTests.inbox(bench, "ben").count
        for _ in 0..<8 { try bench.advance(.seconds(1_800)) }
        #expect(try ContactTests.inbox(bench, "ben").count == before, "it ends")
        #expect(try bench.administrator().call(PersonList.self, .init()).elements.count == 2)
    }

    // MARK: - What is left of a person

    /// The files of the store that contain any of these secrets, in any form. The machine key is no part of the store.
    private static func files(of bench: SignalBench, with secrets: [SecretForms]) throws -> [String] {
        let folder = bench.directory.file("store")
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter { name in
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
            return secrets.contains { secret in secret.patterns.contains { contains($0.bytes, in: bytes) } }
        }
    }

    private static func contains(_ pattern: [UInt8], in bytes: [UInt8]) -> Bool {
        MemorySearch.occurs(pattern, in: bytes)
    }

    /// The ids by which the store finds Ada's rows, and her texts, which are sealed in any case.
    private static func traces(_ bench: SignalBench) throws -> [SecretForms] {
        let person = try bench.client().call(UserGet.self, .init())
        let contact = try #require(try ContactTests.contacts(bench, "ben").first)
        return [SecretForms("id", person.id.bytes), SecretForms("contact", contact.id.bytes)]
            + [("number", SignalBench.ada), ("name", "Ada Moreno"), ("note", "Ada's note")].map {
                SecretForms($0.0, Array($0.1.utf8))
            }
    }

    private static func count(_ table: String, in file: String) async throws -> Int {
        let query = "import sqlite3, sys; print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone()[0])"
        let python = try ChildProcess("/usr/bin/python3", ["-c", query, file, "SELECT count(*) FROM \(table)"])
        #expect(try await python.awaitExit() == 0, "\(python.errors)")
        return Int(python.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1
    }

    @Test("leaving: nothing is left in the store at once, in a copy after a day, and in any copy after two")
    func nothingIsLeft() async throws {
        let bench = try await Self.crowd()
        let traces = try Self.traces(bench)
        _ = try bench.client().call(AlertActivate.self, .init())
        for _ in 0..<3 { try bench.advance(.seconds(86_400)) }
        let control = try Self.files(of: bench, with: traces)
        #expect(control.isSuperset(of: ["lifesignal.db-copy", "lifesignal.db-copy-older"]), "\(control)")
        #expect(control.contains { !$0.contains("copy") }, "a control")
        try Self.leave(bench, Self.real)
        #expect(
            try Self.files(of: bench, with: traces) == ["lifesignal.db-copy", "lifesignal.db-copy-older"],
            "neither the store nor its log has any of it")
        try bench.advance(.seconds(86_400))
        #expect(try Self.files(of: bench, with: traces) == ["lifesignal.db-copy-older"], "the day after")
        #expect(try await Self.count("person", in: bench.directory.file("store/lifesignal.db-copy")) == 2)
        #expect(try bench.administrator().call(OutboxList.self, .init()).elements.isEmpty)
        #expect(try bench.administrator().call(DeliveryList.self, .init()).elements.isEmpty)
        try bench.advance(.seconds(86_400))
        #expect(try Self.files(of: bench, with: traces).isEmpty, "two days after")
        #expect(try bench.client().call(UserGet.self, .init(session: "ben")).firstName == "Ben", "the others stay")
    }

    // MARK: - Leaving under duress

    @Test("leaving: somebody who is forced is gone, and the responder alone has the alarm")
    func somebodyWhoIsForcedIsGone() async throws {
        let bench = try await Self.crowd()
        let traces = try Self.traces(bench)
        let client = try bench.client()
        try Self.leave(bench, Self.forced)
        #expect(reason { _ = try client.call(UserGet.self, .init()) } == "signal.not_signed_in")
        #expect(try ContactTests.inbox(bench, "cleo").contains { $0.message == Self.left })
        #expect(try ContactTests.contacts(bench, "cleo") == [])
        #expect(try bench.administrator().call(PersonList.self, .init()).elements.count == 2)
        let ada = try #require(try ContactTests.contacts(bench, "ben").first)
        #expect(ada.alert?.isConcealed == true && ada.phone == SignalBench.ada && ada.emergencyNote == "Ada's note")
        #expect(try !ContactTests.inbox(bench, "ben").contains { $0.message.contains("has left") })
        // A new sign-in with the number begins from nothing, and is another person.
        let new = try bench.signIn(SignalBench.ada)
        #expect(new.firstName == "" && !new.hasPIN && new.id.bytes != traces[0].patterns[0].bytes)
        #expect(try client.call(AlertGet.self, .init()).alert == nil)
        #expect(try ContactTests.contacts(bench, nil) == [])
        // The alarm goes on over a restart, and a missed check-in adds nothing to it.
        try await bench.restart()
        let told = { try ContactTests.inbox(bench, "ben").filter { $0.kind == "alert" }.count }
        let before = try told()
        try bench.advance(.seconds(100_000))
        #expect(try told() > before)
        let alert = try #require(try ContactTests.contacts(bench, "ben").first?.alert)
        #expect(alert.kind == "manual")
        _ = try bench.client().call(AlertResolve.self, .init(session: "ben", alert: alert.id))
        #expect(try ContactTests.inbox(bench, "ben").contains { $0.message == Self.left }, "and then he is told")
        #expect(try ContactTests.contacts(bench, "ben") == [])
        try bench.advance(.seconds(3_600))
        #expect(try !Self.files(of: bench, with: traces).contains("lifesignal.db"), "the rest is erased")
        #expect(
            try ContactTests.inbox(bench, "ben").filter { $0.message.contains("Ada") }.map(\.message) == [Self.left])
        for _ in 0..<2 { try bench.advance(.seconds(86_400)) }
        #expect(try Self.files(of: bench, with: traces).isEmpty)
    }

    /// The sender of a bench on which Ben has an address, and the stream of its deliveries.
    static func sender(_ bench: SignalBench) throws -> (PlayedSender, claims: Int64) {
        let sender = try PlayedSender(bench)
        let claims = try sender.claiming()
        let client = try bench.client()
        _ = try client.call(ReachAdd.self, .init(session: "ben", channel: PlayedSender.channel, address: "ben-1"))
        let code = try sender.next(of: claims)
        _ = try client.call(ReachVerify.self, .init(session: "ben", code: String(code.text.prefix(6))))
        try sender.report(code)
        return (sender, claims)
    }

    @Test("leaving: what is sent outside is the sentence alone, and the secret alarm if somebody is forced")
    func whatIsSentOutside() async throws {
        for pin in [Self.real, Self.forced] {
            let bench = try await Self.crowd(configuration: PlayedSender.configuration)
            let (sender, claims) = try Self.sender(bench)
            _ = try bench.client().call(AlertActivate.self, .init())
            let call = try sender.next(of: claims)
            #expect(call.text.hasPrefix("Ada Moreno calls for help"))
            try sender.report(call)
            try Self.leave(bench, pin)
            let next = try sender.next(of: claims)
            try sender.report(next)
            if pin == Self.forced {
                #expect(next.address == "ben-1" || next.address == "ops")
                #expect(next.text.contains("in secret") && next.text.contains("Ada Moreno"), "\(next)")
                // The sender still gets rounds of this alarm, and its end.
                let alert = try #require(try ContactTests.contacts(bench, "ben").first?.alert)
                _ = try bench.client().call(AlertResolve.self, .init(session: "ben", alert: alert.id))
                var texts: [String] = []
                while texts.last != Self.left {
                    let delivery = try sender.next(of: claims)
                    try sender.report(delivery)
                    texts.append(delivery.text)
                }
                #expect(texts.contains { $0.contains("says that Ada Moreno is well") }, "\(texts)")
                try bench.advance(.seconds(3_600))
            } else {
                let check = "Nobody answered their alarm, and no more messages are sent. Check on them yourself."
                #expect(next.address == "ben-1" && next.text == "\(Self.left) \(check)", "\(next)")
            }
            // The list of what was sent has no message about Ada any longer, except the sentence.
            let sent = try bench.administrator().call(DeliveryList.self, .init()).elements
            #expect(sent.filter { $0.kind != "code" }.map(\.kind) == ["news"], "\(sent)")
        }
    }

    @Test("leaving: a secret alarm that nobody resolves is kept for eight days")
    func aSecretAlarmIsKeptForEightDays() async throws {
        let bench = try await Self.crowd()
        let traces = try Self.traces(bench)
        // The alarm runs already, so that even the real PIN does not end it.
        _ = try bench.client().call(CheckInRecord.self, .init(pin: Self.forced))
        try Self.leave(bench, Self.real)
        #expect(reason { _ = try bench.client().call(UserGet.self, .init()) } == "signal.not_signed_in")
        for _ in 0..<7 { try bench.advance(.seconds(86_400)) }
        #expect(try ContactTests.contacts(bench, "ben").first?.alert?.isConcealed == true)
        try bench.advance(.seconds(86_400))
        let check = "Nobody answered their alarm, and no more messages are sent. Check on them yourself."
        #expect(try ContactTests.inbox(bench, "ben").first?.message == "\(Self.left) \(check)")
        #expect(try ContactTests.contacts(bench, "ben") == [])
        #expect(try !Self.files(of: bench, with: traces).contains("lifesignal.db"))
    }
}

extension [String] {
    fileprivate func isSuperset(of others: [String]) -> Bool { Set(self).isSuperset(of: others) }
}
