import Foundation
import LinuxSupport

/// The log of a program. Entries go to standard error, except when standard error is a terminal. They also go to a
/// store in memory if the program has requested one.
///
/// A line on standard error begins with the syslog level, as in `<6>`, which journald reads (sd-daemon(3)). Nothing is
/// written to a terminal, because the screen is drawn on it. Every setting may be changed on any thread.
public enum LMKLogger {
    private struct Settings {
        var subsystem = Bundle.main.bundleIdentifier ?? "com.lumikit"
        var store: LMKLogStore?
    }

    private static let settings = Locked(Settings())

    /// Sets the name of the program in the log. Each line has this name before the category. The default name is the
    /// bundle's identifier, or "com.lumikit".
    public static func configure(subsystem: String) { settings.withLock { $0.subsystem = subsystem } }

    /// The store of the entries, or nil if entries are not stored.
    public static var logStore: LMKLogStore? { settings.withLock { $0.store } }

    /// Begins to keep the last `maxEntries` entries in memory. The entries of an earlier store are forgotten.
    public static func enableLogStore(maxEntries: Int = 500) {
        let store = LMKLogStore(maxEntries: maxEntries)
        settings.withLock { $0.store = store }
    }

    /// Discards the stored entries, and stores no further entries.
    public static func disableLogStore() { settings.withLock { $0.store = nil } }

    /// The subject of an entry.
    public final class LogCategory: Sendable {
        /// The name of the category, as in "Network".
        public let name: String

        /// Creates a category of a program's own.
        public init(name: String) { self.name = name }

        /// The category of all other entries.
        public static let general = LogCategory(name: "General")
        /// The category of files and stored values.
        public static let data = LogCategory(name: "Data")
        /// The category of the screen.
        public static let ui = LogCategory(name: "UI")
        /// The category of sent and received messages.
        public static let network = LogCategory(name: "Network")
        /// The category of failures.
        public static let error = LogCategory(name: "Error")
        /// The category of words and languages.
        public static let localization = LogCategory(name: "Localization")
    }

    /// Logs an entry for developers of the program, in debug builds only.
    public static func debug(
        _ message: @autoclosure () -> String, category: LogCategory = .general,
        file: String = #file, function: String = #function, line: Int = #line
    ) {
        #if DEBUG
            log(.debug, message(), category, file, function, line)
        #endif
    }

    /// Logs an event that is not a problem.
    public static func info(
        _ message: @autoclosure () -> String, category: LogCategory = .general,
        file: String = #file, function: String = #function, line: Int = #line
    ) {
        log(.info, message(), category, file, function, line)
    }

    /// Logs an event that needs attention.
    public static func warning(
        _ message: @autoclosure () -> String, category: LogCategory = .general,
        file: String = #file, function: String = #function, line: Int = #line
    ) {
        log(.warning, message(), category, file, function, line)
    }

    /// Logs a failure. The description of `error` is added.
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
        // The line is written without waiting, because a screen must not freeze if nobody reads the log.
        StandardError.say(Array("<\(level.priority)>\(text)\n".utf8))
    }

    /// Returns a safe form of a text. This form can neither end a log line, nor begin another line, nor control a
    /// terminal that shows it.
    private static func oneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}
