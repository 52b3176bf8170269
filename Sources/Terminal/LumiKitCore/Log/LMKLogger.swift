import Foundation
import LinuxSupport

/// A program's log: to standard error unless that is a terminal, and to a store in memory if one was requested.
///
/// A line on standard error has syslog's level in front, as in `<6>`, which journald reads (sd-daemon(3)). On a
/// terminal nothing is written, because the screen is drawn there. Every setting may be changed on any thread.
public enum LMKLogger {
    private struct Settings {
        var subsystem = Bundle.main.bundleIdentifier ?? "com.lumikit"
        var store: LMKLogStore?
    }

    private static let settings = Locked(Settings())

    /// Names the program in the log: each line has the name before the category. Until then it is the bundle's
    /// identifier, or "com.lumikit".
    public static func configure(subsystem: String) { settings.withLock { $0.subsystem = subsystem } }

    /// The stored entries, or nil if none are stored.
    public static var logStore: LMKLogStore? { settings.withLock { $0.store } }

    /// From now on the last `maxEntries` are kept in memory; those of an earlier store are forgotten.
    public static func enableLogStore(maxEntries: Int = 500) {
        let store = LMKLogStore(maxEntries: maxEntries)
        settings.withLock { $0.store = store }
    }

    /// Discards the stored entries, and stores no more.
    public static func disableLogStore() { settings.withLock { $0.store = nil } }

    /// The subject of an entry.
    public final class LogCategory: Sendable {
        /// Its name, as in "Network".
        public let name: String

        /// A category of the program's own.
        public init(name: String) { self.name = name }

        /// Everything else.
        public static let general = LogCategory(name: "General")
        /// Files and stored values.
        public static let data = LogCategory(name: "Data")
        /// Things on the screen.
        public static let ui = LogCategory(name: "UI")
        /// Messages sent and received.
        public static let network = LogCategory(name: "Network")
        /// Failures.
        public static let error = LogCategory(name: "Error")
        /// Words and languages.
        public static let localization = LogCategory(name: "Localization")
    }

    /// For developers of the program; in debug builds only.
    public static func debug(
        _ message: @autoclosure () -> String, category: LogCategory = .general,
        file: String = #file, function: String = #function, line: Int = #line
    ) {
        #if DEBUG
            log(.debug, message(), category, file, function, line)
        #endif
    }

    /// Things that went as they should.
    public static func info(
        _ message: @autoclosure () -> String, category: LogCategory = .general,
        file: String = #file, function: String = #function, line: Int = #line
    ) {
        log(.info, message(), category, file, function, line)
    }

    /// Things that need attention.
    public static func warning(
        _ message: @autoclosure () -> String, category: LogCategory = .general,
        file: String = #file, function: String = #function, line: Int = #line
    ) {
        log(.warning, message(), category, file, function, line)
    }

    /// A failure; `error` is written by its description.
    public static func error(
        _ message: @autoclosure () -> String, error: (any Error)? = nil, category: LogCategory = .error,
        file: String = #file, function: String = #function, line: Int = #line
    ) {
        let reason = error.map { " | Error: \($0.localizedDescription)" } ?? ""
        log(.error, message() + reason, category, file, function, line)
    }

    private static func log(
        _ level: LMKLogLevel, _ message: String, _ category: LogCategory, _ file: String, _ function: String,
        _ line: Int
    ) {
        let name = file.split(separator: "/").last ?? ""
        let entry = LMKLogEntry(
            timestamp: Date(), level: level, category: category.name,
            message: "[\(name):\(line)] \(function) - \(message)")
        let (store, subsystem) = settings.withLock { ($0.store, $0.subsystem) }
        store?.append(entry)
        guard isatty(STDERR_FILENO) == 0 else { return }
        let text = oneLine("\(subsystem) [\(category.name)] \(entry.message)")
        // A screen must not freeze because nobody reads the log.
        StandardError.say(Array("<\(level.priority)>\(text)\n".utf8))
    }

    /// The text made safe: it can neither end a log line, begin another one, nor control a terminal that shows it.
    private static func oneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}
