package import Wire

/// The form in which a snapshot is kept sealed between two reads. Maps are written in key order, so equal snapshots
/// have equal bytes.
extension CloudSnapshot: JSONCodable {
    /// The size limit of each list in the sealed form. The size limit is at least the limit for reading. Otherwise,
    /// stored lists could not be read again.
    static let stored = 0...2 * mostCredentials

    /// Reads the sealed form. Throws the first fault, and then no part of the snapshot may be used.
    package init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        let entrances: [CloudEntrance] = try fields.values("entrances", count: Self.stored)
        let systems: [CloudSystem] = try fields.values("systems", count: Self.stored)
        let users: [CloudUser] = try fields.values("users", count: Self.stored)
        let access: [CredentialAccess] = try fields.values("access", count: Self.stored)
        self.init(
            session: try fields.value("session"),
            workspace: try fields.value("workspace"),
            credentials: try fields.values("credentials", count: Self.stored),
            entrances: Dictionary(entrances.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }),
            entranceIDs: Dictionary(
                access.map { ($0.credentialID, $0.entranceIDs) },
                uniquingKeysWith: { first, _ in first }
            ),
            systems: Dictionary(systems.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }),
            users: Dictionary(users.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }),
            identity: try fields.optionalValue("user_identity"),
            locks: try fields.values("locks", count: Self.stored),
            outdatedDoors: try fields.strings("doors_outdated", count: Self.stored, bytes: 1...128),
            olderDoors: try fields.strings("doors_older", count: Self.stored, bytes: 1...128),
            gaps: try fields.strings("too_long", bytes: 1...128).map(Gap.listTooLong)
                + fields.values("left_out", UnreadableList.self, count: 0...16).map(\.gap)
        )
    }

    /// The sealed form of the snapshot.
    package var json: JSON {
        let access = entranceIDs.sorted { $0.key < $1.key }
            .map { CredentialAccess(credentialID: $0.key, entranceIDs: $0.value) }
        return .members(
            ("session", session.json),
            ("workspace", workspace.json),
            ("credentials", .array(credentials.map(\.json))),
            ("entrances", .array(entrances.values.sorted { $0.id < $1.id }.map(\.json))),
            ("access", .array(access.map(\.json))),
            ("systems", .array(systems.values.sorted { $0.id < $1.id }.map(\.json))),
            ("users", .array(users.values.sorted { $0.id < $1.id }.map(\.json))),
            ("user_identity", identity?.json),
            ("locks", .array(locks.map(\.json))),
            ("doors_outdated", outdatedDoors.isEmpty ? nil : .strings(outdatedDoors)),
            ("doors_older", olderDoors.isEmpty ? nil : .strings(olderDoors)),
            ("too_long", .strings(gaps.compactMap(\.listTooLong))),
            ("left_out", unreadable.isEmpty ? nil : .array(unreadable.map(\.json)))
        )
    }

    private var unreadable: [UnreadableList] { gaps.compactMap(UnreadableList.init) }
}

extension CloudSnapshot.Gap {
    fileprivate var listTooLong: String? {
        if case .listTooLong(let endpoint) = self { endpoint } else { nil }
    }
}

/// One row of the sealed form's `left_out` list.
private struct UnreadableList: JSONRecord {
    let endpoint: String
    let field: String

    var gap: CloudSnapshot.Gap { .rowsLeftOut(endpoint: endpoint, field: field) }

    init?(_ gap: CloudSnapshot.Gap) {
        guard case .rowsLeftOut(let endpoint, let field) = gap else { return nil }
        (self.endpoint, self.field) = (endpoint, field)
    }

    init(fields: inout JSONFields) throws(FieldFault) {
        endpoint = try fields.string("endpoint", bytes: 1...128)
        field = try fields.string("field", bytes: 0...1024)
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("endpoint", endpoint)
        writer.member("field", field)
    }
}

/// One row of the sealed form's `access` list.
private struct CredentialAccess: JSONRecord {
    let credentialID: String
    let entranceIDs: [String]

    init(credentialID: String, entranceIDs: [String]) {
        self.credentialID = credentialID
        self.entranceIDs = entranceIDs
    }

    init(fields: inout JSONFields) throws(FieldFault) {
        credentialID = try fields.cloudID("acs_credential_id")
        entranceIDs = try fields.strings("acs_entrance_ids", count: CloudSnapshot.stored, bytes: 1...128)
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("acs_credential_id", credentialID)
        writer.member("acs_entrance_ids", entranceIDs)
    }
}
