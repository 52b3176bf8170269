import CloudModel
import SessionCore
import Testing
import Wire

@Suite("What a read does to the cache")
struct SnapshotMergeTests {
    private let proof = ProvenSession(
        clientSessionID: "cs",
        workspaceID: "ws-1",
        identityID: "anna",
        expiresAt: World.now.advanced(by: .seconds(3_600))
    )

    private func empty(of other: CloudSnapshot, gaps: [CloudSnapshot.Gap], person: String? = "anna") -> CloudSnapshot {
        let session = CloudSession(
            id: "cs",
            workspaceID: "ws-1",
            userIdentityID: person,
            createdAt: World.now,
            expiresAt: World.now
        )
        return CloudSnapshot(session: session, workspace: other.workspace, gaps: gaps)
    }

    @Test("snapshot merge: a complete read is the truth, also an empty one")
    func complete() throws {
        let old = try World().snapshot
        let new = empty(of: old, gaps: [])
        #expect(SnapshotMerge.merged(old, with: new, for: proof) == new)
        #expect(SnapshotMerge.merged(nil, with: old, for: proof) == old)
    }

    @Test("snapshot merge: a read with gaps removes nothing")
    func incomplete() throws {
        let old = try World().snapshot
        let new = empty(of: old, gaps: [.listTooLong(endpoint: "acs/credentials/list")])
        let merged = try #require(SnapshotMerge.merged(old, with: new, for: proof))
        #expect(merged.credentials == old.credentials)
        #expect(merged.entrances == old.entrances)
        #expect(!merged.isComplete)
    }

    /// Two keys and a smart lock. The first key opens two doors. The second key opens one of the first key's doors and
    /// another door.
    private func house() throws -> CloudSnapshot {
        var world = try World()
        world.moreEntrances = ["e-3"]
        world.locks = [CloudLock(id: "d-1", deviceType: "nuki_lock", workspaceID: "ws-1", displayName: "Shed")]
        let one = world.snapshot
        let second = CloudCredential(
            id: "c-2", systemID: "s-1", workspaceID: "ws-1", displayName: "Garden", accessMethod: .mobileKey)
        return CloudSnapshot(
            session: one.session, workspace: one.workspace, credentials: one.credentials + [second],
            entrances: one.entrances, entranceIDs: ["c-1": ["e-1", "e-2"], "c-2": ["e-2", "e-3"]],
            systems: one.systems, users: one.users, locks: one.locks)
    }

    /// The snapshot of an incomplete read of the same house. The read did not cover all doors.
    private func read(
        _ credentials: [CloudCredential], doors: [String: [CloudEntrance]] = [:], locks: [CloudLock],
        of old: CloudSnapshot
    ) -> CloudSnapshot {
        CloudSnapshot(
            session: old.session, workspace: old.workspace, credentials: credentials,
            entrances: Dictionary(doors.values.joined().map { ($0.id, $0) }) { first, _ in first },
            entranceIDs: doors.mapValues { $0.map(\.id) }, systems: old.systems, users: old.users, locks: locks,
            gaps: [.listTooLong(endpoint: "acs/entrances/list")])
    }

    @Test("snapshot merge: a user missing from a complete list has gone, so nobody else's suspension is hidden")
    func users() throws {
        let old = try house()
        let one = try #require(old.users.first)
        let new = CloudSnapshot(
            session: old.session, workspace: old.workspace, credentials: old.credentials, entrances: old.entrances,
            entranceIDs: old.entranceIDs, systems: old.systems, users: ["u-new": one.value], locks: old.locks,
            gaps: [.listTooLong(endpoint: "acs/entrances/list")])
        #expect(SnapshotMerge.merged(old, with: new, for: proof)?.users.keys.sorted() == ["u-new"])
    }

    @Test("snapshot merge: what a list that was read to its end lacks has gone, whatever another list lacks")
    func eachListForItself() throws {
        let old = try house()
        let new = read([old.credentials[0]], locks: [], of: old)
        let merged = try #require(SnapshotMerge.merged(old, with: new, for: proof))
        #expect(merged.credentials.map(\.id) == ["c-1"], "a key that was taken back goes, though doors are missing")
        #expect(merged.locks.isEmpty, "a lock that was taken back goes")
        #expect(merged.entranceIDs == ["c-1": ["e-1", "e-2"]], "doors that were not read stay")
        #expect(Set(merged.entrances.keys) == ["e-1", "e-2"], "doors that no key opens go")
        #expect(merged.gaps == new.gaps)
    }

