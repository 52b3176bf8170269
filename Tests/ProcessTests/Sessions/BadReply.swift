import Foundation
import TestSupport
import Wire

/// An answer that a hostile or broken network gives in place of the cloud's answer.
struct BadReply: CustomStringConvertible, Sendable {
    let name: String
    let script: JSON
    /// The reasons that the session's status may give.
    let reasons: [String]
    /// Whether the daemon uses the correct part of the answer.
    var isTaken: Bool { reasons == ["list_too_long"] || reasons == ["rows_left_out"] }
    /// The effect that the answer has on the keys that people see.
    var effect: Effect {
        guard reasons == ["rows_left_out"], !Self.pages.contains(where: { $0.name == name }) else { return .none }
        return Self.ofOthers.contains(name) ? .ofOthers : .frontKey
    }

    /// The effect of a row that the daemon leaves out.
    enum Effect {
        case none
        /// The front door's key is missing.
        case frontKey
        /// Either a lock is missing, or the daemon cannot read a user or system whose row may forbid keys. In the
        /// second case, the keys of this user or system do not open doors.
        case ofOthers
    }

    private static let ofOthers: Set = ["user without an id", "system without an id", "lock of another workspace"]

    var description: String { name }

    private init(_ name: String, _ reasons: String..., script: JSON) {
        (self.name, self.script, self.reasons) = (name, script, reasons)
    }

    private static let json = "application/json"
    private static let portal = "<html><body>Welcome to Hotel Wi-Fi canary</body></html>"
    private static let keys = "/acs/credentials/list"

    /// A wrong answer to every request, or only to requests for `path`.
    private static func answer(
        _ name: String, _ reason: String, path: String? = nil, status: String = "200 OK", type: String? = json,
        headers: String = "", then: String? = nil, _ body: String
    ) -> BadReply {
        let contentType = type.map { "content-type: \($0)\r\n" } ?? ""
        let head = "HTTP/1.1 \(status)\r\n\(contentType)\(headers)content-length: \(body.utf8.count)\r\n\r\n"
        return raw(name, [reason], path: path, [["text": .string(head + body)]], then: then)
    }

    private static func raw(
        _ name: String, _ reasons: [String], path: String? = nil, _ pieces: [JSON], then: String? = nil
    ) -> BadReply {
        BadReply(
            name, reasons,
            .members(("path", path.map(JSON.string)), ("reply", .array(pieces)), ("then", then.map(JSON.string))))
    }

    private init(_ name: String, _ reasons: [String], _ script: JSON) {
        (self.name, self.script, self.reasons) = (name, script, reasons)
    }

    /// The correct answer for `path`, with `changes` applied.
    private static func changed(
        _ name: String, _ reason: String, path: String = keys, _ changes: [(String, String)]
    ) -> BadReply {
        let pairs = changes.map { JSON.array([.string($0.0), .string($0.1)]) }
        return BadReply(name, [reason], ["path": .string(path), "replace": .array(pairs)])
    }

    private static func text(_ text: String, times: Int = 1) -> JSON { ["text": .string(text), "times": .int(times)] }

    private static func error(_ type: String) -> String {
        #"{"error":{"type":"\#(type)","message":"canary"},"ok":false}"#
    }

    private static let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"

    private static let kinds = [handshakes, portals, bodies, texts, rows, pages, floods, refusals]
    static let all: [BadReply] = kinds.flatMap(\.self)
    /// Some answers of each kind. In the nightly run, these are all answers.
    static let sampled: [BadReply] = kinds.flatMap(\.sampled.sampled)

    private static let handshakes: [BadReply] = [
        BadReply("wrong host", "untrusted", script: ["cert": "elsewhere"]),
        BadReply("expired certificate", "untrusted", script: ["cert": "expired"]),
        BadReply("self-signed certificate", "untrusted", script: ["cert": "selfsigned"]),
        BadReply(
            "plain HTTP on the port", "untrusted",
            script: ["instead": "plain", "reply": [text("HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n")]]),
        BadReply("noise instead of TLS", "untrusted", script: ["instead": "babble"]),
        BadReply("closed within the handshake", "connection_lost", "untrusted", script: ["instead": "truncate"]),
        BadReply("closed before the handshake", "connection_lost", "untrusted", script: ["instead": "close"]),
        BadReply("silence instead of a handshake", "timed_out", "untrusted", script: ["instead": "silence"]),
    ]

