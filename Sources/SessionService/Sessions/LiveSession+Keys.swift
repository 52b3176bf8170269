import SealedStore
import SeamCloud
import SeamModel
import SessionAPI
import SessionCore
import Wire

/// What is asked about the keys, and how they are kept.
extension LiveSession {
    /// What the cloud last said.
    var snapshot: CloudSnapshot? { order?.snapshot }

    /// The keys as their owner's process with those groups sees them; none until active.
    func keys(of groups: Set<UInt32> = []) throws(WireError) -> PersonKeys {
        try requireInitialized()
        used()
        derive()
        return known(to: groups)
    }

    /// The same as they were last derived.
    func known(to groups: Set<UInt32>) -> PersonKeys { PersonKeys(keyList, localKeys(of: groups)) }

    /// Adds one who watches which keys are near. Throws what stops the session from opening anything.
    func followNearby(_ mailbox: NearbyMailbox, of groups: Set<UInt32>) throws(WireError) {
        used()
        derive()
        try requireNeeds(of: CredentialsNearby.name, groups)
        nearby.join(mailbox, of: groups, local: localKeys(of: groups))
    }

    /// Removes one.
    func leaveNearby(_ mailbox: NearbyMailbox) { nearby.leave(mailbox) }

    /// One page of `credentials.list`. Written where the caller runs, so that no page waits for another one's.
    nonisolated func page(_ params: PageParams, of groups: Set<UInt32> = []) async throws(WireError) -> Page<Credential>
    {
        try Paging.page(ListedKeys(keys: try await keys(of: groups)), params)
    }

    // MARK: - Keeping

    /// What is kept of a read.
    struct Keep: Sendable {
        let order: KeyOrder
        let head: SecretBytes
        let parts: SnapshotParts
    }

    /// What is to be kept of `read`, and of it what the store does not have; nil if it belongs to somebody else. It
    /// takes long where there are many keys, and holds up nobody.
    @concurrent static func keep(
        _ read: CloudSnapshot, after old: CloudSnapshot?, without gone: Set<String>, for proof: ProvenSession,
        stored: CloudSnapshot?
    ) async -> Keep? {
        SnapshotMerge.merged(old, with: read, without: gone, for: proof).map { keep($0, stored: stored) }
    }

    /// The same for what was read of a few keys.
    @concurrent static func keep(
        _ read: KeyReading, after old: CloudSnapshot, stored: CloudSnapshot?
    ) async -> Keep {
        keep(SnapshotMerge.merged(old, with: read.rows.map { ($0.credential, $0.entrances) }), stored: stored)
    }

    private static func keep(_ snapshot: CloudSnapshot, stored: CloudSnapshot?) -> Keep {
        let partition = SnapshotPartition(snapshot)
        let parts = SnapshotParts(count: partition.count, changed: stored.flatMap { partition.changed(since: $0) }) {
            SecretBytes(partition.bytes(of: $0))
        }
        return Keep(order: KeyOrder(snapshot), head: SecretBytes(snapshot.head.json.bytes), parts: parts)
    }

    /// Whether the store has it. What was read with `token` must be the session's still when this is called.
    func store(_ keep: Keep, for proof: ProvenSession, token: ClientSessionToken) async -> Bool {
        let (key, now) = (key, environment.now())
        let record = SnapshotRecord(
            workspaceID: proof.workspaceID, identityID: proof.identityID ?? "", takenAt: now, content: keep.head)
        // What the store has while it writes, and where it fails, is not known.
        stored = nil
        let isStored = await storing("snapshot") { store throws(StoreError) in
            try store.replaceSnapshot(of: key, with: record, parts: keep.parts, at: now)
        }
        if isStored, isCurrent(token) { stored = keep.order.snapshot }
        return isStored
    }

    // MARK: - A few of many

    /// From so many keys on it is worth while to ask for a few by themselves.
    static let many = 1_000
    /// How many are asked for by themselves.
    private static let few = 20
    /// What says of a credential that it is another one now, and nothing of others.
    private static let changes: Set<String> = ["acs_credential.issued", "acs_credential.reissued"]

    /// The keys that these events are about, where they are few of many and about nothing else.
    func changedKeys(_ events: [CloudEvent]) -> [String]? {
        guard let snapshot, snapshot.credentials.count >= Self.many, snapshot.isComplete, !events.isEmpty else {
            return nil
        }
        var ids: Set<String> = []
        for event in events {
            guard Self.changes.contains(event.type), let id = event.credentialID, !invalidated.contains(id) else {
                return nil
            }
            ids.insert(id)
        }
        return ids.count <= Self.few ? ids.sorted() : nil
    }

    /// Reads a few keys; true if that is all that was to be learnt. Nothing is taken away by it: what the cloud does
    /// not list is for a read of everything to say.
    func readKeys(_ ids: [String], token: ClientSessionToken) async throws(CloudError) -> Bool {
        guard let snapshot, let proof = lifecycle.proof else { return false }
        let read = try await environment.cloud.keys(ids, of: snapshot.session, token: token, on: lane)
        guard !read.rows.isEmpty, isCurrent(token) else { return false }
        // Whose holder or system is not known might be shown as valid where it is not.
        guard read.rows.allSatisfy({ Self.isPlaced($0.credential, in: snapshot) }) else { return false }
        let keep = await Self.keep(read, after: snapshot, stored: stored)
        // Somebody else may have signed in meanwhile, and the store must not have one person's keys beneath another's
        // name.
        guard isCurrent(token) else { return false }
        let isStored = await store(keep, for: proof, token: token)
        guard isCurrent(token), self.snapshot != nil else { return false }
        order = keep.order
        watchClock()
        return isStored && read.missing.isEmpty
    }

    private static func isPlaced(_ credential: CloudCredential, in snapshot: CloudSnapshot) -> Bool {
        snapshot.systems[credential.systemID] != nil && credential.userID.map { snapshot.users[$0] != nil } ?? true
    }
}
