package import Wire

/// The workspace and the objects with which a development cloud starts.
package struct Seed: Equatable, Sendable {
    let workspace: JSONObject
    let rows: [Table: [JSONObject]]

    /// Reads the bytes of a seed file. Relative times refer to `start`.
    ///
    /// A row may have any members, so that a test can make the cloud give any answer. Only the row's id is required,
    /// and must be unique in its table. The members `created_at`, `workspace_id`, `errors` and `warnings` are filled in
    /// if they are absent. The member `bulk` requests numbered rows. See ``BulkSeed``.
    ///
    /// Throws a ``DevCloudError`` with line and column if the text is not strict JSON.
    package init(_ bytes: [UInt8], start: Timestamp) throws(DevCloudError) {
        let json: JSON
        do throws(JSONFault) {
            json = try JSON(parsing: bytes)
        } catch {
            let (line, column) = error.position(in: bytes)
            throw DevCloudError(.seed, "seed file, line \(line), column \(column): \(error)")
        }
        do throws(FieldFault) {
            self = try Seed(RelativeTime.resolve(in: json, at: start), start: start)
        } catch {
            throw DevCloudError(.seed, "seed file: \(error)")
        }
    }

    private init(_ json: JSON, start: Timestamp) throws(FieldFault) {
        var fields = try JSONFields(json)
        guard case .object(let workspace) = try fields.json("workspace"), let id = workspace.string("workspace_id")
        else {
            throw fields.fault("workspace", "must be an object with a workspace_id")
        }
        var rows: [Table: [JSONObject]] = [:]
        for table in Table.allCases where table.isSeeded {
            guard let list = json[table.rawValue] else { continue }
            let path = FieldFault.token(table.rawValue)
            rows[table] = try Self.rows(list, of: table, at: path, workspaceID: id, start: start)
        }
        if var bulk = try fields.optionalFields("bulk") {
            try BulkSeed(fields: &bulk).add(to: &rows, workspaceID: id, start: start)
            for (table, list) in rows where Set(list.map { $0.string(table.idKey) }).count < list.count {
                throw fields.fault("bulk", "repeats an id of \(table.rawValue)")
            }
        }
        let known = ["workspace", "bulk"] + Table.allCases.filter(\.isSeeded).map(\.rawValue)
        if let stranger = json.objectValue?.members.first(where: { !known.contains($0.key) }) {
            throw FieldFault(FieldFault.token(String(stranger.key.unicodeScalars.prefix(64))), "is not a known member")
        }
        self.workspace = workspace
        self.rows = rows
    }

    private static func rows(
        _ json: JSON,
        of table: Table,
        at path: String,
        workspaceID: String,
        start: Timestamp
    ) throws(FieldFault) -> [JSONObject] {
        guard let elements = json.arrayValue else { throw FieldFault(path, "must be an array") }
        var ids: Set<String> = []
        var rows: [JSONObject] = []
        for (index, element) in elements.enumerated() {
            guard var row = element.objectValue, let id = row.string(table.idKey), ids.insert(id).inserted else {
                throw FieldFault("\(path)/\(index)", "must be an object with a \(table.idKey) of its own")
            }
            let defaults: [(String, JSON)] = [
                ("workspace_id", .string(workspaceID)), ("created_at", .string(start.description)),
                ("errors", .array([])), ("warnings", .array([])),
            ]
            for (key, value) in defaults where row[key] == nil { row[key] = value }
            rows.append(row)
        }
        return rows
    }
}
