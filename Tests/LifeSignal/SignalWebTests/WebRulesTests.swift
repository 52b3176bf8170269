import SeamWords
import Testing

@testable import SignalWeb

/// Tests what a request asks for, as decided from its head alone.
@Suite struct WebRulesTests {
    private static let token = "AAAAAAAAAAAAAAAAAAAAAA"
    private static let form = "application/x-www-form-urlencoded"

    private static func rules(_ url: String = "https://alarm.example.org") throws -> WebRules {
        WebRules(site: try #require(WebSite(url)))
    }

    private static func head(
        _ method: String, _ target: String, host: String? = "alarm.example.org", _ fields: [String: String] = [:]
    ) -> WebHead {
        WebHead(method: method, target: target, host: host, fields: fields)
    }

    @Test(
        "web rules: each path is what it is",
        arguments: [
            ("/a/\(token)", WebRules.Request.show(token: token)), ("/a/\(token)?lang=de", .show(token: token)),
            ("/a/\(token)/events?lang=es", .follow(token: token)), ("/robots.txt", .robots),
            ("/a/x", .show(token: "x")),
            (WebFile.style.path, .file(WebFile.style.path)), (WebFile.script.path, .file(WebFile.script.path)),
            ("/", .showDevice(.home)), ("/?lang=de", .showDevice(.home)), ("/p", .showPairing(token: nil)),
            ("/people", .showDevice(.people)), ("/settings", .showDevice(.settings)), ("/add", .unknown),
            ("/add/\(token)?lang=de", .showAdding(code: token)), ("/add/%41", .unknown), ("/add/a/b", .unknown),
            ("/inbox", .showDevice(.inbox)), ("/devices?x", .showDevice(.devices)), ("/offline?lang=de", .offline),
            ("/people/", .unknown), ("/worker.js?lang=de", .file("/worker.js")),
            ("", .unknown), ("*", .unknown), ("/a", .unknown), ("/a/", .unknown), ("//a/x", .unknown),
            ("/a/\(token)/", .unknown), ("/a/\(token)/other", .unknown), ("/a/..%2f..", .unknown),
            ("/a/\(String(repeating: "A", count: 65))", .unknown), ("/a/%41", .unknown), ("/a/é", .unknown),
            ("/p/\(token)", .showPairing(token: token)), ("/p/", .unknown), ("/p/x/y", .unknown),
            ("/page.0000000000000000.css", .unknown), ("a/x", .unknown),
        ])
    func paths(_ target: String, _ asked: WebRules.Request) throws {
        #expect(try Self.rules().read(Self.head("GET", target)) == asked)
    }

    @Test("web rules: only paths with a form take a POST, and nothing takes another method")
    func methods() throws {
        let rules = try Self.rules()
        let own = ["sec-fetch-site": "same-origin", "content-type": Self.form]
        #expect(rules.read(Self.head("POST", "/a/\(Self.token)", own)) == .answer(token: Self.token))
        #expect(rules.read(Self.head("HEAD", "/a/\(Self.token)")) == .show(token: Self.token))
        for (target, asked) in [
            ("/", WebRules.Request.perform(.home)), ("/p", .pair(token: nil)),
            ("/p/\(Self.token)", .pair(token: Self.token)),
        ] {
            #expect(rules.read(Self.head("POST", target, own)) == asked)
            let foreign = ["sec-fetch-site": "cross-site", "content-type": Self.form, "cookie": "__Host-device=x"]
            #expect(rules.read(Self.head("POST", target, foreign)) == .refused(.foreign))
        }
        for target in ["/robots.txt", WebFile.style.path] {
            #expect(rules.read(Self.head("POST", target, own)) == .refused(.method(allowed: "GET, HEAD")))
        }
        for method in ["POST", "HEAD"] {
            let asked = rules.read(Self.head(method, "/a/\(Self.token)/events", own))
            #expect(asked == .refused(.method(allowed: "GET")))
        }
        for method in ["PUT", "DELETE", "OPTIONS", "TRACE", "get", "CONNECT"] {
            let asked = rules.read(Self.head(method, "/a/\(Self.token)", own))
            #expect(asked == .refused(.method(allowed: "GET, HEAD, POST")), "\(method)")
        }
    }

    @Test(
        "web rules: an answer comes from a page of ours",
        arguments: [
            (["sec-fetch-site": "same-origin"], true), (["sec-fetch-site": "same-origin", "origin": "null"], true),
            (["origin": "https://alarm.example.org"], true), (["origin": "HTTPS://Alarm.example.org"], true),
            ([:], false), (["origin": "null"], false), (["origin": "http://alarm.example.org"], false),
            (["origin": "https://alarm.example.org.evil.example"], false), (["sec-fetch-site": "same-site"], false),
            (["sec-fetch-site": "none"], false), (["sec-fetch-site": "same-origin,cross-site"], false),
            (["sec-fetch-site": "cross-site", "origin": "https://alarm.example.org"], false),
            (["referer": "https://alarm.example.org/a/x"], false),
        ] as [([String: String], Bool)])
    func origin(_ fields: [String: String], _ isOurs: Bool) throws {
        let fields = fields.merging(["content-type": "\(Self.form); charset=utf-8"]) { own, _ in own }
        let asked = try Self.rules().read(Self.head("POST", "/a/\(Self.token)", fields))
        #expect(asked == (isOurs ? .answer(token: Self.token) : .refused(.foreign)))
    }

    @Test(
        "web rules: the host is ours",
        arguments: [
            ("https://alarm.example.org", "alarm.example.org", true),
            ("https://Alarm.example.org/", "ALARM.example.org", true),
            ("https://alarm.example.org", "alarm.example.org:443", true), ("http://a.example", "a.example:80", true),
            ("https://alarm.example.org", "alarm.example.org:80", false),
            ("https://a.example:8443", "a.example:8443", true),
            ("https://a.example:8443", "a.example", false), ("https://a.example", "a.example.", false),
            ("https://a.example", "evil.example", false), ("https://a.example", "", false),
        ])
    func host(_ url: String, _ host: String, _ isOurs: Bool) throws {
        let asked = try Self.rules(url).read(Self.head("GET", "/robots.txt", host: host))
        #expect(asked == (isOurs ? .robots : .refused(.otherHost)))
    }

    @Test(
        "web rules: a URL is a scheme and a host", arguments: ["", "a.example", "ftp://a", "https://", "https://a/b"])
    func sites(_ url: String) { #expect(WebSite(url) == nil) }

    @Test("web rules: the limits of a head and a body are exact") func limits() throws {
        let rules = try Self.rules()
        var head = Self.head("GET", "/robots.txt")
        head.size = WebRules.longestHead
        #expect(rules.read(head) == .robots)
        head.size += 1
        #expect(rules.read(head) == .refused(.longHead))
        for (length, asked) in [
            ("4096", WebRules.Request.robots), ("4097", .refused(.longBody)), ("x", .refused(.longBody)),
        ] {
            #expect(rules.read(Self.head("GET", "/robots.txt", ["content-length": length])) == asked)
        }
        #expect(rules.read(Self.head("GET", "/", host: nil)) == .refused(.noHost))
        let own = ["sec-fetch-site": "same-origin", "content-type": "text/plain"]
        #expect(rules.read(Self.head("POST", "/a/x", own)) == .refused(.notAForm))
        let statuses: [WebRules.Refusal: Int] = [
            .longHead: 431, .longBody: 413, .noHost: 400, .otherHost: 421, .method(allowed: ""): 405, .foreign: 403,
            .notAForm: 400,
        ]
        for (refusal, status) in statuses { #expect(refusal.status == status) }
    }

    @Test(
        "web language: the choice comes first, then the browser's",
        arguments: [
            ("/", "de-AT,de;q=0.9,en;q=0.8", SeamLanguage.german), ("/?lang=es", "de", .spanish),
            ("/?lang=xx", "", .english),
            ("/", "fr, es;q=0.5, de;q=0.7", .german), ("/", "de;q=0, en;q=0.1", .english), ("/", "", .english),
            ("/", ";;;q=,,=", .english), ("/?x=1&lang=de", "", .german), ("/?lang=DE", "es", .spanish),
            ("/", "es;q=nan", .english),
        ])
    func language(_ target: String, _ accepted: String, _ language: SeamLanguage) {
        #expect(WebLanguage.of(Self.head("GET", target, ["accept-language": accepted])) == language)
    }

    @Test("web proxy: only the last hop counts, and only as an address") func hops() {
        func hop(_ field: String?) -> WebAddress? {
            WebProxy.lastHop(Self.head("GET", "/", field.map { ["x-forwarded-for": $0] } ?? [:]))
                .flatMap(WebAddress.init(ip:))
        }
        #expect(hop("203.0.113.1, 198.51.100.7") == WebAddress([198, 51, 100, 7]))
        #expect(
            hop("198.51.100.7, [2001:db8::1]") == hop("2001:db8::2") && hop("2001:db8:0:1::1") != hop("2001:db8::1"))
        #expect(hop("::ffff:198.51.100.7") == hop("198.51.100.7"))
        for field in [nil, "", ",", "unknown", "evil.example", String(repeating: "1", count: 100)] {
            #expect(hop(field) == nil)
        }
        #expect(WebAddress(ip: "127.8.9.1")?.isLoopback == true && WebAddress(ip: "::1")?.isLoopback == true)
        #expect(WebAddress(ip: "2001:db8::1")?.isLoopback == false && WebAddress.unknown.isLoopback == false)
    }
}
