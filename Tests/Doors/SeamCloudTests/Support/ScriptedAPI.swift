import Foundation
import LinuxSupport
import SeamCloud
import SeamModel
import TestSupport
import Wire

/// A cloud that serves scripted lists for one person, and records the requests.
final class ScriptedAPI: Sendable {
    /// An answer with a status other than 200.
    struct Refusal: Sendable {
        var status: Int
        var type: String
    }

    struct Content: Sendable {
        var credentials: [JSON] = []
        /// The rows of other lists, by path.
        var lists: [String: [JSON]] = [:]
        /// The keys that open each door, by the door's id. If `doors` is empty, each key has its own door.
        var doors: [String: [String]] = [:]
        /// The refusals, by the path of the request. A request for the doors of a key contains the key's id instead.
        var refusals: [String: Refusal] = [:]
    }

    private static let keys = [
        "acs/credentials/list": "acs_credentials", "acs/entrances/list": "acs_entrances",
        "acs/users/list": "acs_users", "acs/systems/list": "acs_systems", "locks/list": "devices",
        "user_identities/list": "user_identities",
        "acs/entrances/list_credentials_with_access": "acs_credentials",
    ]

    private let content = Locked(Content())
    private let log = Locked<[String]>([])

    func change(_ body: (inout Content) -> Void) { content.withLock { body(&$0) } }

    /// The targets of all requests since the last call of this function, without their leading slash.
    func asked() -> [String] {
        log.withLock { log in
            defer { log = [] }
            return log
        }
    }

    /// The keys, in order, whose doors the client has requested since the last call of this function.
    func askedDoors() -> [String] {
        asked().filter { $0.hasPrefix("acs/entrances/list") }.compactMap(Self.credentialID)
    }

    static func credential(_ id: String, _ more: [String: JSON] = [:]) -> JSON {
        var row = JSONObject([
            JSONMember(key: "acs_credential_id", value: .string(id)), JSONMember(key: "acs_system_id", value: "s"),
            JSONMember(key: "workspace_id", value: "ws"), JSONMember(key: "display_name", value: .string(id)),
            JSONMember(key: "access_method", value: "mobile_key"),
        ])
        for (key, value) in more { row[key] = value }
        return .object(row)
    }

    /// Runs `body` with a client for the scripted cloud. In one read, the client requests the doors of at most
    /// `doorReads` keys.
    static func with(
        doorReads: Int = 500, _ body: (ScriptedAPI, CloudClient, ClientSessionToken) async throws -> Void
    ) async throws {
        let api = ScriptedAPI()
        let token = try ClientSessionToken("seam_cst1scripted_0123456789".utf8)
        try await ScriptedServer.with(.answers { api.answer($0) }) { server in
            var configuration = CloudClient.Configuration(address: try CloudAddress("http://127.0.0.1:\(server.port)"))
            configuration.doorReads = doorReads
            try await withClient(configuration) { client in try await body(api, client, token) }
        }
    }

    private func answer(_ target: String) -> [UInt8] {
        let target = String(target.drop { $0 == "/" })
        log.withLock { $0.append(target) }
        let content = content.withLock { $0 }
        let path = String(target.prefix { $0 != "?" })
        let refusal = content.refusals[path] ?? Self.credentialID(target).flatMap { content.refusals[$0] }
        if let refusal {
            return Self.reply(refusal.status, ["error": ["type": .string(refusal.type), "message": ""], "ok": false])
        }
        return Self.reply(200, body(path, target, content))
    }

    private func body(_ path: String, _ target: String, _ content: Content) -> JSON {
        switch path {
        case "client_sessions/get":
            return [
                "client_session": [
                    "client_session_id": "cs", "workspace_id": "ws", "user_identity_id": "anna",
                    "created_at": "2026-06-01T12:00:00.000Z", "expires_at": "2027-06-01T12:00:00.000Z",
                ]
            ]
        case "workspaces/get":
            return ["workspace": ["workspace_id": "ws", "name": "House"]]
        default:
            guard let key = Self.keys[path] else { return ["ok": true] }
            let pagination: JSON = ["has_next_page": false, "next_page_cursor": .null, "next_page_url": .null]
            return .members(
                (key, .array(rows(path, target, content))), ("pagination", pagination), ("ok", true))
        }
    }

    private func rows(_ path: String, _ target: String, _ content: Content) -> [JSON] {
        if path == "acs/credentials/list" { return content.credentials }
        if let rows = content.lists[path] { return rows }
        if path.hasPrefix("acs/entrances/"), !content.doors.isEmpty { return Self.doors(target, content.doors) }
        // Each key has its own door.
        guard path == "acs/entrances/list", let id = Self.credentialID(target) else { return [] }
        return [["acs_entrance_id": .string("door-\(id)"), "acs_system_id": "s", "display_name": "Door"]]
    }

    private static func doors(_ target: String, _ doors: [String: [String]]) -> [JSON] {
        let keyed = doors.sorted { $0.key < $1.key }
        if target.hasPrefix("acs/entrances/list_credentials_with_access") {
            let door = values("acs_entrance_id", target).first ?? ""
            return (doors[door] ?? []).map { ["acs_credential_id": .string($0)] }
        }
        let (wanted, key) = (values("acs_entrance_ids", target), credentialID(target))
        let rows = keyed.filter { door, keys in
            (wanted.isEmpty || wanted.contains(door)) && (key.map { keys.contains($0) } ?? true)
        }
        return rows.map { door, _ in
            ["acs_entrance_id": .string(door), "acs_system_id": "s", "display_name": .string("Door \(door)")]
        }
    }

    private static func credentialID(_ target: String) -> String? { values("acs_credential_id", target).first }

    private static func values(_ name: String, _ target: String) -> [String] {
        let query = target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        return query.split(separator: "&").filter { $0.hasPrefix("\(name)=") }
            .map { String($0.dropFirst(name.count + 1)) }
    }

    private static func reply(_ status: Int, _ body: JSON) -> [UInt8] {
        let text = body.text
        return Array(
            "HTTP/1.1 \(status) X\r\ncontent-type: application/json\r\ncontent-length: \(text.utf8.count)\r\n\r\n\(text)"
                .utf8)
    }
}
