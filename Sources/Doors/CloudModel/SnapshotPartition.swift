package import Wire

/// The credentials of a snapshot, with their doors, in numbered parts. A credential's id decides its part, so adding,
/// removing or changing a credential affects only one part.
package struct SnapshotPartition: Sendable {
    /// The approximate number of credentials in a part.
    private static let size = 128

    private let credentials: [CloudCredential]
    private let entranceIDs: [String: [String]]
    private let parts: [[Int32]]

    /// The number of parts. It is a power of two, so that it seldom changes.
    package var count: Int { parts.count }

    /// Divides the credentials of a snapshot.
    package init(_ snapshot: CloudSnapshot) {
        credentials = snapshot.credentials
        entranceIDs = snapshot.entranceIDs
        let count = Self.count(of: snapshot.credentials.count)
        var parts: [[Int32]] = Array(repeating: [], count: count)
        for (index, credential) in snapshot.credentials.enumerated() {
            parts[Self.part(of: credential.id, count)].append(Int32(truncatingIfNeeded: index))
        }
        self.parts = parts
    }

    /// The sealed form of one part.
    package func bytes(of number: Int) -> [UInt8] {
        JSONWriter.bytes { writer in
            writer.beginObject()
            writer.member(
                "rows",
                parts[number].map { index in
                    let credential = credentials[Int(index)]
                    return PartRow(credential: credential, entranceIDs: entranceIDs[credential.id])
                })
            writer.endObject()
        }
    }

    /// The parts that differ from the parts of `old`. If the number of parts differs, this is nil.
    package func changed(since old: CloudSnapshot) -> [Int]? {
        guard Self.count(of: old.credentials.count) == count else { return nil }
        var gone = Dictionary(old.credentials.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        var changed: Set<Int> = []
        for credential in credentials {
            let before = gone.removeValue(forKey: credential.id)
            if before != credential || old.entranceIDs[credential.id] != entranceIDs[credential.id] {
                changed.insert(Self.part(of: credential.id, count))
            }
        }
        for id in gone.keys { changed.insert(Self.part(of: id, count)) }
        return changed.sorted()
    }

    private static func count(of rows: Int) -> Int {
        var count = 1
        while count * size < rows { count *= 2 }
        return count
    }

    /// The number of a credential's part, from the FNV-1a hash of its id. `Hasher` cannot be used, because its results
    /// differ from process to process.
    private static func part(of id: String, _ count: Int) -> Int {
        let hash = id.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
        return Int(truncatingIfNeeded: (hash ^ hash >> 32) & UInt64(count - 1))
    }
}

/// Reassembles the credentials of a snapshot.
package struct SnapshotAssembly: Sendable {
    private var credentials: [CloudCredential] = []
    private var entranceIDs: [String: [String]] = [:]
    private var pool = TextPool()

    /// Creates an assembly that has no parts yet.
    package init() {}

    /// Reads one part. Throws the first fault, and then no part of the snapshot may be used.
    package mutating func add(_ text: JSONText) throws(FieldFault) {
        var fields = try JSONFields(reading: JSONCursor(text))
        for row in try fields.values("rows", PartRow.self) {
            let credential = row.credential.sharing(&pool)
            credentials.append(credential)
            entranceIDs[credential.id] = row.entranceIDs.map { ids in ids.map { pool.shared($0) } }
        }
    }

    /// The whole snapshot. `head` is everything in it except the credentials. Without any parts, this is `head` itself.
    package func joined(to head: CloudSnapshot) -> CloudSnapshot {
        credentials.isEmpty ? head : head.with(credentials, entranceIDs: entranceIDs)
    }
}

extension CloudSnapshot {
    /// The same snapshot without its credentials, which are in the parts.
    package var head: CloudSnapshot { with([], entranceIDs: [:]) }

    /// The same snapshot with other credentials.
    package func with(_ credentials: [CloudCredential], entranceIDs: [String: [String]]) -> CloudSnapshot {
        CloudSnapshot(
            session: session, workspace: workspace, credentials: credentials, entrances: entrances,
            entranceIDs: entranceIDs, systems: systems, users: users, identity: identity, locks: locks,
            outdatedDoors: outdatedDoors, olderDoors: olderDoors, gaps: gaps)
    }
}

/// One row of a part: a credential and its doors.
private struct PartRow: JSONRecord {
    let credential: CloudCredential
    /// The ids of the credential's entrances. If the entrances have not been read, this is nil.
    let entranceIDs: [String]?

    init(credential: CloudCredential, entranceIDs: [String]?) {
        self.credential = credential
        self.entranceIDs = entranceIDs
    }

    init(fields: inout JSONFields) throws(FieldFault) {
        credential = try fields.value("credential")
        let isKnown = fields.has("doors")
        entranceIDs = isKnown ? try fields.strings("doors", count: CloudSnapshot.stored, bytes: 1...128) : nil
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("credential", credential)
        if let entranceIDs { writer.member("doors", entranceIDs) }
    }
}
