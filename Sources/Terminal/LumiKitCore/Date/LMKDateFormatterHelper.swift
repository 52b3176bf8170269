public import Foundation
import LinuxSupport

/// Dates and numbers in the person's locale, dates in the format that the program chose.
public enum LMKDateFormatterHelper {
    private struct Formats {
        var format: @Sendable () -> String = { "MM/dd/yyyy" }
        /// The formatters made most recently, by format.
        var made: [String: DateFormatter] = [:]
    }

    private static let formats = Locked(Formats())

    /// From now on a date is written as `dateFormat` says (a pattern of Unicode's UTS #35); it is called each time, on
    /// the caller's thread. Until then it is "MM/dd/yyyy".
    public static func configure(dateFormat: @escaping @Sendable () -> String) {
        formats.withLock { $0 = Formats(format: dateFormat) }
    }

    /// The formatter of dates; `includeTime` adds hours and minutes, "HH:mm". It is shared: do not change it.
    public static func dateFormatter(includeTime: Bool = false) -> DateFormatter {
        let format = formats.withLock { $0.format }() + (includeTime ? " HH:mm" : "")
        return formats.withLock { formats in
            if let made = formats.made[format] { return made }
            // Even if a program changes the format, at most two are kept.
            if formats.made.count > 1 { formats.made = [:] }
            let formatter = DateFormatter()
            formatter.locale = .current
            formatter.dateFormat = format
            formats.made[format] = formatter
            return formatter
        }
    }

    /// A date as text, with `includeTime` to the minute.
    public static func formatDate(_ date: Date, includeTime: Bool = false) -> String {
        dateFormatter(includeTime: includeTime).string(from: date)
    }

    private static let numbers: NumberFormatter = {
        let formatter = NumberFormatter()
        formatter.locale = .current
        return formatter
    }()

    /// The formatter of numbers. It is shared: do not change it.
    public static func numberFormatter() -> NumberFormatter { numbers }

    /// A number as text.
    public static func formatNumber(_ number: NSNumber) -> String {
        numbers.string(from: number) ?? "\(number)"
    }
}
