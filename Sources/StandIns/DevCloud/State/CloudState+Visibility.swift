import Wire

/// The objects that each caller may see. The API key sees all objects, and a client session sees the objects that
/// belong to its person.
extension CloudState {
    func visible(_ table: Table, to principal: Principal) -> [JSONObject] {
        switch principal {
        case .apiKey: rows(table)
        case .publishableKey: []
        case .clientSession(let id, let person, _): visible(table, to: principal, session: id, person: person)
        }
    }

    private func visible(
        _ table: Table,
        to principal: Principal,
        session sessionID: String,
        person: String?
    ) -> [JSONObject] {
        switch table {
        case .userIdentities, .users, .enrollmentAutomations:
            return rows(table).filter { $0.string("user_identity_id") == person && person != nil }
        case .credentials:
            let users = Set(visible(.users, to: principal).compactMap { $0.string("acs_user_id") })
            return rows(table).filter { belongs($0, to: person, users: users) }
        case .entrances:
            let ids = Set(visible(.credentials, to: principal).flatMap { $0.strings("allowed_acs_entrance_ids") })
            return rows(table).filter { ids.contains($0.string("acs_entrance_id") ?? "") }
        case .systems:
            let owned = visible(.credentials, to: principal) + visible(.users, to: principal)
            let ids = Set(owned.compactMap { $0.string("acs_system_id") })
            return rows(table).filter { ids.contains($0.string("acs_system_id") ?? "") }
        case .devices:
            let accounts = row(.clientSessions, sessionID)?.strings("connected_account_ids") ?? []
            return rows(table).filter { row in
                person.map(row.strings("allowed_user_identity_ids").contains) ?? false
                    || accounts.contains(row.string("connected_account_id") ?? "")
            }
        case .phones:
            return rows(table).filter { $0.string("owner_user_identity_id") == person && person != nil }
        case .clientSessions:
            return rows(table).filter { $0.string("client_session_id") == sessionID }
        case .actionAttempts:
            return rows(table).filter { $0.string("owner_client_session_id") == sessionID }
        case .kioskCodes:
            return []
        case .events:
            return visible(events: rows(.events), to: principal)
        }
    }

    /// Returns the row with an id if the caller may see the row. An id of another person's row is treated like an
    /// unknown id.
    func visible(_ table: Table, _ id: String, to principal: Principal) throws(APIError) -> JSONObject {
        guard let row = visible(table, to: principal).first(where: { $0.string(table.idKey) == id }) else {
            throw .notFound(table.notFound)
        }
        return row
    }

    private func belongs(_ credential: JSONObject, to person: String?, users: Set<String>) -> Bool {
        if let owner = credential.string("user_identity_id") { return owner == person }
        return users.contains(credential.string("acs_user_id") ?? "")
    }

    /// The possible subjects of an event, the most specific subject first. An event about a person's credential also
    /// names the access system, but other people of this system may not see the event.
    private static let subjects: [Table] = [
        .clientSessions, .enrollmentAutomations, .credentials, .users, .devices, .phones, .entrances, .systems,
        .userIdentities,
    ]

    /// Returns the events that the caller may see. Only the tables of the events' subjects are read.
    func visible(events: [JSONObject], to principal: Principal) -> [JSONObject] {
        guard !events.isEmpty, case .clientSession = principal else { return principal == .apiKey ? events : [] }
        let past = withRemovedRows
        var known: [String: Set<String>] = [:]
        return events.filter { event in
            guard let table = Self.subjects.first(where: { event.string($0.idKey) != nil }),
                let id = event.string(table.idKey)
            else { return false }
            if known[table.idKey] == nil {
                let tables = Self.subjects.filter { $0.idKey == table.idKey }
                let ids = tables.flatMap { past.visible($0, to: principal) }.compactMap { $0.string(table.idKey) }
                known[table.idKey] = Set(ids)
            }
            return known[table.idKey]?.contains(id) ?? false
        }
    }
}
