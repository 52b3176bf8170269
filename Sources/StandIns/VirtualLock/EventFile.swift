import Glibc
import LinuxSupport
import LockProtocol
import Wire

/// The file that records what the locks did: one JSON object per line. Each object is in the file before any of its
/// consequences leave the lock.
final class EventFile: Sendable {
    private let descriptor: OwnedDescriptor
    /// Set by the first failed write: the file may end in half a line, and nothing may be written after that.
    private let isBroken = Locked(false)

    /// Opens the file for appending, creating it with mode 0600 if absent; throws `file`.
    init(path: String) throws(VirtualLockError) {
        let opened = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard opened >= 0 else { throw VirtualLockError(.file, "cannot write \(path): errno \(errno)") }
        do {
            descriptor = try OwnedDescriptor(adopting: opened)
        } catch {
            throw VirtualLockError(.file, "\(path): \(error)")
        }
    }

    /// Adds one event; throws `file`. An incomplete line stays at the end of the file: every later call throws too.
    func append(_ event: PlayedEvent, of lock: String, at time: Timestamp) throws(VirtualLockError) {
        let line = event.json(lock: lock, at: time).bytes + [UInt8(ascii: "\n")]
        let failure = isBroken.withLock { isBroken -> String? in
            guard !isBroken else { return "an earlier one was not" }
            let (written, code) = descriptor.withDescriptor { descriptor in
                let written = unsafe write(descriptor, line, line.count)
                return (written, errno)
            }
            isBroken = written != line.count
            guard isBroken else { return nil }
            return written < 0 ? "errno \(code)" : "\(written) of \(line.count) bytes"
        }
        if let failure { throw VirtualLockError(.file, "an event was not written: \(failure)") }
    }
}
