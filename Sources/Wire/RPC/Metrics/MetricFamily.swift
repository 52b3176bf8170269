package import Wire

/// One metric with all its series, as `rpc.metrics` reports it.
package struct MetricFamily: Sendable, Hashable {
    /// How a metric's values behave.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The value only grows, beginning with 0 when the daemon starts.
        case counter
        /// The value is the current state, and can grow and shrink.
        case gauge
        /// For each bound, the metric counts how many values were not greater than this bound.
        case histogram
    }

    /// The values for one combination of labels.
    package struct Series: Sendable, Hashable {
        /// The labels, in the order in which the metric declares them.
        package let labels: [MetricLabel]
        package let reading: Reading

        package init(_ labels: [MetricLabel] = [], _ reading: Reading) {
            self.labels = labels
            self.reading = reading
        }
    }

    /// The value of a series.
    package enum Reading: Sendable, Hashable {
        /// The value of a counter or a gauge.
        case value(Double)
        case histogram(MetricHistogram)
    }

    /// The metric's name, which matches `[a-z_][a-z0-9_]*` and includes the unit. The name of a counter ends in
    /// `_total`.
    package let name: String
    package let kind: Kind
    /// The metric's meaning, in one line.
    package let help: String
    package let series: [Series]

    package init(_ name: String, _ kind: Kind, _ help: String, _ series: [Series]) {
        self.name = name
        self.kind = kind
        self.help = help
        self.series = series
    }

    /// Creates a metric with one number and no labels.
    package init(_ name: String, _ kind: Kind, _ help: String, value: Double) {
        self.init(name, kind, help, [Series([], .value(value))])
    }

    /// Creates a counter or gauge with one label. The series are sorted by the label's value.
    package init(_ name: String, _ kind: Kind, _ help: String, by label: String, _ values: [(String, Int)]) {
        let sorted = values.sorted { $0.0 < $1.0 }
        self.init(
            name, kind, help, sorted.map { Series([MetricLabel(label, $0.0)], .value(Double($0.1))) })
    }
}

/// One label of a series. The label's value is one of a fixed set in the program. It never comes from the text of a
/// user, a lock or the cloud.
package struct MetricLabel: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A histogram's counts.
package struct MetricHistogram: Sendable, Hashable {
    /// The number of values up to `upTo`. It includes the values of the buckets before this one.
    package struct Bucket: Sendable, Hashable {
        package let upTo: Double
        package let count: Int

        package init(upTo: Double, count: Int) {
            self.upTo = upTo
            self.count = count
        }
    }

    /// The buckets, in order of increasing bounds. Values above the last bound are counted only in ``count``.
    package let buckets: [Bucket]
    package let count: Int
    package let sum: Double

    package init(buckets: [Bucket], count: Int, sum: Double) {
        self.buckets = buckets
        self.count = count
        self.sum = sum
    }
}

extension MetricFamily {
    /// The metric as `rpc.metrics` reports it.
    package var json: JSON {
        .members(
            ("kind", .string(kind.rawValue)), ("name", .string(name)), ("help", .string(help)),
            ("series", .array(series.map(\.json))))
    }

    /// Reads one metric of `rpc.metrics`. Throws a fault for anything else.
    package init(json: JSON) throws(FieldFault) {
        var fields = try JSONFields(json)
        let name = try fields.string("name", bytes: 1...128)
        let kind: Kind = try fields.enumeration("kind")
        let help = try fields.string("help", bytes: 0...1024)
        guard let rows = json["series"]?.arrayValue else { throw fields.fault("series", "must be an array") }
        var series: [Series] = []
        for row in rows {
            guard let one = Series(json: row, kind) else {
                throw fields.fault("series", "does not match its documentation")
            }
            series.append(one)
        }
        self.init(name, kind, help, series)
    }
}

extension MetricFamily.Series {
    fileprivate var json: JSON {
        let names = JSON.object(JSONObject(labels.map { JSONMember(key: $0.name, value: .string($0.value)) }))
        switch reading {
        case .value(let value): return .members(("labels", names), ("value", .metric(value)))
        case .histogram(let histogram):
            let buckets = histogram.buckets.map {
                JSON.members(("up_to", .metric($0.upTo)), ("count", .int($0.count)))
            }
            return .members(
                ("labels", names), ("buckets", .array(buckets)), ("sum", .metric(histogram.sum)),
                ("count", .int(histogram.count)))
        }
    }

    fileprivate init?(json: JSON, _ kind: MetricFamily.Kind) {
        guard let members = json["labels"]?.objectValue else { return nil }
        var labels: [MetricLabel] = []
        for member in members.members {
            guard let value = member.value.stringValue else { return nil }
            labels.append(MetricLabel(member.key, value))
        }
        switch kind {
        case .counter, .gauge:
            guard let value = json["value"]?.metricValue else { return nil }
            self.init(labels, .value(value))
        case .histogram:
            guard let sum = json["sum"]?.metricValue, let count = json["count"]?.integerValue,
                let rows = json["buckets"]?.arrayValue
            else { return nil }
            var buckets: [MetricHistogram.Bucket] = []
            for row in rows {
                guard let bound = row["up_to"]?.metricValue, let count = row["count"]?.integerValue else { return nil }
                buckets.append(.init(upTo: bound, count: Int(count)))
            }
            self.init(labels, .histogram(MetricHistogram(buckets: buckets, count: Int(count), sum: sum)))
        }
    }
}

extension JSON {
    /// A metric's number, written without a fraction if it is whole.
    fileprivate static func metric(_ value: Double) -> JSON {
        guard value.isFinite else { return .integer(0) }
        let whole = value.rounded(.towardZero) == value && abs(value) <= Double(JSON.largestInteger)
        return whole ? .integer(Int64(value)) : .number(value)
    }

    fileprivate var metricValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .null, .bool, .string, .array, .object: nil
        }
    }
}
