import SeamWords
import SignalCore
import Testing
import Wire

/// Tests the long text about an alarm. It is used if there is room for it.
@Suite struct AlarmDetailsTests {
    private static let (ben, cleo, dora) = (id(2), id(3), id(4))
    private static let start = Timestamp(millisecondsSince1970: 1_767_225_600_000)
    private static let word = AlarmText.word(of: id(1))

    private static func id(_ byte: UInt8) -> [UInt8] { Array(repeating: byte, count: 16) }
    private static func at(_ second: Int64) -> Timestamp { start.advanced(by: .seconds(second)) }

    /// The alarm that results from a check-in at the start, and from `events` that are one second apart.
    private static func alarm(_ events: SignalEvent..., after second: Int64 = 3_600) throws -> RunningAlert {
        var watch = SignalWatch()
        let tiers = [[ben, cleo], [dora]]
        _ = watch.reduce(.checkedIn(.manual), at: start, tiers: tiers)
        for (number, event) in events.enumerated() {
            _ = watch.reduce(event, at: at(second + Int64(number)), tiers: tiers)
        }
        return try #require(watch.alert)
    }

    private static func text(
        _ alert: RunningAlert, of name: String = "Ada", for reader: SignalRecipient = .person(ben),
        phone: String? = "+441", note: String? = nil, now second: Int64
    ) -> [String] {
        var details = AlarmDetails(of: name, alert, for: reader)
        (details.lastCheckIn, details.phone, details.note) = (start, phone, note)
        details.responders = [ben, cleo, dora]
        return details.text(at: at(second), in: .english) {
            "local \(Int($0.millisecondsSince1970 / 1_000) - 1_767_225_600)"
        }
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test("alarm details: a responder reads all of a missed check in")
    func aResponderReadsAllOfAMissedCheckIn() throws {
        let alert = try Self.alarm(.time(jump: .zero, Self.id(1)), after: 86_700)
        #expect(
            Self.text(alert, note: "Insulin.\nThe key is at Cleo's.", now: 86_700 + 43_200) == [
                "Ada has missed a check-in.", "Last check-in: local 0 (36 hours ago)", "Number to call: +441",
                "Their note for an emergency:", "> Insulin.", "> The key is at Cleo's.",
                "Also alerted: 1 other responder. Nobody has said that they are on the way.", "",
                "Please help: Phone them. If nobody answers, go there, or ask somebody who can. "
                    + "If you think that they are in danger, call the emergency services: LifeSignal does not.",
                "If you take care of it, run this on the machine that sent the message: seam signal ack \(Self.word)",
            ])
    }

    @Test("alarm details: a call for help says since when") func aCallForHelpSaysSinceWhen() throws {
        let alert = try Self.alarm(.called(Self.id(1)))
        #expect(Self.text(alert, now: 3_659).prefix(2) == ["Ada calls for help.", "Since: local 3600 (just now)"])
        let ages: [(Int64, String)] = [
            (60, "1 minute ago"), (119, "1 minute ago"), (3_599, "59 minutes ago"), (3_600, "1 hour ago"),
            (172_799, "47 hours ago"), (172_800, "2 days ago"), (-5, "just now"),
        ]
        for (age, words) in ages {
            #expect(Self.text(alert, now: 3_600 + age)[1] == "Since: local 3600 (\(words))")
        }
    }

