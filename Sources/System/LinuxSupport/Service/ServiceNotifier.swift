import CLinuxSupport
import Glibc

/// A process's report to its service manager, in one datagram.
package struct ServiceReport: Sendable, Hashable {
    /// The lines as sent, `NAME=value`.
    package let text: String

    /// Everything that this process serves is now working.
    package static func ready(_ status: String) -> ServiceReport { ServiceReport(["READY=1", line(status)]) }
    /// The process's state, in one line for people.
    package static func status(_ status: String) -> ServiceReport { ServiceReport([line(status)]) }
    /// The process has been told to stop, and is stopping.
    package static func stopping(_ status: String) -> ServiceReport { ServiceReport(["STOPPING=1", line(status)]) }
    /// The start has not finished and continues: the service manager waits for another `limit` from now.
    package static func starting(_ status: String, within limit: Duration) -> ServiceReport {
        let (seconds, attoseconds) = limit.components
        return ServiceReport([
            "EXTEND_TIMEOUT_USEC=\(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)", line(status),
        ])
    }
    /// The process is alive.
    package static let alive = ServiceReport(["WATCHDOG=1"])

    private init(_ lines: [String]) {
        text = lines.joined(separator: "\n")
    }

    /// The status as one line: a status of several lines would count as several reports.
    private static func line(_ status: String) -> String {
        "STATUS=" + String(status.map { $0.isNewline ? " " : $0 })
    }
}

/// Sends reports to the service manager; does nothing if there is none.
///
/// The descriptor is created at the start and kept: a process that has run out of descriptors can still report that it
/// is alive.
package final class ServiceNotifier: Sendable {
    private struct Destination: ~Copyable, Sendable {
        let socket: OwnedDescriptor
        let name: String
    }

    private let destination: Destination?

    /// How often sending a report that must arrive is retried, and the time between two tries.
    private static let tries = 50
    private static let pause = Duration.milliseconds(20)

    /// Creates a notifier that reports to `name`, a path or `@` and an abstract name; nil for nobody.
    ///
    /// Throws if there is no descriptor left.
    package init(to name: String?) throws(LinuxError) {
        guard let name else {
            destination = nil
            return
        }
        let opened = try LinuxError.check(seam_unix_datagram_socket(), "making a socket for reports")
        destination = Destination(socket: OwnedDescriptor(opened: opened), name: name)
    }

    private init() {
        destination = nil
    }

    /// A notifier that reports to nobody.
    package static let silent = ServiceNotifier()

    /// Sends a report, or drops it if it cannot be taken immediately. Returns whether it was sent. Never waits.
    @discardableResult
    package func send(_ report: ServiceReport) -> Bool {
        switch destination {
        case nil: return true
        case .some(let destination):
            let bytes = Array(report.text.utf8)
            let length = destination.name.utf8.count
            let status = destination.socket.withDescriptor {
                unsafe seam_send_datagram($0, destination.name, length, bytes, bytes.count)
            }
            return status >= 0
        }
    }

    /// Sends a report. If the service manager has no room for it, keeps trying for a second. Returns whether it was
    /// sent.
    @discardableResult
    package func deliver(_ report: ServiceReport) async -> Bool {
        for _ in 0..<Self.tries {
            if send(report) { return true }
            do { try await Task.sleep(for: Self.pause) } catch { return send(report) }
        }
        return false
    }
}
