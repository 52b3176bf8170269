import Glibc
import LinuxSupport
import NukiProtocol
import SesameProtocol
package import Wire

/// The file that records what the locks did: one JSON object per line. Each object is in the file before anything
/// that follows from it leaves the lock.
final class EventFile: Sendable {
    private let descriptor: OwnedDescriptor
    /// Set by the first write that failed: the file may end in half a line, and nothing may be written after that.
    private let isBroken = Locked(false)

    /// Opens the file for appending, made with mode 0600 if absent; throws `file`.
    init(path: String) throws(VirtualLockError) {
        let opened = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard opened >= 0 else { throw VirtualLockError(.file, "cannot write \(path): errno \(errno)") }
        do {
            descriptor = try OwnedDescriptor(adopting: opened)
        } catch {
            throw VirtualLockError(.file, "\(path): \(error)")
        }
    }

    /// Adds one event; throws `file`. A line that was not written whole stays the end of the file: each later call
    /// throws as well.
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

extension PlayedEvent {
    /// The event's form in the file; nothing in it is secret.
    package func json(lock: String, at time: Timestamp) -> JSON {
        switch self {
        case .nuki(let event): event.json(lock: lock, at: time)
        case .sesame(let event): event.json(lock: lock, at: time)
        }
    }
}

extension SesameLockEvent {
    fileprivate func json(lock: String, at time: Timestamp) -> JSON {
        .members(
            ("time", .string(time.description)),
            ("lock", .string(lock)),
            ("event", .string(kind.rawValue)),
            ("suffix", tag.map { .string($0.name) }),
            ("reason", result.map { .string($0.reason) }),
            ("code", result.map { .int(Int($0.rawValue)) }),
            ("command", item.map { .int(Int($0.rawValue)) })
        )
    }
}

extension SesameHistoryTag {
    /// The name, or the digits of the id.
    fileprivate var name: String {
        switch self {
        case .text(let text): text
        case .identity(_, let id): Hex.encode(id)
        }
    }
}

extension NukiLockEvent {
    fileprivate func json(lock: String, at time: Timestamp) -> JSON {
        .members(
            ("time", .string(time.description)),
            ("lock", .string(lock)),
            ("event", .string(kind.rawValue)),
            ("auth_id", actor.map { .integer(Int64($0.authID)) }),
            ("app_id", actor.map { .integer(Int64($0.appID)) }),
            ("name", actor.map { .string($0.name) }),
            ("suffix", actor?.suffix.map(JSON.string)),
            ("reason", code.map { .string($0.reason) }),
            ("code", code.map { .int(Int($0.rawValue)) }),
            ("command", command.map { .int(Int($0.rawValue)) })
        )
    }
}
