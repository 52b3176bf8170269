import CLinuxSupport
import Glibc

/// A process's report to its service manager, in one datagram.
package struct ServiceReport: Sendable, Hashable {
    /// The lines as sent, `NAME=value`.
    package let text: String

    /// Reports that all services of this process are now working.
    package static func ready(_ status: String) -> ServiceReport { ServiceReport(["READY=1", line(status)]) }
    /// Reports the state of the process, in one line for people.
    package static func status(_ status: String) -> ServiceReport { ServiceReport([line(status)]) }
    /// Reports that the process has been told to stop, and is stopping.
    package static func stopping(_ status: String) -> ServiceReport { ServiceReport(["STOPPING=1", line(status)]) }
    /// Reports that the start continues, so that the service manager waits for `limit` from now.
    package static func starting(_ status: String, within limit: Duration) -> ServiceReport {
        let (seconds, attoseconds) = limit.components
        return ServiceReport([
            "EXTEND_TIMEOUT_USEC=\(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)", line(status),
        ])
    }
    /// Reports that the process is alive.
    package static let alive = ServiceReport(["WATCHDOG=1"])

    private init(_ lines: [String]) {
        text = lines.joined(separator: "\n")
    }

    /// Returns the status as one line, because a status of several lines would be read as several reports.
    private static func line(_ status: String) -> String {
        "STATUS=" + String(status.map { $0.isNewline ? " " : $0 })
    }
}

/// Sends reports to the service manager. Without a service manager, this object does nothing.
///
/// The descriptor is created at the start and kept. A process that has run out of descriptors can therefore still
/// report that it is alive.
package final class ServiceNotifier: Sendable {
    private struct Destination: ~Copyable, Sendable {
        let socket: OwnedDescriptor
        let name: String
    }

    private let destination: Destination?

    /// The number of tries for a report that must arrive. Also the time between two tries.
    private static let tries = 50
    private static let pause = Duration.milliseconds(20)

    /// Creates a notifier that reports to `name`: a path, or `@` and an abstract name. If `name` is nil, it reports to
    /// nobody.
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

    /// Sends a report, or drops the report if it cannot be sent immediately. Returns whether the report was sent. This
    /// method never waits.
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

    /// Sends a report. If the service manager has no room for the report, this method keeps trying for a second.
    /// Returns whether the report was sent.
    @discardableResult
    package func deliver(_ report: ServiceReport) async -> Bool {
        for _ in 0..<Self.tries {
            if send(report) { return true }
            do { try await Task.sleep(for: Self.pause) } catch { return send(report) }
        }
        return false
    }
}
