import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests the actions of LifeSignal's administrator. They concern codes, people, and the time that determines deadlines.
@Suite(.timeLimit(.minutes(2))) struct AdministratorTests {
    private func run(_ bench: SignalBench, uid: UInt32, _ method: String, _ params: JSON) async throws -> String {
        let run = try ChildProcess(
            try Products.executable("seam"), ["rpc", method, "-"], environment: ["LIFESIGNAL_SOCKET": bench.socket],
            uid: uid,
            input: params.text)
        _ = try await run.awaitExit()
        return run.output + run.errors
    }

    /// An administrator sees only the code of one session. An administrator looks the code up. Other people still have
    /// no better chance than by guessing.
    @Test("administrator: a code is whose it is") func aCodeIsWhoseItIs() async throws {
        let bench = try await SignalBench(configuration: ["allow": ["session": ["users": ["0", "61001", "61002"]]]])
        func ask(_ uid: UInt32) async throws {
            _ = try await run(bench, uid: uid, "auth.sign_in", ["session": "x", "phone": .string(SignalBench.ada)])
            try bench.advance(.seconds(1))
        }
        func guess(_ uid: UInt32) async throws -> String {
            try await run(bench, uid: uid, "auth.verify", ["session": "x", "code": "000000"])
        }
        for uid: UInt32 in [61_001, 61_002] { try await ask(uid) }
        for uid: UInt32 in [61_001, 61_001, 61_001, 61_001, 61_001, 61_002, 61_002] { _ = try await guess(uid) }
        // Uses up the number's wrong tries of another day.
        for _ in 0..<2 {
            _ = try await run(bench, uid: 61_001, "auth.sign_out", ["session": "x"])
            try await ask(61_001)
            for _ in 0..<4 { _ = try await guess(61_001) }
        }
        #expect(try await guess(61_001).contains("signal.limited"))
        let client = try bench.client()
        _ = try client.call(AuthSignIn.self, .init(phone: SignalBench.ada))
        let administrator = try bench.administrator()
        let issued = try administrator.call(CodeIssue.self, .init(phone: SignalBench.ada))
        #expect(issued.codes.map(\.uid) == [0] && issued.others == 2, "the user who asked last")
        #expect(try await guess(61_001).contains("signal.limited"), "the others' codes were not given out")
        #expect(try await guess(61_002).contains("signal.limited"))
        #expect(try client.call(AuthVerify.self, .init(code: issued.codes[0].code)).phone == SignalBench.ada)
        let theirs = try administrator.call(CodeIssue.self, .init(phone: SignalBench.ada, uid: 61_002))
        #expect(theirs.codes.map(\.uid) == [61_002] && theirs.others == 1)
        #expect(try await guess(61_002).contains("signal.code_wrong"), "one guess")
        #expect(try await guess(61_002).contains("signal.limited"), "and no other")
        #expect(
            reason { _ = try administrator.call(CodeIssue.self, .init(phone: SignalBench.ada, uid: 61_003)) }
                == "signal.no_sign_in")
    }

    /// An administrator can remove a person, so that no alarm lasts for ever. The responders are told.
    @Test("administrator: a person is removed") func aPersonIsRemoved() async throws {
        let bench = try await ContactTests.agreed()
        let client = try bench.client()
        _ = try client.call(CheckInRecord.self, .init())
        try bench.advance(.seconds(86_400 + 600))
        #expect(try client.call(AlertGet.self, .init()).alert?.kind == "overdue")
        let screen = try bench.client()
        let watch = try screen.start(OutgoingCall(stream: AuthWatch.name, params: SignalSessionParams().jsonText))
        _ = screen.next(of: watch, within: .seconds(20))
        let administrator = try bench.administrator()
        #expect(
            reason { _ = try administrator.call(PersonRemove.self, .init(phone: "+4915199999999")) }
                == "signal.unknown_person")
        _ = try administrator.call(PersonRemove.self, .init(phone: SignalBench.ada))
        #expect(reason { _ = try client.call(UserGet.self, .init()) } == "signal.not_signed_in")
        guard case .item(let item) = screen.next(of: watch, within: .seconds(20)) else {
            throw TestFailure("the screen hears nothing")
        }
        #expect(item.data.json["person"] == nil)
        let news = try client.call(NotificationList.self, .init(session: "ben")).notifications
        #expect(news.first?.title == "Somebody was removed")
        #expect(news.first?.message.contains("Check on them yourself") == true)
        #expect(try client.call(ContactList.self, .init(session: "ben")).contacts == [])
        let before = try client.call(NotificationList.self, .init(session: "ben")).notifications.count
        for _ in 0..<8 { try bench.advance(.seconds(1_800)) }
        #expect(try client.call(NotificationList.self, .init(session: "ben")).notifications.count == before, "it ends")
        // A person who signs in again starts from scratch, even after a restart.
        try await bench.restart()
        #expect(try bench.administrator().call(PersonList.self, .init()).elements.count == 1)
        #expect(try bench.signIn(SignalBench.ada).lastCheckIn == nil)
    }

    /// The operator takes care of an alarm that nobody else answers. The alarm is then silent for exactly half an hour.
    @Test("administrator: the operator takes care of an alarm") func theOperatorTakesCareOfAnAlarm() async throws {
        let bench = try await ContactTests.agreed()
        let client = try bench.client()
        let administrator = try bench.administrator()
        func outbox() throws -> [SignalMessage] { try administrator.call(OutboxList.self, .init()).elements }
        _ = try client.call(CheckInRecord.self, .init())
        try bench.advance(.seconds(86_400 + 301))
        let word = try #require(try client.call(AlertGet.self, .init()).alert?.word)
        let early = try await SignalCommandTests.seam(bench, ["ack", "--operator", word])
        #expect(early.status != 0 && early.errors.contains("the operator was not told of a running alarm"), "\(early)")
        try bench.advance(.seconds(180))
        let told = try #require(try outbox().first)
        #expect(told.text.hasSuffix(" Answer: seam signal ack --operator \(word)"), "\(told.text)")
        let answered = try await SignalCommandTests.seam(bench, ["ack", "--operator", word.lowercased()])
        #expect(answered.output.hasPrefix("you are taking care of the alarm \(word)"), "\(answered)")
        let help = "The operator of this machine is seeing to"
        #expect(try client.call(NotificationList.self, .init()).notifications.first?.message == "\(help) it.")
        let bens = try client.call(NotificationList.self, .init(session: "ben")).notifications
        #expect(bens.first?.message.hasPrefix("\(help) the alarm of ") == true)
        let status = try await SignalCommandTests.seam(bench, ["status"])
        #expect(status.output.contains("the operator of this machine is taking care of it, since"), "\(status)")
        try await bench.restart()
        try bench.advance(.seconds(1_795))
        let again = try bench.administrator()
        #expect(try again.call(OutboxList.self, .init()).elements.count == 1, "silent")
        try bench.advance(.seconds(10))
        #expect(try again.call(OutboxList.self, .init()).elements.count == 2, "half an hour, and not longer")
        #expect(try bench.client().call(AlertGet.self, .init()).alert?.acknowledgedAt == nil)
        // The operator does not replace the helper who is on the way.
        _ = try bench.client().call(AlertAck.self, .init(session: "ben", word: word))
        #expect(try !again.call(OutboxAck.self, .init(word: word)).isTaken)
        #expect(try bench.client().call(AlertGet.self, .init()).alert?.acknowledgedBy != nil)
        _ = try bench.client().call(AlertResolve.self, .init(session: "ben", word: word))
        #expect(reason { _ = try again.call(OutboxAck.self, .init(word: word)) } == "signal.unknown_alert")
    }

    /// The person sees no answer to a secret call. Everyone who hears of the answer is advised not to phone.
    @Test("administrator: the operator takes care of a secret call")
    func theOperatorTakesCareOfASecretCall() async throws {
        let bench = try await ContactTests.agreed()
        let client = try bench.client()
        _ = try client.call(PINSet.self, .init(new: "135790", forced: "246801"))
        _ = try client.call(CheckInRecord.self, .init(pin: "246801"))
        let before = try client.call(NotificationList.self, .init()).notifications
        let administrator = try bench.administrator()
        let told = try #require(try administrator.call(OutboxList.self, .init()).elements.first)
        #expect(told.text.contains("in secret") && told.text.contains("do not phone"), "\(told.text)")
        #expect(try administrator.call(OutboxAck.self, .init(alert: told.alert)).isTaken)
        #expect(try client.call(NotificationList.self, .init()).notifications == before)
        #expect(try client.call(AlertGet.self, .init()).alert == nil)
        let bens = try client.call(NotificationList.self, .init(session: "ben")).notifications
        #expect(
            bens.first?.message.contains("Do not phone: this is a secret call for help.") == true,
            "\(bens.prefix(1))")
    }

    /// A time server is wrong for a minute. Nothing is removed because of this, and an administrator corrects the
    /// clock.
    @Test("administrator: a clock that was wrong is set") func aClockThatWasWrongIsSet() async throws {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        let client = try bench.client()
        for _ in 0..<3 {
            _ = try client.call(CheckInRecord.self, .init())
            try bench.advance(.seconds(80_000))
        }
        let administrator = try bench.administrator()
        #expect(reason { _ = try administrator.call(ClockSet.self, .init()) } == "signal.clock_right")
        let right = try administrator.call(ClockGet.self, .init()).time
        let wrong = Timestamp(millisecondsSince1970: 2_145_916_800_000)
        try bench.move(["wall_at_ms": .integer(wrong.millisecondsSince1970), "synchronized": true])
        try bench.advance(.seconds(60))
        let corrected = right.advanced(by: .seconds(60))
        try bench.move(["wall_at_ms": .integer(corrected.millisecondsSince1970), "synchronized": true])
        try bench.advance(.seconds(3_600))
        #expect(try client.call(CheckInList.self, .init()).checkIns.count == 3, "nothing is removed")
        _ = try client.call(CheckInRecord.self, .init())
        try bench.advance(.seconds(1_000))
        #expect(try administrator.call(ClockGet.self, .init()).fault == "behind")
        let set = try administrator.call(ClockSet.self, .init())
        let now = corrected.advanced(by: .seconds(4_600))
        #expect(set.time == now && set.fault == nil)
        let person = try client.call(UserGet.self, .init())
        #expect(person.nextDue == now.advanced(by: .seconds(86_400 - 1_000)), "what was left of it is left")
        let checkIns = try client.call(CheckInList.self, .init()).checkIns.map(\.at)
        #expect(checkIns.first == now.advanced(by: .seconds(-1_000)))
        #expect(checkIns.dropFirst().allSatisfy { $0 < right }, "what was written before keeps its time")
        // The daemon continues as if nothing had happened, even after a reboot.
        try await bench.restart()
        #expect(try bench.client().call(UserGet.self, .init()).nextDue == person.nextDue)
        try bench.advance(.seconds(85_400 - 1))
        #expect(try bench.client().call(AlertGet.self, .init()).alert == nil)
        try bench.advance(.seconds(601))
        #expect(try bench.client().call(AlertGet.self, .init()).alert?.kind == "overdue")
    }
}
