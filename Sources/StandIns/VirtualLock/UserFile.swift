import Glibc
import LinuxSupport
import LockProtocol
import Wire

/// The file that contains the people who can open the locks, so that they survive a restart. The file has mode 0600,
/// because it contains the locks' keys.
final class UserFile: Sendable {
    private static let limit = 16 << 20

    private let path: String
    private let kept: Locked<[String: PlayedKeys]>

    /// Reads the file if it exists. Throws `file`, also if other users may read the file.
    init(path: String) throws(VirtualLockError) {
        self.path = path
        kept = Locked(try Self.read(path))
    }

    /// Returns the stored keys of a lock.
    func keys(of lock: String) -> PlayedKeys {
        kept.withLock { $0[lock] ?? PlayedKeys() }
    }

    /// Replaces the keys of a lock. The keys are on disk when this method returns. Throws `file`, and leaves the old
    /// file intact.
    func keep(_ keys: PlayedKeys, of lock: String) throws(VirtualLockError) {
        let bytes = kept.withLock { kept in
            kept[lock] = keys
            return Self.json(kept).bytes
        }
        do {
            // The half-written file of a killed process is useless.
            let temporary = path + ".new"
            _ = unsafe unlink(temporary)
            try SecretFile.create(temporary, bytes: bytes)
            guard unsafe rename(temporary, path) == 0 else {
                throw VirtualLockError(.file, "cannot replace \(path): errno \(errno)")
            }
        } catch let error as VirtualLockError {
            throw error
        } catch {
            throw VirtualLockError(.file, "\(path): \(error)")
        }
    }

    private static func read(_ path: String) throws(VirtualLockError) -> [String: PlayedKeys] {
        do {
            let bytes = try SecretFile.read(path, limit: limit)
            var fields = try JSONFields(try JSON(parsing: bytes, limits: .wire))
            _ = try fields.integer("version", in: 1...1)
            var kept: [String: PlayedKeys] = [:]
            for lock in try fields.values("locks", KeptLock.self) { kept[lock.name] = lock.keys }
            try fields.end()
            return kept
        } catch let error as LinuxError where error.code == .notFound {
            return [:]
        } catch {
            throw VirtualLockError(.file, "\(path): \(error)")
        }
    }

    private static func json(_ kept: [String: PlayedKeys]) -> JSON {
        let locks = kept.sorted { $0.key < $1.key }.map { KeptLock(name: $0.key, keys: $0.value).json }
        return .members(("version", 1), ("locks", .array(locks)))
    }
}

/// The entry of a lock in the file.
private struct KeptLock: JSONRecord {
    let name: String
    let keys: PlayedKeys

    init(name: String, keys: PlayedKeys) {
        self.name = name
        self.keys = keys
    }

    init(fields: inout JSONFields) throws(FieldFault) {
        name = try fields.string("name", bytes: 1...32)
        keys = try PlayedKeys(in: &fields)
        try fields.end()
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("name", name)
        keys.write(to: &writer)
    }
}
