package import TermCore

/// Durations as people write and read them.
package enum TextDuration {
    /// Reads `10s`, `1500ms`, `2m`, `1.5s`, `24h`, `7d`; a number alone means seconds. Nil for anything else, and
    /// above `limit`.
    package static func parse(_ text: String, atMost limit: Duration = .seconds(86_400)) -> Duration? {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let number = Double(digits), number.isFinite, digits.first != ".", digits.last != "." else { return nil }
        let unit: Double
        switch text.dropFirst(digits.count) {
        case "ms": unit = 1
        case "s", "": unit = 1000
        case "m", "min": unit = 60_000
        case "h": unit = 3_600_000
        case "d": unit = 86_400_000
        default: return nil
        }
        let milliseconds = number * unit
        guard milliseconds >= 0, milliseconds <= Double(limit.components.seconds) * 1_000 else { return nil }
        return .milliseconds(Int64(milliseconds.rounded()))
    }

    /// `420 ms`, `2.3 s`, `5 min`, `3 h`, `2 d`.
    package static func text(_ duration: Duration) -> TerminalSafe {
        let (seconds, attoseconds) = duration.components
        let milliseconds = attoseconds / 1_000_000_000_000_000
        switch seconds {
        case ..<1: return "\(max(0, seconds * 1000 + milliseconds)) ms"
        case ..<60: return "\(seconds).\(milliseconds / 100) s"
        case ..<3600: return "\(seconds / 60) min"
        case ..<172_800: return "\(seconds / 3600) h"
        default: return "\(seconds / 86_400) d"
        }
    }
}
