import Wire

/// The value with all data of the development cloud. Time and the order of answers come from outside.
struct CloudState {
    /// The workspace's row.
    private(set) var workspace: JSONObject
    /// The planned faults of the routes.
    var faults = FaultPlan()
    /// The outcomes of the next unlocks.
    var outcomes = OutcomePlan()
    /// The difference between the cloud's clock and this machine's clock.
    var clockOffset: Duration = .zero
    /// The actions of the last minute, by device, for the rate limit.
    var actionTimes: [String: [Timestamp]] = [:]

    /// The operator's desk for visitors' codes.
    var desk: Desk
    /// The pages on which people authorize the requests of a lock.
    var pages = AuthorizationPages()
    /// The lock whose person has authorized, until the lock has been informed.
    var authorizedLock: String?

    /// The rows that a caller may see, by table, from the caller's last request.
    private var seen: [Table: SeenRows] = [:]
    private var tables: [Table: [JSONObject]]
    /// The removed rows. A client that saw such a row still sees its events.
    private var removed: [Table: [JSONObject]] = [:]

    init(seed: Seed, desk: Desk = Desk()) {
        self.desk = desk
        workspace = seed.workspace
        tables = seed.rows
    }

    var workspaceID: String { workspace.string("workspace_id") ?? "" }

    func rows(_ table: Table) -> [JSONObject] { tables[table] ?? [] }

    func row(_ table: Table, _ id: String) -> JSONObject? {
        rows(table).first { $0.string(table.idKey) == id }
    }

    /// Returns the rows that the caller may see. The rows are cached, because lists are requested page by page.
    mutating func seen(_ table: Table, by principal: Principal) -> SeenRows {
        if let rows = seen[table], rows.principal == principal { return rows }
        let rows = SeenRows(visible(table, to: principal), principal)
        seen[table] = rows
        return rows
    }

    /// Returns the row with an id. Throws the API's error for an unknown id.
    func existing(_ table: Table, _ id: String) throws(APIError) -> JSONObject {
        guard let row = row(table, id) else { throw .notFound(table.notFound) }
        return row
    }

    /// The state in which all removed rows are restored.
    var withRemovedRows: CloudState {
        var state = self
        for (table, rows) in removed where !rows.isEmpty {
            state.tables[table, default: []] += rows
            state.hasChanged(table)
        }
        return state
    }

    /// Adds a row, or replaces the row with the same id.
    mutating func put(_ row: JSONObject, in table: Table) {
        removed[table]?.removeAll { $0[table.idKey] == row[table.idKey] }
        hasChanged(table)
        guard let index = rows(table).firstIndex(where: { $0[table.idKey] == row[table.idKey] }) else {
            tables[table, default: []].append(row)
            return
        }
        tables[table]?[index] = row
    }

    /// Replaces the row that currently has an id with `row`.
    mutating func replace(_ table: Table, _ id: String, with row: JSONObject) {
        guard let index = rows(table).firstIndex(where: { $0.string(table.idKey) == id }) else { return }
        tables[table]?[index] = row
        hasChanged(table)
    }

    /// Drops the cached rows after a change. A caller's view of a table may depend on another table, but no view
    /// depends on events.
    private mutating func hasChanged(_ table: Table) {
        if table != .events { seen = [:] }
    }

    /// Changes members of the workspace's row.
    mutating func changeWorkspace(_ members: JSONObject) {
        for member in members.members { workspace[member.key] = member.value == .null ? nil : member.value }
    }

    /// Removes a row, and records the API's event for the removal. If `now` is nil, no event is recorded.
    mutating func remove(_ table: Table, _ id: String, now: Timestamp?) {
        guard let row = row(table, id) else { return }
        tables[table]?.removeAll { $0.string(table.idKey) == id }
        removed[table, default: []].append(row)
        hasChanged(table)
        guard let now, let type = table.removal else { return }
        let keys = [table.idKey, "acs_system_id", "connected_account_id", "acs_user_id", "user_identity_id"]
        record(type, of: row, keys: keys, now: now)
    }

    /// Records an event of a type about a row. The `keys` are the row's members that name the event's objects.
    mutating func record(
        _ type: String,
        of row: JSONObject,
        keys: [String],
        also members: [JSONMember] = [],
        now: Timestamp
    ) {
        var event = JSONObject.answer("event_type", .string(type))
        for key in keys where row[key] != .null { event[key] = row[key] }
        for member in members { event[member.key] = member.value }
        record(event, now: now)
    }

    /// Records an event, and returns the event. The `members` may contain the event's type, its objects, and even its
    /// id and times.
    @discardableResult
    mutating func record(_ members: JSONObject, now: Timestamp) -> JSONObject {
        var event = members
        let defaults: [(String, JSON)] = [
            ("event_id", .string(Identifier.make("evt"))), ("workspace_id", .string(workspaceID)),
            ("created_at", .string(now.description)), ("occurred_at", .string(now.description)),
        ]
        for (key, value) in defaults where event[key] == nil { event[key] = value }
        put(event, in: .events)
        return event
    }
}

/// The rows of a table that a caller may see.
struct SeenRows {
    let rows: [JSONObject]
    let principal: Principal
    /// The indices of the credentials that open an entrance, by the entrance's id.
    private let opening: [String: [Int]]

    init(_ rows: [JSONObject], _ principal: Principal) {
        (self.rows, self.principal) = (rows, principal)
        var opening: [String: [Int]] = [:]
        for (index, row) in rows.enumerated() {
            for id in row.strings("allowed_acs_entrance_ids") { opening[id, default: []].append(index) }
        }
        self.opening = opening
    }

    /// Returns the credentials that open an entrance.
    func opening(_ entranceID: String) -> [JSONObject] { (opening[entranceID] ?? []).map { rows[$0] } }
}

/// Creates names for new objects.
enum Identifier {
    private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")

    /// Returns `length` random characters of Seam's base58 alphabet.
    static func random(_ length: Int) -> String {
        String((0..<length).compactMap { _ in alphabet.randomElement() })
    }

    /// Returns a new client session token.
    static func token() -> String { "seam_cst1\(random(9))_\(random(28))" }

    /// Returns a new id. The prefix shows people the kind of object.
    static func make(_ prefix: String) -> String { "\(prefix)_\(random(20))" }
}
