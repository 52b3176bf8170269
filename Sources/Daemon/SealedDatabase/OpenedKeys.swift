internal import Foundation
internal import LinuxSupport

/// The keys that a transaction has read: the salt, and the data keys that it has opened. It needs the same ones again
/// and again, and reads each once: nobody else writes meanwhile.
///
/// A key that the transaction itself has made or erased is read each time, because that may still be undone.
final class OpenedKeys: Sendable {
    private struct Known {
        var salt: Data?
        var keys: [SealOwner: DataKey] = [:]
        var changed: Set<SealOwner> = []
    }

    /// More owners than most transactions have; beyond that, all keys are read again.
    private static let most = 128

    private let known = Locked(Known())

    /// The owner's key, if it was read.
    func key(of owner: SealOwner) -> DataKey? { known.withLock { $0.keys[owner] } }

    /// A key was read.
    func keep(_ key: DataKey, of owner: SealOwner) {
        known.withLock { known in
            guard !known.changed.contains(owner) else { return }
            if known.keys.count >= Self.most { known.keys = [:] }
            known.keys[owner] = key
        }
    }

    /// The owner's key is made or erased.
    func change(_ owner: SealOwner) {
        known.withLock { known in
            known.keys[owner] = nil
            known.changed.insert(owner)
        }
    }

    /// The salt; `read` is called unless it was read.
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