    @Test("snapshot merge: of keys whose doors were read the new doors count, of others those that were known")
    func readDoors() throws {
        let old = try house()
        let door = try #require(old.entrances["e-1"])
        let new = read(old.credentials, doors: ["c-1": [door]], locks: old.locks, of: old)
        let merged = try #require(SnapshotMerge.merged(old, with: new, for: proof))
        #expect(merged.entranceIDs == ["c-1": ["e-1"], "c-2": ["e-2", "e-3"]])
        #expect(Set(merged.entrances.keys) == ["e-1", "e-2", "e-3"])
        #expect(merged.locks == old.locks)
    }

    @Test("snapshot merge: doors whose turn has yet to come stay, and are marked as the read marks them")
    func turns() throws {
        let old = try house()
        let (door, person) = (try #require(old.entrances["e-3"]), CloudUserIdentity(id: "anna"))
        let new = CloudSnapshot(
            session: old.session, workspace: old.workspace, credentials: old.credentials, entrances: ["e-3": door],
            entranceIDs: ["c-2": ["e-3"]], identity: person, outdatedDoors: ["c-1"])
        let merged = try #require(SnapshotMerge.merged(old, with: new, for: proof))
        #expect(merged.entranceIDs == ["c-1": ["e-1", "e-2"], "c-2": ["e-3"]])
        #expect(merged.outdatedDoors == ["c-1"] && merged.olderDoors == [])
        #expect(merged.identity == person)
        let next = CloudSnapshot(
            session: old.session, workspace: old.workspace, credentials: old.credentials, entrances: old.entrances,
            entranceIDs: ["c-1": ["e-1"]], olderDoors: ["c-2"])
        let last = try #require(SnapshotMerge.merged(merged, with: next, for: proof))
        #expect(last.entranceIDs == ["c-1": ["e-1"], "c-2": ["e-3"]])
        #expect(last.outdatedDoors == [] && last.olderDoors == ["c-2"])
        #expect(last.identity == nil, "what the cloud does not say any more is not kept")
    }

    @Test("snapshot merge: a session that names nobody keeps what it read itself, and nothing of another's")
    func nobody() throws {
        let old = try house()
        func read(_ id: String, doors: [String: [String]], outdated: [String]) -> CloudSnapshot {
            CloudSnapshot(
                session: CloudSession(
                    id: id, workspaceID: "ws-1", userIdentityID: nil, createdAt: World.now, expiresAt: World.now),
                workspace: old.workspace, credentials: old.credentials, entrances: old.entrances, entranceIDs: doors,
                outdatedDoors: outdated)
        }
        var nobody = proof
        nobody.identityID = nil
        let first = read("cs", doors: ["c-1": ["e-1"]], outdated: ["c-2"])
        let second = read("cs", doors: ["c-2": ["e-3"]], outdated: [])
        let merged = SnapshotMerge.merged(first, with: second, for: nobody)
        #expect(merged?.entranceIDs == ["c-2": ["e-3"]], "a whole read is the truth")
        let partial = read("cs", doors: ["c-2": ["e-3"]], outdated: ["c-1"])
        #expect(
            SnapshotMerge.merged(first, with: partial, for: nobody)?.entranceIDs == ["c-1": ["e-1"], "c-2": ["e-3"]])
        let other = read("other", doors: ["c-2": ["e-3"]], outdated: ["c-1"])
        #expect(SnapshotMerge.merged(first, with: other, for: nobody)?.entranceIDs == ["c-2": ["e-3"]])
    }

    @Test("snapshot merge: somebody else's read is not believed")
    func foreign() throws {
        let old = try World().snapshot
        #expect(SnapshotMerge.merged(old, with: empty(of: old, gaps: [], person: "ben"), for: proof) == nil)
        var elsewhere = proof
        elsewhere.workspaceID = "ws-2"
        #expect(SnapshotMerge.merged(old, with: old, for: elsewhere) == nil)
    }
}
