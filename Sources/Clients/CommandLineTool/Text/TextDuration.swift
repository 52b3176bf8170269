internal import ArgumentParser
package import TermCore

/// Reads and writes durations in the form that people use.
package enum TextDuration {
    /// The forms that ``parse(_:atMost:)`` reads, for messages and help texts.
    package static let forms: TerminalSafe = "30s, 10m, 1h30m, 2d"

    /// Reads durations such as `10s`, `1500ms`, `2m`, `1.5s`, `24h` and `7d`, and combinations of these from the
    /// longest to the shortest, such as `1h30m` or `1d 12h`. A number alone means seconds. Returns nil for anything
    /// else, and for durations above `limit`.
    package static func parse(_ text: String, atMost limit: Duration = .seconds(86_400)) -> Duration? {
        var (rest, milliseconds, last) = (text[...], 0.0, Double.infinity)
        repeat {
            guard let part = Part(&rest, isAlone: rest.count == text.count), part.unit < last else { return nil }
            milliseconds += part.number * part.unit
            last = part.unit
            if rest.first == " ", rest.count > 1 { rest.removeFirst() }
        } while !rest.isEmpty
        guard milliseconds <= Double(limit.components.seconds) * 1_000 else { return nil }
        return .milliseconds(Int64(milliseconds.rounded()))
    }

    /// Reads an option's value. Throws an error that names the valid forms if the text is not valid. The command then
    /// checks the limits of the option.
    static func argument(_ text: String) throws(ValidationError) -> Duration {
        guard let duration = parse(text, atMost: .seconds(36_525 * 86_400)) else {
            throw ValidationError("write a duration as \(forms.description)")
        }
        return duration
    }

    /// A number with its unit, in milliseconds.
    private struct Part {
        let number, unit: Double

        /// Takes the next part off `text`. Only a number that is `isAlone` may lack a unit.
        init?(_ text: inout Substring, isAlone: Bool) {
            let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            let name = text.dropFirst(digits.count).prefix(while: \.isLetter)
            guard let number = Double(digits), number.isFinite, digits.first != ".", digits.last != "." else {
                return nil
            }
            text.removeFirst(digits.count + name.count)
            self.number = number
            switch name {
            case "ms": unit = 1
            case "s": unit = 1000
            case "" where isAlone && text.isEmpty: unit = 1000
            case "m", "min": unit = 60_000
            case "h": unit = 3_600_000
            case "d": unit = 86_400_000
            default: return nil
            }
        }
    }

    /// A duration as a person has set it, exact to the second, such as `1 h 30 min` or `7 d`.
    package static func whole(_ duration: Duration) -> TerminalSafe {
        let seconds = max(0, duration.components.seconds)
        let parts = [
            (seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
        ]
        guard seconds > 0 else { return text(duration) }
        return "\(parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " "))"
    }

    /// An approximate duration, such as `420 ms`, `2.3 s`, `5 min`, `3 h` or `2 d`.
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
