package import CloudModel
package import SeamModel
package import Wire

/// One method per endpoint. All throw only ``CloudError``.
extension CloudClient {
    /// `/client_sessions/get`: the session of `token`.
    package func session(token: ClientSessionToken) async throws(CloudError) -> CloudSession {
        try await one("client_sessions/get", "client_session", token: token)
    }

    /// `/workspaces/get`: the workspace of `token`.
    package func workspace(token: ClientSessionToken) async throws(CloudError) -> CloudWorkspace {
        try await one("workspaces/get", "workspace", token: token)
    }

    /// `/acs/credentials/list`: every credential that `token` may see.
    package func credentials(token: ClientSessionToken) async throws(CloudError) -> CloudList<CloudCredential> {
        try await pages("acs/credentials/list", "acs_credentials", token: token)
    }

    /// `/acs/credentials/list`: the credential with that id; nil if the cloud does not list it. `search` is the only
    /// filter that takes an id, but it also matches parts of other members. Only the first page is read.
    func credential(_ id: String, token: ClientSessionToken) async throws(CloudError) -> CloudCredential? {
        let filter = [(name: "search", value: id), (name: "limit", value: "\(PageWalk.rowsPerPage)")]
        let answer = try await read("acs/credentials/list", filter, token: token)
        let page: Page<CloudCredential> = try decode(answer.text) { fields throws(FieldFault) in
            try Self.rows("acs_credentials", from: &fields, unreadable: .leaveOut)
        }
        return page.rows.first { $0.id == id }
    }

    /// `/acs/entrances/list`: the entrances that a credential opens.
    package func entrances(
        credentialID: String,
        token: ClientSessionToken
    ) async throws(CloudError) -> CloudList<CloudEntrance> {
        let filter = [(name: "acs_credential_id", value: credentialID)]
        return try await pages("acs/entrances/list", "acs_entrances", filter, unreadable: .leaveOut, token: token)
    }

    /// `/acs/entrances/list`: every entrance that `token` may see.
    func entrances(token: ClientSessionToken) async throws(CloudError) -> CloudList<CloudEntrance> {
        try await pages("acs/entrances/list", "acs_entrances", unreadable: .leaveOut, token: token)
    }

    /// `/acs/entrances/list`: the ones among these entrances that `token` may see.
    func entrances(ids: [String], token: ClientSessionToken) async throws(CloudError) -> CloudList<CloudEntrance> {
        let filter = ids.map { (name: "acs_entrance_ids", value: $0) }
        return try await pages("acs/entrances/list", "acs_entrances", filter, unreadable: .leaveOut, token: token)
    }

    /// `/acs/entrances/list_credentials_with_access`: the ids of the credentials that open an entrance, in one answer;
    /// none if the entrance is gone. Nil if the answer says that there are more.
    func openers(of entranceID: String, token: ClientSessionToken) async throws(CloudError) -> [String]? {
        let answer: CloudAnswer
        do throws(CloudError) {
            answer = try await read(
                "acs/entrances/list_credentials_with_access", [(name: "acs_entrance_id", value: entranceID)],
                token: token)
        } catch {
            guard error.kind == .notFound(type: "acs_entrance_not_found") else { throw error }
            return []
        }
        return try decode(answer.text) { fields throws(FieldFault) in
            let rows: [ListedCredential] = try Self.rows("acs_credentials", from: &fields).rows
            var pagination = try fields.optionalFields("pagination")
            return try pagination?.optionalBool("has_next_page") == true ? nil : rows.map(\.id)
        }
    }

    /// `/acs/systems/list`: the access systems, in one answer.
    package func systems(token: ClientSessionToken) async throws(CloudError) -> CloudList<CloudSystem> {
        try await whole("acs/systems/list", "acs_systems", token: token)
    }

    /// `/acs/users/list`: the users of access systems that belong to the session's person.
    package func users(token: ClientSessionToken) async throws(CloudError) -> CloudList<CloudUser> {
        try await pages("acs/users/list", "acs_users", unreadable: .leaveOutSome, token: token)
    }

