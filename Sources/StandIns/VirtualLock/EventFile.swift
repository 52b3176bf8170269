import Glibc
import LinuxSupport
import LockProtocol
import Wire

/// The file that records the locks' events, with one JSON object in each line. Each event is in the file before its
/// consequences leave the lock.
final class EventFile: Sendable {
    private let descriptor: OwnedDescriptor
    /// Whether a write has failed. The file may then end in half a line, so no further lines may be written.
    private let isBroken = Locked(false)

    /// Opens the file for appending. A missing file is created with mode 0600. Throws `file`.
    init(path: String) throws(VirtualLockError) {
        let opened = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard opened >= 0 else { throw VirtualLockError(.file, "cannot write \(path): errno \(errno)") }
        do {
            descriptor = try OwnedDescriptor(adopting: opened)
        } catch {
            throw VirtualLockError(.file, "\(path): \(error)")
        }
    }

    /// Adds one event. Throws `file`. An incomplete line stays at the end of the file, so every later call also throws.
    func append(_ event: PlayedEvent, of lock: String, at time: Timestamp) throws(VirtualLockError) {
        let line = event.json(lock: lock, at: time).bytes + [UInt8(ascii: "\n")]
        let failure = isBroken.withLock { isBroken -> String? in
            guard !isBroken else { return "an earlier event could not be written" }
            let (written, code) = descriptor.withDescriptor { descriptor in
                let written = unsafe write(descriptor, line, line.count)
                return (written, errno)
            }
            isBroken = written != line.count
            guard isBroken else { return nil }
            return written < 0 ? "errno \(code)" : "only \(written) of \(line.count) bytes were written"
        }
        if let failure { throw VirtualLockError(.file, "an event could not be written: \(failure)") }
    }
}
