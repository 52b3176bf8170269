import Glibc
import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests an alarm while people are added, leave or answer, or while their data cannot be read.
@Suite(.timeLimit(.minutes(2))) struct AnsweredAlarmTests {
    /// Signs another person in to their own session, and makes them Ada's responder.
    private static func responder(_ bench: SignalBench, _ session: String, _ phone: String, tier: Int? = nil) throws {
        try bench.signIn(phone, session: session)
        _ = try ContactTests.add(bench, session, by: nil, isResponder: true, tier: tier)
        let asked = try #require(try ContactTests.contacts(bench, session).first)
        _ = try bench.client().call(ContactAccept.self, .init(session: session, contact: asked.id))
    }

    private static func alarms(_ bench: SignalBench, _ session: String) throws -> [SignalNotification] {
        try ContactTests.inbox(bench, session).filter { $0.kind == "alert" }
    }

    /// A new call for help is sent even if somebody is already on the way. If that helper leaves, the alarm is sent
    /// again.
    @Test("answered alarm: an acknowledgement silences no new cry")
    func anAcknowledgementSilencesNoNewCry() async throws {
        let bench = try await ContactTests.agreed()
        let client = try bench.client()
        try Self.responder(bench, "cleo", "+33612345678", tier: 2)
        let alert = try client.call(AlertActivate.self, .init())
        _ = try client.call(AlertAck.self, .init(session: "ben", alert: alert.id))
        try bench.advance(.seconds(60))
        #expect(try Self.alarms(bench, "cleo").isEmpty)
        _ = try client.call(AlertActivate.self, .init())
        #expect(try Self.alarms(bench, "cleo").count == 1 && Self.alarms(bench, "ben").count == 2)
        #expect(try client.call(AlertList.self, .init()).alerts.first?.acknowledgedAt == nil)
        _ = try client.call(AlertAck.self, .init(session: "ben", alert: alert.id))
        try bench.advance(.seconds(60))
        let ada = try #require(try ContactTests.contacts(bench, "ben").first)
        _ = try client.call(ContactRemove.self, .init(session: "ben", contact: ada.id, isQuiet: true))
        #expect(try Self.alarms(bench, "cleo").count == 2, "at once")
        #expect(try client.call(AlertGet.self, .init()).alert?.acknowledgedAt == nil)
        let lost = try ContactTests.inbox(bench, nil).first { $0.type == "contactRemoved" }
        #expect(lost != nil, "who loses a responder is told, however quietly they go")
    }

    /// If a responder leaves, the order of the tiers stays the same. A responder who is added late is alerted
    /// immediately, but cannot end the alarm.
    @Test("answered alarm: tiers keep their order") func tiersKeepTheirOrder() async throws {
        let bench = try await ContactTests.agreed()
        let client = try bench.client()
        try Self.responder(bench, "cleo", "+33612345678", tier: 2)
        try Self.responder(bench, "dan", "+33612345679", tier: 3)
        let alert = try client.call(AlertActivate.self, .init())
        let ada = try #require(try ContactTests.contacts(bench, "ben").first)
        _ = try client.call(ContactRemove.self, .init(session: "ben", contact: ada.id))
        try bench.advance(.seconds(180))
        #expect(try Self.alarms(bench, "cleo").count == 1 && Self.alarms(bench, "dan").isEmpty)
        try Self.responder(bench, "eve", "+33612345670", tier: 1)
        #expect(try Self.alarms(bench, "eve").count == 1, "at once")
        let late = AlertAnswerParams(session: "eve", alert: alert.id)
        #expect(reason { _ = try client.call(AlertResolve.self, late) } == "signal.unknown_alert")
        try bench.advance(.seconds(180))
        #expect(try Self.alarms(bench, "dan").count == 1)
    }

    /// If one person's data cannot be read, messages about other people are still sent.
    @Test("answered alarm: a row that cannot be read stops no alarm")
    func aRowThatCannotBeReadStopsNoAlarm() async throws {
        let bench = try await ContactTests.agreed()
        let client = try bench.client()
        try Self.responder(bench, "cleo", "+33612345678")
        _ = try client.call(CheckInRecord.self, .init())
        let ben = try client.call(UserGet.self, .init(session: "ben")).id.bytes
        bench.daemon.signal(SIGTERM)
        _ = try await bench.daemon.awaitExit()
        let hex = ben.map { String($0, radix: 16) }.map { $0.count == 1 ? "0" + $0 : $0 }.joined()
        let broken = try ChildProcess(
            "/usr/bin/python3",
            [
                "-c",
                """
                import sqlite3, sys
                db = sqlite3.connect(sys.argv[1])
                with db:
                    changed = db.execute("UPDATE person SET profile = x'00' WHERE id = x'%s'" % sys.argv[2]).rowcount
                    changed += db.execute("UPDATE contact SET labels = x'00' WHERE other = x'%s'" % sys.argv[2]).rowcount
                print(changed)
                """, bench.directory.file("store/lifesignal.db"), hex,
            ])
        #expect(try await broken.awaitExit() == 0 && broken.output != "0\n", "\(broken.errors)")
        try await bench.restart(arguments: ["--virtual-clock-start", "86700000"])
        #expect(try Self.alarms(bench, "cleo").count == 1)
        #expect(try bench.client().call(AlertGet.self, .init()).alert?.kind == "overdue")
        _ = try bench.client().call(CheckInRecord.self, .init())
        #expect(try bench.client().call(ContactList.self, .init()).contacts.count == 1, "the other is there")
    }

    /// A connection to the current daemon.
    private func client2(_ bench: SignalBench) throws -> BlockingClient { try bench.client() }

    /// A client can begin to follow a stream even if other people make changes all the time.
    @Test("answered alarm: a watch begins whatever others do") func aWatchBeginsWhateverOthersDo() async throws {
        let bench = try await ContactTests.two()
        let socket = bench.socket
        let load = Task.detached {
            let client = try BlockingClient.connect(
                to: socket, hello: Hello(clientName: "load", clientVersion: "1"))
            while !Task.isCancelled {
                let params = UserUpdate.Params(
                    firstName: "Ada", lastName: "\(UInt.random(in: 0...999))", emergencyNote: "")
                _ = try client.call(UserUpdate.self, params)
            }
        }
        for _ in 0..<5 {
            var hasBegun = false
            _ = try? bench.client().stream(UserWatch.self, .init(session: "ben")) { _, _ in
                hasBegun = true
                return .cancel
            }
            #expect(hasBegun)
        }
        load.cancel()
        _ = await load.result
    }

    /// A person's agreement covers only the roles that the person has read.
    @Test("answered alarm: only what was read is agreed to") func onlyWhatWasReadIsAgreedTo() async throws {
        let bench = try await ContactTests.two()
        let client = try bench.client()
        let ben = try ContactTests.add(bench, "ben", by: nil, isResponder: true)
        let read = try #require(try ContactTests.contacts(bench, "ben").first)
        let wish = ContactWish(firstName: "", lastName: "", phone: "", isResponder: false, isDependent: true)
        _ = try client.call(ContactUpdate.self, .init(contact: ben.id, wish: wish))
        let accept = ContactAccept.Params(
            session: "ben", contact: read.id, isResponder: read.proposal?.isResponder,
            isDependent: read.proposal?.isDependent)
        #expect(try client.call(ContactAccept.self, accept).consent == "awaiting")
    }
}
