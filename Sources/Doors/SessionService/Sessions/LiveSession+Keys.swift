import CloudModel
import SealedDatabase
import SeamCloud
import SeamModel
import SessionAPI
import SessionCore
import SessionStore
import Wire

/// Answers questions about the keys, and stores them.
extension LiveSession {
    /// The cloud's latest report.
    var snapshot: CloudSnapshot? { order?.snapshot }

    /// The keys that the owner's process with these groups sees. They are empty until the session is active.
    func keys(of groups: Set<UInt32> = []) throws(WireError) -> PersonKeys {
        try requireInitialized()
        used()
        derive()
        return known(to: groups)
    }

    /// The keys that the owner's process with these groups sees, as they were last derived.
    func known(to groups: Set<UInt32>) -> PersonKeys { PersonKeys(keyList, localKeys(of: groups)) }

    /// Adds a watcher of nearby keys. Throws if the session cannot open any door.
    func followNearby(_ mailbox: NearbyMailbox, of groups: Set<UInt32>) throws(WireError) {
        used()
        derive()
        try requireNeeds(of: CredentialsNearby.name, groups)
        nearby.join(mailbox, of: groups, local: localKeys(of: groups))
    }

    /// Removes a watcher of nearby keys.
    func leaveNearby(_ mailbox: NearbyMailbox) { nearby.leave(mailbox) }

    /// One page of `credentials.list`. The page is encoded off this actor, so that pages do not wait for each other.
    nonisolated func page(_ params: PageParams, of groups: Set<UInt32> = []) async throws(WireError) -> Page<Credential>
    {
        try Paging.page(ListedKeys(keys: try await keys(of: groups)), params)
    }

    // MARK: - Storing

    /// The part of a read that is kept.
    struct Keep: Sendable {
        let order: KeyOrder
        let head: SecretBytes
        let parts: SnapshotParts
    }

    /// The part of `read` that is kept. Also the snapshot's parts that the store does not have. The value is nil if the
    /// read belongs to another person. This takes a while with many keys, so it runs off the actor.
    @concurrent static func keep(
        _ read: CloudSnapshot, after old: CloudSnapshot?, without gone: Set<String>, for proof: ProvenSession,
        stored: CloudSnapshot?
    ) async -> Keep? {
        SnapshotMerge.merged(old, with: read, without: gone, for: proof).map { keep($0, stored: stored) }
    }

    /// The kept part of a read that concerns only a few keys.
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

    /// Stores a read. Returns whether the read was stored. `token` is the token with which the read was made, and must
    /// still be the session's token at the time of the call.
    func store(_ keep: Keep, for proof: ProvenSession, token: ClientSessionToken) async -> Bool {
        let (id, now) = (id, environment.now())
        let record = SnapshotRecord(
            workspaceID: proof.workspaceID, identityID: proof.identityID ?? "", takenAt: now, content: keep.head)
        // The store's contents are unknown while it writes, and if the write fails.
        stored = nil
        let isStored = await storing("snapshot") { store throws(StoreError) in
            try store.replaceSnapshot(of: id, with: record, parts: keep.parts, at: now)
        }
        if isStored, isCurrent(token) { stored = keep.order.snapshot }
        return isStored
    }

    // MARK: - Reading a few keys

    /// The smallest number of keys at which it is worth reading a few keys separately.
    static let many = 1_000
    /// The largest number of keys that are read separately.
    private static let few = 20
    /// The events that say only that one credential has changed.
    private static let changes: Set<String> = ["acs_credential.issued", "acs_credential.reissued"]

    /// The keys that these events concern, if there are few of them among many keys and the events concern nothing
    /// else.
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

    /// Reads a few keys. Returns true if nothing more needs to be read. This never removes a key. If the cloud does not
    /// list a key, only a full read shows why.
    func readKeys(_ ids: [String], token: ClientSessionToken) async throws(CloudError) -> Bool {
        guard let snapshot, let proof = lifecycle.proof else { return false }
        let read = try await environment.cloud.keys(ids, of: snapshot.session, token: token, on: lane)
        guard !read.rows.isEmpty, isCurrent(token) else { return false }
        // A key with an unknown holder or system might be shown as valid although it is not.
        guard read.rows.allSatisfy({ Self.isPlaced($0.credential, in: snapshot) }) else { return false }
        let keep = await Self.keep(read, after: snapshot, stored: stored)
        // Another person may have signed in by now, and the store must not have one person's keys under another's name.
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