    private static let portals: [BadReply] = [
        answer("302", "captive_portal", status: "302 Found", headers: "location: https://localhost:1/\r\n", portal),
        answer(
            "308 to HTTP", "captive_portal", status: "308 Moved", headers: "location: http://127.0.0.1:1/\r\n", "{}"),
        answer("511", "captive_portal", status: "511 Network Authentication Required", type: "text/html", portal),
        answer("page with 200", "captive_portal", type: "text/html", portal),
        answer("page that claims JSON", "invalid_reply", portal),
        answer("no content type", "captive_portal", type: nil, "{}"),
        answer("text", "captive_portal", type: "text/plain", "{}"),
        answer("204", "captive_portal", status: "204 No Content", type: nil, ""),
        answer("401 of a portal", "captive_portal", status: "401 Unauthorized", type: "text/html", portal),
        answer("404 of a portal", "captive_portal", status: "404 Not Found", type: "text/html", portal),
        raw("no HTTP", ["captive_portal"], [text("SSH-2.0-OpenSSH_9.2\r\n\r\n")]),
        raw(
            "101", ["captive_portal", "connection_lost"],
            [text("HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n")]),
    ]

    private static let bodies: [BadReply] = [
        raw("half a body", ["connection_lost"], path: keys, [text(head + "content-length: 99\r\n\r\n{")]),
        raw(
            "half a body, no goodbye", ["connection_lost", "untrusted"], path: keys,
            [text(head + "content-length: 99\r\n\r\n{")], then: "close"),
        raw(
            "half a body, then silence", ["timed_out"], path: keys, [text(head + "content-length: 99\r\n\r\n{")],
            then: "hold"),
        BadReply("truth cut short", ["connection_lost"], ["path": .string(keys), "cut": 200]),
        raw("half a head", ["connection_lost"], [text("HTTP/1.1 200 OK\r\ncontent-ty")]),
        raw("closed before the reply", ["connection_lost"], []),
        raw("silence instead of a reply", ["timed_out"], [], then: "hold"),
        BadReply("slow head", ["timed_out"], ["reply": [text(head + "content-length: 2\r\n\r\n{}")], "drip_ms": 100]),
        raw(
            "5 MiB", ["reply_too_large"], path: keys,
            [text(head + "\r\n"), text(String(repeating: " ", count: 1_024), times: 5_120)]),
        raw(
            "length of 8 EiB", ["reply_too_large", "captive_portal"], path: keys,
            [text(head + "content-length: 9223372036854775807\r\n\r\n")], then: "hold"),
        raw(
            "endless chunks", ["reply_too_large"], path: keys,
            [
                text(head + "transfer-encoding: chunked\r\n\r\n"),
                text("4000\r\n" + String(repeating: " ", count: 16_384) + "\r\n", times: 320),
            ]),
        raw(
            "chunk beyond counting", ["captive_portal"], path: keys,
            [text(head + "transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\nx")]),
        raw(
            "gzip bomb", ["captive_portal"], path: keys,
            [text(head + "content-encoding: gzip\r\n\r\n"), ["gzip": 67_108_864]]),
        raw("gzip bomb without its name", ["invalid_reply"], path: keys, [text(head + "\r\n"), ["gzip": 67_108_864]]),
        raw("two lengths", ["captive_portal"], [text(head + "content-length: 3\r\ncontent-length: 2\r\n\r\n{}")]),
    ]

