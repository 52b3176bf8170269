import LinuxSupport
import Logging
import RPC
import Telemetry
import Testing

@Suite("What the daemons log") struct DaemonLogTests {
    /// A log output that keeps all entries for the test.
    private final class Kept: LogOutput {
        let entries = Locked([LogEntry]())
        func write(_ entry: LogEntry) { entries.withLock { $0.append(entry) } }
        var messages: [String] { entries.withLock { $0.map(\.message) } }
    }

    @Test("daemon log: a new level counts for every logger at once, but for one that was set by itself")
    func threshold() {
        let kept = Kept()
        let telemetry = DaemonTelemetry("test", version: "1", metrics: [])
        let logger = telemetry.logger(to: kept)
        var loud = logger
        loud.logLevel = .trace
        logger.debug("before")
        loud.trace("aloud")
        #expect(telemetry.threshold.set(.debug) == .info)
        logger.debug("after")
        #expect(telemetry.threshold.set(.error) == .debug)
        logger.warning("too late")
        #expect(kept.messages == ["aloud", "after"])
        #expect(telemetry.threshold.level == .error)
    }

    private static func line(_ value: String) -> String {
        LogLine.text(
            LogEntry(
                level: .notice, label: "seam-test", source: "Test", message: "said",
                fields: [.init(key: "name", value: value), .init(key: "uid", value: "7")]),
            time: "T")
    }

    @Test(
        "daemon log: whatever a value is, it is one value on one line",
        arguments: [
            ("plain", "plain"), ("", "\"\""), ("two words", "\"two words\""), ("x uid=0", "\"x uid=0\""),
            ("x\nT notice seam-test: [Test] forged", "\"x\\u{a}T notice seam-test: [Test] forged\""),
            ("\u{1b}[2J", "\"\\u{1b}[2J\""), ("\0", "\"\\u{0}\""), ("a\u{2028}b\u{202e}", "\"a\\u{2028}b\\u{202e}\""),
            ("\" uid=\"0", "\"\\\" uid=\\\"0\""), ("\\", "\"\\\\\""), ("Tür", "\"Tür\""),
        ])
    func hostile(value: String, shown: String) {
        #expect(Self.line(value) == "T notice seam-test: name=\(shown) uid=7 [Test] said")
    }

    @Test("daemon log: a value that is too long is cut, and says so")
    func long() {
        let line = Self.line(String(repeating: "ü", count: 100_000))
        #expect(line.utf8.count < LogLine.valueLimit + 100)
        #expect(line.contains("ü (cut)\" uid=7"))
    }
}
