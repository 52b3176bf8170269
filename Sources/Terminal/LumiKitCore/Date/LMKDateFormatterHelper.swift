public import Foundation
import LinuxSupport

/// Formats dates and numbers in the person's locale. Dates have the format that the program has chosen.
public enum LMKDateFormatterHelper {
    private struct Formats {
        var format: @Sendable () -> String = { "MM/dd/yyyy" }
        /// The most recent formatters, by format.
        var made: [String: DateFormatter] = [:]
    }

    private static let formats = Locked(Formats())

    /// Sets the format of all dates that are formatted after this call. The closure `dateFormat` returns a pattern of
    /// Unicode's UTS #35. It is called for each date, on the thread of the caller. The default pattern is "MM/dd/yyyy".
    public static func configure(dateFormat: @escaping @Sendable () -> String) {
        formats.withLock { $0 = Formats(format: dateFormat) }
    }

    /// Returns the formatter of dates. If `includeTime` is true, the format also has hours and minutes, "HH:mm". The
    /// formatter is shared, so do not change it.
    public static func dateFormatter(includeTime: Bool = false) -> DateFormatter {
        let format = formats.withLock { $0.format }() + (includeTime ? " HH:mm" : "")
        return formats.withLock { formats in
            if let made = formats.made[format] { return made }
            // Even if a program changes the format, at most two formatters are kept.
            if formats.made.count > 1 { formats.made = [:] }
            let formatter = DateFormatter()
            formatter.locale = .current
            formatter.dateFormat = format
            formats.made[format] = formatter
            return formatter
        }
    }

    /// Returns a date as text. With `includeTime`, the text also has hours and minutes.
    public static func formatDate(_ date: Date, includeTime: Bool = false) -> String {
        dateFormatter(includeTime: includeTime).string(from: date)
    }

    private static let numbers: NumberFormatter = {
        let formatter = NumberFormatter()
        formatter.locale = .current
        return formatter
    }()

    /// Returns the formatter of numbers. The formatter is shared, so do not change it.
    public static func numberFormatter() -> NumberFormatter { numbers }

    /// Returns a number as text.
    public static func formatNumber(_ number: NSNumber) -> String {
        numbers.string(from: number) ?? "\(number)"
    }
}