    /// `/user_identities/list`: the person with that id; empty if the cloud does not list the person, or does not let
    /// `token` ask.
    package func userIdentity(
        id: String, token: ClientSessionToken
    ) async throws(CloudError) -> CloudList<CloudUserIdentity> {
        let filter = [(name: "user_identity_ids", value: id)]
        do throws(CloudError) {
            let people: CloudList<CloudUserIdentity> = try await pages(
                "user_identities/list", "user_identities", filter, unreadable: .leaveOut, token: token)
            return CloudList(
                rows: people.rows.filter { $0.id == id }, isComplete: true, unreadable: people.unreadable)
        } catch {
            switch error.kind {
            case .notPermitted, .notFound, .rejected: return CloudList(rows: [], isComplete: true)
            case .offline, .tls, .connectTimedOut, .connectionLost, .timedOut, .unexpectedContent, .replyTooLarge,
                .invalidReply,
                .invalidToken, .rateLimited, .server, .tooManyWaiting, .cancelled:
                throw error
            }
        }
    }

    /// `/locks/list`: the smart locks, in one answer.
    package func locks(token: ClientSessionToken) async throws(CloudError) -> CloudList<CloudLock> {
        try await whole("locks/list", "devices", token: token)
    }

    /// `/locks/unlock_door`: asks the cloud to open a smart lock.
    ///
    /// The request is sent once. After an error whose ``CloudError/effect`` is unknown, the door may still open.
    package func unlockDoor(deviceID: String, token: ClientSessionToken) async throws(CloudError) -> CloudActionAttempt
    {
        let answer = try await change("locks/unlock_door", ["device_id": .string(deviceID)], token: token)
        return try decode(answer) { fields throws(FieldFault) in try fields.value("action_attempt") }
    }

    /// `/action_attempts/get`: how far an attempt has got.
    package func actionAttempt(id: String, token: ClientSessionToken) async throws(CloudError) -> CloudActionAttempt {
        let filter = [(name: "action_attempt_id", value: id)]
        return try await one("action_attempts/get", "action_attempt", filter, token: token)
    }

    /// `/events/list`: the events of these types after `since`, oldest first, at most `limit` (1 to 500).
    ///
    /// A full answer means there may be more: ask again from the last event's ``CloudEvent/createdAt`` and drop known
    /// events by ``CloudEvent/id``. An event that cannot be read may concern anything.
    package func events(
        since: Timestamp,
        types: [String] = [],
        limit: Int = 500,
        token: ClientSessionToken
    ) async throws(CloudError) -> CloudList<CloudEvent> {
        let filter =
            types.map { (name: "event_types", value: $0) } + [
                (name: "limit", value: String(min(max(limit, 1), 500))), (name: "since", value: since.description),
            ]
        let events: CloudList<CloudEvent> = try await whole(
            "events/list", "events", filter, unreadable: .leaveOut, token: token)
        return CloudList(
            rows: events.rows.sorted { $0.createdAt < $1.createdAt }, isComplete: true, unreadable: events.unreadable)
    }
}

/// A paged list, read as far as the limit allows.
package struct CloudList<Row: Equatable & Sendable>: Equatable, Sendable {
    /// The rows, in the cloud's order.
    package let rows: [Row]
    /// Whether the list was read to its end.
    package let isComplete: Bool
    /// A JSON Pointer to the fault in the first row that was left out for not being as documented.
    package let unreadable: String?

    /// Makes a list.
    package init(rows: [Row], isComplete: Bool, unreadable: String? = nil) {
        self.rows = rows
        self.isComplete = isComplete
        self.unreadable = unreadable
    }
}

/// The id of the credential that a row concerns, and no other member.
private struct ListedCredential: JSONRecord {
    let id: String

    init(fields: inout JSONFields) throws(FieldFault) {
        id = try fields.cloudID("acs_credential_id")
    }

    func writeMembers(to writer: inout JSONWriter) { writer.member("acs_credential_id", id) }
}
