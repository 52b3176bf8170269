import CloudModel
import Testing
import Wire

@Suite("The parts of a snapshot")
struct SnapshotPartitionTests {
    private static func snapshot(_ ids: Range<Int>, renamed: Int? = nil, doors: [Int: [String]] = [:]) -> CloudSnapshot
    {
        let moment = Timestamp(millisecondsSince1970: 0)
        let session = CloudSession(
            id: "cs", workspaceID: "ws", userIdentityID: "ada", createdAt: moment, expiresAt: moment)
        let credentials = ids.map { number in
            CloudCredential(
                id: "c\(number)", systemID: "s", workspaceID: "ws",
                displayName: number == renamed ? "Renamed" : "Key \(number)", accessMethod: .code,
                code: CloudSecretText("47\(number)"))
        }
        let opened = ids.map { ("c\($0)", doors[$0] ?? ["e\($0 % 7)"]) }
        return CloudSnapshot(
            session: session, workspace: CloudWorkspace(id: "ws", name: "W", isSandbox: true, isSuspended: false),
            credentials: credentials, entranceIDs: Dictionary(uniqueKeysWithValues: opened))
    }

    @Test("snapshot partition: are together what they were")
    func roundTrip() throws {
        let snapshot = Self.snapshot(0..<1_000)
        let partition = SnapshotPartition(snapshot)
        #expect(partition.count == 8)
        var assembly = SnapshotAssembly()
        for number in 0..<partition.count {
            try assembly.add(JSONText(partition.bytes(of: number)[...]))
        }
        let joined = assembly.joined(to: try CloudSnapshot(json: snapshot.head.json))
        #expect(joined.credentials.sorted { $0.id < $1.id } == snapshot.credentials.sorted { $0.id < $1.id })
        #expect(joined.entranceIDs == snapshot.entranceIDs)
        #expect(SnapshotPartition(joined).changed(since: snapshot) == [])
    }

    @Test("snapshot partition: have a head that is read again however many doors are yet to be read")
    func longHead() throws {
        let snapshot = Self.snapshot(0..<1)
        let ids = (0..<70_000).map { "c\($0)" }
        let long = CloudSnapshot(
            session: snapshot.session, workspace: snapshot.workspace, outdatedDoors: ids, olderDoors: ids)
        #expect(try CloudSnapshot(json: JSON(parsing: long.json.bytes)) == long)
    }

    @Test("change one by one: a key that comes, goes, changes or opens another door is in one of them")
    func changes() {
        let old = Self.snapshot(0..<1_000)
        let changes = [
            Self.snapshot(0..<1_000, renamed: 17), Self.snapshot(0..<1_000, doors: [17: ["e1", "e2"]]),
            Self.snapshot(0..<1_001), Self.snapshot(0..<999),
        ]
        for new in changes { #expect(SnapshotPartition(new).changed(since: old)?.count == 1) }
        #expect(SnapshotPartition(Self.snapshot(0..<1_030)).changed(since: old) == nil)
    }
}
