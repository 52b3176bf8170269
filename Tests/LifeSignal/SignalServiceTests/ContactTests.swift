import Glibc
import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests contacts with the real daemon. The tests cover codes, consent, the data that others see, pings, and answers to
/// an alarm.
@Suite(.timeLimit(.minutes(2))) struct ContactTests {
    /// A bench with Ada in the default session and Ben in his own session. Ada and Ben have names.
    static func two(isVirtual: Bool = true, configuration: JSON = [:]) async throws -> SignalBench {
        let bench = try await SignalBench(configuration: configuration, isVirtual: isVirtual)
        for (phone, session, first, last) in [
            (SignalBench.ada, nil, "Ada", "Moreno"), (SignalBench.ben, "ben", "Ben", "Quux"),
        ] as [(String, String?, String, String)] {
            try bench.signIn(phone, session: session)
            let params = UserUpdate.Params(
                session: session, firstName: first, lastName: last, emergencyNote: "\(first)'s note")
            _ = try bench.client().call(UserUpdate.self, params)
        }
        return bench
    }

    /// Scans a session's code in another session, and adds the person to whom the code belongs.
    static func add(
        _ bench: SignalBench, _ scanned: String?, by session: String?, isResponder: Bool = false,
        isDependent: Bool = false, tier: Int? = nil
    ) throws -> SignalContact {
        let client = try bench.client()
        let code = try client.call(UserGet.self, .init(session: scanned)).qrCodeID
        let info = try client.call(ContactInfoGet.self, .init(session: session, qrCodeID: code))
        let wish = ContactWish(
            firstName: "", lastName: "", phone: "", isResponder: isResponder, isDependent: isDependent, tier: tier)
        return try client.call(ContactAdd.self, .init(session: session, ticket: info.ticket, wish: wish))
    }

    static func contacts(_ bench: SignalBench, _ session: String?) throws -> [SignalContact] {
        try bench.client().call(ContactList.self, .init(session: session)).contacts
    }

    static func inbox(_ bench: SignalBench, _ session: String?) throws -> [SignalNotification] {
        try bench.client().call(NotificationList.self, .init(session: session)).notifications
    }

    /// A bench on which Ben is Ada's responder, and both have agreed.
    static func agreed(isVirtual: Bool = true, configuration: JSON = [:]) async throws -> SignalBench {
        let bench = try await two(isVirtual: isVirtual, configuration: configuration)
        _ = try add(bench, "ben", by: nil, isResponder: true)
        let asked = try #require(try contacts(bench, "ben").first)
        _ = try bench.client().call(ContactAccept.self, .init(session: "ben", contact: asked.id))
        return bench
    }

    @Test("contact: nothing is seen before both agree") func nothingIsSeenBeforeBothAgree() async throws {
        let bench = try await Self.two()
        let client = try bench.client()
        _ = try client.call(CheckInRecord.self, .init())
        let ben = try Self.add(bench, "ben", by: nil, isResponder: true)
        #expect(ben.consent == "awaiting" && !ben.isResponder && ben.proposal?.isMine == true)
        #expect(ben.firstName == "Ben" && ben.lastName.isEmpty && ben.phone == "+34 … 2233")
        let ada = try #require(try Self.contacts(bench, "ben").first)
        #expect(ada.proposal == .init(isResponder: false, isDependent: true, isMine: false))
        #expect(ada.firstName == "Ada" && ada.lastName.isEmpty && ada.phone == "+49 … 5678")
        #expect(ada.status == nil && ada.lastCheckIn == nil && ada.emergencyNote == nil)
        #expect(try Self.inbox(bench, "ben").map(\.type) == ["contactAdded"])
        #expect(
            reason { _ = try client.call(PingSend.self, .init(session: "ben", contact: ada.id)) }
                == "signal.not_dependent")
        // Before Ben has agreed, he is not told of an alarm.
        _ = try client.call(AlertActivate.self, .init())
        #expect(try Self.inbox(bench, "ben").count == 1)
        #expect(try Self.contacts(bench, "ben").first?.alert == nil)
    }

    @Test("contact: consent shows what it says and its end hides it")
    func consentShowsWhatItSaysAndItsEndHidesIt() async throws {
        let bench = try await Self.agreed()
        let client = try bench.client()
        let checkedIn = try client.call(CheckInRecord.self, .init()).lastCheckIn
        var ada = try #require(try Self.contacts(bench, "ben").first)
        #expect(ada.isDependent && !ada.isResponder && ada.consent == "active" && ada.proposal == nil)
        #expect(ada.lastName == "Moreno" && ada.phone == SignalBench.ada && ada.status == "active")
        #expect(ada.lastCheckIn == checkedIn && ada.emergencyNote == nil)
        let ben = try #require(try Self.contacts(bench, nil).first)
        #expect(ben.isResponder && ben.phone == SignalBench.ben && ben.status == nil && ben.lastCheckIn == nil)
        #expect(try Self.inbox(bench, nil).map(\.type) == ["contactAdded"])

        let sights = try client.call(ContactWhoSeesMe.self, .init()).sights
        #expect(sights.map(\.sees) == [["first_name", "last_name", "phone", "image", "status", "last_check_in"]])
        #expect(sights.first?.seesInAlarm.suffix(2) == ["alarm", "emergency_note"])
        let his = try client.call(ContactWhoSeesMe.self, .init(session: "ben")).sights
        #expect(his.map(\.seesInAlarm) == [["first_name", "last_name", "phone", "image", "channels"]])

        _ = try client.call(AlertActivate.self, .init())
        ada = try #require(try Self.contacts(bench, "ben").first)
        #expect(ada.status == "alertActive" && ada.emergencyNote == "Ada's note" && ada.alert?.kind == "manual")

        _ = try client.call(ContactRemove.self, .init(contact: ben.id))
        ada = try #require(try Self.contacts(bench, "ben").first)
        #expect(ada.consent == "ended" && ada.status == nil && ada.alert == nil && ada.emergencyNote == nil)
        #expect(ada.firstName == "Ada" && ada.phone == "+49 … 5678" && ada.lastCheckIn == nil)
        #expect(try Self.inbox(bench, "ben").first?.type == "contactRemoved")
        #expect(try Self.contacts(bench, nil) == [])
        // The all-clear goes only to people who are still responders.
        let before = try Self.inbox(bench, "ben").count
        _ = try client.call(AlertDeactivate.self, .init())
        #expect(try Self.inbox(bench, "ben").count == before)
    }

    /// If a person leaves quietly, the other side gets no notification and no item of a stream.
    @Test("contact: a quiet end sends nothing") func aQuietEndSendsNothing() async throws {
        let bench = try await Self.agreed()
        let client = try bench.client()
        let before = try Self.inbox(bench, "ben")
        let watch = try ChildProcess(
            try Products.executable("seam"), ["signal", "contacts", "--watch", "--json", "--session", "ben"],
            environment: ["LIFESIGNAL_SOCKET": bench.socket])
        try await watch.awaitOutput("\"synced\"")
        let ben = try #require(try Self.contacts(bench, nil).first)
        _ = try client.call(ContactRemove.self, .init(contact: ben.id, isQuiet: true))
        _ = try client.call(CheckInRecord.self, .init())
        #expect(try Self.inbox(bench, "ben") == before)
        #expect(try Self.contacts(bench, "ben").map(\.consent) == ["ended"])
        _ = try client.call(AuthSignOut.self, .init(session: "ben"))
        #expect(try await watch.awaitExit() == 0)
        #expect(!watch.output.contains(#""kind":"contact""#) && !watch.output.contains("removed"), "\(watch.output)")
    }

    /// An alarm is sent tier by tier, answered, silent for a while, asked about, and resolved.
    @Test("contact: a responder is told and answers") func aResponderIsToldAndAnswers() async throws {
        let bench = try await Self.agreed()
        let client = try bench.client()
        try bench.signIn("+33612345678", session: "eve")
        _ = try Self.add(bench, "eve", by: nil, isResponder: true, tier: 2)
        let asked = try #require(try Self.contacts(bench, "eve").first)
        _ = try client.call(ContactAccept.self, .init(session: "eve", contact: asked.id))
        _ = try client.call(CheckInRecord.self, .init())
        try bench.advance(.seconds(86_400 + 300))
        func alarms(_ session: String) throws -> [SignalNotification] {
            try Self.inbox(bench, session).filter { $0.type == "alert" }
        }
        let told = try alarms("ben")
        #expect(told.count == 1 && told[0].message.hasPrefix("Ada Moreno has not checked in since "))
        #expect(told[0].contact == (try Self.contacts(bench, "ben").first?.id))
        #expect(try alarms("eve").isEmpty, "the second tier waits")
        try bench.advance(.seconds(180))
        #expect(try alarms("eve").count == 1 && alarms("ben").count == 1)

        let word = String(told[0].message.suffix(6))
        let stranger = AlertAnswerParams(session: "stranger", word: word)
        #expect(reason { _ = try client.call(AlertAck.self, stranger) } == "signal.not_signed_in")
        #expect(
            reason { _ = try client.call(AlertAck.self, .init(word: word)) } == "signal.unknown_alert", "not her own")
        let ada = try client.call(AlertAck.self, .init(session: "ben", word: word.lowercased()))
        #expect(ada.alert?.acknowledgedAt != nil && ada.firstName == "Ada" && ada.emergencyNote == "Ada's note")
        let ben = try #require(try Self.contacts(bench, nil).first { $0.firstName == "Ben" })
        #expect(try client.call(AlertGet.self, .init()).alert?.acknowledgedBy == ben.id)
        #expect(try Self.inbox(bench, nil).first?.message == "Ben Quux is on the way.")
        #expect(try alarms("eve").first?.message.hasPrefix("Somebody is on the way to Ada Moreno.") == true)

        // The alarm is silent for half an hour. After that, the responder gets a question, and then the alarm
        // continues.
        try bench.advance(.seconds(1_799))
        #expect(try alarms("ben").count == 1 && alarms("eve").count == 2)
        try bench.advance(.seconds(1))
        #expect(try alarms("ben").first?.title == "Is all well?")
        try bench.advance(.seconds(180))
        #expect(try alarms("ben").first?.title == "Alarm" && alarms("eve").first?.title == "Alarm")

        _ = try client.call(AlertResolve.self, .init(session: "eve", alert: told[0].alert))
        #expect(try alarms("ben").first?.title == "All is well" && alarms("eve").first?.title == "All is well")
        let past = try #require(try client.call(AlertList.self, .init()).alerts.first)
        #expect(past.resolution == "byResponder" && past.acknowledgedBy == nil, "nobody was on the way any more")
        #expect(try client.call(UserGet.self, .init()).nextDue != nil, "the next deadline runs")
        let again = AlertAnswerParams(session: "ben", word: word)
        #expect(reason { _ = try client.call(AlertAck.self, again) } == "signal.unknown_alert")
    }

    @Test("contact: a ping is answered by a check in") func aPingIsAnsweredByACheckIn() async throws {
        let bench = try await Self.agreed()
        let client = try bench.client()
        let ada = try #require(try Self.contacts(bench, "ben").first)
        let ping = try client.call(PingSend.self, .init(session: "ben", contact: ada.id))
        #expect(ping.isMine && ping.status == "pending")
        #expect(
            reason { _ = try client.call(PingSend.self, .init(session: "ben", contact: ada.id)) }
                == "signal.limited")
        #expect(try Self.contacts(bench, "ben").first?.status == "pendingPing")
        let asked = try client.call(PingList.self, .init()).pings
        #expect(asked.map(\.id) == [ping.id] && asked.allSatisfy { !$0.isMine })
        #expect(try Self.inbox(bench, nil).first?.message == "Ben Quux asks whether you are well.")
        let foreign = PingRespond.Params(session: "ben", ping: ping.id)
        #expect(reason { _ = try client.call(PingRespond.self, foreign) } == "signal.unknown_ping")
        #expect(try client.call(PingRespond.self, .init(ping: ping.id)).answered == 1)
        #expect(try client.call(CheckInList.self, .init()).checkIns.map(\.source) == ["responderInitiated"])
        #expect(try Self.contacts(bench, "ben").first?.status == "active")
        #expect(try Self.inbox(bench, "ben").first?.message == "Ada Moreno is well.")
        #expect(try client.call(PingList.self, .init(session: "ben")).pings.map(\.status) == ["responded"])
        #expect(try client.call(PingRespond.self, .init()).answered == 0)
        // If a person gets a ping within a minute after a check-in, only the next check-in answers the ping.
        try bench.advance(.seconds(60))
        _ = try client.call(PingSend.self, .init(session: "ben", contact: ada.id))
        _ = try client.call(CheckInRecord.self, .init())
        #expect(try client.call(PingList.self, .init()).pings == [])
    }

    @Test("contact: codes and tickets are worth no more than they should")
    func codesAndTicketsAreWorthNoMoreThanTheyShould() async throws {
        let bench = try await Self.two()
        let client = try bench.client()
        let (ada, ben) = (
            try client.call(UserGet.self, .init()), try client.call(UserGet.self, .init(session: "ben"))
        )
        func info(_ code: SignalID, _ session: String? = nil) throws -> SignalContactInfo {
            try client.call(ContactInfoGet.self, .init(session: session, qrCodeID: code))
        }
        let wish = ContactWish(firstName: "", lastName: "", phone: "", isResponder: true, isDependent: false)
        #expect(reason { _ = try info(ada.qrCodeID) } == "signal.self")
        let found = try info(ben.qrCodeID)
        #expect(found.firstName == "Ben" && found.phoneHint == "+34 … 2233")
        // A ticket belongs to the person who scanned the code. It is valid for a quarter of an hour, and can be used
        // once.
        try bench.signIn("+33612345678", session: "eve")
        let stolen = ContactAdd.Params(session: "eve", ticket: found.ticket, wish: wish)
        #expect(reason { _ = try client.call(ContactAdd.self, stolen) } == "signal.unknown_contact")
        try bench.advance(.seconds(900))
        let late = ContactAdd.Params(ticket: found.ticket, wish: wish)
        #expect(reason { _ = try client.call(ContactAdd.self, late) } == "signal.unknown_contact")
        let fresh = ContactAdd.Params(ticket: try info(ben.qrCodeID).ticket, wish: wish)
        _ = try client.call(ContactAdd.self, fresh)
        #expect(reason { _ = try client.call(ContactAdd.self, fresh) } == "signal.unknown_contact")
        let twice = ContactAdd.Params(ticket: try info(ben.qrCodeID).ticket, wish: wish)
        #expect(reason { _ = try client.call(ContactAdd.self, twice) } == "signal.already_contact")
        // A replaced code is treated as if it had never existed.
        _ = try client.call(UserRefreshQR.self, .init(session: "ben"))
        #expect(reason { _ = try info(ben.qrCodeID) } == "signal.unknown_qr")
        for _ in 0..<25 { _ = reason { _ = try info(ben.qrCodeID) } }
        #expect(reason { _ = try info(ben.qrCodeID) } == "signal.limited", "30 an hour")
        #expect(reason { _ = try info(ada.qrCodeID, "ben") } == nil, "and each person on their own")
    }

    @Test("contact: who turns alarms off is no responder and that is told")
    func whoTurnsAlarmsOffIsNoResponderAndThatIsTold() async throws {
        let bench = try await Self.agreed()
        let client = try bench.client()
        var preferences = try client.call(SettingsGet.self, .init(session: "ben"))
        preferences.alerts = false
        _ = try client.call(SettingsSet.self, .init(session: "ben", preferences: preferences))
        #expect(try Self.contacts(bench, nil).first?.isSilent == true)
        let told = try Self.inbox(bench, nil).prefix(2).map(\.message)
        #expect(told.last?.hasPrefix("Ben Quux has turned alarms off") == true)
        #expect(told.first?.hasPrefix("If you need help now, only the operator") == true)
        _ = try client.call(AlertActivate.self, .init())
        #expect(try Self.inbox(bench, "ben").filter { $0.type == "alert" } == [])
        #expect(try bench.administrator().call(OutboxList.self, .init()).elements.count == 1, "then the operator")
    }

    @Test("contact: what a contact wants is asked and less is not")
    func whatAContactWantsIsAskedAndLessIsNot() async throws {
        let bench = try await Self.agreed()
        let client = try bench.client()
        let ben = try #require(try Self.contacts(bench, nil).first)
        func want(_ responder: Bool, _ dependent: Bool) throws -> SignalContact {
            let wish = ContactWish(
                firstName: "Benny", lastName: "", phone: "…", isResponder: responder, isDependent: dependent)
            return try client.call(ContactUpdate.self, .init(contact: ben.id, wish: wish))
        }
        let both = try want(true, true)
        #expect(
            both.isResponder && !both.isDependent && both.proposal?.isDependent == true && both.firstName == "Benny")
        let his = try #require(try Self.contacts(bench, "ben").first)
        #expect(his.firstName == "Ada", "a label is its owner's")
        _ = try client.call(ContactDecline.self, .init(session: "ben", contact: his.id))
        #expect(try Self.contacts(bench, nil).first?.proposal == nil)
        #expect(try Self.inbox(bench, nil).first?.title == "A contact has not agreed")
        _ = try want(false, true)
        let less = try #require(try Self.contacts(bench, nil).first)
        #expect(!less.isResponder && !less.isDependent && less.proposal?.isDependent == true, "less is so at once")
        #expect(try Self.contacts(bench, "ben").first?.status == nil)
        #expect(
            reason { _ = try client.call(ContactGet.self, .init(session: "ben", contact: ben.id)) }
                == "signal.unknown_contact", "a contact is its owner's")
    }

    /// A drill is a real message, but not an alarm.
    @Test("contact: a drill is answered") func aDrillIsAnswered() async throws {
        let bench = try await Self.two()
        let client = try bench.client()
        #expect(reason { _ = try client.call(DrillStart.self, .init()) } == "signal.no_responder")
        #expect(try client.call(DrillGet.self, .init()) == SignalDrill(responders: []))
        _ = try Self.add(bench, "ben", by: nil, isResponder: true)
        let asked = try #require(try Self.contacts(bench, "ben").first)
        _ = try client.call(ContactAccept.self, .init(session: "ben", contact: asked.id))
        let drill = try client.call(DrillStart.self, .init())
        #expect(drill.responders.map(\.firstName) == ["Ben"] && drill.responders.allSatisfy { $0.answeredAt == nil })
        #expect(reason { _ = try client.call(DrillStart.self, .init()) } == "signal.limited")
        let told = try #require(try Self.inbox(bench, "ben").first)
        #expect(told.type == "system" && told.message.hasPrefix("A drill: Ada Moreno asks whether alarms reach "))
        #expect(try client.call(AlertGet.self, .init()).alert == nil, "it is no alarm")
        #expect(try client.call(AlertList.self, .init()).alerts == [])
        let word = String(told.message.suffix(6))
        #expect(reason { _ = try client.call(DrillAnswer.self, .init(word: word)) } == "signal.unknown_alert")
        #expect(try client.call(DrillAnswer.self, .init(session: "ben", word: word)).firstName == "Ada")
        _ = try client.call(DrillAnswer.self, .init(session: "ben", word: word))
        #expect(try client.call(DrillGet.self, .init()).responders.allSatisfy { $0.answeredAt != nil })
        let heard = try Self.inbox(bench, nil).filter { $0.title == "Drill" }
        #expect(heard.map(\.message) == ["Ben Quux has answered."], "once")
        try bench.advance(.seconds(86_400))
        let late = DrillAnswer.Params(session: "ben", word: word)
        #expect(reason { _ = try client.call(DrillAnswer.self, late) } == "signal.unknown_alert")
    }
}