    private static let texts: [BadReply] = [
        answer("nothing", "invalid_reply", ""),
        answer("array", "invalid_reply", "[]"),
        raw("invalid UTF-8", ["invalid_reply"], [text(head + "content-length: 3\r\n\r\n"), ["base64": "Iv8i"]]),
        answer("cut JSON", "invalid_reply", #"{"workspace":{"#),
        answer("trailing bytes", "invalid_reply", "{}x"),
        answer("byte order mark and nothing", "invalid_reply", "\u{FEFF}{}"),
        answer("lone surrogate", "invalid_reply", #"{"workspace":"\ud800"}"#),
        answer(
            "deep JSON", "invalid_reply",
            String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)),
        answer("duplicate key", "invalid_reply", #"{"client_session":{},"client_session":{}}"#),
        answer("no member", "invalid_reply", #"{"ok":true}"#),
        answer("null member", "invalid_reply", #"{"client_session":null}"#),
        answer("number beyond counting", "invalid_reply", path: keys, #"{"acs_credentials":1e999,"pagination":{}}"#),
    ]

    private static let key = #""credential_ada_front_door""#

    private static let rows: [BadReply] = [
        changed("id with a colon", "rows_left_out", [(key, #""local:1""#)]),
        changed("id with a control character", "rows_left_out", [(key, #""a\u001bb""#)]),
        changed("id with a slash", "rows_left_out", [(key, #""../../x""#)]),
        changed("id too long", "rows_left_out", [(key, "\"\(String(repeating: "a", count: 129))\"")]),
        changed("id of the wrong type", "rows_left_out", [(key, "17")]),
        changed("name of the wrong type", "rows_left_out", [(#""display_name":"Front Door""#, #""display_name":17"#)]),
        answer(
            "no readable row", "invalid_reply", path: keys,
            #"{"acs_credentials":[{},17],"pagination":{"has_next_page":false,"next_page_cursor":null}}"#),
        changed(
            "user without an id", "rows_left_out", path: "/acs/users/list", [(#""acs_user_id":""#, #""acs_user_no":""#)]
        ),
        changed(
            "system without an id", "rows_left_out", path: "/acs/systems/list", [(#""acs_system_id":""#, #""x":""#)]),
        changed("list is an object", "invalid_reply", [(#""acs_credentials":["#, #""acs_credentials":{},"x":["#)]),
        changed("list is missing", "invalid_reply", [(#""acs_credentials":["#, #""x":["#)]),
        changed("other workspace", "invalid_reply", path: "/workspaces/get", [(#""ws_harbour""#, #""ws_elsewhere""#)]),
        changed(
            "key of another workspace", "rows_left_out",
            [(#""workspace_id":"ws_harbour""#, #""workspace_id":"ws_elsewhere""#)]),
        changed(
            "session of another workspace", "invalid_reply", path: "/client_sessions/get",
            [(#""ws_harbour""#, #""ws_elsewhere""#)]),
        changed(
            "lock of another workspace", "rows_left_out", path: "/locks/list",
            [(#""workspace_id":"ws_harbour""#, #""workspace_id":"ws_elsewhere""#)]),
    ]

    private static let more = #""has_next_page":true"#

    private static let pages: [BadReply] = [
        changed("no pagination", "rows_left_out", [(#""pagination""#, #""paginatoin""#)]),
        changed(
            "repeated cursor", "rows_left_out",
            [(#""has_next_page":false"#, more), (#""next_page_cursor":null"#, #""next_page_cursor":"a""#)]),
        changed("more without a cursor", "rows_left_out", [(#""has_next_page":false"#, more)]),
        changed(
            "endless pages", "list_too_long",
            [(#""has_next_page":false"#, more), (#""next_page_cursor":null"#, #""next_page_cursor":"%COUNT%""#)]),
    ]

    private static let floods: [BadReply] = [
        raw(
            "flood of 1xx", ["timed_out", "captive_portal", "connection_lost"],
            [text("HTTP/1.1 103 Early Hints\r\n\r\n", times: 20_000)], then: "hold"),
        raw(
            "flood of headers", ["captive_portal"],
            [text(head), text("x-flood: canary\r\n", times: 100_000), text("\r\n")]),
        raw(
            "endless header", ["captive_portal"],
            [text(head + "x-flood: "), text(String(repeating: "y", count: 1_024), times: 1_024)]),
    ]

    private static let refusals: [BadReply] = [
        answer("401 without an error", "captive_portal", status: "401 Unauthorized", "{}"),
        answer(
            "401 of another method", "not_permitted", status: "401 Unauthorized", error("auth_method_does_not_apply")),
        answer("403", "not_permitted", status: "403 Forbidden", error("forbidden")),
        answer("404", "rejected", status: "404 Not Found", error("client_session_not_found")),
        answer("409", "rejected", status: "409 Conflict", error("busy")),
        answer("429", "rate_limited", status: "429 Too Many Requests", "{}"),
        answer(
            "429 with nonsense", "rate_limited", status: "429 Too Many Requests", headers: "retry-after: soon\r\n", "{}"
        ),
        answer("500", "server_failed", status: "500 Internal Server Error", error("internal_server_error")),
        answer("502", "server_failed", status: "502 Bad Gateway", type: "text/html", portal),
        answer("503", "server_failed", status: "503 Service Unavailable", "{}"),
        answer("504", "server_failed", status: "504 Gateway Timeout", type: nil, ""),
    ]
}
