import Wire

/// Numbered credentials and entrances, for a person with more credentials than anyone writes by hand, such as
/// `{"credentials": 100000, "entrances": 500, "user_identity_id": "person_ada", "acs_system_id": "system_tower"}`.
///
/// The access system is also created. Each credential opens two entrances, or one entrance if both entrances are the
/// same.
struct BulkSeed {
    private let credentials: Int
    private let entrances: Int
    private let personID: String
    private let systemID: String

    /// Reads the member `bulk` of a seed file.
    init(fields: inout JSONFields) throws(FieldFault) {
        credentials = Int(try fields.integer("credentials", in: 0...1_000_000))
        entrances = Int(try fields.integer("entrances", in: 1...100_000))
        personID = try fields.string("user_identity_id", bytes: 1...128)
        systemID = try fields.string("acs_system_id", bytes: 1...128)
        try fields.end()
    }

    /// Adds the rows after the rows that the file itself names.
    func add(to rows: inout [Table: [JSONObject]], workspaceID: String, start: Timestamp) {
        let base: [(String, JSON)] = [
            ("workspace_id", .string(workspaceID)), ("created_at", .string(start.description)), ("errors", []),
            ("warnings", []), ("acs_system_id", .string(systemID)),
        ]
        func row(_ members: [(String, JSON)]) -> JSONObject {
            JSONObject((members + base).map { JSONMember(key: $0.0, value: $0.1) })
        }
        rows[.systems, default: []].append(
            row([("name", "Tower"), ("external_type", "salto_space_system")]))
        rows[.entrances, default: []] += (0..<entrances).map { number in
            row([
                ("acs_entrance_id", .string(Self.entranceID(number))), ("display_name", .string("Door \(number)")),
                ("can_unlock_with_mobile_key", true),
            ])
        }
        let (person, methods) = (JSON.string(personID), ["mobile_key", "mobile_key", "code", "card"])
        let end = JSON.string(start.advanced(by: .seconds(30 * 86_400)).description)
        rows[.credentials, default: []] += (0..<credentials).map { number in
            let doors = [number % entrances, number / entrances % entrances]
            return row([
                ("acs_credential_id", .string(Self.credentialID(number))),
                ("display_name", .string("Tower suite \(Self.padded(number, to: 6)), main key")),
                ("access_method", .string(methods[number % methods.count])), ("user_identity_id", person),
                ("is_managed", true), ("is_issued", true), ("is_multi_phone_sync_credential", false),
                ("external_type", "salto_space_key"), ("ends_at", end),
                ("allowed_acs_entrance_ids", .strings(Set(doors).sorted().map(Self.entranceID))),
            ])
        }
    }

    /// Returns an id for a credential, as long as the API's own ids.
    static func credentialID(_ number: Int) -> String { "5ea1c4ed-0000-4000-8000-\(padded(number, to: 12))" }

    static func entranceID(_ number: Int) -> String { "5ea1d002-0000-4000-8000-\(padded(number, to: 12))" }

    private static func padded(_ number: Int, to count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
