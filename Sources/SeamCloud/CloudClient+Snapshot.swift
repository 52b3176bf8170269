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
    /// Reads everything that the session of `token` may see. `known` is what an earlier read found: where one read cannot
    /// ask for the doors of every key, it says which keys are to be asked about first.
    ///
    /// Throws on the first request that fails: a partial snapshot would take keys away that are still there. A list
    /// beyond the reader's bound gives a snapshot with ``CloudSnapshot/gaps``, keys that were not asked about one with
    /// ``CloudSnapshot/outdatedDoors`` or ``CloudSnapshot/olderDoors``. A key that the cloud lists and, asked twice,
    /// refuses to know is left out. Rows of another workspace or another person are refused as an invalid reply.
    package func reading(
        token: ClientSessionToken, known: CloudSnapshot? = nil
    ) async throws(CloudError) -> CloudReading {
        try await withDeadline(configuration.snapshotTimeout, besides: waiting) {
            () throws(CloudError) -> CloudReading in
            let first = try await read("client_sessions/get", token: token)
            let session: CloudSession = try decode(first.json) { fields throws(FieldFault) in
                try fields.value("client_session")
            }
            let workspace = try await workspace(token: token)
            guard workspace.id == session.workspaceID else {
                throw CloudError(.invalidReply(field: "/workspace/workspace_id"))
            }
            let credentials = try await ownCredentials(of: session, token: token)
            let locks = try await locks(token: token)
            try Self.checkOwnership(of: locks, session)
            let users = try await users(token: token)
            var draft = SnapshotDraft(session: session, workspace: workspace, locks: locks)
            draft.add(credentials)
            draft.add(users)
            draft.add(try await systems(token: token))
            if let person = session.userIdentityID {
                draft.add(try await userIdentity(id: person, token: token))
            }
            let known = known.flatMap { $0.session.seesTheSame(as: session) ? $0 : nil }
            try await readDoors(into: &draft, known: known, token: token)
            return CloudReading(draft.snapshot, begunAt: first.at)
        }
    }

    private func ownCredentials(
        of session: CloudSession, token: ClientSessionToken
    ) async throws(CloudError) -> CloudList<CloudCredential> {
        let credentials = try await credentials(token: token)
        try Self.checkOwnership(of: credentials.rows, session)
        return credentials
    }

    /// Asks for the doors of as many keys as one read may, for no more than half of its time: what a slow cloud does not
    /// answer in it is left to the next read, whose turn it is then.
    private func readDoors(
        into draft: inout SnapshotDraft, known: CloudSnapshot?, token: ClientSessionToken
    ) async throws(CloudError) {
        let end = ContinuousClock.now + configuration.snapshotTimeout / 2
        var reads = DoorReads(draft.credentials, known: known, budget: configuration.doorReads)
        var (refused, refusal, answers) = ([String](), CloudError?.none, 0)
        while ContinuousClock.now < end, let id = reads.next() {
            do throws(CloudError) {
                draft.add(try await entrances(credentialID: id, token: token), of: id)
                answers += 1
            } catch {
                guard error.isRefusal else { throw error }
                refused.append(id)
                refusal = error
            }
        }
        draft.leave(outdated: reads.outdatedRest, older: reads.olderRest)
        guard let refusal else { return }
        // Nobody may ask this: it says nothing of the keys, of which none must go.
        if refusal.kind == .notPermitted, answers == 0, refused.count > 1 { throw refusal }
        try await readRefused(refused, into: &draft, token: token)
    }

    /// A key may have gone after it was listed. One that is still listed and still refused opens nothing, and is not shown.
    private func readRefused(
        _ refused: [String], into draft: inout SnapshotDraft, token: ClientSessionToken
    ) async throws(CloudError) {
        let listed = Set(try await ownCredentials(of: draft.session, token: token).rows.map(\.id))
        for id in refused {
            guard listed.contains(id) else {
                draft.leaveOut(id)
                continue
            }
            do throws(CloudError) {
                draft.add(try await entrances(credentialID: id, token: token), of: id)
            } catch {
                guard error.isRefusal else { throw error }
                draft.leaveOut(id)
            }
        }
    }

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

extension CloudError {
    /// Whether the cloud says that what was asked about is not there, or not this session's to ask about.
    var isRefusal: Bool {
        switch kind {
        case .notPermitted, .notFound: true
        case .offline, .tls, .connectTimedOut, .connectionLost, .timedOut, .unexpectedContent, .replyTooLarge,
            .invalidReply,
            .invalidToken, .rejected, .rateLimited, .server, .tooManyWaiting, .cancelled:
            false
        }
    }
}

/// A snapshot while it is being read.
private struct SnapshotDraft {
    private(set) var credentials: [CloudCredential] = []
    let session: CloudSession
    private let workspace: CloudWorkspace
    private let locks: [CloudLock]
    private var entrances: [String: CloudEntrance] = [:]
    private var entranceIDs: [String: [String]] = [:]
    private var systems: [String: CloudSystem] = [:]
    private var users: [String: CloudUser] = [:]
    private var identity: CloudUserIdentity?
    private var (outdatedDoors, olderDoors): ([String], [String]) = ([], [])
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

    mutating func add(_ identity: CloudUserIdentity?) { self.identity = identity }

    mutating func leave(outdated: [String], older: [String]) {
        (outdatedDoors, olderDoors) = (outdated, older)
    }

    mutating func leaveOut(_ credentialID: String) { credentials.removeAll { $0.id == credentialID } }

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
            identity: identity,
            locks: locks,
            outdatedDoors: outdatedDoors,
            olderDoors: olderDoors,
            gaps: gaps
        )
    }
}
