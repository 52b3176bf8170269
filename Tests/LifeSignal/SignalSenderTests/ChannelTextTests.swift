import Foundation
import SignalAPI
import SignalCore
import Testing
import Wire

@testable import SignalSender

/// Tests the texts that leave the machine. The names in these texts may be anything.
@Suite struct ChannelTextTests {
    private static func message(
        _ text: String, details: String? = nil, address: String = "ops@example.org", kind: ChannelKind = .mail,
        word: String? = "ABCDEF", link: String? = nil
    ) -> OutgoingMessage? {
        let delivery = SignalDelivery(
            id: 7, fence: 1, channel: "c", address: address, kind: "alert", text: text, details: details, word: word,
            link: link, isRepeat: true)
        return OutgoingMessage(delivery, by: kind)
    }

    private static func mail(
        _ text: String, details: String? = nil, word: String? = "ABCDEF"
    ) throws -> [String] {
        let message = try #require(Self.message(text, details: details, word: word))
        let now = Timestamp(millisecondsSince1970: 1_767_225_600_000)
        return MailChannel.mail(message, from: "life@example.org", at: now)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test("channel text: a mail has the headers of its template") func aMailHasTheHeadersOfItsTemplate() throws {
        let lines = try Self.mail("Ada has not checked in. ABCDEF")
        #expect(
            lines.prefix { !$0.isEmpty } == [
                "From: LifeSignal <life@example.org>", "To: <ops@example.org>", "Subject: LifeSignal: alarm ABCDEF",
                "Date: 01 Jan 2026 00:00:00 +0000", "Message-ID: <lifesignal.ABCDEF.7@example.org>",
                "Auto-Submitted: auto-generated", "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8",
                "Content-Transfer-Encoding: 7bit",
            ])
        #expect(lines.contains("Ada has not checked in. ABCDEF (repeat)"))
    }

    @Test(
        "channel text: no text becomes a header",
        arguments: ["Ada\r\nBcc: x@example.org", "Ada\n\nBcc: x", "Ada\u{2028}Bcc: x", "Ada\u{0}\u{7}", "\r.\r\n"])
    func noTextBecomesAHeader(_ name: String) throws {
        let plain = try Self.mail("\(name) has not checked in.")
        #expect(plain.prefix { !$0.isEmpty }.count == 9)
        #expect(!plain.contains { $0.hasPrefix("Bcc") || $0 == "." })
        #expect(try Self.mail("x", word: name).prefix { !$0.isEmpty }.count == 9)
        let message = try #require(Self.message(name, address: "topic", kind: .http))
        for template in HTTPTemplate.allCases {
            let body = String(decoding: template.body(message), as: UTF8.self)
            #expect(!body.unicodeScalars.contains { $0.properties.generalCategory == .control })
        }
    }

    /// The details are below the short text, wherever there is room for lines.
    @Test("channel text: details are below the text") func detailsAreBelowTheText() throws {
        let details = "Since: today\n> Insulin.\rBcc: x\u{1B}[2J"
        let lines = ["Since: today", "> Insulin. Bcc: x [2J"]
        let mail = try Self.parts(try #require(Self.message("Ada calls for help.", details: details)))
        #expect(
            mail[0].split(separator: "\n", omittingEmptySubsequences: false) == [
                "Ada calls for help. (repeat)", "", Substring(lines[0]), Substring(lines[1]), "",
                "LifeSignal is not an emergency service. Replies to this mail are not read.", "",
            ])
        #expect(mail[1].contains("Since: today\n&gt; Insulin. Bcc: x [2J</p>") && !mail[1].contains("<a "))
        let message = try #require(Self.message("Ada calls.", details: details, address: "a", kind: .http))
        let whole = "Ada calls. (repeat)\n\n" + lines.joined(separator: "\n")
        for template in [HTTPTemplate.ntfy, .gotify] {
            #expect(try JSON(parsing: template.body(message))["message"]?.stringValue == whole)
        }
        let json = try JSON(parsing: HTTPTemplate.json.body(message))
        #expect(json["details"]?.stringValue == lines.joined(separator: "\n"))
        #expect(json["text"]?.stringValue == "Ada calls.")
        let form = String(decoding: HTTPTemplate.form.body(message), as: UTF8.self)
        #expect(form.hasSuffix("&details=Since%3a%20today%0a%3e%20Insulin%2e%20Bcc%3a%20x%20%5b2J&link="), "\(form)")
    }

