package import SeamModel
package import Wire

/// What a full read brought.
package struct CloudReading: Equatable, Sendable {
    /// Everything that was seen.
    package let snapshot: CloudSnapshot
    /// The cloud's time when the read began: what happens later may be missing in it. Nil if the cloud named none.
    package let begunAt: Timestamp?

    /// Makes a reading.
    package init(_ snapshot: CloudSnapshot, begunAt: Timestamp?) {
        self.snapshot = snapshot
        self.begunAt = begunAt
    }
}

extension CloudClient {
    /// Reads everything that the session of `token` may see.
    ///
    /// Throws on the first request that fails: a partial snapshot would take keys away that are still there. A list
    /// beyond the reader's bound gives a snapshot with ``CloudSnapshot/gaps``. Rows of another workspace or another
    /// person are refused as an invalid reply.
    package func reading(token: ClientSessionToken) async throws(CloudError) -> CloudReading {
        try await withDeadline(configuration.snapshotTimeout) { () throws(CloudError) -> CloudReading in
            let first = try await read("client_sessions/get", token: token)
            let session: CloudSession = try decode(first.json) { fields throws(FieldFault) in
                try fields.value("client_session")
            }
            let workspace = try await workspace(token: token)
            guard workspace.id == session.workspaceID else {
                throw CloudError(.invalidReply(field: "/workspace/workspace_id"))
            }
            let credentials = try await credentials(token: token)
            let locks = try await locks(token: token)
            try Self.checkOwnership(of: credentials.rows, session)
            try Self.checkOwnership(of: locks, session)
            let users = try await users(token: token)
            var draft = SnapshotDraft(session: session, workspace: workspace, locks: locks)
            draft.add(credentials)
            draft.add(users)
            draft.add(try await systems(token: token))
            for credential in draft.credentials.prefix(Self.mostEntranceReads) {
                draft.add(try await entrances(credentialID: credential.id, token: token), of: credential.id)
            }
            if draft.credentials.count > Self.mostEntranceReads { draft.addGap(endpoint: "acs/entrances/list") }
            return CloudReading(draft.snapshot, begunAt: first.at)
        }
    }

    /// Credentials whose entrances are read; one request each.
    private static let mostEntranceReads = 500

    private static func checkOwnership(of credentials: [CloudCredential], _ session: CloudSession) throws(CloudError) {
        for (index, credential) in credentials.enumerated() {
            let path = "/acs_credentials/\(index)"
            guard credential.workspaceID == session.workspaceID else {
                throw CloudError(.invalidReply(field: path + "/workspace_id"))
            }
            let isForeign =
                credential.userIdentityID != nil && session.userIdentityID != nil
                && credential.userIdentityID != session.userIdentityID
            guard !isForeign else { throw CloudError(.invalidReply(field: path + "/user_identity_id")) }
        }
    }

    private static func checkOwnership(of locks: [CloudLock], _ session: CloudSession) throws(CloudError) {
        for (index, lock) in locks.enumerated() where lock.workspaceID != session.workspaceID {
            throw CloudError(.invalidReply(field: "/devices/\(index)/workspace_id"))
        }
    }
}

/// A snapshot while it is being read.
private struct SnapshotDraft {
    private(set) var credentials: [CloudCredential] = []
    private let session: CloudSession
    private let workspace: CloudWorkspace
    private let locks: [CloudLock]
    private var entrances: [String: CloudEntrance] = [:]
    private var entranceIDs: [String: [String]] = [:]
    private var systems: [String: CloudSystem] = [:]
    private var users: [String: CloudUser] = [:]
    private var gaps: [CloudSnapshot.Gap] = []

    init(session: CloudSession, workspace: CloudWorkspace, locks: [CloudLock]) {
        self.session = session
        self.workspace = workspace
        var seen: Set<String> = []
        self.locks = locks.filter { seen.insert($0.id).inserted }
    }

    /// Rows may repeat where the list changed between two pages; the first one counts.
    mutating func add(_ list: CloudList<CloudCredential>) {
        var seen: Set<String> = []
        credentials = list.rows.filter { seen.insert($0.id).inserted }
        if !list.isComplete { addGap(endpoint: "acs/credentials/list") }
    }

    mutating func add(_ list: CloudList<CloudUser>) {
        for user in list.rows where users[user.id] == nil { users[user.id] = user }
        if !list.isComplete { addGap(endpoint: "acs/users/list") }
    }

    mutating func add(_ rows: [CloudSystem]) {
        for system in rows where systems[system.id] == nil { systems[system.id] = system }
    }

    mutating func add(_ list: CloudList<CloudEntrance>, of credentialID: String) {
        var seen: Set<String> = []
        entranceIDs[credentialID] = list.rows.map(\.id).filter { seen.insert($0).inserted }
        for entrance in list.rows where entrances[entrance.id] == nil { entrances[entrance.id] = entrance }
        if !list.isComplete { addGap(endpoint: "acs/entrances/list") }
    }

    mutating func addGap(endpoint: String) {
        let gap = CloudSnapshot.Gap.listTooLong(endpoint: endpoint)
        if !gaps.contains(gap) { gaps.append(gap) }
    }

    var snapshot: CloudSnapshot {
        CloudSnapshot(
            session: session,
            workspace: workspace,
            credentials: credentials,
            entrances: entrances,
            entranceIDs: entranceIDs,
            systems: systems,
            users: users,
            locks: locks,
            gaps: gaps
        )
    }
}
