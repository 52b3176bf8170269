import SeamWords
import SignalCore
import Testing
import Wire

/// Tests the text about an alarm in each language when the text must fit into a text message.
@Suite struct SpokenTextTests {
    private static let id: SignalAlertID = Array(repeating: 7, count: 16)
    private static let (name, word) = (String(repeating: "N", count: 30), AlarmText.word(of: id))
    private static let start = Timestamp(millisecondsSince1970: 1_767_225_600_000)
    private static let ben = SignalRecipient.person(Array(repeating: 2, count: 16))

    /// Four alarms: for a missed check-in, for a call, for both, and for a secret call.
    private static func alerts() throws -> [RunningAlert] {
        let events: [[SignalEvent]] = [
            [.time(jump: .zero, id)], [.called(id)], [.called(id), .time(jump: .zero, id)], [.forced(id)],
        ]
        return try events.map { events in
            var watch = SignalWatch()
            _ = watch.reduce(.checkedIn(.manual), at: start, tiers: [])
            for event in events { _ = watch.reduce(event, at: start.advanced(by: .seconds(86_700)), tiers: []) }
            return try #require(watch.alert)
        }
    }

    /// Every message about a running alarm, with every combination of parts.
    private static func alarms() throws -> [SeamText] {
        let off = start...start.advanced(by: .seconds(90_000))
        return try alerts().flatMap { alert in
            (0..<64).map { choice in
                func bit(_ place: Int) -> Bool { choice >> place & 1 == 1 }
                return AlarmText.alarm(
                    alert, of: name, for: bit(0) ? .operator : ben, since: bit(1) ? start : nil, isLast: bit(2),
                    isSuspect: bit(3), canAnswer: bit(4), off: bit(5) ? off : nil,
                    // Of all zones, some have the longest names.
                    local: { AlarmText.utc($0).replacing("UTC", with: "+0545") })
            }
        }
    }

    /// The other messages: an all-clear, a drill, news, questions, reminders, a code, and messages about the store.
    private static let others: [SeamText] =
        AlertEnd.allCases.map { AlarmText.allClear($0, of: name, word: word) }
        + [Self.ben, .operator].flatMap { by in
            [true, false].map { Notice.help(for: name, by: by, isConcealed: $0, word: word).message }
        }
        + [
            AlarmText.drill(of: name, word: word), Notice.isAllWell(with: name, word: word).message,
            Notice.help(by: .plain(name)).message, Notice.help(by: nil).message, Notice.due(isOver: true).message,
            Notice.due(isOver: false).message, Notice.reminder.message, Notice.question(by: .plain(name)).message,
            CodeText.reach("123456"), AlarmText.lostStore, AlarmText.foundStore, AlarmText.damagedStore,
        ]

    @Test("spoken text: a text message carries each of them") func aTextMessageCarriesEachOfThem() throws {
        for text in try Self.alarms() + Self.others {
            #expect(text.said(in: .english).utf8.count <= SeamText.limit, "\(text.said(in: .english))")
            for language in [SeamLanguage.spanish, .german] {
                let said = text.said(in: language)
                #expect(
                    said.utf8.count <= SeamText.limit && said != text.said(in: .english), "\(said.utf8.count) \(said)")
            }
        }
    }

    /// The alarm's word comes last in each language. The text includes the command for answering wherever the English
    /// text includes it.
    @Test("spoken text: an alarm can be answered in each language") func anAlarmCanBeAnsweredInEachLanguage() throws {
        for text in try Self.alarms() {
            let english = text.said(in: .english)
            for language in SeamLanguage.spoken {
                let said = text.said(in: language)
                #expect(said.contains(Self.name) && said.hasSuffix(" \(Self.word)"), "\(said)")
                #expect(said.contains("seam signal ack ") || !english.contains("seam signal ack "), "\(said)")
                #expect(said.contains("--operator \(Self.word)") || !english.contains("--operator"), "\(said)")
            }
        }
    }

    /// If a text contains a letter outside a text message's alphabet, it needs a second message.
    @Test("spoken text: each letter is one of a text messages") func eachLetterIsOneOfATextMessages() throws {
        let alphabet = Set("@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./:;<=>?¡ÄÖÑÜ§¿äöñüà")
        for text in try Self.alarms() + Self.others {
            for language in [SeamLanguage.spanish, .german] {
                let said = text.said(in: language)
                let strange = said.filter { !alphabet.contains($0) && !($0.isASCII && ($0.isLetter || $0.isNumber)) }
                #expect(strange.isEmpty, "\(said)")
            }
        }
    }

    /// A list of six people with long names still fits in one message.
    @Test("spoken text: a list is within a message's limit", arguments: SeamLanguage.spoken)
    func aListIsWithinAMessagesLimit(_ language: SeamLanguage) {
        let missing = Array(
            repeating: (name: String(repeating: "\u{1F469}", count: 64), word: Self.word), count: AlarmText.listLength)
        let off = Self.start...Self.start.advanced(by: .seconds(90_000))
        let said = AlarmText.list(missing, for: .operator, off: off).said(in: language)
        #expect(said.utf8.count <= 1_024 && said.hasSuffix("seam signal ack --operator WORD"))
    }
}
