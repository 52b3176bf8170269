internal import DaemonCore
internal import GRDB
package import SealedDatabase
internal import SeamModel
package import Wire

/// The session daemon's memory on disk: tokens, cached credentials and lock keys, sealed, and the attempt journal.
package final class SessionStore: SealedStore {
    package let database: SealedDatabase

    /// Attempts that an earlier process left unfinished and that were settled when the store was opened, in order.
    package let recovered: [AttemptRecord]

    /// Opens or creates the store as ``SealedDatabase`` does. Unfinished attempts are settled: past the commit gate
    /// with an unknown effect, before it with none. An audit chain whose ends are not genuine is restarted, with an
    /// entry that says so.
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

    /// A session's name cannot contain the separator.
    static func session(_ id: SessionID) -> SealOwner { SealOwner("session/\(id.uid)/\(id.name)") }
}

/// What the verifier says about a store.
extension KeyRing {
    static let chained = "seam store verifier, with an audit chain"
    static let accounted = "seam store verifier, with an audit chain and accounts"

    /// Whether the journal was given an audit chain, which only the holder of the machine key can undo.
    func isChained(in db: Database) throws -> Bool { try [Self.chained, Self.accounted].contains(verifier(in: db)) }

    /// Whether the account of every number has been noted, which only the holder of the machine key can undo. Such a
    /// store has a chain.
    func isAccounted(in db: Database) throws -> Bool { try verifier(in: db) == Self.accounted }
}
