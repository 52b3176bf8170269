internal import DaemonCore
internal import GRDB
package import SealedDatabase
internal import SeamModel
package import Wire

/// The session daemon's data on disk: sealed tokens, cached credentials and lock keys, and the attempt journal.
package final class SessionStore: SealedStore {
    package let database: SealedDatabase

    /// Attempts that an earlier process left unfinished and that were settled when the store was opened, in order.
    package let recovered: [AttemptRecord]

    /// Opens or creates the store as ``SealedDatabase`` does. Unfinished attempts are settled. Attempts that had passed
    /// the commit gate get an unknown effect, and all others get no effect. An audit chain whose ends are not genuine
    /// is restarted, with an entry that says so.
    package init(
        path: String, machineKey: MachineKey, now: Timestamp,
        advanced: @escaping @Sendable () -> Void = {},
        wrote: @escaping @Sendable (StoreError?) -> Void = { _ in },
        committed: @escaping @Sendable (Duration) -> Void = { _ in }
    ) throws(StoreError) {
        var recovered: [AttemptRecord] = []
        database = try SealedDatabase(
            path: path, machineKey: machineKey, format: StoreSchema.format, now: now, advanced: advanced, wrote: wrote,
            committed: committed
        ) { db, keys in
            try AuditChain(db: db, keys: keys).open()
            recovered = try Self.settleUnfinished(in: db, keys: keys, at: now)
        }
        self.recovered = recovered
    }

    /// Forgets the trusted time, as ``SealedDatabase/forgetTimeMark(at:_:)`` does.
    package static func forgetTimeMark(at path: String) throws(StoreError) {
        try SealedDatabase.forgetTimeMark(at: path, StoreSchema.format)
    }
}

/// The owners of sealed values.
extension SealOwner {
    static let bindings = SealOwner("bindings")

    /// The owner of a session's sealed values. A session's name cannot contain the separator.
    static func session(_ id: SessionID) -> SealOwner { SealOwner("session/\(id.uid)/\(id.name)") }
}

/// The facts about a store that its verifier records.
extension KeyRing {
    static let chained = "seam store verifier, with an audit chain"
    static let accounted = "seam store verifier, with an audit chain and accounts"

    /// Whether the journal has an audit chain. Only the holder of the machine key can undo this mark.
    func isChained(in db: Database) throws -> Bool { try [Self.chained, Self.accounted].contains(verifier(in: db)) }

    /// Whether the account of every number has been noted. Only the holder of the machine key can undo this mark. Such
    /// a store also has a chain.
    func isAccounted(in db: Database) throws -> Bool { try verifier(in: db) == Self.accounted }
}
