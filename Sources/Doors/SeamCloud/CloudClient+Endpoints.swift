package import CloudModel
package import SeamModel
package import Wire

/// The endpoints of the API, with one method for each. All methods throw only ``CloudError``.
extension CloudClient {
    /// Returns the session of `token` (`/client_sessions/get`).
    package func session(token: ClientSessionToken) async throws(CloudError) -> CloudSession {
        try await one("client_sessions/get", "client_session", token: token)
    }

    /// Returns the workspace of `token` (`/workspaces/get`).
    package func workspace(token: ClientSessionToken) async throws(CloudError) -> CloudWorkspace {
        try await one("workspaces/get", "workspace", token: token)
    }

    /// Returns every credential that `token` may see (`/acs/credentials/list`).
    package func credentials(token: ClientSessionToken) async throws(CloudError) -> CloudList<CloudCredential> {
        try await pages("acs/credentials/list", "acs_credentials", token: token)
    }

    /// Returns the credential with this id (`/acs/credentials/list`). If the cloud does not list it, returns nil.
    /// `search` is the only filter that takes an id, but it also matches parts of other members. Only the first page is
    /// read.
    func credential(_ id: String, token: ClientSessionToken) async throws(CloudError) -> CloudCredential? {
        let filter = [(name: "search", value: id), (name: "limit", value: "\(PageWalk.rowsPerPage)")]
        let answer = try await read("acs/credentials/list", filter, token: token)
        let page: Page<CloudCredential> = try decode(answer.text) { fields throws(FieldFault) in
            try Self.rows("acs_credentials", from: &fields, unreadable: .leaveOut)
        }
        return page.rows.first { $0.id == id }
    }

    /// Returns the entrances that a credential opens (`/acs/entrances/list`).
    package func entrances(
        credentialID: String,
        token: ClientSessionToken
    ) async throws(CloudError) -> CloudList<CloudEntrance> {
        let filter = [(name: "acs_credential_id", value: credentialID)]
        return try await pages("acs/entrances/list", "acs_entrances", filter, unreadable: .leaveOut, token: token)
    }

    /// Returns every entrance that `token` may see (`/acs/entrances/list`).
    func entrances(token: ClientSessionToken) async throws(CloudError) -> CloudList<CloudEntrance> {
        try await pages("acs/entrances/list", "acs_entrances", unreadable: .leaveOut, token: token)
    }

    /// Returns the given entrances, except those that `token` may not see (`/acs/entrances/list`).
    func entrances(ids: [String], token: ClientSessionToken) async throws(CloudError) -> CloudList<CloudEntrance> {
        let filter = ids.map { (name: "acs_entrance_ids", value: $0) }
        return try await pages("acs/entrances/list", "acs_entrances", filter, unreadable: .leaveOut, token: token)
    }

    /// Returns the ids of the credentials that open an entrance, in one answer
    /// (`/acs/entrances/list_credentials_with_access`). The list is empty if the entrance no longer exists. Returns nil
    /// if the answer says that there are more credentials.
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

    /// Returns the access systems, in one answer (`/acs/systems/list`).
    package func systems(token: ClientSessionToken) async throws(CloudError) -> CloudList<CloudSystem> {
        try await whole("acs/systems/list", "acs_systems", token: token)
    }

    /// Returns the users of access systems that belong to the session's person (`/acs/users/list`).
    package func users(token: ClientSessionToken) async throws(CloudError) -> CloudList<CloudUser> {
        try await pages("acs/users/list", "acs_users", unreadable: .leaveOutSome, token: token)
    }

    /// Returns the person with an id (`/user_identities/list`). The list is empty if the cloud does not list the
    /// person, or does not let `token` ask.
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

    /// Returns the smart locks, in one answer (`/locks/list`).
    package func locks(token: ClientSessionToken) async throws(CloudError) -> CloudList<CloudLock> {
        try await whole("locks/list", "devices", token: token)
    }

    /// Asks the cloud to open a smart lock (`/locks/unlock_door`).
    ///
    /// The request is sent once. After an error whose ``CloudError/effect`` is unknown, the door may still open.
    package func unlockDoor(deviceID: String, token: ClientSessionToken) async throws(CloudError) -> CloudActionAttempt
    {
        let answer = try await change("locks/unlock_door", ["device_id": .string(deviceID)], token: token)
        return try decode(answer) { fields throws(FieldFault) in try fields.value("action_attempt") }
    }

    /// Returns how far an attempt has got (`/action_attempts/get`).
    package func actionAttempt(id: String, token: ClientSessionToken) async throws(CloudError) -> CloudActionAttempt {
        let filter = [(name: "action_attempt_id", value: id)]
        return try await one("action_attempts/get", "action_attempt", filter, token: token)
    }

    /// Returns at most `limit` (1 to 500) events of these types after `since`, the oldest first (`/events/list`).
    ///
    /// If the answer has `limit` events, there may be more. In this case, the caller must ask again, beginning at the
    /// ``CloudEvent/createdAt`` of the last event. It must drop known events by ``CloudEvent/id``. An event that cannot
    /// be read may concern any object.
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

/// A paged list. It is read until its end or until the limit.
package struct CloudList<Row: Equatable & Sendable>: Equatable, Sendable {
    /// The rows, in the cloud's order.
    package let rows: [Row]
    /// Whether the list was read to its end.
    package let isComplete: Bool
    /// A JSON Pointer to the fault in the first row that was left out. Rows are left out if they are not as documented.
    package let unreadable: String?

    /// Creates a list.
    package init(rows: [Row], isComplete: Bool, unreadable: String? = nil) {
        self.rows = rows
        self.isComplete = isComplete
        self.unreadable = unreadable
    }
}

/// A row in which only the id of its credential is read.
private struct ListedCredential: JSONRecord {
    let id: String

    init(fields: inout JSONFields) throws(FieldFault) {
        id = try fields.cloudID("acs_credential_id")
    }

    func writeMembers(to writer: inout JSONWriter) { writer.member("acs_credential_id", id) }
}
