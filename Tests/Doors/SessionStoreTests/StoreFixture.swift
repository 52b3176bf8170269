import DaemonCore
import Foundation
import GRDB
import RadioModel
import SealedDatabase
import SeamModel
import SessionStore
import TestSupport
import Testing
import Wire

/// A directory with a store. The directory is removed at the end of the test.
final class StoreFixture {
    let directory: URL
    let key: MachineKey

    var path: String { directory.appending(path: "store.db").path }

    init() throws {
        directory = URL(filePath: "/tmp").appending(path: "seam-store-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        key = try Self.machineKey(1)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    static func machineKey(_ seed: UInt8) throws -> MachineKey {
        try MachineKey(bytes: (0..<32).map { UInt8($0) &* 7 &+ seed })
    }

    func open(at now: Timestamp = moment(0)) throws -> SessionStore {
        try SessionStore(path: path, machineKey: key, now: now)
    }

    /// Runs SQL on the store's file without the store, as anyone with access to the disk can do. The store must be
    /// closed beforehand.
    func tamper(_ sql: String, _ arguments: StatementArguments = []) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in try db.execute(sql: sql, arguments: arguments) }
        try queue.close()
    }

    /// Changes the journal like ``tamper(_:_:)``, and then computes the hashes of `entries` again. Each entry of the
    /// chain then agrees with the entry before it. Anyone who knows the chain's format can forge entries in this way.
    func forge(_ sql: String, _ entries: ClosedRange<Int64>) throws {
        try tamper(sql)
        let queue = try DatabaseQueue(path: path)
        try queue.write { db in
            var hash = try Data.fetchOne(
                db, sql: "SELECT hash FROM audit_entry WHERE number = ?", arguments: [entries.lowerBound - 1])
            for number in entries {
                let found = try Row.fetchOne(
                    db, sql: "SELECT attempt, content FROM audit_entry WHERE number = ?", arguments: [number])
                let row = try #require(found)
                let (attempt, content): (Int64, String) = (row["attempt"], row["content"])
                let numbers = [number, attempt].flatMap { value in
                    (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
                }
                hash = Data(WireSHA256.hash(Array(hash ?? Data(count: 32)) + numbers + Array(content.utf8)))
                try db.execute(sql: "UPDATE audit_entry SET hash = ? WHERE number = ?", arguments: [hash, number])
            }
        }
        try queue.close()
    }

    /// Reads one value directly from the store's file. The store must be closed beforehand.
    func peek<Value: DatabaseValueConvertible>(_ sql: String, as type: Value.Type) throws -> Value? {
        let queue = try DatabaseQueue(path: path)
        defer { #expect(throws: Never.self) { try queue.close() } }
        return try queue.read { db in try Value.fetchOne(db, sql: sql) }
    }

    /// Whether `bytes` occur anywhere in the directory's files.
    func filesContain(_ bytes: [UInt8]) throws -> Bool {
        let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        return try files.contains { file in MemorySearch.occurs(bytes, in: try Data(contentsOf: file)) }
    }
}

/// The time that is `milliseconds` after the tests' fixed starting time.
func moment(_ milliseconds: Int64) -> Timestamp {
    Timestamp(millisecondsSince1970: 1_800_000_000_000 + milliseconds)
}

func sessionID(_ uid: UInt32, _ name: String = "default") throws -> SessionID {
    try #require(SessionID(uid: uid, name: name))
}

func signedIn(_ owner: SessionID, token: String) -> SessionRecord {
    var record = SessionRecord(id: owner, phase: .active, token: SecretBytes(Array(token.utf8)))
    record.clientSessionID = "cs-1"
    record.workspaceID = "ws-1"
    record.identityID = "person-\(owner.uid)"
    record.expiresAt = moment(90_000)
    record.validatedAt = moment(10)
    return record
}

func snapshot(of owner: SessionID, _ content: String, at time: Timestamp = moment(20)) -> SnapshotRecord {
    SnapshotRecord(
        workspaceID: "ws-1",
        identityID: "person-\(owner.uid)",
        takenAt: time,
        content: SecretBytes(Array(content.utf8))
    )
}

func binding(_ id: String, _ target: Binding.Target, key: String, workspace: String = "ws-1") throws -> SealedBinding {
    let device = try #require(DeviceAddress(address: "54:D2:72:00:00:01", kind: .random))
    let binding = Binding(
        id: id,
        provider: "nuki",
        device: device,
        name: "Front",
        identity: "2FA54B2D",
        workspaceID: workspace,
        target: target,
        action: .unlatch,
        boundAt: moment(5),
        boundByUID: 0
    )
    return SealedBinding(binding: binding, lockKey: SecretBytes(Array(key.utf8)))
}

func admission(
    _ id: String,
    _ session: SessionID,
    idem: String? = nil,
    fingerprint: String = "f",
    at time: Timestamp = moment(100)
) -> AttemptAdmission {
    var admission = AttemptAdmission(
        attemptID: id,
        session: session,
        method: "unlock.start",
        credentialID: "cred-1",
        authority: .cloud,
        admittedAt: time
    )
    admission.idem = idem
    admission.fingerprint = idem == nil ? nil : fingerprint
    return admission
}

extension KeyedCall {
    /// An idempotency key for a method of `session`.
    init(session: SessionID, method: String, idem: String) {
        self.init(uid: session.uid, session: session.name, method: method, idem: idem)
    }
}
