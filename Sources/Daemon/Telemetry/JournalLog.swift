package import LinuxSupport
import Logging

/// Logs entries with their fields, in the journal's own protocol.
///
/// Entries that the journal does not accept go to `fallback`. Source: systemd.io/JOURNAL_NATIVE_PROTOCOL.
package struct JournalLog: LogOutput {
    /// The path of the socket on which the journal listens.
    package static let path = "/run/systemd/journal/socket"
    /// The largest size of a datagram, in bytes. A larger datagram would have to be passed as a file. Instead, the last
    /// fields are left out, and the field `SEAM_CUT=1` is added.
    package static let limit = 65_536
    /// The journal's limit on the length of a field's name, in bytes.
    private static let nameLimit = 64

    private let socket: DatagramSocket
    private let fallback: any LogOutput

    /// Creates a log that sends entries to the journal at this socket.
    package init(_ socket: DatagramSocket, fallback: any LogOutput) {
        self.socket = socket
        self.fallback = fallback
    }

    /// Sends the entry to the journal, or writes it to the fallback if sending fails.
    package func write(_ entry: LogEntry) {
        if !socket.send(Self.datagram(entry)) { fallback.write(entry) }
    }

    /// Returns the datagram with which the journal receives an entry.
    package static func datagram(_ entry: LogEntry) -> [UInt8] {
        var bytes: [UInt8] = []
        append("MESSAGE", LogLine.message(entry), to: &bytes)
        append("PRIORITY", String(priority(of: entry.level)), to: &bytes)
        append("SYSLOG_IDENTIFIER", entry.label, to: &bytes)
        append("SEAM_MODULE", entry.source, to: &bytes)
        let isCut = "SEAM_CUT=1\n"
        for field in entry.fields {
            var next: [UInt8] = []
            append(name(of: field.key), LogLine.cut(field.value), to: &next)
            guard bytes.count + next.count + isCut.utf8.count <= limit else {
                bytes += Array(isCut.utf8)
                break
            }
            bytes += next
        }
        return bytes
    }

    /// Appends `NAME=value`, or the form with a length if the value could be mistaken for something else.
    private static func append(_ name: String, _ value: String, to bytes: inout [UInt8]) {
        let content = Array(value.utf8)
        bytes += Array(name.utf8)
        if content.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            bytes.append(UInt8(ascii: "\n"))
            var length = UInt64(content.count)
            for _ in 0..<8 {
                bytes.append(UInt8(truncatingIfNeeded: length))
                length >>= 8
            }
        } else {
            bytes.append(UInt8(ascii: "="))
        }
        bytes += content
        bytes.append(UInt8(ascii: "\n"))
    }

    /// Returns the name of a field: `SEAM_` and the key in capitals. Characters that are not allowed in a name become
    /// underscores.
    private static func name(of key: String) -> String {
        let rest = key.utf8.prefix(nameLimit - 5).map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 32
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
            default: UInt8(ascii: "_")
            }
        }
        return "SEAM_" + String(decoding: rest, as: UTF8.self)
    }

    /// Returns the syslog priority of a level.
    private static func priority(of level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}

/// The choice of a daemon's log.
package enum DaemonLog {
    /// Returns the log for a daemon. The daemon logs to the journal if it can reach the journal and standard error is
    /// the journal's stream. The value `stream` of `JOURNAL_STREAM` shows the latter. Otherwise, the daemon writes
    /// lines of text to standard error. Call this method before the process is confined.
    package static func output(stream: String?, journal path: String = JournalLog.path) -> any LogOutput {
        let text = StandardErrorLog()
        guard StandardError.isJournal(stream), let socket = try? DatagramSocket(to: path) else { return text }
        return JournalLog(socket, fallback: text)
    }
}
