package import RPC

/// Metrics in Prometheus' text exposition format, version 0.0.4.
///
/// Source: prometheus.io/docs/instrumenting/exposition_formats.
package enum PrometheusText {
    /// The text has one line per sample, after the lines that describe the sample's metric. A metric or label whose
    /// name the format does not allow is left out.
    package static func lines(_ families: [MetricFamily]) -> [String] {
        families.filter { isName($0.name) }.flatMap(lines)
    }

    private static func lines(_ family: MetricFamily) -> [String] {
        ["# HELP \(family.name) \(escaped(family.help))", "# TYPE \(family.name) \(family.kind.rawValue)"]
            + family.series.flatMap { series -> [String] in
                let labels = series.labels.filter { isName($0.name) && !$0.name.hasPrefix("__") && $0.name != "le" }
                switch series.reading {
                case .value(let value): return [sample(family.name, labels, value)]
                case .histogram(let histogram): return lines(family.name, labels, histogram)
                }
            }
    }

    private static func lines(_ name: String, _ labels: [MetricLabel], _ histogram: MetricHistogram) -> [String] {
        let bounds = histogram.buckets.map { (number($0.upTo), $0.count) } + [("+Inf", histogram.count)]
        return bounds.map { bound, count in
            sample("\(name)_bucket", labels + [MetricLabel("le", bound)], Double(count))
        } + [
            sample("\(name)_sum", labels, histogram.sum), sample("\(name)_count", labels, Double(histogram.count)),
        ]
    }

    private static func sample(_ name: String, _ labels: [MetricLabel], _ value: Double) -> String {
        let pairs = labels.map { "\($0.name)=\"\(escaped($0.value, isQuoted: true))\"" }.joined(separator: ",")
        return "\(name)\(pairs.isEmpty ? "" : "{\(pairs)}") \(number(value))"
    }

    /// The text of a number, without a fraction if the value is whole.
    private static func number(_ value: Double) -> String {
        Int64(exactly: value).map(String.init) ?? "\(value)"
    }

    /// Escapes backslashes and line breaks, and also quotes inside quotes. Other control characters cannot be written
    /// and are replaced.
    private static func escaped(_ text: String, isQuoted: Bool = false) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped.append(contentsOf: "\\\\".unicodeScalars)
            case "\n": escaped.append(contentsOf: "\\n".unicodeScalars)
            case "\"" where isQuoted: escaped.append(contentsOf: "\\\"".unicodeScalars)
            case _ where scalar.properties.generalCategory == .control: escaped.append("\u{FFFD}")
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    /// Whether the text matches `[a-zA-Z_][a-zA-Z0-9_]*`
    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !isDigit(first) else { return false }
        return text.utf8.allSatisfy {
            isDigit($0) || $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
