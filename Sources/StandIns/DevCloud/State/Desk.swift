import Crypto
import Wire

/// The state of the operator's desk (`Protocol/token-source.md`), apart from the codes, which are rows of
/// ``Table/kioskCodes``.
struct Desk {
    /// The path of the desk, without the leading slash.
    static let path = "kiosk/code"

    /// The secret of the only kiosk. If the desk knows no kiosk, this is nil.
    let secret: String?
    /// The secret with which the desk signs passes for LifeSignal. If the desk makes no passes, this is nil.
    let passSecret: String?
    /// For each intent, the code that came with it and the token that was the answer.
    private var answered: [String: (code: String, token: String)] = [:]

    init(secret: String? = nil, passSecret: String? = nil) {
        self.secret = secret
        self.passSecret = passSecret
    }

    /// Returns a new pass for LifeSignal for the number in a code's row. If the row has no number, or if the desk makes
    /// no passes, returns nil. LifeSignal runs on the same machine and has the same clock, so the pass is valid for
    /// nearly the longest time. LifeSignal then accepts it even if it has just started.
    func pass(for row: JSONObject?, now: Timestamp) -> String? {
        guard let passSecret, let phone = row?.string("lifesignal_phone") else { return nil }
        let body = JSON.members(
            ("phone", .string(phone)), ("expires_at", .string(now.advanced(by: .seconds(119)).description)),
            ("id", .string(Identifier.make("pass"))))
        let head = "ls1.\(Base64URL.encode(body.bytes))"
        let code = HMAC<SHA256>.authenticationCode(
            for: Array(head.utf8), using: SymmetricKey(data: Array(passSecret.utf8)))
        return "\(head).\(Base64URL.encode(Array(code)))"
    }

    /// Returns the token that was previously returned for the same intent, if there is one.
    func token(for intent: String?, _ code: String) -> String? {
        guard let intent, let answer = answered[intent], answer.code == code else { return nil }
        return answer.token
    }

    /// Remembers the answer to an intent.
    mutating func remember(_ intent: String?, _ code: String, _ token: String) {
        if let intent { answered[intent] = (code, token) }
    }
}

extension CloudState {
    /// Returns the desk's answer to a kiosk.
    ///
    /// The row of a code has a `user_identity_id`, for which a client session is created, or a ready `token`. The row
    /// may also have `is_one_time`, `expires_at` and `lifesignal_phone`, the number for a pass.
    mutating func deskAnswer(_ request: CloudRequest, now: Timestamp) -> CloudAnswer {
        guard request.verb == HTTPVerb.post.rawValue else { return CloudAnswer(desk: 405, nil) }
        guard let secret = desk.secret, request.credentials.bearer == secret else { return CloudAnswer(desk: 401, nil) }
        guard request.contentType == "application/json", let body = try? JSON(parsing: request.body),
            let code = body["code"]?.stringValue, body["kiosk"]?.stringValue != nil
        else { return CloudAnswer(desk: 400, nil) }
        if let token = desk.token(for: request.idempotencyKey, code) {
            return Self.accepted(token, desk.pass(for: kioskCode(code), now: now))
        }
        guard var row = kioskCode(code) else { return Self.refused("unknown") }
        if let end = row.time("expires_at"), end <= now { return Self.refused("expired") }
        if row["used_at"] != nil { return Self.refused("used") }
        let token = row.string("token") ?? session(of: row.string("user_identity_id"), now: now)
        if row["is_one_time"] == true {
            row["used_at"] = .string(now.description)
            put(row, in: .kioskCodes)
        }
        desk.remember(request.idempotencyKey, code, token)
        return Self.accepted(token, desk.pass(for: row, now: now))
    }

    /// Returns the row of a code. Hyphens do not count, because the keys on a kiosk's own screen have no hyphen.
    private func kioskCode(_ code: String) -> JSONObject? {
        func plain(_ code: String) -> String { code.replacing("-", with: "").uppercased() }
        return row(.kioskCodes, code) ?? rows(.kioskCodes).first { plain($0.string("code") ?? "") == plain(code) }
    }

    private mutating func session(of person: String?, now: Timestamp) -> String {
        let token = Identifier.token()
        let row = JSON.members(
            ("client_session_id", .string(Identifier.make("cs"))), ("workspace_id", .string(workspaceID)),
            ("created_at", .string(now.description)),
            ("expires_at", .string(now.advanced(by: .seconds(3_600)).description)), ("token", .string(token)),
            ("user_identity_id", person.map(JSON.string)), ("device_count", 0), ("connected_account_ids", []),
            ("connect_webview_ids", []))
        if let row = row.objectValue { put(row, in: .clientSessions) }
        return token
    }

    private static func accepted(_ token: String, _ pass: String?) -> CloudAnswer {
        CloudAnswer(
            desk: 200,
            .members(("client_session_token", .string(token)), ("lifesignal", pass.map { .string($0) })))
    }

    private static func refused(_ why: String) -> CloudAnswer {
        CloudAnswer(desk: 403, .members(("reason", .string("code_\(why)"))))
    }
}
