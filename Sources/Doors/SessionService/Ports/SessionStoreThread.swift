package import DaemonStore
import SealedDatabase
package import SessionStore

/// The thread of the session daemon's store.
package typealias SessionStoreThread = StoreThread<SessionStore>

extension SessionStoreThread {
    /// A bound lock with its lock key, which is secret.
    ///
    /// Throws ``StoreError/Code/conflict`` if the lock has been unbound.
    func boundLock(_ bindingID: String, for turn: StoreTurn) async throws(StoreError) -> SealedBinding {
        let bound = try await read(for: turn) { store throws(StoreError) in try store.binding(bindingID) }
        guard let bound else { throw StoreError(.conflict, "the lock was unbound") }
        return bound
    }
}
