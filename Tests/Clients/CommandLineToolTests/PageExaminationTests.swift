import CommandLineTool
import SignalAPI
import TermCore
import TestSupport
import Testing
import Wire

/// The verdict of `seam signal doctor` on the page for phones.
@Suite struct PageExaminationTests {
    private static let now = Timestamp(millisecondsSince1970: 1_767_225_600_000)
    private static let url = "https://alarm.example.org"

    private static func seen(
        _ outcome: String, status: Int? = nil, body: String? = nil, days: Int64? = nil, starts: Int64 = -1
    ) throws -> SeenPage {
        func at(_ days: Int64) -> JSON { .string(now.advanced(by: .seconds(days * 86_400)).description) }
        let json = JSON.members(
            ("outcome", .string(outcome)), ("status", status.map { .integer(Int64($0)) }),
            ("body", body.map(JSON.string)),
            ("certificate", days.map { .members(("starts", at(starts)), ("ends", at($0))) }))
        return try #require(SeenPage(json.bytes))
    }

    private static func body(_ mark: String?) -> String {
        JSON.members(("service", "lifesignal-web"), ("mark", mark.map(JSON.string)), ("watching", true)).text
    }

    /// The findings, each as its verdict and its words.
    private static func say(
        _ seen: SeenPage?, url: String? = url, isLocal: Bool? = nil
    ) -> [String] {
        let page = PageGet.Result(url: url, mark: "MARK", isWatching: true)
        return SignalExamination.page(page, seen, isLocal: isLocal, at: now).map {
            "\($0.check) \($0.verdict): \($0.detail)" + ($0.remedy.map { " (\($0))" } ?? "")
        }
    }

