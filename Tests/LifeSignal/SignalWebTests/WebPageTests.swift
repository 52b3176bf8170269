import SeamWords
import SignalAPI
import TestSupport
import Testing
import Wire

@testable import SignalWeb

/// Tests what the pages say, and that no text of others becomes markup.
@Suite struct WebPageTests {
    private static let begun = Timestamp(millisecondsSince1970: 1_800_000_000_000)

    private static func alarm(_ change: (inout LinkedAlarm) -> Void = { _ in }) -> LinkedAlarm {
        var alarm = LinkedAlarm(
            time: begun.advanced(by: .seconds(180)), isWatched: true, name: "Ada Moreno", word: "WOWOWO",
            isCalled: true,
            isOverdue: false, isConcealed: false, at: begun, others: 2, isWithOperator: true, cannot: 1,
            hasDeclined: false, canAnswer: true)
        (alarm.phone, alarm.note) = ("+49 151 12345678", "Key under\nthe <mat>")
        alarm.nextAt = begun.advanced(by: .seconds(300))
        change(&alarm)
        return alarm
    }

    private static func page(
        _ alarm: LinkedAlarm = alarm(), _ language: SeamLanguage = .english, _ answer: AlarmPage.Answer = .none
    ) -> String {
        let words = AlarmWords(alarm: alarm, now: alarm.time) { "T+\(begun.duration(to: $0).components.seconds)" }
        return AlarmPage(words: words, language: language).page(answer).html.text
    }

    /// The buttons of a page, in order.
    private static func buttons(_ page: String) -> [String] {
        page.matches(of: /name="answer" value="(\w+)"/).map { String($0.1) }
    }

    @Test("web page: shows who, what, since when, the note, the number, who is on the way and what comes next")
    func everything() {
        let page = Self.page()
        for text in [
            "<h1 id=\"what\" dir=\"auto\">Ada Moreno calls for help.</h1>", "Since: T+0 (3 minutes ago)",
            "Key under\nthe &lt;mat&gt;", "href=\"tel:+4915112345678\"", "Nobody has said that they are on the way.",
            "Also alerted: 2 other responders, the operator of this machine.",
            "1 of them has said that they cannot come.",
            "More people are alerted if nobody is on the way by then: T+300 (in 2 minutes)",
            "Word of the alarm: WOWOWO", "<html lang=\"en\">", "<noscript><meta http-equiv=\"refresh\" content=\"15\">",
        ] { #expect(page.contains(text), "\(text)") }
        #expect(Self.buttons(page) == ["on_my_way", "cannot", "all_right"])
        #expect(!page.contains("alerts nobody"))
    }

    @Test("web page: the buttons and the sentence about help follow the alarm") func answers() {
        func said(_ change: (inout LinkedAlarm) -> Void) -> (page: String, buttons: [String]) {
            let page = Self.page(Self.alarm(change))
            return (page, Self.buttons(page))
        }
        let since = Self.begun.advanced(by: .seconds(60))
        let you = said { ($0.helper, $0.helperSince) = ("you", since) }
        #expect(you.page.contains("You have been on the way since T+60.") && you.buttons == ["all_right", "cannot"])
        #expect(you.page.contains("You are then asked whether all is well: T+300 (in 2 minutes)"))
        for (helper, text) in [
            ("responder", "Another responder has been on the way since"),
            ("operator", "The operator of this machine has"),
            ("robot", "Somebody has been on the way since"),
        ] {
            let other = said { ($0.helper, $0.helperSince) = (helper, since) }
            #expect(other.page.contains(text) && other.buttons == ["all_right", "cannot"], "\(helper)")
        }
        let declined = said { $0.hasDeclined = true }
        #expect(declined.buttons == ["on_my_way", "all_right"] && declined.page.contains("said that you cannot come."))
        let late = said { $0.canAnswer = false }
        #expect(late.buttons == [] && late.page.contains("You became a contact after the alarm began."))
        for (end, text) in [
            ("cancelled", "Ada Moreno has ended the alarm. T+120"), ("lateCheckIn", "Ada Moreno has checked in. T+120"),
            ("byResponder", "A responder says that Ada Moreno is well. T+120"), ("later", "The alarm is over. T+120"),
        ] {
            let over = said { ($0.end, $0.endedAt) = (end, Self.begun.advanced(by: .seconds(120))) }
            #expect(over.page.contains(text) && over.buttons == [] && !over.page.contains("tel:"), "\(end)")
            #expect(!over.page.contains("<script") && !over.page.contains("http-equiv"), "it changes no more")
        }
    }

    @Test("web page: a secret call shows no number and says not to phone") func concealed() {
        let page = Self.page(Self.alarm { $0.isConcealed = true })
        #expect(page.contains("calls for help in secret.") && page.contains("Do not phone or write to them"))
        #expect(!page.contains("tel:") && !page.contains("12345678"))
    }

    @Test("web page: says at the top that nobody watches, and whom to phone") func unwatched() throws {
        let page = Self.page(Self.alarm { $0.isWatched = false })
        let text = "LifeSignal is not watching at the moment, and alerts nobody. Phone Ada Moreno now: +49 151 12345678"
        let place = try #require(page.firstRange(of: text))
        #expect(place.lowerBound < (try #require(page.firstRange(of: "<h1"))).lowerBound)
        let secret = Self.page(Self.alarm { ($0.isWatched, $0.isConcealed) = (false, true) })
        #expect(secret.contains("alerts nobody. If you think that they are in danger, call the emergency services."))
    }

    @Test("web page: an answer is confirmed, refused with the reason, or asked about once more") func confirmed() {
        #expect(Self.page(Self.alarm(), .english, .recorded(.onMyWay)).contains("Recorded: you are on the way."))
        #expect(Self.page(Self.alarm(), .english, .recorded(.cannot)).contains("Recorded: you cannot come."))
        #expect(Self.page(Self.alarm(), .english, .recorded(.allRight)).contains("Recorded: they are all right."))
        let taken = Self.page(Self.alarm { $0.helper = "responder" }, .english, .notRecorded)
        #expect(taken.contains("This was not recorded, because somebody else is already on the way."))
        let over = Self.page(Self.alarm { $0.end = "cancelled" }, .english, .notRecorded)
        #expect(over.contains("This was not recorded, because the alarm is already over."))
        let question = Self.page(Self.alarm(), .english, .question)
        #expect(question.contains("Is Ada Moreno all right?") && question.contains("name=\"sure\" value=\"yes\""))
        #expect(
            Self.buttons(question) == ["all_right"] && !question.contains("http-equiv"), "a question does not vanish")
    }

