import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests the addresses of people. An address counts once its code has been entered.
@Suite(.timeLimit(.minutes(2))) struct ReachTests {
    private static func bench() async throws -> (SenderBench, PostBox) {
        let (bench, box) = try await ProgramDeliveryTests.bench()
        try bench.bench.signIn(SignalBench.ada)
        return (bench, box)
    }

    private static func code(_ box: PostBox) throws -> String {
        let message = try box.message()
        #expect(message["kind"]?.stringValue == "code" && message["word"] == nil)
        return String((message["text"]?.stringValue ?? "").prefix(6))
    }

    @Test("reach: an address counts once its code came back") func anAddressCountsOnceItsCodeCameBack() async throws {
        let (bench, box) = try await Self.bench()
        let client = try bench.bench.client()
        let added = try client.call(ReachAdd.self, .init(channel: "box", address: "+49 151 1"))
        #expect(!added.isVerified && added.expiresAt != nil)
        let code = try Self.code(box)
        let wrong = code == "000000" ? "000001" : "000000"
        #expect(reason { _ = try client.call(ReachVerify.self, .init(code: wrong)) } == "signal.code_wrong")
        let verified = try client.call(ReachVerify.self, .init(code: code))
        #expect(verified.isVerified && verified.id == added.id && verified.expiresAt == nil)
        #expect(reason { _ = try client.call(ReachVerify.self, .init(code: code)) } == "signal.code_expired")
        let listed = try client.call(ReachList.self, .init())
        #expect(listed.addresses == [verified] && listed.channels == [ReachChannel(name: "box", kind: "program")])
        #expect(try client.call(ReachAdd.self, .init(channel: "box", address: "+49 151 1")) == verified)
        _ = try client.call(ReachRemove.self, .init(id: added.id))
        #expect(try client.call(ReachList.self, .init()).addresses == [])
        #expect(reason { _ = try client.call(ReachRemove.self, .init(id: added.id)) } == "signal.unknown_reach")
        for secret in ["151 1", code] { #expect(!bench.logs.contains(secret)) }
    }

    @Test("reach: codes are few and end") func codesAreFewAndEnd() async throws {
        let (bench, box) = try await Self.bench()
        let client = try bench.bench.client()
        // A code allows only five tries.
        _ = try client.call(ReachAdd.self, .init(channel: "box", address: "a"))
        let first = try Self.code(box)
        let wrong = first == "000000" ? "000001" : "000000"
        for left in [4, 3, 2, 1, 0] {
            do {
                _ = try client.call(ReachVerify.self, .init(code: wrong))
                Issue.record("a wrong code is taken")
            } catch {
                #expect(error.details?["tries_left"]?.integerValue == Int64(left))
            }
        }
        #expect(reason { _ = try client.call(ReachVerify.self, .init(code: first)) } == "signal.code_expired")
        // A code expires after ten minutes.
        _ = try client.call(ReachAdd.self, .init(channel: "box", address: "a"))
        let second = try Self.code(box)
        try bench.bench.advance(.seconds(600))
        #expect(reason { _ = try client.call(ReachVerify.self, .init(code: second)) } == "signal.code_expired")
        for address in ["b", "c", "d"] {
            _ = try client.call(ReachAdd.self, .init(channel: "box", address: address))
            _ = try Self.code(box)
        }
        #expect(
            reason { _ = try client.call(ReachAdd.self, .init(channel: "box", address: "e")) } == "signal.limited")
        #expect(
            reason { _ = try client.call(ReachAdd.self, .init(channel: "none", address: "e")) }
                == "signal.unknown_channel")
        #expect(
            reason { _ = try client.call(ReachAdd.self, .init(channel: "box", address: "-e")) }
                == "signal.invalid_address")
    }

    /// If somebody has not asked for any codes, other people can send them only a few codes, even if several people do
    /// so.
    @Test("reach: nobody is flooded with codes") func nobodyIsFloodedWithCodes() async throws {
        let (bench, box) = try await Self.bench()
        for number in 0..<7 {
            let session = "p\(number)"
            try bench.bench.signIn("+4915100000\(100 + number)", session: session)
            let answer = reason {
                _ = try bench.bench.client()
                    .call(ReachAdd.self, .init(session: session, channel: "box", address: "victim"))
            }
            #expect(answer == (number < 5 ? nil : "signal.limited"), "\(number)")
            if number < 5 { _ = try Self.code(box) }
        }
        // The limit does not apply to another address.
        _ = try bench.bench.client().call(ReachAdd.self, .init(session: "p6", channel: "box", address: "own"))
    }

    /// If a person's address refuses messages, two kinds of people are told: the person, and the people who rely on
    /// that person.
    @Test("reach: an address that breaks is told") func anAddressThatBreaksIsTold() async throws {
        let (bench, box) = try await Self.bench()
        try bench.bench.signIn(SignalBench.ben, session: "ben")
        let client = try bench.bench.client()
        let code = try client.call(UserGet.self, .init()).qrCodeID
        let info = try client.call(ContactInfoGet.self, .init(session: "ben", qrCodeID: code))
        let wish = ContactWish(firstName: "", lastName: "", phone: "", isResponder: true, isDependent: false)
        _ = try client.call(ContactAdd.self, .init(session: "ben", ticket: info.ticket, wish: wish))
        let asked = try #require(try client.call(ContactList.self, .init()).contacts.first)
        _ = try client.call(ContactAccept.self, .init(contact: asked.id))
        _ = try client.call(ReachAdd.self, .init(channel: "box", address: "a"))
        _ = try client.call(ReachVerify.self, .init(code: try Self.code(box)))
        try box.answer("exit 65")
        _ = try client.call(AlertActivate.self, .init(session: "ben"))
        _ = try box.message()
        try bench.await { $0.last?.state == "failed" }
        let titles = { (session: String?) in
            try client.call(NotificationList.self, .init(session: session)).notifications.map(\.title)
        }
        #expect(try titles(nil).contains("An address does not work"))
        #expect(try titles("ben").contains("A responder is harder to reach"))
        #expect(try client.call(ContactList.self, .init(session: "ben")).contacts.first?.channels == [])
    }

    /// If an address refuses the message about a secret call, this does not reveal the call to somebody who forces the
    /// person.
    @Test("reach: an address that breaks at a call in secret is unseen")
    func anAddressThatBreaksAtACallInSecretIsUnseen() async throws {
        let (bench, box) = try await Self.bench()
        try bench.agree()
        let client = try bench.bench.client()
        _ = try client.call(PINSet.self, .init(new: "246810", forced: "135791"))
        _ = try client.call(ReachAdd.self, .init(session: "ben", channel: "box", address: "a"))
        _ = try client.call(ReachVerify.self, .init(session: "ben", code: try Self.code(box)))
        try bench.await { $0.allSatisfy { $0.state == "handed" } }
        func seen() throws -> [String] {
            let titles = try client.call(NotificationList.self, .init()).notifications.map(\.title)
            return titles + (try client.call(ContactList.self, .init()).contacts.first?.channels ?? ["nobody"])
        }
        let before = try seen()
        try box.answer("exit 65")
        _ = try client.call(CheckInRecord.self, .init(pin: "135791"))
        _ = try box.message()
        try bench.await { $0.last?.state == "failed" }
        #expect(try client.call(ReachList.self, .init(session: "ben")).addresses.map(\.isBroken) == [true])
        #expect(try seen() == before)
        #expect(before.last == "box")
        // After the all-clear, the broken address is visible.
        let alert = try #require(try client.call(ContactList.self, .init(session: "ben")).contacts.first?.alert)
        _ = try client.call(AlertResolve.self, .init(session: "ben", alert: alert.id))
        #expect(try client.call(ContactList.self, .init()).contacts.first?.channels == [])
    }

    /// If a channel answers "later" for minutes, the address that uses it is reported to the address's owner and to the
    /// operator of the machine.
    @Test("reach: an address that says later for minutes is told")
    func anAddressThatSaysLaterForMinutesIsTold() async throws {
        let (bench, box) = try await Self.bench()
        try bench.agree()
        let client = try bench.bench.client()
        _ = try client.call(ReachAdd.self, .init(session: "ben", channel: "box", address: "a"))
        _ = try client.call(ReachVerify.self, .init(session: "ben", code: try Self.code(box)))
        try bench.await { $0.allSatisfy { $0.state == "handed" } }
        func titles(_ session: String?) throws -> [String] {
            try client.call(NotificationList.self, .init(session: session)).notifications.map(\.title)
        }
        func health() throws -> String {
            try bench.bench.administrator().call(OutgoingCall(unary: "rpc.health")).json.text
        }
        try box.answer("exit 75")
        _ = try client.call(AlertActivate.self, .init())
        var tries = 0
        while try !titles("ben").contains("An address does not work"), tries < 20 {
            _ = try box.message()
            tries += 1
            try bench.await { $0.allSatisfy { $0.state != "claimed" } }
            #expect(
                try tries > 5 || !titles(nil).contains("A responder is harder to reach"), "one \"later\" is no fault")
            try bench.bench.advance(.seconds(60))
        }
        #expect(try titles(nil).contains("A responder is harder to reach"))
        #expect(try health().contains("a channel keeps putting them off (box)"))
        #expect(try client.call(ReachList.self, .init(session: "ben")).addresses.map(\.isBroken) == [true])
        // The address works again.
        try box.answer("exit 0")
        try bench.bench.advance(.seconds(300))
        try bench.await { $0.last { $0.kind == "alert" && $0.addressHint == "…" }?.state == "handed" }
        try bench.bench.advance(.seconds(1))
        #expect(try client.call(ReachList.self, .init(session: "ben")).addresses.map(\.isBroken) == [false])
        #expect(try !health().contains("putting them off"))
    }

    /// A tier is skipped if its only address refuses messages and its person is not signed in anywhere.
    @Test("reach: a tier that cannot be told is passed over") func aTierThatCannotBeToldIsPassedOver() async throws {
        let (bench, box) = try await Self.bench()
        try bench.agree()
        let client = try bench.bench.client()
        _ = try client.call(ReachAdd.self, .init(session: "ben", channel: "box", address: "a"))
        _ = try client.call(ReachVerify.self, .init(session: "ben", code: try Self.code(box)))
        _ = try client.call(AuthSignOut.self, .init(session: "ben"))
        try bench.await { $0.allSatisfy { $0.state == "handed" } }
        try box.answer("case $text in *'\"a\"'*) exit 65;; esac; exit 0")
        _ = try client.call(AlertActivate.self, .init())
        #expect(try box.message()["address"]?.stringValue == "a")
        try bench.await { $0.last?.state == "failed" }
        try bench.bench.advance(.milliseconds(1))
        #expect(try box.message()["address"]?.stringValue == SenderBench.address, "the operator, at once")
    }

    /// The sender tries to send a code twice within a minute, and then gives up.
    @Test("reach: a code does not come late") func aCodeDoesNotComeLate() async throws {
        let (bench, box) = try await Self.bench()
        try box.answer("exit 75")
        _ = try bench.bench.client().call(ReachAdd.self, .init(channel: "box", address: "a"))
        _ = try Self.code(box)
        try bench.await { $0[0].state == "queued" }
        try bench.bench.advance(.seconds(20))
        _ = try Self.code(box)
        try bench.await { $0[0].state == "dropped" && $0[0].attempts == 2 }
    }

    @Test("reach: the command does the same") func theCommandDoesTheSame() async throws {
        let (bench, box) = try await Self.bench()
        func seam(_ arguments: [String], input: String = "") async throws -> String {
            let process = try ChildProcess(
                try Products.executable("seam"), ["signal"] + arguments,
                environment: [
                    "LIFESIGNAL_SOCKET": bench.bench.socket, "LIFESIGNAL_ADMIN_SOCKET": bench.bench.adminSocket,
                ], input: input)
            _ = try await process.awaitExit()
            return process.output + process.errors
        }
        #expect(try await seam(["reach"]) == "you have no address\nchannels: box\n")
        #expect(try await seam(["reach", "add", "box", "siren"]).hasPrefix("a code is on its way"))
        let code = try Self.code(box)
        let verified = try await seam(["reach", "verify"], input: code + "\n")
        #expect(verified == "from now on, messages for you are also sent to siren\n")
        let id = try bench.bench.client().call(ReachList.self, .init()).addresses[0].id
        #expect(try await seam(["reach", "list"]).contains("used"))
        #expect(try await seam(["reach", "remove", "\(id)"]) == "removed\n")
        #expect(try await seam(["reach", "remove", "x"]).contains("not an id"))
        #expect(
            try await seam(["deliveries"]).contains("nothing has been sent yet"), "its delivery went with the address")
    }
}