    @Test("alarm details: both reasons are said") func bothReasonsAreSaid() throws {
        let alert = try Self.alarm(.called(Self.id(1)), .time(jump: .zero, Self.id(1)), after: 86_699)
        #expect(
            Self.text(alert, now: 86_760).prefix(3) == [
                "Ada calls for help, and has missed a check-in.", "Since: local 86699 (1 minute ago)",
                "Last check-in: local 0 (24 hours ago)",
            ])
    }

    @Test("alarm details: the operator's emergency number is named") func theEmergencyNumberIsNamed() throws {
        var details = AlarmDetails(of: "Ada", try Self.alarm(.called(Self.id(1))), for: .person(Self.ben))
        func advice() -> String {
            details.text(at: Self.at(3_660), in: .english) { "\($0)" }.split(separator: "\n")
                .first { $0.hasPrefix("Please help") }.map(String.init) ?? ""
        }
        #expect(advice().hasSuffix("call the emergency services: LifeSignal does not."))
        details.emergencyNumber = "112"
        #expect(advice().hasSuffix("LifeSignal does not. The emergency number here is 112."))
    }

    /// People who were added after the alarm began are not asked to answer it. A call for help has its own time,
    /// regardless of earlier events.
    @Test("alarm details: who came later does not answer") func whoCameLaterDoesNotAnswer() throws {
        var details = AlarmDetails(of: "Ada", try Self.alarm(.called(Self.id(1))), for: .person(Self.ben))
        details.canAnswer = false
        let last = details.text(at: Self.at(3_660), in: .english) { "\($0)" }.split(separator: "\n").last
        #expect(
            last == "You became a contact after the alarm began. Only people who were alerted earlier can answer it.")
        let call = try Self.alarm(
            .time(jump: .zero, Self.id(1)), .called(Self.id(2)), .checkedIn(.manual), after: 86_700)
        #expect(Self.text(call, now: 86_761)[1] == "Since: local 86701 (1 minute ago)")
        let text = AlarmText.alarm(
            call, of: "Ada", for: .person(Self.ben), since: Self.start, isLast: false, isSuspect: false
        ).said(in: .english)
        #expect(text.hasPrefix("Ada calls for help, 2026-01-02 00:05 UTC. "))
        let secretFirst = try Self.alarm(
            .time(jump: .zero, Self.id(1)), .forced(Self.id(2)), .called(Self.id(3)), .checkedIn(.manual),
            after: 86_700)
        #expect(Self.text(secretFirst, now: 86_761)[1] == "Since: local 86701 (1 minute ago)")
    }

    @Test("alarm details: nobody phones of a call in secret") func nobodyPhonesOfACallInSecret() throws {
        let alert = try Self.alarm(.forced(Self.id(1)))
        for reader in [.person(Self.ben), .operator] as [SignalRecipient] {
            let text = Self.text(alert, for: reader, note: "Insulin.", now: 3_720)
            #expect(text.prefix(2) == ["Ada calls for help in secret.", "Since: local 3600 (2 minutes ago)"])
            #expect(!text.contains { $0.contains("+441") || $0.contains("Phone them") })
            #expect(text.contains { $0.hasPrefix("Do not phone or write to them") })
        }
        #expect(Self.text(alert, now: 3_720)[2].hasPrefix("Also alerted: 2 other responders, the operator"))
    }

    /// The operator can phone the person, and answers the alarm as an administrator does.
    @Test("alarm details: the operator has a number to call") func theOperatorHasANumberToCall() throws {
        let alert = try Self.alarm(.called(Self.id(1)))
        let text = Self.text(alert, for: .operator, now: 3_600)
        #expect(text[2] == "Number to call: +441")
        #expect(text[3] == "Also alerted: 2 responders. Nobody has said that they are on the way.")
        #expect(text.last?.hasSuffix(": seam signal ack --operator \(AlarmText.word(of: alert.id))") == true)
    }

    /// The operator reads what was tried, and with what result. A responder does not.
    @Test("alarm details: the operator reads what was tried") func theOperatorReadsWhatWasTried() throws {
        func lines(_ reader: SignalRecipient, _ attempts: AlarmAttempts, _ language: SeamLanguage) throws -> [String] {
            var details = AlarmDetails(of: "Ada", try Self.alarm(.called(Self.id(1))), for: reader)
            (details.attempts, details.responders) = (attempts, [Self.ben])
            return details.text(at: Self.at(3_660), in: language) { "\($0)" }.split(separator: "\n").map(String.init)
        }
        var (mail, box, attempts) = (AlarmAttempts.Channel("mail"), AlarmAttempts.Channel("box"), AlarmAttempts())
        (mail.handed, mail.failed, box.waiting, box.handed) = (2, 1, 3, 1)
        (attempts.channels, attempts.withoutAddress, attempts.cannot) = ([mail, box], 2, 1)
        let tried = try lines(.operator, attempts, .english)
        #expect(
            tried[3...].prefix(6) == [
                "Messages to responders, by channel:", "- mail: 2 handed over, 1 failed",
                "- box: 1 handed over, 3 waiting",
                "A message that was handed over has left this machine. Nobody may have read it.",
                "2 responders have no address, and see the alarm only on this machine.",
                "1 responder has said that they cannot come.",
            ])
        #expect(tried[9] == "To see each message, run: seam signal deliveries")
        for language in [SeamLanguage.german, .spanish] {
            let other = try lines(.operator, attempts, language)
            #expect(other.count == tried.count && Set(other).isDisjoint(with: tried), "\(other)")
        }
        #expect(try !lines(.person(Self.ben), attempts, .english).contains { $0.contains("channel") })
        (attempts.channels, attempts.withoutAddress, attempts.cannot) = ([], 1, 2)
        #expect(
            try lines(.operator, attempts, .english)[3...].prefix(2) == [
                "1 responder has no address, and sees the alarm only on this machine.",
                "2 responders have said that they cannot come.",
            ])
    }

    @Test("alarm details: the operator reads that there is nobody else")
    func theOperatorReadsThatThereIsNobodyElse() throws {
        let alert = try Self.alarm(.called(Self.id(1)))
        let text = AlarmDetails(of: "Ada", alert, for: .operator).text(at: Self.at(3_660), in: .english) { "\($0)" }
        #expect(text.contains("\nNobody else is alerted, because they have no responder. Nobody has said that "))
    }

    /// A message about the machine says what it means, and what to do.
    @Test("alarm details: a notice says what to do") func aNoticeSaysWhatToDo() {
        func lines(_ notice: OperatorNotice, _ language: SeamLanguage = .english) -> [String] {
            let text = notice.details(at: Self.at(120), in: language) { "local \($0.millisecondsSince1970 % 1_000)" }
            return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
        #expect(
            lines(.lostStore(since: Self.start)) == [
                "Since: local 0 (2 minutes ago)",
                "No deadline is watched, and no alarm is sent. Tell the people who rely on it.", "",
                "To see which file is missing, run: journalctl -u lifesignald",
                "Mount the disk, or put the store back. Then run: systemctl restart lifesignald",
                "When people are watched again, this address gets a message.",
            ])
        #expect(
            lines(.foundStore(since: Self.start))[1...] == [
                "Deadlines that passed in between are acted on now.", "", "To check, run: seam signal clock",
            ])
        #expect(
            lines(.damagedStore(since: Self.start))[1...] == [
                "The daemon has kept the damaged file, and goes on with the rows that it could read.", "",
                "To see what may be missing, run: journalctl -u lifesignald",
                "Ask the people on this machine whether their data is complete, and check the disk.",
                "Then move the damaged file away. Until then, each start sends this message.",
            ])
        for language in [SeamLanguage.german, .spanish] {
            let other = lines(.damagedStore(since: Self.start), language)
            #expect(Set(other).intersection(lines(.damagedStore(since: Self.start))) == [""], "\(other)")
        }
    }

    /// People who were told of the alarm count only if they are still responders.
    @Test("alarm details: nobody else may be told") func nobodyElseMayBeTold() throws {
        let alert = try Self.alarm(.called(Self.id(1)))
        let details = AlarmDetails(of: "Ada", alert, for: .person(Self.ben))
        let text = details.text(at: Self.at(3_600), in: .english) { "\($0)" }
        #expect(text.contains("\nNobody else has been alerted yet. Nobody has said that they are on the way.\n"))
        #expect(text.contains("Please help: Try to reach them.") && !text.contains("Number"))
    }

    @Test(
        "alarm details: no text of others becomes a line of ours",
        arguments: ["Ada\r\nPlease help: Nothing.", "Ada\u{2028}x\u{1B}[2J\u{0}", "\u{202E}adA"])
    func noTextOfOthersBecomesALineOfOurs(_ hostile: String) throws {
        let alert = try Self.alarm(.called(Self.id(1)))
        let plain = Self.text(alert, of: "Ada", phone: "+44", note: "Insulin.", now: 3_600)
        let text = Self.text(alert, of: hostile, phone: "+44\n1", note: hostile, now: 3_600)
        #expect(text.filter { !$0.hasPrefix("> ") }.count == plain.count - 1)
        #expect(text.count { $0.hasPrefix("Please help: ") } == 1)
        for scalar in text.joined().unicodeScalars {
            #expect(![.control, .format, .lineSeparator].contains(scalar.properties.generalCategory))
        }
    }

    @Test("alarm details: long texts are cut", arguments: ["é", "👩‍👩‍👧‍👦", "a\u{301}\u{302}\u{303}", "\n"])
    func longTextsAreCut(_ character: String) throws {
        let alert = try Self.alarm(.forced(Self.id(1)))
        let long = String(repeating: character, count: 4_000)
        let text = Self.text(alert, of: long, phone: long, note: long, now: 3_600)
        #expect((3_400...AlarmDetails.limit).contains(text.joined(separator: "\n").utf8.count))
        #expect(text.contains("(The rest of the note is in LifeSignal.)"))
        #expect(
            text.last?.hasSuffix("run this on the machine that sent the message: seam signal ack \(Self.word)") == true)
    }
}
