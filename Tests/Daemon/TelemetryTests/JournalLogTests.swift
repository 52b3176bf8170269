import Foundation
import Glibc
import LinuxSupport
import Logging
import RPC
import Telemetry
import TestSupport
import Testing

@Suite("Logging to the journal") struct JournalLogTests {
    /// A log output for the entries that the journal did not accept.
    private final class Kept: LogOutput {
        let entries = Locked([LogEntry]())
        func write(_ entry: LogEntry) { entries.withLock { $0.append(entry) } }
    }

    /// Reads a message according to the documentation of the journal's protocol. Returns nil if the bytes are not
    /// valid.
    private static func fields(_ bytes: [UInt8]) -> [(name: String, value: [UInt8])]? {
        var rest = bytes[...]
        var fields: [(name: String, value: [UInt8])] = []
        while !rest.isEmpty {
            let name = rest.prefix { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "\n") }
            rest = rest.dropFirst(name.count)
            let value: ArraySlice<UInt8>
            switch rest.popFirst() {
            case UInt8(ascii: "="):
                value = rest.prefix { $0 != UInt8(ascii: "\n") }
            case UInt8(ascii: "\n"):
                guard rest.count >= 8 else { return nil }
                let length = rest.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(8)
                value = rest.prefix(length)
                guard value.count == length else { return nil }
            default: return nil
            }
            rest = rest.dropFirst(value.count)
            guard rest.popFirst() == UInt8(ascii: "\n") else { return nil }
            fields.append((String(decoding: name, as: UTF8.self), Array(value)))
        }
        return fields
    }

    private static func received(_ journal: NotifySocket) throws -> [String: String] {
        let bytes = try #require(journal.nextDatagram())
        let fields = try #require(Self.fields(bytes), "\(String(decoding: bytes, as: UTF8.self))")
        for field in fields { #expect(field.name.utf8.count <= 64 && !field.name.hasPrefix("_")) }
        return Dictionary(fields.map { ($0.name, String(decoding: $0.value, as: UTF8.self)) }) { first, _ in first }
    }

    private func journalling(
        _ body: (Logger, NotifySocket, Kept) throws -> Void
    ) throws {
        let directory = try TestDirectory()
        let journal = try NotifySocket(directory.file("socket"))
        let kept = Kept()
        let output = JournalLog(try DatagramSocket(to: journal.name), fallback: kept)
        try body(DaemonTelemetry("seam-test", version: "1", metrics: []).logger(to: output), journal, kept)
    }

    @Test("journal log: an entry has its message, priority, program and a field for each value")
    func entry() throws {
        try journalling { logger, journal, kept in
            logger.notice("quota reached", metadata: ["method": "unlock.start", "uid": "7"])
            let fields = try Self.received(journal)
            #expect(
                fields == [
                    "MESSAGE": "quota reached method=unlock.start uid=7", "PRIORITY": "5",
                    "SYSLOG_IDENTIFIER": "seam-test", "SEAM_MODULE": "TelemetryTests", "SEAM_METHOD": "unlock.start",
                    "SEAM_UID": "7",
                ])
            for (level, priority) in [
                (Logger.Level.info, "6"), (.warning, "4"), (.error, "3"), (.critical, "2"),
            ] {
                logger.log(level: level, "x")
                #expect(try Self.received(journal)["PRIORITY"] == priority)
            }
            #expect(kept.entries.withLock { $0.isEmpty })
        }
    }

    @Test(
        "journal log: no value makes another field, line or entry, and each arrives as it is",
        arguments: [
            "x\nPRIORITY=0", "x\nMESSAGE=forged\n", "\0", "\u{1b}]0;x\u{7}", "\n\u{1}\0\0\0\0\0\0\0y\n", "a=b", "",
            "\r\n",
            "\u{7F}", "Ü\u{2028}",
        ])
    func hostile(value: String) throws {
        try journalling { logger, journal, _ in
            logger.info("said", metadata: ["name": "\(value)", "b ad\nKEY=": "v"])
            let fields = try Self.received(journal)
            #expect(fields["SEAM_NAME"] == value)
            #expect(fields["PRIORITY"] == "6" && fields["SEAM_B_AD_KEY_"] == "v" && fields.count == 6)
            let message = try #require(fields["MESSAGE"])
            #expect(message.hasPrefix("said ") && !message.unicodeScalars.contains { $0.value < 0x20 })
        }
    }

    @Test("journal log: an entry that is too long loses its last fields and says so; a refused one is not lost")
    func bounds() throws {
        try journalling { logger, journal, kept in
            var metadata = Logger.Metadata()
            for number in 100..<200 { metadata["key\(number)"] = "\(String(repeating: "v", count: 100_000))" }
            logger.info("long", metadata: metadata)
            let all = kept.entries.withLock { $0.count }
            if all == 0 {
                let bytes = try #require(journal.nextDatagram())
                #expect(bytes.count <= JournalLog.limit)
                let fields = try #require(Self.fields(bytes))
                #expect(fields.last?.name == "SEAM_CUT")
            }
        }
        let directory = try TestDirectory()
        let kept = Kept()
        let output: JournalLog
        do {
            let journal = try NotifySocket(directory.file("socket"))
            output = JournalLog(try DatagramSocket(to: journal.name), fallback: kept)
        }
        output.write(LogEntry(level: .info, label: "a", source: "b", message: "late", fields: []))
        #expect(kept.entries.withLock { $0.map(\.message) } == ["late"])
    }

    @Test("journal log: a journal that comes back is written to again")
    func comesBack() throws {
        let directory = try TestDirectory()
        let path = directory.file("socket")
        let kept = Kept()
        var journal: NotifySocket? = try NotifySocket(path)
        let output = JournalLog(try DatagramSocket(to: path), fallback: kept)
        journal = nil
        #expect(journal == nil)
        unlink(path)
        let next = try NotifySocket(path)
        output.write(LogEntry(level: .info, label: "a", source: "b", message: "again", fields: []))
        #expect(try Self.received(next)["MESSAGE"] == "again")
        #expect(kept.entries.withLock { $0.isEmpty })
    }

    @Test("journal log: only a standard error that is the stream that was named is the journal's")
    func stream() throws {
        let directory = try TestDirectory()
        let journal = try NotifySocket(directory.file("socket"))
        var status = stat()
        try #require(fstat(STDERR_FILENO, &status) == 0)
        let own = "\(status.st_dev):\(status.st_ino)"
        #expect(DaemonLog.output(stream: own, journal: journal.name) is JournalLog)
        #expect(DaemonLog.output(stream: own, journal: directory.file("nobody")) is StandardErrorLog)
        let others: [String?] = [nil, "", "1", "\(own):1", "\(status.st_dev):\(status.st_ino &+ 1)", "a:b"]
        for other in others {
            #expect(DaemonLog.output(stream: other, journal: journal.name) is StandardErrorLog, "\(other ?? "nil")")
        }
    }
}
