internal import GRDB
internal import Glibc
internal import LinuxSupport
internal import SealedDatabase

/// Room on the disk that is kept for alarms: a file beside the database, which is emptied when an alarm finds no other
/// room. An empty file says that its room is in use, also to the next process.
final class AlarmReserve: Sendable {
    private let path: String
    private let kept: Locked<AlarmRoom>

    /// The room: some hundred alarms.
    private static let size: off_t = 4 << 20

    /// Keeps the room, if there is as much.
    init(beside database: String) {
        path = "\(database)-reserve"
        let wasUsed = unsafe access(path, F_OK) == 0
        kept = Locked(wasUsed ? .used : .lacking)
        keep()
    }

    /// Whether the room is kept.
    var room: AlarmRoom { kept.withLock { $0 } }

    /// Keeps the room again, if there is as much.
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

    /// Gives the room back. Returns whether it was kept until now.
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
    /// There never was as much.
    case lacking
    /// It was given back: only alarms are stored.
    case used
}

extension SignalStore {
    /// Whether room for alarms is kept.
    package var room: AlarmRoom { reserve.room }

    /// Keeps room for alarms again, if there is as much. Takes no time otherwise.
    package func keepRoom() { reserve.keep() }

    /// Writes in one transaction, as every store does; refuses while all the room that is left is for alarms.
    func write<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        guard reserve.room != .used else { throw StoreError(.diskFull, "the room that is left is for alarms") }
        return try Self.write(to: self, body)
    }

    /// The same for what alarms need: if there is no room, the room that is kept for it is used.
    func writeAlarm<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        do {
            return try Self.write(to: self, body)
        } catch {
            // A quota that is used up looks like a fault of the disk.
            guard [.diskFull, .io].contains(error.code), reserve.release() else { throw error }
            return try Self.write(to: self, body)
        }
    }

    /// The same without a condition.
    func writeAnyhow<Value>(_ body: (Database) throws -> Value) throws(StoreError) -> Value {
        try Self.write(to: self, body)
    }

    private static func write<Value>(
        to store: some SealedStore, _ body: (Database) throws -> Value
    ) throws(StoreError) -> Value {
        try store.write(body)
    }
}
