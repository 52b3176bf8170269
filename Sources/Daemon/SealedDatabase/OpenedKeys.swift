internal import Foundation
internal import LinuxSupport

/// The keys that a transaction has read: the salt, and the data keys that it has opened. It needs the same ones
/// repeatedly but reads each only once, because nobody else writes during the transaction.
///
/// A key created or erased by the transaction itself is read each time, because that may still be undone.
final class OpenedKeys: Sendable {
    private struct Known {
        var salt: Data?
        var keys: [SealOwner: DataKey] = [:]
        var changed: Set<SealOwner> = []
    }

    /// More owners than most transactions deal with; beyond that, all keys are read again.
    private static let most = 128

    private let known = Locked(Known())

    /// The owner's key, if it has been read.
    func key(of owner: SealOwner) -> DataKey? { known.withLock { $0.keys[owner] } }

    /// Keeps a key that was read.
    func keep(_ key: DataKey, of owner: SealOwner) {
        known.withLock { known in
            guard !known.changed.contains(owner) else { return }
            if known.keys.count >= Self.most { known.keys = [:] }
            known.keys[owner] = key
        }
    }

    /// Notes that the owner's key is created or erased.
    func change(_ owner: SealOwner) {
        known.withLock { known in
            known.keys[owner] = nil
            known.changed.insert(owner)
        }
    }

    /// The salt; `read` is called unless it has already been read.
    func salt(_ read: () throws -> Data) rethrows -> Data {
        if let salt = known.withLock({ $0.salt }) { return salt }
        let salt = try read()
        known.withLock { $0.salt = salt }
        return salt
    }

    /// Whether a key is kept.
    var isAny: Bool { known.withLock { !$0.keys.isEmpty } }

    /// Forgets everything: the transaction is over.
    func forget() { known.withLock { $0 = Known() } }
}
