package import CloudModel
package import SeamModel
package import Wire

/// The result of a full read.
package struct CloudReading: Equatable, Sendable {
    /// Everything that the read found.
    package let snapshot: CloudSnapshot
    /// The cloud's time when the read began. The effects of events after this time may be missing. The value is nil if
    /// the cloud reported no time.
    package let begunAt: Timestamp?

    /// Creates a reading.
    package init(_ snapshot: CloudSnapshot, begunAt: Timestamp?) {
        self.snapshot = snapshot
        self.begunAt = begunAt
    }
}

extension CloudClient {
    /// Reads everything that the session of `token` may see. `known` is the snapshot from an earlier read. If one read
    /// cannot ask for the doors of every key, `known` determines which keys are asked about first. `order` says which
    /// doors and keys somebody is waiting for. It also receives results before the read has ended.
    ///
    /// Throws on the first request that fails, because a partial snapshot would remove keys that still exist. A list
    /// beyond the reader's limit leads to a snapshot with ``CloudSnapshot/gaps``. Keys that were not asked about are in
    /// ``CloudSnapshot/outdatedDoors`` or ``CloudSnapshot/olderDoors``. If the cloud lists a key but says twice that it
    /// does not know the key, the key is left out. A row that is not as documented, or belongs to another workspace or
    /// person, is also left out, and a gap names it. If there are several rows and this applies to all of them, the
    /// reply is invalid. A person's users and access systems may forbid what a key allows. For this reason, if one of
    /// them is left out, the keys that may depend on it open nothing.
    package func reading(
        token: ClientSessionToken, known: CloudSnapshot? = nil, order: ReadingOrder = ReadingOrder()
    ) async throws(CloudError) -> CloudReading {
        try await withDeadline(configuration.snapshotTimeout, besides: waiting) {
            () throws(CloudError) -> CloudReading in
            let first = try await read("client_sessions/get", token: token)
            let session: CloudSession = try decode(first.text) { fields throws(FieldFault) in
                try fields.value("client_session")
            }
            let workspace = try await workspace(token: token)
            guard workspace.id == session.workspaceID else {
                throw CloudError(.invalidReply(field: "/workspace/workspace_id"))
            }
            let known = known.flatMap { $0.session.seesTheSame(as: session) ? $0 : nil }
            let credentials = try await ownCredentials(of: session, known: known, token: token)
            let locks = try Self.own(try await locks(token: token), of: session)
            let users = try await users(token: token)
            var draft = SnapshotDraft(session: session, workspace: workspace, locks: locks)
            draft.add(credentials)
            draft.add(users)
            draft.add(try await systems(token: token))
            if let person = session.userIdentityID {
                draft.add(try await userIdentity(id: person, token: token))
            }
            try await readDoors(into: &draft, known: known, order: order, token: token)
            return CloudReading(draft.snapshot, begunAt: first.at)
        }
    }

    /// The number of keys per page. It is the API's own default. There may be very many keys, and each page is a
    /// request.
    private static let keysPerPage = 500

    /// The session's credentials, without repetitions. If the list changed between two pages, rows may repeat. In this
    /// case, the first of the repeated rows is used. A credential that equals one in `known` is the same object, so a
    /// read needs little more memory than its changes.
    func ownCredentials(
        of session: CloudSession, known: CloudSnapshot? = nil, token: ClientSessionToken
    ) async throws(CloudError) -> CloudList<CloudCredential> {
        let before = Dictionary(
            (known?.credentials ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var (rows, seen, pool, place) = ([CloudCredential](), Set<String>(), TextPool(), 0)
        var stranger: CloudError?
        rows.reserveCapacity(before.count)
        let end = try await eachPage(
            "acs/credentials/list", "acs_credentials", limit: Self.keysPerPage, unreadable: .leaveOutSome, token: token
        ) { (page: [CloudCredential]) throws(CloudError) in
            for credential in page {
                defer { place += 1 }
                do throws(CloudError) {
                    try Self.checkOwnership(of: credential, at: place, session)
                } catch {
                    stranger = stranger ?? error
                    continue
                }
                guard seen.insert(credential.id).inserted else { continue }
                let earlier = before[credential.id]
                rows.append(earlier == credential ? earlier ?? credential : credential.sharing(&pool))
            }
        }
        if let stranger, rows.isEmpty, place > 1 { throw stranger }
        return CloudList(
            rows: rows, isComplete: end.isComplete, unreadable: end.unreadable ?? stranger?.invalidField)
    }

    static func checkOwnership(
        of credential: CloudCredential, at index: Int, _ session: CloudSession
    ) throws(CloudError) {
        let path = "/acs_credentials/\(index)"
        guard credential.workspaceID == session.workspaceID else {
            throw CloudError(.invalidReply(field: path + "/workspace_id"))
        }
        let isForeign =
            credential.userIdentityID != nil && session.userIdentityID != nil
            && credential.userIdentityID != session.userIdentityID
        guard !isForeign else { throw CloudError(.invalidReply(field: path + "/user_identity_id")) }
    }

    private static func own(
        _ locks: CloudList<CloudLock>, of session: CloudSession
    ) throws(CloudError) -> CloudList<CloudLock> {
        guard let place = locks.rows.firstIndex(where: { $0.workspaceID != session.workspaceID }) else { return locks }
        let own = locks.rows.filter { $0.workspaceID == session.workspaceID }
        let field = "/devices/\(place)/workspace_id"
        guard !own.isEmpty || locks.rows.count == 1 else { throw CloudError(.invalidReply(field: field)) }
        return CloudList(rows: own, isComplete: true, unreadable: locks.unreadable ?? field)
    }
}

extension CloudError {
    /// The JSON Pointer to the fault of an invalid reply. For other errors, this is nil.
    var invalidField: String? { if case .invalidReply(let field) = kind { field } else { nil } }

    /// Whether the cloud says that the object does not exist, or that this session may not ask about it.
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
