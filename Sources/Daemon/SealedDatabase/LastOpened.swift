internal import Crypto
internal import Foundation
internal import LinuxSupport

/// The data key that was opened last. Within a transaction the same owner's key is wanted several times, and to open
/// it takes longer than to read its row.
///
/// The row is read each time all the same, so that an erased key is gone at once, and one that was made is the one that
/// is used: what is kept is only what these very bytes open to.
final class LastOpened: Sendable {
    private struct Opened {
        let owner: SealOwner
        let version: Int64
        let wrapped: Data
        let key: SymmetricKey
    }

    private let last = Locked<Opened?>(nil)

    /// The key that `wrapped` holds; `open` is called if another one was opened last.
    func key(
        of owner: SealOwner, _ version: Int64, wrapped: Data, open: (Data) throws -> SymmetricKey
    ) rethrows -> SymmetricKey {
        let kept = last.withLock { $0 }
        if let kept, kept.version == version, kept.wrapped == wrapped, kept.owner == owner { return kept.key }
        let key = try open(wrapped)
        last.withLock { $0 = Opened(owner: owner, version: version, wrapped: wrapped, key: key) }
        return key
    }

    /// Whether a key is kept.
    var isAny: Bool { last.withLock { $0 != nil } }

    /// Keeps no key any more.
    func forget() { last.withLock { $0 = nil } }
}
