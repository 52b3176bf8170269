import Glibc
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing

@testable import SignalWeb

/// Tests the pages with the real daemons. Each test starts all of them, so each test checks several things.
@Suite(.timeLimit(.minutes(2))) struct WebSystemTests {
    private static let unknown = "AAAAAAAAAAAAAAAAAAAAAA"

    private static func bench() async throws -> (SenderBench, PostBox, WebBench) {
        let (bench, box) = try await LinkBench.make()
        return (bench, box, try await WebBench(bench))
    }

    /// Whether Ada's own session shows that somebody is on the way.
    static func isHelped(_ bench: SenderBench) throws -> Bool {
        try bench.bench.client().call(AlertGet.self, .init()).alert?.acknowledgedBy != nil
    }

    @Test("web: from the message to the end of the alarm, on two phones") func fromTheMessageToTheEnd() async throws {
        let (bench, box, web) = try await Self.bench()
        _ = try bench.bench.client().call(AlertActivate.self, .init())
        let tokens = try LinkBench.tokens(box)
        let (ben, cleo) = (try #require(tokens["ben-1"]), try #require(tokens["cleo-1"]))

        // Twenty scanners and previews load the link, and nothing happens.
        let pages = try await withThrowingTaskGroup(of: WebBench.Answer.self) { group in
            for index in 0..<20 {
                let agent = ["user-agent": "scanner \(index)", "x-forwarded-for": "203.0.113.\(index)"]
                group.addTask { try await web.visit("/a/\(ben)", agent) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(pages.allSatisfy { $0.status == 200 && $0.body.contains("Nobody has said that they are on the way.") })
        #expect(
            pages[0].body.contains("Ada Moreno calls for help.") && pages[0].body.contains("tel:\(SignalBench.ada)"))
        #expect(!pages[0].body.contains(ben) && pages[0].fields.contains("cache-control: no-store"))
        #expect(try !Self.isHelped(bench))
        let german = try await web.visit("/a/\(ben)", ["accept-language": "de-AT"])
        #expect(german.body.contains("Ada Moreno ruft um Hilfe."))

        // A page of somebody else cannot answer.
        let attempts: [[String: String]] = [
            [:], ["origin": "null"], ["origin": "https://evil.example"], ["sec-fetch-site": "cross-site"],
        ]
        for fields in attempts {
            #expect(try await web.visit("/a/\(ben)", fields, form: "answer=on_my_way").status == 403)
        }
        #expect(try !Self.isHelped(bench))

        var events = try await web.follow(cleo)
        #expect(events.type == "text/event-stream")
        #expect(try await events.next().contains("Nobody has said that they are on the way."))
        let taken = try await web.say("on_my_way", ben)
        #expect(taken.status == 200 && taken.body.contains("Recorded: you are on the way."))
        #expect(try await events.next().contains("Another responder has been on the way since"))
        let late = try await web.say("on_my_way", cleo)
        #expect(late.status == 409 && late.body.contains("because somebody else is already on the way"))

        // The first press asks, and only the second one ends the alarm.
        let question = try await web.say("all_right", ben)
        #expect(question.status == 200 && question.body.contains("Is Ada Moreno all right?"))
        #expect(try Self.isHelped(bench))
        let over = try await web.say("all_right&sure=yes", ben)
        #expect(over.body.contains("Recorded: they are all right."))
        #expect(try await events.next().contains("A responder says that Ada Moreno is well."))
        #expect(try await web.visit("/a/\(cleo)").body.contains("The alarm of Ada Moreno is over."))

        // A day later, the link is as if it had never existed.
        try bench.bench.advance(.seconds(86_400))
        let (ended, never) = (try await web.visit("/a/\(ben)"), try await web.visit("/a/\(Self.unknown)"))
        #expect(ended.status == 404 && ended == never)
        #expect(try await web.visit("/a/x") == never)
        #expect(try await web.say("on_my_way", ben) == web.say("on_my_way", Self.unknown))
        #expect(try await web.visit("/a/\(ben)/events") == web.visit("/a/\(Self.unknown)/events"))
        for secret in [ben, cleo, "Ada", "Moreno", SignalBench.ada, "/a/"] {
            #expect(!web.web.errors.contains(secret) && !web.web.output.contains(secret), "the log contains \(secret)")
        }
        // An open page does not keep the program from ending.
        web.web.signal(SIGTERM)
        await events.end()
        #expect(try await web.web.awaitExit() == 0)
    }

    @Test("web: answers at the socket that the service manager passes, and at none that others reach without tls")
    func answersAtAPassedSocket() async throws {
        let directory = try TestDirectory()
        let web = try WebBench(at: "127.0.0.1", in: directory)
        try await web.web.awaitErrors("Listening on")
        #expect(try await web.visit("/robots.txt").body == "User-agent: *\nDisallow: /\n")
        web.web.signal(SIGTERM)
        #expect(try await web.web.awaitExit() == 0)
        let open = try WebBench(at: "0.0.0.0", in: directory)
        try await open.web.awaitErrors("Listening on")
        #expect(try open.raw([]) == "")
        #expect(try await open.web.awaitExit() == 78)
        #expect(open.web.errors.contains("the socket must be on a loopback address or a path, unless there is tls"))
    }

    @Test("web: a flood of unknown tokens waits, and neither it nor broken requests keep out others")
    func aFloodWaits() async throws {
        let (bench, box, web) = try await Self.bench()
        _ = try bench.bench.client().call(AlertActivate.self, .init())
        let ben = try #require(try LinkBench.tokens(box)["ben-1"])
        let flooder = ["x-forwarded-for": "198.51.100.7"]

        // A form whose body comes slowly holds its own connection only. Its answer is checked at the end.
        async let slow = Task.detached {
            let head = "POST /a/\(ben) HTTP/1.1\r\nHost: alarm.example.org\r\nSec-Fetch-Site: same-origin\r\n"
            return try web.raw([
                head, "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 16\r\n\r\n", "answer=on",
            ])
        }.value
        for _ in 0..<10 { #expect(try await web.visit("/a/\(Self.unknown)", flooder).status == 404) }
        let order = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<4 {
                group.addTask { "unknown \(try await web.visit("/a/\(Self.unknown)", flooder).status)" }
            }
            // Both the flooder's neighbour and others get their page before any of the answers that wait.
            for fields in [flooder, ["x-forwarded-for": "198.51.100.8"]] {
                group.addTask { "known \(try await web.visit("/a/\(ben)", fields).status)" }
            }
            return try await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(order == ["known 200", "known 200"] + Array(repeating: "unknown 404", count: 4))

        let host = try web.raw(["GET /a/\(ben) HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"])
        #expect(host.hasPrefix("HTTP/1.1 421 ") && !host.contains("Ada"))
        let bare = try web.raw(["GET /a/\(ben) HTTP/1.1\r\nConnection: close\r\n\r\n"])
        #expect(bare.hasPrefix("HTTP/1.1 400 "))
        let long = "GET / HTTP/1.1\r\nHost: alarm.example.org\r\nX: "
        #expect(try web.raw([long, String(repeating: "x", count: 9_000), "\r\n\r\n"]).hasPrefix("HTTP/1.1 431 "))
        let huge = try web.raw([long, String(repeating: "x", count: 2_097_152), "\r\n\r\n"])
        #expect(huge.isEmpty || huge.hasPrefix("HTTP/1.1 431 "))
        let large = "POST /a/\(ben) HTTP/1.1\r\nHost: alarm.example.org\r\nContent-Length: 5000\r\n\r\n"
        #expect(try web.raw([large, String(repeating: "x", count: 5_000)]).hasPrefix("HTTP/1.1 413 "))
        #expect(try web.raw(["nonsense\r\n\r\n"]).hasPrefix("HTTP/1.1 400 "))
        // Silent connections take all the room, but keep nobody out.
        let silent = try (0..<WebRoom.Limits().all).map { _ in try web.connected() }
        let fresh = "GET /a/\(ben) HTTP/1.1\r\nHost: alarm.example.org\r\nConnection: close\r\n\r\n"
        #expect(try web.raw([fresh]).contains("Nobody has said that they are on the way."))
        for descriptor in silent { close(descriptor) }
        #expect(try await slow == "", "a form that is not complete after ten seconds gets no answer")

        // Without lifesignald, the page says so, and comes back by itself.
        bench.bench.daemon.signal(SIGKILL)
        _ = try await bench.bench.daemon.awaitExit()
        let away = try await web.visit("/a/\(ben)")
        #expect(
            away.status == 503 && away.fields.contains("retry-after: 5") && away.body.contains("http-equiv=\"refresh\"")
        )
        #expect(try await web.say("on_my_way", ben).body.contains("Your answer may not have been recorded."))
        try await bench.bench.restart()
        #expect(try await web.visit("/a/\(ben)").status == 200)
    }
}
