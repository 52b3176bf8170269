import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests the texts that two contacts read about each other in each state, and checks that these texts are true.
@Suite(.timeLimit(.minutes(2))) struct SentenceContactTests {
    private static let leaving =
        "seam: without you, only the operator of this machine is told of the alarms of Ada Moreno"
    private static let left =
        "Nobody is left: If you need help now, only the operator of this machine is alerted. "
        + "Ask somebody to be your responder."

    /// One person asks and the other declines. Later, both people agree, extend the relation, and end the relation.
    @Test("sentence contact: they agree and part") func theyAgreeAndPart() async throws {
        let bench = try await ContactTests.two()
        let say = Saying(bench: bench)
        #expect(
            try await say("contacts") == [
                "no contacts: 'seam signal qr' shows your code, 'seam signal add' reads theirs"
            ])
        #expect(try await say("who-sees-me") == ["nobody can see anything about you"])
        func ask(_ roles: String...) async throws -> [String] {
            let code = try await say("qr", by: "ben").last ?? ""
            return try await SignalCommandTests.seam(bench, ["add"] + roles, input: "\(code)\n").output
                .split(separator: "\n").map(String.init)
        }
        #expect(try await ask("--responder") == ["Ben has been asked", "until they agree, nobody is told of anything"])
        let asked = "Ada asks that you be told of their alarms. Nothing is shared until you agree."
        #expect(try await say.news(of: "ben") == ["Somebody asks you: \(asked)"])
        #expect(
            try await say("contacts") == ["Ben  +34 … 2233", "  you ask that they are told of your alarms"])
        _ = try await say("sos")
        _ = try await say("cancel")
        #expect(try await say.news(of: "ben") == [], "nobody is told of anything")
        let theirs = "  asks that you are told of their alarms"
        let answer = "  agree with 'seam signal accept', or refuse with 'seam signal decline'"
        #expect(try await say("accept", by: "ben") == ["Ada  +49 … 5678", theirs, answer])
        _ = try await say.news()
        #expect(
            try await say("decline", "Ada", by: "ben") == [
                "you have refused the request of Ada; they can see that"
            ])
        #expect(try await say.news() == ["A contact has not agreed: Ben has not agreed."])
        #expect(try await say("contacts").last == "  shares nothing with you")
        #expect(try await ask("--responder", "--dependent").first == "Ben has been asked")
        #expect(
            try await say.news(of: "ben").first
                == "Somebody asks you: Ada asks that you both be told of each other's alarms. "
                + "Nothing is shared until you agree.")
        _ = try await say("accept", "Ada", by: "ben")
        let agreed = "A contact has agreed: Ben Quux: you are told of each other's alarms."
        #expect(try await say.news() == [agreed])
        #expect(
            try await say("contacts").prefix(3) == [
                "Ben Quux  +34600112233", "  told of your alarms, tier 1", "  you are told of their alarms",
            ])
        // The last responder is asked before leaving. The question also comes if this responder only gives up a role.
        let role = try await say("role", "Ada", "--dependent", "off", by: "ben")
        #expect(role.last == Self.leaving)
        #expect(
            try await say.news() == [Self.left, "A role has changed: Ben Quux: you are told of their alarms."])
        let none = try await say("role", "Ada", "--responder", "off", by: "ben")
        let refused = "seam: without a role, this person would no longer be a contact"
        #expect(none == ["\(refused) ('seam signal remove' ends a contact)"])
        let alone = "seam: without you, only the operator of this machine is told of the alarms of Ben Quux"
        #expect(try await say("remove", "Ben") == ["Ben Quux is no longer a contact", alone])
        #expect(
            try await say.news(of: "ben").contains(
                "A contact has stopped sharing: Ada Moreno no longer shares with you."))
    }

    /// A responder turns messages about alarms off, and on again.
    @Test("sentence contact: a responder turns alarms off") func aResponderTurnsAlarmsOff() async throws {
        let bench = try await ContactTests.agreed()
        let say = Saying(bench: bench)
        for session in [nil, "ben"] { _ = try await say.news(of: session) }
        let settings = ["alerts: off", "pings: on", "check-ins: on", "contacts: on", "language: this machine's"]
        #expect(try await say("settings", "--alerts", "off", by: "ben") == settings + [Self.leaving])
        #expect(
            try await say.news() == [
                Self.left,
                "A responder has turned alarms off: Ben Quux has turned alarms off: you have one fewer responder.",
            ])
        #expect(
            try await say("contacts") == [
                "Ben Quux  +34600112233", "  a responder, tier 1, but cannot be alerted: they have turned alarms off",
            ])
        #expect(
            try await say("contacts", by: "ben").last
                == "you have turned alarms off, so you receive none: "
                + "turn them on with 'seam signal settings --alerts on'"
        )
        let nobody = "nobody can be alerted: only the operator of this machine is alerted"
        #expect(
            try await say("status").suffix(2) == [
                "Ben Quux cannot be alerted: they have turned alarms off", nobody,
            ])
        let doctor = try await say("doctor")
        #expect(doctor.contains("warn  responders: \(nobody)"), "\(doctor)")
        #expect(
            try await say("drill") == [
                "seam: no contact has agreed to be alerted, or those who agreed receive no alarms "
                    + "('seam signal add --responder' asks somebody, who has to agree)"
            ])
        _ = try await say("sos")
        _ = try await say("cancel")
        #expect(try await say.news(of: "ben") == [])
        // After 90 days, the person is asked about a contact again. The question says which data and news the contact
        // gets at present.
        try await bench.restart(arguments: ["--virtual-clock-start", "\(Int64(91 * 86_400_000))"])
        try bench.advance(.seconds(1))
        let question =
            "A contact sees your check-ins: Ben Quux sees when you check in, but receives no alarms at present. "
            + "If you no longer want this, end it."
        #expect(try await say.news().contains(question))
        _ = try await say("settings", "--alerts", "on", by: "ben")
        #expect(try await say.news() == ["A responder is back: Ben Quux receives your alarms again."])
        _ = try await say("sos")
        #expect(try await say.news(of: "ben").count == 1)
    }

    /// When Ada removes a responder, only those of the remaining responders who hear of alarms are told.
    @Test("sentence contact: those who are left hear it") func thoseWhoAreLeftHearIt() async throws {
        let bench = try await ContactTests.agreed()
        let say = Saying(bench: bench)
        try say.responder("cleo", "Cleo", "+33612345678")
        try say.responder("dan", "Dan", "+33612345679")
        _ = try await say("settings", "--alerts", "off", by: "dan")
        for session in ["ben", "cleo", "dan"] { _ = try await say.news(of: session) }
        #expect(
            try await say("remove", "Ben", "--quiet") == ["Ben Quux is no longer a contact"]
                + ["Dan Quux cannot be alerted: they have turned alarms off"])
        #expect(try await say.news(of: "ben") == [], "quietly")
        let less = "One fewer responder: Ada Moreno has one fewer responder. You are one of those who remain."
        #expect(try await say.news(of: "cleo") == [less])
        #expect(try await say.news(of: "dan") == [], "who hears of no alarms is not left")
    }

    /// An address is used once its code is entered. After the address is removed, no message is sent there.
    @Test("sentence contact: an address is used until it is removed")
    func anAddressIsUsedUntilItIsRemoved() async throws {
        let bench = try await ContactTests.agreed(configuration: PlayedSender.configuration)
        let say = Saying(bench: bench)
        #expect(
            try await say("reach", "verify", input: "000000\n") == [
                "seam: no code is expected now "
                    + "(ask for another code with 'seam signal sign-in', for a new number with 'seam signal number', "
                    + "or for an address with 'seam signal reach add')"
            ])
        let sender = try PlayedSender(bench)
        let claims = try sender.claiming()
        #expect(
            try await say("reach", "add", PlayedSender.channel, "ada-1") == [
                "a code is on its way, and is valid until {time}",
                "next: seam signal reach verify, with the code on standard input",
            ])
        let sent = try sender.next(of: claims)
        let code = String(sent.text.prefix(6))
        let rest = " is the code for this address in LifeSignal. It is valid for 10 minutes. "
        #expect(sent.text.dropFirst(6) == rest + "If you did not ask for it, ignore it.")
        try sender.report(sent)
        _ = try await say("settings", "--alerts", "off")
        #expect(
            try await say("reach", "verify", input: "\(code)\n") == [
                "from now on, messages for you are also sent to ada-1",
                "but no alarms, because you have turned them off: 'seam signal settings --alerts on'",
            ])
        #expect(try await say("reach", "add", PlayedSender.channel, "ada-1") == ["the address is already in use"])
        let unknown = "seam: no channel of that name is configured ('seam signal reach list' shows the channels)"
        #expect(try await say("reach", "add", "pigeon", "x") == [unknown])
        _ = try await say("ping", "Ada", by: "ben")
        let ping = try sender.next(of: claims)
        #expect(ping.text == "Ben Quux asks whether you are well.")
        try sender.report(ping)
        // An address that refuses messages is reported until it accepts a message again.
        try bench.advance(.seconds(61))
        _ = try await say("ping", "Ada", by: "ben")
        let refused = try sender.next(of: claims)
        _ = try sender.client.call(
            DeliveryReport.self, .init(id: refused.id, fence: refused.fence, outcome: .permanent))
        let broken = "An address for box accepts no messages. You are not alerted there until it works again."
        #expect(try await say.news().contains("An address does not work: \(broken)"))
        #expect(try await say("reach")[1].hasSuffix("accepts no messages at present"))
        let known = "you already have this address, but it accepts no messages at present"
        #expect(try await say("reach", "add", PlayedSender.channel, "ada-1") == [known])
        try bench.advance(.seconds(61))
        _ = try await say("ping", "Ada", by: "ben")
        try sender.report(try sender.next(of: claims))
        #expect(try await say("reach")[1].hasSuffix("used"))
        // The sender is busy. Messages that wait to be sent to the address are removed together with it.
        sender.client.cancel(claims)
        try bench.advance(.seconds(61))
        _ = try await say("ping", "Ada", by: "ben")
        let id = try #require(try bench.client().call(ReachList.self, .init()).addresses.first?.id)
        #expect(try await say("reach", "remove", "\(id)") == ["removed"])
        let list = try bench.administrator().call(DeliveryList.self, .init()).elements
        #expect(list.map(\.state) == ["dropped", "handed", "failed", "handed"], "\(list)")
    }

    /// Without a sender, no code is sent. The code is also withheld from a sender that starts later, so the address
    /// must be added again.
    @Test("sentence contact: without a sender no code is sent") func withoutASenderNoCodeIsSent() async throws {
        let bench = try await ContactTests.two(configuration: PlayedSender.configuration)
        let say = Saying(bench: bench)
        #expect(
            try await say("reach", "add", PlayedSender.channel, "ada-1") == [
                "no code was sent: nothing can be sent at present",
                "tell the operator that lifesignal-sender is not running, then try again",
            ])
        #expect(try await say("reach").last == "no channel is available at present")
        try bench.advance(.seconds(61))
        let sender = try PlayedSender(bench)
        let claims = try sender.claiming()
        _ = try await say("reach", "add", PlayedSender.channel, "ada-1")
        let sent = try sender.next(of: claims)
        try sender.report(sent)
        #expect(try await say("reach")[1].contains("waiting for its code until {time}"))
        let code = "\(sent.text.prefix(6))\n"
        let verified = try await say("reach", "verify", input: code)
        #expect(verified == ["from now on, messages for you are also sent to ada-1"])
    }
}
