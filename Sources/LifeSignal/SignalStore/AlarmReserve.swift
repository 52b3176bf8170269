internal import GRDB
internal import Glibc
internal import LinuxSupport
internal import SealedDatabase

/// Disk space reserved for alarms: a file beside the database. The file is emptied when an alarm finds no other space.
/// An empty file shows that the reserve is in use, which the next process can also see.
final class AlarmReserve: Sendable {
    private let path: String
    private let kept: Locked<AlarmRoom>

    /// The size of the reserve. It has room for some hundred alarms.
    private static let size: off_t = 4 << 20

    /// Reserves the space, if the disk has enough.
    init(beside database: String) {
        path = "\(database)-reserve"
        let wasUsed = unsafe access(path, F_OK) == 0
        kept = Locked(wasUsed ? .used : .lacking)
        keep()
    }

    /// The state of the reserve.
    var room: AlarmRoom { kept.withLock { $0 } }

    /// Reserves the space again, if the disk has enough.
    func keep() {
        kept.withLock { kept in
            guard kept != .kept else { return }
            let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { return }
            defer { close(descriptor) }
            if posix_fallocate(descriptor, 0, Self.size) == 0 {
                kept = .kept
            } else if kept == .used {
                _ = ftruncate(descriptor, 0)
            } else {
                _ = unsafe unlink(path)
            }
        }
    }

    /// Releases the space. Returns whether it was still reserved.
    func release() -> Bool {
        kept.withLock { kept in
            guard kept == .kept, unsafe truncate(path, 0) == 0 else { return false }
            kept = .used
            return true
        }
    }
}

/// Whether there is room for alarms when the disk is full.
package enum AlarmRoom: Sendable {
    case kept
    /// The disk never had enough space for the reserve.
    case lacking
    /// The reserve was released, so only alarms are stored.
    case used
}

extension SignalStore {
    /// Whether space for alarms is reserved.
    package var room: AlarmRoom { reserve.room }

    /// Reserves space for alarms again, if the disk has enough. If the space is already reserved, this costs no time.
    package func keepRoom() { reserve.keep() }

    /// Writes in one transaction, as every store does. Refuses while all the remaining space is reserved for alarms.
    func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        guard reserve.room != .used else { throw StoreError(.diskFull, "the remaining space is reserved for alarms") }
        return try Self.write(to: self, body)
    }

    /// Writes data that an alarm needs, in one transaction. If the disk has no space, this uses the reserve.
    func writeAlarm<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try Self.write(to: self, body)
        } catch {
            // SQLite reports an exhausted quota as a disk fault.
            guard [.diskFull, .io].contains(error.code), reserve.release() else { throw error }
            return try Self.write(to: self, body)
        }
    }

    /// Writes in one transaction, even if the remaining space is reserved for alarms.
    func writeAnyhow<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        try Self.write(to: self, body)
    }

    private static func write<Value>(
        to store: some SealedStore, _ body: (Database) throws -> Value
    ) throws(StoreError) -> Value {
        try store.write(body)
    }
}
