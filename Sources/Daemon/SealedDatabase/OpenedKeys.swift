internal import Foundation
internal import LinuxSupport

/// The keys that a transaction has read: the salt, and the data keys that the transaction has opened. A transaction
/// needs the same keys repeatedly, but reads each key only once, because nothing else writes during the transaction.
///
/// A key created or erased by the transaction itself is read each time, because its creation or erasure may still be
/// undone.
final class OpenedKeys: Sendable {
    private struct Known {
        var salt: Data?
        var keys: [SealOwner: DataKey] = [:]
        var changed: Set<SealOwner> = []
    }

    /// The largest number of keys that are kept. It is enough for most transactions. Beyond this number, all keys are
    /// read again.
    private static let most = 128

    private let known = Locked(Known())

    /// Returns the owner's key, or nil if the key has not been read.
    func key(of owner: SealOwner) -> DataKey? { known.withLock { $0.keys[owner] } }

    /// Keeps a key that was read.
    func keep(_ key: DataKey, of owner: SealOwner) {
        known.withLock { known in
            guard !known.changed.contains(owner) else { return }
            if known.keys.count >= Self.most { known.keys = [:] }
            known.keys[owner] = key
        }
    }

    /// Records that the owner's key is created or erased.
    func change(_ owner: SealOwner) {
        known.withLock { known in
            known.keys[owner] = nil
            known.changed.insert(owner)
        }
    }

    /// Returns the salt. Calls `read` unless the salt has already been read.
    func salt(_ read: () throws -> Data) rethrows -> Data {
        if let salt = known.withLock({ $0.salt }) { return salt }
        let salt = try read()
        known.withLock { $0.salt = salt }
        return salt
    }

    /// Whether a key is kept.
    var isAny: Bool { known.withLock { !$0.keys.isEmpty } }

    /// Forgets all keys, because the transaction is over.
    func forget() { known.withLock { $0 = Known() } }
}