    /// A channel opens the link with a tap if it can, and has it in its text otherwise.
    @Test("channel text: a link is where it can be opened") func aLinkIsWhereItCanBeOpened() throws {
        let link = "https://alarm.example.org/a/AAAAAAAAAAAAAAAAAAAAAA"
        let http = try #require(Self.message("<Ada> calls.", address: "a", kind: .http, link: link))
        let ntfy = try JSON(parsing: HTTPTemplate.ntfy.body(http))
        let action = try #require(ntfy["actions"]?.arrayValue?.first)
        #expect(ntfy["click"]?.stringValue == link && ntfy["message"]?.stringValue == "<Ada> calls. (repeat)")
        #expect(action["action"]?.stringValue == "view" && action["url"]?.stringValue == link)
        #expect(action["label"]?.stringValue == "See the alarm, and answer")
        let gotify = try JSON(parsing: HTTPTemplate.gotify.body(http))
        #expect(gotify["extras"]?["client::notification"]?["click"]?["url"]?.stringValue == link)
        #expect(try JSON(parsing: HTTPTemplate.json.body(http))["link"]?.stringValue == link)
        let form = String(decoding: HTTPTemplate.form.body(http), as: UTF8.self)
        #expect(form.contains("%20%28repeat%29%20https%3a%2f%2falarm%2eexample%2eorg%2fa%2fAAAAAAAAAAAAAAAAAAAAAA&"))
        let parts = try Self.parts(try #require(Self.message("<Ada> calls.", details: "Since: <b>", link: link)))
        #expect(parts[0].contains("\nSee the alarm, and answer, on this page. Do not pass it on: \(link)\n"))
        #expect(parts[1].contains("href=\"\(link)\"") && parts[1].contains("See the alarm, and answer</a>"))
        #expect(parts[1].contains("&lt;Ada&gt; calls.") && !parts[1].contains("<b>S") && !parts[1].contains(": <b>"))
        for bad in ["https://x.org/\"onclick=", "javascript:alert(1)", "https://x.org/a b", "https://x.org/\r\nBcc:x"] {
            #expect(Self.message("x", link: bad)?.link == nil, "\(bad)")
        }
    }

    /// A tap on a number phones it. The number of a note, which may have any form, is left as it is.
    @Test("channel text: a number in a mail can be tapped") func aNumberInAMailCanBeTapped() throws {
        let details = "Number to call: +4915112345678\n> +49 (0)151 <x>\nThe emergency number here is 112."
        let page = try Self.parts(try #require(Self.message("Ada calls.", details: details)))[1]
        #expect(page.contains("Number to call: <a href=\"tel:+4915112345678\">+4915112345678</a>\n"))
        #expect(page.contains("&gt; +49 (0)151 &lt;x&gt;\n") && page.components(separatedBy: "<a ").count == 2)
    }

    /// The decoded parts of a mail that has more than one.
    private static func parts(_ message: OutgoingMessage) throws -> [String] {
        let mail = MailChannel.mail(message, from: "life@example.org", at: Timestamp(millisecondsSince1970: 0))
        #expect(mail.contains("\nContent-Type: multipart/alternative; boundary=\"=_lifesignal.ABCDEF.7\"\n\n"))
        #expect(mail.hasSuffix("\n--=_lifesignal.ABCDEF.7--\n"))
        return try mail.components(separatedBy: "\n--=_lifesignal.ABCDEF.7\n").dropFirst().map { part in
            let lines = part.split(separator: "\n\n", maxSplits: 1).last?.prefix { $0 != "-" } ?? ""
            let bytes = try #require(Data(base64Encoded: lines.filter { $0 != "\n" }))
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// A line of a mail has at most 998 bytes, and a message of ntfy 4,096.
    @Test("channel text: long details fit what takes them") func longDetailsFitWhatTakesThem() throws {
        let long = String(repeating: "a", count: 4_090)
        #expect(try Self.mail("Ada", details: long).allSatisfy { $0.utf8.count <= 900 })
        let message = try #require(Self.message("Ada", details: long, address: "a", kind: .http))
        #expect(try JSON(parsing: HTTPTemplate.ntfy.body(message))["message"]?.stringValue == "Ada (repeat)")
    }

    @Test("channel text: what is not plain is encoded") func whatIsNotPlainIsEncoded() throws {
        let lines = try Self.mail("José has not checked in.")
        #expect(lines.contains("Content-Transfer-Encoding: base64"))
        #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } && $0.utf8.count <= 76 })
    }

    /// A header contains only plain letters. If this version does not know a language, English replaces it.
    @Test("channel text: a subject is in the recipient's language") func aSubjectIsInTheRecipientsLanguage() throws {
        func subject(_ kind: DeliveryKind, _ language: String?) throws -> String {
            let delivery = SignalDelivery(
                id: 7, fence: 1, channel: "c", address: "ops@example.org", kind: kind.rawValue, text: "x",
                language: language, word: "ABCDEF", isRepeat: false)
            let message = try #require(OutgoingMessage(delivery, by: .mail))
            let now = Timestamp(millisecondsSince1970: 0)
            let lines = MailChannel.mail(message, from: "life@example.org", at: now).split(separator: "\n")
            return String(lines.first { $0.hasPrefix("Subject: ") }?.dropFirst(9) ?? "")
        }
        for language in ["en", "es", "de", "fr", "xx", nil] {
            for kind in DeliveryKind.allCases {
                let subject = try subject(kind, language)
                let isPlain = subject.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
                #expect(isPlain && subject.utf8.count <= 75, "\(subject)")
            }
        }
        #expect(try subject(.allClear, "de") == "LifeSignal: Entwarnung ABCDEF")
        #expect(try subject(.allClear, "fr") == "LifeSignal: all clear ABCDEF")
        // "LifeSignal: dé señales ABCDEF"
        #expect(try subject(.reminder, "es") == "=?utf-8?B?TGlmZVNpZ25hbDogZMOpIHNlw7FhbGVzIEFCQ0RFRg==?=")
    }

    @Test(
        "channel text: no other address gets a mail",
        arguments: [
            "-oQ/tmp@example.org", "a@b@c", "a b@example.org", "a@-x", "a@x..y", "@x", "a@", "<a@x>", "a@x\n", "a,b@x",
            "a@" + String(repeating: "x", count: 64), String(repeating: "a", count: 65) + "@x",
        ])
    func noOtherAddressGetsAMail(_ address: String) {
        #expect(Self.message("x", address: address) == nil)
    }

    @Test(
        "channel text: some addresses are none anywhere",
        arguments: ["-rf", "a\nb", "", " a", "a\u{202E}b", String(repeating: "a", count: 255)])
    func someAddressesAreNoneAnywhere(_ address: String) {
        for kind in ChannelKind.allCases { #expect(Self.message("x", address: address, kind: kind) == nil) }
    }

    @Test("channel text: a web service gets what it knows") func aWebServiceGetsWhatItKnows() throws {
        let message = try #require(Self.message("Ada & Ben", address: "topic/1", kind: .http))
        let ntfy = try JSON(parsing: HTTPTemplate.ntfy.body(message))
        #expect(ntfy["topic"]?.stringValue == "topic/1" && ntfy["priority"]?.integerValue == 5)
        #expect(ntfy["sequence_id"]?.stringValue == "lifesignal-ABCDEF-7")
        let gotify = try JSON(parsing: HTTPTemplate.gotify.body(message))
        #expect(gotify["message"]?.stringValue == "Ada & Ben (repeat)" && gotify["priority"]?.integerValue == 10)
        let form = String(decoding: HTTPTemplate.form.body(message), as: UTF8.self)
        #expect(form.hasPrefix("to=topic%2f1&text=Ada%20%26%20Ben%20%28repeat%29&"), "\(form)")
    }

    @Test(
        "channel text: a status says what came of it",
        arguments: [
            (429, "30", DeliveryOutcome.temporary, 30), (503, "900", .temporary, 60), (500, nil, .temporary, nil),
            (502, "Wed, 21 Oct 2026 07:28:00 GMT", .temporary, nil), (404, "5", .permanent, nil),
            (302, nil, .permanent, nil), (401, nil, .permanent, nil), (429, "-5", .temporary, 0),
        ] as [(Int, String?, DeliveryOutcome, Int?)])
    func aStatusSaysWhatCameOfIt(_ status: Int, _ wait: String?, _ outcome: DeliveryOutcome, _ seconds: Int?) {
        let result = WebPoster.refusal(status, retryAfter: wait)
        #expect(result.outcome == outcome && result.retryAfter == seconds.map { .seconds($0) })
    }
}
