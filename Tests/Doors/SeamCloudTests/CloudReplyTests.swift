import CloudModel
import SeamModel
import Testing
import Wire

@testable import SeamCloud

/// Tests how the client treats answers that an honest cloud never gives.
@Suite(.timeLimit(.minutes(2))) struct CloudReplyTests {
    private static let json = "application/json"

    private static func reply(
        status: String = "200 OK", type: String? = json, headers: String = "", _ body: String
    ) -> [UInt8] {
        let contentType = type.map { "content-type: \($0)\r\n" } ?? ""
        let length = "content-length: \(body.utf8.count)\r\n"
        return Array("HTTP/1.1 \(status)\r\n\(contentType)\(headers)\(length)\r\n\(body)".utf8)
    }

    private static let workspace = #"{"workspace":{"workspace_id":"w","name":"W"},"ok":true}"#
    private static let portal = "<html><body>Welcome to Hotel Wi-Fi</body></html>"

    private static let cases: [(name: String, script: Script, kind: CloudError.Kind)] = [
        ("portal", .reply(reply(type: "text/html", portal)), .unexpectedContent),
        ("portal that claims JSON", .reply(reply(portal)), .invalidReply(field: "")),
        ("no content type", .reply(reply(type: nil, workspace)), .unexpectedContent),
        ("other content type", .reply(reply(type: "application/json-seq", workspace)), .unexpectedContent),
        ("compressed", .reply(reply(headers: "content-encoding: gzip\r\n", workspace)), .invalidReply(field: "")),
        (
            "refused, compressed", .reply(reply(status: "404 No", headers: "content-encoding: gzip\r\n", "{}")),
            .invalidReply(field: "")
        ),
        (
            "redirect", .reply(reply(status: "302 Found", headers: "location: https://example.com/\r\n", "{}")),
            .unexpectedContent
        ),
        (
            "permanent redirect",
            .reply(reply(status: "308 Moved", headers: "location: http://127.0.0.1:1/\r\n", "{}")),
            .unexpectedContent
        ),
        ("network authentication", .reply(reply(status: "511 Sign In", "{}")), .unexpectedContent),
        ("empty", .reply(reply("")), .invalidReply(field: "")),
        ("array", .reply(reply("[]")), .invalidReply(field: "")),
        ("no member", .reply(reply(#"{"ok":true}"#)), .invalidReply(field: "/workspace")),
        ("null member", .reply(reply(#"{"workspace":null}"#)), .invalidReply(field: "/workspace")),
        (
            "wrong type", .reply(reply(#"{"workspace":{"workspace_id":1,"name":"W"}}"#)),
            .invalidReply(field: "/workspace/workspace_id")
        ),
        (
            "id with a colon", .reply(reply(#"{"workspace":{"workspace_id":"local:1","name":"W"}}"#)),
            .invalidReply(field: "/workspace/workspace_id")
        ),
        (
            "id too long",
            .reply(reply(#"{"workspace":{"workspace_id":"\#(String(repeating: "a", count: 129))","name":"W"}}"#)),
            .invalidReply(field: "/workspace/workspace_id")
        ),
        ("duplicate key", .reply(reply(#"{"workspace":{},"workspace":{}}"#)), .invalidReply(field: "/workspace")),
        ("trailing bytes", .reply(reply(workspace + "x")), .invalidReply(field: "")),
        ("lone surrogate", .reply(reply(#"{"workspace":"\ud800"}"#)), .invalidReply(field: "/workspace")),
        (
            "depth 33", .reply(reply(String(repeating: "[", count: 33) + String(repeating: "]", count: 33))),
            .invalidReply(field: "")
        ),
        (
            "bad UTF-8",
            .reply(
                Array("HTTP/1.1 200 OK\r\ncontent-type: \(json)\r\ncontent-length: 3\r\n\r\n".utf8) + [34, 255, 34]),
            .invalidReply(field: "")
        ),
        ("declared too large", .reply(reply(headers: "content-length: 4194305\r\n", "")), .unexpectedContent),
        (
            "too large", .endless(head: Array("HTTP/1.1 200 OK\r\ncontent-type: \(json)\r\n\r\n".utf8)),
            .replyTooLarge
        ),
        (
            "too large by its length",
            .reply(Array("HTTP/1.1 200 OK\r\ncontent-type: \(json)\r\ncontent-length: 4194305\r\n\r\n".utf8)),
            .replyTooLarge
        ),
        (
            "half a body",
            .replyAndClose(Array("HTTP/1.1 200 OK\r\ncontent-type: \(json)\r\ncontent-length: 99\r\n\r\n{".utf8)),
            .connectionLost
        ),
        (
            "half a head", .replyAndClose(Array("HTTP/1.1 200 OK\r\ncontent-ty".utf8)), .connectionLost
        ),
        ("closed without a word", .replyAndClose([]), .connectionLost),
        ("no HTTP", .replyAndClose(Array("SSH-2.0-OpenSSH_9.2\r\n\r\n".utf8)), .unexpectedContent),
        (
            "two lengths",
            .reply(reply(headers: "content-length: 3\r\n", "{}")), .unexpectedContent
        ),
        (
            "server fault in HTML", .reply(reply(status: "502 Bad Gateway", type: "text/html", portal)),
            .server(status: 502)
        ),
        ("server fault", .reply(reply(status: "500 Oops", "{}")), .server(status: 500)),
        (
            "rate limit without a delay", .reply(reply(status: "429 Slow Down", "{}")), .rateLimited(retryAfter: nil)
        ),
        (
            "rate limit with a date",
            .reply(reply(status: "429 Slow", headers: "retry-after: Fri, 31 Dec 2027 23:59:59 GMT\r\n", "{}")),
            .rateLimited(retryAfter: nil)
        ),
        (
            "rate limit for ever", .reply(reply(status: "429 Slow", headers: "retry-after: 4294967295\r\n", "{}")),
            .rateLimited(retryAfter: .seconds(3_600))
        ),
        (
            "rate limit until a date of the server's",
            .reply(
                reply(
                    status: "429 Slow",
                    headers: "date: Fri, 06 Nov 2026 08:00:00 GMT\r\nretry-after: Fri, 06 Nov 2026 08:02:00 GMT\r\n",
                    "{}")),
            .rateLimited(retryAfter: .seconds(120))
        ),
        (
            "rate limit until a date that is over",
            .reply(
                reply(
                    status: "429 Slow",
                    headers: "date: Fri, 06 Nov 2026 08:00:00 GMT\r\nretry-after: Fri, 06 Nov 2026 07:59:59 GMT\r\n",
                    "{}")),
            .rateLimited(retryAfter: .zero)
        ),
        (
            "rate limit with nonsense", .reply(reply(status: "429 Slow", headers: "retry-after: -1\r\n", "{}")),
            .rateLimited(retryAfter: nil)
        ),
        (
            "rate limit beyond counting",
            .reply(reply(status: "429 Slow", headers: "retry-after: 99999999999999999999\r\n", "{}")),
            .rateLimited(retryAfter: .seconds(3_600))
        ),
        (
            "unavailable for a while",
            .reply(reply(status: "503 Later", type: "text/html", headers: "retry-after: 90\r\n", portal)),
            .server(status: 503, retryAfter: .seconds(90))
        ),
        (
            "unavailable until a date of the server's",
            .reply(
                reply(
                    status: "503 Later",
                    headers: "date: Fri, 06 Nov 2026 08:00:00 GMT\r\nretry-after: Sat, 07 Nov 2026 08:00:00 GMT\r\n",
                    "{}")),
            .server(status: 503, retryAfter: .seconds(3_600))
        ),
        (
            "another failure says nothing of time",
            .reply(reply(status: "500 Oops", headers: "retry-after: 90\r\n", "{}")),
            .server(status: 500)
        ),
        ("401 of a portal", .reply(reply(status: "401 Unauthorized", type: "text/html", portal)), .unexpectedContent),
        ("401 without an error", .reply(reply(status: "401 Unauthorized", "{}")), .unexpectedContent),
        (
            "401 of another kind", .reply(reply(status: "401 No", #"{"error":{"type":"unauthorized","message":""}}"#)),
            .invalidToken(.malformed)
        ),
        (
            "not permitted",
            .reply(reply(status: "401 No", #"{"error":{"type":"auth_method_does_not_apply","message":""}}"#)),
            .notPermitted
        ),
        ("forbidden", .reply(reply(status: "403 No", #"{"error":{"type":"x","message":""}}"#)), .notPermitted),
        (
            "refused", .reply(reply(status: "409 No", #"{"error":{"type":"busy","message":""}}"#)),
            .rejected(status: 409, type: "busy")
        ),
        ("informational only", .replyAndClose(Array("HTTP/1.1 103 Early Hints\r\n\r\n".utf8)), .connectionLost),
        ("silence", .silence, .timedOut),
        (
            "half a body, then silence",
            .reply(Array("HTTP/1.1 200 OK\r\ncontent-type: \(json)\r\ncontent-length: 99\r\n\r\n{".utf8)), .timedOut
        ),
    ]

    @Test("cloud reply: a balancer that packs what it may is asked not to, by the client and at the desk")
    func balancer() async throws {
        try await ScriptedServer.with(.packing(json: Self.workspace)) { server in
            let address = try CloudAddress("http://127.0.0.1:\(server.port)")
            try await withClient(CloudClient.Configuration(address: address)) { client in
                let token = try ClientSessionToken("seam_cst1canary_0123456789".utf8)
                #expect(try await client.workspace(token: token).name == "W")
            }
            let desk = TokenSource(
                .init(address: address, secret: try KioskSecret(Array("0123456789abcdef".utf8)), kiosk: "k"))
            #expect(await desk.answer(to: "code", intent: nil) == .failed("its answer has no client_session_token"))
            await desk.shutdown()
        }
    }

    @Test("cloud reply: sorts answers", arguments: cases.indices)
    func sortsAnswers(index: Int) async throws {
        let (name, script, kind) = Self.cases[index]
        let token = try ClientSessionToken("seam_cst1canary_0123456789".utf8)
        try await ScriptedServer.with(script) { server in
            var configuration = CloudClient.Configuration(address: try CloudAddress("http://127.0.0.1:\(server.port)"))
            configuration.requestTimeout = kind == .timedOut ? .milliseconds(300) : .seconds(20)
            try await withClient(configuration) { client in
                do {
                    let workspace = try await client.workspace(token: token)
                    Issue.record("\(name) was accepted: \(workspace)")
                } catch let error as CloudError {
                    #expect(error.kind == kind, "\(name)")
                    #expect(!"\(error)".contains("canary"))
                }
            }
        }
    }

    @Test("cloud reply: accepts the control") func acceptsTheControl() async throws {
        let token = try ClientSessionToken("seam_cst1canary_0123456789".utf8)
        try await ScriptedServer.with(.reply(Self.reply(Self.workspace))) { server in
            let address = try CloudAddress("http://localhost:\(server.port)")
            try await withClient(CloudClient.Configuration(address: address)) { client in
                let workspace = try await client.workspace(token: token)
                #expect(workspace.id == "w")
            }
        }
    }

    @Test("cloud reply: counts a date without the servers by our clock")
    func countsADateWithoutTheServersByOurClock() async throws {
        let token = try ClientSessionToken("seam_cst1canary_0123456789".utf8)
        let until = "retry-after: Fri, 06 Nov 2026 08:02:00 GMT\r\n"
        try await ScriptedServer.with(.reply(Self.reply(status: "503 Later", headers: until, "{}"))) { server in
            var configuration = CloudClient.Configuration(address: try CloudAddress("http://127.0.0.1:\(server.port)"))
            configuration.now = { Timestamp("2026-11-06T08:00:30Z") }
            try await withClient(configuration) { client in
                await expect(.server(status: 503, retryAfter: .seconds(90))) {
                    _ = try await client.workspace(token: token)
                }
            }
        }
    }

    @Test("cloud reply: sends nothing that was not admitted") func sendsNothingThatWasNotAdmitted() async throws {
        let token = try ClientSessionToken("seam_cst1canary_0123456789".utf8)
        try await ScriptedServer.with(.reply(Self.reply(Self.workspace))) { server in
            let address = try CloudAddress("http://127.0.0.1:\(server.port)")
            try await withClient(CloudClient.Configuration(address: address)) { client in
                let refused = client.admitting { () async throws(CloudError) in throw CloudError(.tooManyWaiting) }
                await expect(.tooManyWaiting) { _ = try await refused.workspace(token: token) }
                let admitted = client.admitting { () async throws(CloudError) in }
                let workspace = try await admitted.workspace(token: token)
                #expect(workspace.id == "w")
            }
        }
    }

    @Test("cloud reply: waiting for admission counts towards no deadline")
    func waitingForAdmissionCountsTowardsNoDeadline() async throws {
        let waiting = WaitingTime()
        let answer = try await withDeadline(.milliseconds(100), besides: waiting) { () async throws(CloudError) in
            try await waiting.measure { try? await Task.sleep(for: .milliseconds(400)) }
            return true
        }
        #expect(answer)
        await expect(.timedOut) {
            try await withDeadline(.milliseconds(100), besides: waiting) { () async throws(CloudError) in
                try? await Task.sleep(for: .seconds(60))
            }
        }
    }

    @Test("cloud reply: stops at a repeated cursor") func stopsAtARepeatedCursor() async throws {
        let page =
            #"{"acs_credentials":[],"pagination":{"has_next_page":true,"next_page_cursor":"a","next_page_url":null}}"#
        let token = try ClientSessionToken("seam_cst1canary_0123456789".utf8)
        try await ScriptedServer.with(.reply(Self.reply(page))) { server in
            let address = try CloudAddress("http://127.0.0.1:\(server.port)")
            try await withClient(CloudClient.Configuration(address: address)) { client in
                let list = try await client.credentials(token: token)
                #expect(list.rows.isEmpty && list.unreadable == "/pagination/next_page_cursor")
            }
        }
    }
}
