package import LinuxSupport
import Logging

/// Logs entries with their fields, in the journal's own protocol.
///
/// What the journal does not take goes to `fallback`. Source: systemd.io/JOURNAL_NATIVE_PROTOCOL.
package struct JournalLog: LogOutput {
    /// Where the journal listens.
    package static let path = "/run/systemd/journal/socket"
    /// The limit of a datagram, in bytes. A longer one would have to be passed as a file; instead, its last fields are
    /// left out, and `SEAM_CUT=1` says so.
    package static let limit = 65_536
    /// The journal's limit of a field's name, in bytes.
    private static let nameLimit = 64

    private let socket: DatagramSocket
    private let fallback: any LogOutput

    /// Logs to the journal at that socket.
    package init(_ socket: DatagramSocket, fallback: any LogOutput) {
        self.socket = socket
        self.fallback = fallback
    }

    /// Sends the entry, or hands it to the fallback.
    package func write(_ entry: LogEntry) {
        if !socket.send(Self.datagram(entry)) { fallback.write(entry) }
    }

    /// The entry as the journal receives it.
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

    /// `SEAM_` and the key in capitals. Characters not allowed in a name become underscores.
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

    /// The priorities of syslog.
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

/// Where a daemon logs.
package enum DaemonLog {
    /// Logs to the journal if it can be reached and standard error is the journal's stream, as named by `stream`, the
    /// value of `JOURNAL_STREAM`. Otherwise writes lines of text on standard error. Call it before the process is
    /// confined.
    package static func output(stream: String?, journal path: String = JournalLog.path) -> any LogOutput {
        let text = StandardErrorLog()
        guard StandardError.isJournal(stream), let socket = try? DatagramSocket(to: path) else { return text }
        return JournalLog(socket, fallback: text)
    }
}
