/// Reads Prometheus' text exposition format 0.0.4 strictly. The parser was written from the format's documentation. It
/// shares no code with the writer.
package struct PrometheusParser: Sendable {
    /// A line with a value.
    package struct Sample: Sendable, Hashable {
        package let name: String
        package let labels: [String: String]
        package let value: Double
    }

    /// A metric with its samples.
    package struct Family: Sendable {
        package let name: String
        package let help: String
        package let type: String
        package fileprivate(set) var samples: [Sample] = []
    }

    /// The metrics by their name.
    package private(set) var families: [String: Family] = [:]

    /// Parses a text. Throws ``TestFailure`` with the line that breaks a rule.
    package init(_ text: String) throws {
        guard text.isEmpty || text.hasSuffix("\n") else { throw TestFailure("the last line does not end") }
        var help: (name: String, text: String)?
        var current: String?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
            if line.hasPrefix("# HELP ") {
                let parts = line.dropFirst(7).split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
                help = (String(parts[0]), try Self.unescaped(parts.count > 1 ? parts[1] : "", quoted: false))
            } else if line.hasPrefix("# TYPE ") {
                let parts = line.dropFirst(7).split(separator: " ")
                guard parts.count == 2, let told = help, told.name == parts[0], families[told.name] == nil else {
                    throw TestFailure("no help, or twice: \(line)")
                }
                guard ["counter", "gauge", "histogram", "summary", "untyped"].contains(parts[1]) else {
                    throw TestFailure("no type: \(line)")
                }
                families[told.name] = Family(name: told.name, help: told.text, type: String(parts[1]))
                (current, help) = (told.name, nil)
            } else {
                let sample = try Self.sample(line)
                guard let name = current, let type = families[name]?.type else { throw TestFailure("no type: \(line)") }
                let suffixes = type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
                guard suffixes.contains(where: { name + $0 == sample.name }) else {
                    throw TestFailure("not of \(name): \(line)")
                }
                families[name]?.samples.append(sample)
            }
        }
        for family in families.values { try Self.check(family) }
    }

    /// The value of a series, or nil if the series does not exist.
    package func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        families.values.flatMap(\.samples).first { $0.name == name && $0.labels == labels }?.value
    }

    private static func check(_ family: Family) throws {
        let series = family.samples.map { "\($0.name) \($0.labels.sorted { $0.key < $1.key })" }
        guard Set(series).count == series.count else { throw TestFailure("a series of \(family.name) is there twice") }
        if family.type == "counter", !family.name.hasSuffix("_total") {
            throw TestFailure("\(family.name) does not end in _total")
        }
        guard family.type == "histogram" else { return }
        func rest(_ sample: Sample) -> [String: String] { sample.labels.filter { $0.key != "le" } }
        for labels in Set(family.samples.map(rest)) {
            let own = family.samples.filter { rest($0) == labels }
            let buckets = own.filter { $0.name.hasSuffix("_bucket") }
            let bounds = buckets.compactMap { $0.labels["le"].flatMap(number) }
            let counts = buckets.map(\.value)
            guard bounds.count == buckets.count, bounds == bounds.sorted(), bounds.last == .infinity,
                counts == counts.sorted(), counts.last == own.first(where: { $0.name.hasSuffix("_count") })?.value,
                own.contains(where: { $0.name.hasSuffix("_sum") })
            else { throw TestFailure("\(family.name) is no histogram: \(own)") }
        }
    }

    private static func sample(_ line: Substring) throws -> Sample {
        var rest = line
        let name = String(rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == ":") })
        guard let first = name.first, !first.isNumber else { throw TestFailure("no name: \(line)") }
        rest = rest.dropFirst(name.count)
        var labels: [String: String] = [:]
        if rest.first == "{" {
            rest = rest.dropFirst()
            while rest.first != "}" {
                let key = String(rest.prefix { $0 != "=" })
                rest = rest.dropFirst(key.count)
                guard !key.isEmpty, rest.hasPrefix("=\""), labels[key] == nil else {
                    throw TestFailure("no label: \(line)")
                }
                rest = rest.dropFirst(2)
                var value = ""
                while let character = rest.popFirst(), character != "\"" {
                    value.append(character)
                    if character == "\\", let next = rest.popFirst() { value.append(next) }
                }
                labels[key] = try unescaped(value[...], quoted: true)
                if rest.first == "," { rest = rest.dropFirst() }
                guard !rest.isEmpty else { throw TestFailure("no end of labels: \(line)") }
            }
            rest = rest.dropFirst()
        }
        guard rest.first == " ", let value = number(String(rest.dropFirst())) else {
            throw TestFailure("no value: \(line)")
        }
        return Sample(name: name, labels: labels, value: value)
    }

    private static func number(_ text: String) -> Double? {
        switch text {
        case "+Inf": .infinity
        case "-Inf": -.infinity
        case "NaN": .nan
        default: text.contains(" ") ? nil : Double(text)
        }
    }

    private static func unescaped(_ text: Substring, quoted: Bool) throws -> String {
        var plain = ""
        var rest = text
        while let character = rest.popFirst() {
            guard character == "\\" else {
                plain.append(character)
                continue
            }
            switch rest.popFirst() {
            case "\\": plain.append("\\")
            case "n": plain.append("\n")
            case "\"" where quoted: plain.append("\"")
            case let other: throw TestFailure("no escape: \\\(other.map(String.init) ?? "")")
            }
        }
        return plain
    }
}