    @Test("page examination: a page that phones reach is well, until its certificate ends soon")
    func aPageThatPhonesReachIsWell() throws {
        func days(_ days: Int64) throws -> [String] {
            Self.say(try Self.seen("answered", status: 200, body: Self.body("MARK"), days: days))
        }
        #expect(
            try days(80) == [
                "page ok: phones reach it at \(Self.url)", "certificate ok: it is valid for 80 days",
            ])
        #expect(try days(14)[1] == "certificate ok: it is valid for 14 days")
        #expect(try days(13)[1].hasPrefix("certificate warn: it expires in 13 days, on "))
        #expect(try days(1)[1].hasPrefix("certificate warn: it expires in 1 day, on "))
        #expect(
            try days(1)[1].hasSuffix(
                "(renew it, and then run 'sudo systemctl restart lifesignal-web' if it is one "
                    + "of its credentials)"))
        let open = try Self.seen("answered", status: 200, body: Self.body("MARK"))
        #expect(
            Self.say(open, url: "http://alarm.example.org")[1]
                == "certificate fail: http://alarm.example.org has no TLS: others can read PINs and use people's "
                + "phones (use an address with https: see deploy/docs/lifesignal.md, A page for phones)")
    }

    @Test("page examination: a wrong certificate is named") func aWrongCertificateIsNamed() throws {
        let refused =
            "page fail: phones refuse \(Self.url), because its certificate is wrong (see the certificate below)"
        let expired = Self.say(try Self.seen("certificate_not_now", days: -1, starts: -90))
        #expect(expired[0] == refused && expired[1].hasPrefix("certificate fail: it expired on "))
        let early = Self.say(try Self.seen("certificate_not_now", days: 90, starts: 1))
        #expect(early[1].hasPrefix("certificate fail: it is not valid before "))
        #expect(early[1].hasSuffix("(check this machine's clock with timedatectl, or use another certificate)"))
        let other = Self.say(try Self.seen("certificate_other_name", days: 90))
        #expect(
            other == [
                refused,
                "certificate fail: it is for another name than the one in \(Self.url) (use a certificate for this "
                    + "name, or the name of the certificate in both files)",
            ])
        let strange = Self.say(try Self.seen("certificate_untrusted", days: 90))
        #expect(
            strange[1]
                == "certificate fail: this machine trusts nobody who has signed it, and neither will phones (use a "
                + "certificate of a public authority with its whole chain; for an authority of your own, set "
                + "SSL_CERT_FILE for this command, and install it on the phones)")
    }

    @Test("page examination: whoever else answers is named, with what to do") func whoElseAnswersIsNamed() throws {
        func first(_ seen: SeenPage, isLocal: Bool? = nil) -> String { Self.say(seen, isLocal: isLocal)[0] }
        func answer(_ status: Int, _ body: String = "") throws -> SeenPage {
            try Self.seen("answered", status: status, body: body)
        }
        #expect(
            first(try answer(200, Self.body("OTHER")))
                == "page fail: another machine's LifeSignal answers at \(Self.url) (does the name, or the proxy, lead "
                + "to that machine? Correct it, or 'url' in lifesignal.json)")
        #expect(
            first(try answer(503, Self.body(nil)))
                == "page fail: the pages at \(Self.url) do not reach lifesignald (see 'journalctl -u lifesignal-web' "
                + "and 'systemctl status lifesignald-web.socket')")
        #expect(
            first(try answer(421))
                == "page fail: the pages at \(Self.url) do not know that name (set the same 'url' in "
                + "lifesignal-web.json, and let the proxy pass the field Host on)")
        let start =
            "(start the pages: 'sudo systemctl enable --now lifesignal-web'; then see 'systemctl status "
            + "lifesignal-web')"
        #expect(
            first(try answer(502), isLocal: false)
                == "page fail: the proxy at \(Self.url) does not reach the pages: status 502 \(start)")
        #expect(
            first(try answer(502), isLocal: true).hasSuffix("(does the proxy pass requests on to 127.0.0.1:8480?)"))
        for (status, body) in [(200, "<html>Welcome to nginx"), (404, #"{"mark": "MARK"}"#), (301, "")] {
            #expect(
                first(try answer(status, body))
                    == "page fail: something else answers at \(Self.url): status \(status) (let the proxy pass "
                    + "requests for this name on to lifesignal-web, whole and unchanged)")
        }
        #expect(
            first(try Self.seen("unknown_name"))
                == "page fail: the name in \(Self.url) has no address (enter the address of this machine, or of its "
                + "router, for the name)")
        for outcome in ["unreachable", "timed_out"] {
            #expect(
                first(try Self.seen(outcome))
                    == "page fail: nobody answers at \(Self.url) (does the name lead to this machine, is the proxy "
                    + "running, and does the router pass the port on? Some routers do not let machines at home use "
                    + "their outer address: try it with a phone as well)")
            #expect(first(try Self.seen(outcome), isLocal: false).hasSuffix(start))
        }
        #expect(
            first(try Self.seen("something new"))
                == "page fail: the connection to \(Self.url) fails (see 'journalctl -u lifesignal-web', and the "
                + "proxy's log)")
    }

    @Test("page examination: without a page nothing fails") func withoutAPageNothingFails() throws {
        #expect(
            Self.say(nil, url: nil) == [
                "page ok: no page for phones is set up; to set one up, run 'sudo seam setup'"
            ])
        #expect(
            Self.say(nil) == [
                "page warn: it is not known whether phones reach \(Self.url) (is lifesignal-sender installed beside "
                    + "seam? It looks at the page for this check)"
            ])
        for text in ["", "[]", "{}", "x"] { #expect(SeenPage(Array(text.utf8)) == nil) }
        #expect(LocalPage(Array("{}".utf8))?.address == "127.0.0.1:8480")
        #expect(LocalPage(Array(#"{"listen": "[::1]:99"}"#.utf8))?.address == "[::1]:99")
        for text in [#"{"tls": {}}"#, #"{"listen": "unix:/x"}"#, "x"] { #expect(LocalPage(Array(text.utf8)) == nil) }
    }
}