    @Test("web page: each page is in the reader's language", arguments: SeamLanguage.spoken) func languages(
        _ language: SeamLanguage
    ) {
        let plain = [
            WebWords.unknown, WebWords.away, WebWords.uncertain, WebWords.crowded, WebWords.foreign, WebWords.malformed,
        ]
        let pages =
            plain.map { WebPage.plain($0, language).html.text } + [
                Self.page(Self.alarm(), language), Self.page(Self.alarm(), language, .question),
                Self.page(Self.alarm { $0.end = "cancelled" }, language, .notRecorded),
            ]
        let words: [SeamLanguage: String] = [
            .english: "is not an emergency service", .german: "ist kein Notdienst",
            .spanish: "no es un servicio de emergencia",
        ]
        for page in pages {
            #expect(page.contains("<html lang=\"\(language.code)\">") && page.contains(words[language] ?? "?"))
            for other in SeamLanguage.spoken { #expect(page.contains("<a href=\"?lang=\(other.code)\"")) }
            let isTranslated = !page.contains("LifeSignal is not an emergency service.") || language == .english
            #expect(isTranslated && !page.contains("%@"))
        }
        let way: [SeamLanguage: String] = [
            .english: ">I am on my way</button>", .german: ">Ich bin unterwegs</button>",
            .spanish: ">Voy en camino</button>",
        ]
        #expect(pages[plain.count].contains(way[language] ?? "?"))
    }

    @Test("web page: no text of others becomes markup, an attribute or a field of an event") func hostile() {
        let attacks = [
            "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onclick='x", "&lt;b&gt;", "</title><x>",
            "a\r\nevent: x\r\ndata: y", "\n\ndata: x\n", "--><!--", "javascript:alert(1)", "\u{202e}evil", "{{7*7}}",
            "%@ %1$@",
        ]
        let tags = Self.page().count { $0 == "<" }
        for text in attacks + HostileText.samples where text.utf8.count < 4_000 {
            let alarm = Self.alarm { ($0.name, $0.note, $0.phone, $0.word) = (text, text, text, text) }
            let page = Self.page(alarm)
            #expect(
                page.count { $0 == "<" } >= tags - 4 && !page.contains("<script>") && !page.contains("<img"), "\(text)")
            #expect(!page.contains("javascript:alert(1)\"") && !page.contains(" onclick='"), "\(text)")
            #expect(
                page.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }, "\(text)")
            let words = AlarmWords(alarm: alarm, now: alarm.time) { _ in "" }
            let live = AlarmPage(words: words, language: .english).live
            let lines = String(decoding: WebEvent.bytes(live), as: UTF8.self)
                .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
            #expect(lines.dropLast(2).allSatisfy { $0.hasPrefix("data: ") }, "\(text)")
        }
        #expect(HTML(escaping: "<a href='\"&\u{0}\u{9b}\r") == "&lt;a href=&#39;&quot;&amp;")
    }

    @Test("web page: a first visit has at most 30,000 bytes, and loads nothing from elsewhere") func size() {
        let note = String(repeating: "n", count: 4_000)
        for language in SeamLanguage.spoken {
            let page = Self.page(Self.alarm { $0.note = note }, language)
            let heads =
                3 * WebAnswer.events.fields(isSecure: true).reduce(0) { $0 + $1.name.count + $1.value.count + 4 }
            let bytes = page.utf8.count + WebFile.all.reduce(0) { $0 + $1.bytes.count } + heads
            #expect(bytes < 30_000, "\(bytes)")
            #expect(!page.contains("://") && !page.contains("style=") && !page.contains("/a/"))
            #expect(page.firstMatch(of: /\son\w+=/) == nil, "the policy allows no script in attributes")
        }
    }

    @Test("web page: every answer has the rules for browsers") func fields() {
        func fields(_ answer: WebAnswer, secure: Bool = false) -> [String: String] {
            Dictionary(uniqueKeysWithValues: answer.fields(isSecure: secure).map { ($0.name, $0.value) })
        }
        let page = WebAnswer(404, .plain(WebWords.unknown, .english))
        let policy = """
            default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; \
            manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'
            """
        for answer in [page, .robots, .events, WebAnswer(WebFile.script)] {
            let found = fields(answer)
            #expect(found["content-security-policy"] == policy && found["referrer-policy"] == "no-referrer")
            #expect(found["x-content-type-options"] == "nosniff" && found["strict-transport-security"] == nil)
            #expect(fields(answer, secure: true)["strict-transport-security"] == "max-age=31536000")
        }
        #expect(fields(page)["cache-control"] == "no-store" && fields(.events)["cache-control"] == "no-store")
        #expect(fields(WebAnswer(WebFile.style))["cache-control"] == "public, max-age=31536000, immutable")
    }
}
