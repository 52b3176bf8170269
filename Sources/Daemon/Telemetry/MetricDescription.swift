package import RPC

/// A metric's definition: its name, and every combination of labels that it may have.
///
/// The fixed set of values limits the number of series and keeps strangers' words out of the labels.
package struct MetricDescription: Sendable, Hashable {
    /// A label and the values that it may have.
    package struct Label: Sendable, Hashable {
        package let name: String
        package let values: [String]

        package init(_ name: String, _ values: [String]) {
            self.name = name
            self.values = values
        }

        /// Creates a label whose values are the cases of an enumeration.
        package init<Value: CaseIterable & RawRepresentable<String>>(_ name: String, _ values: Value.Type) {
            self.init(name, values.allCases.map(\.rawValue))
        }
    }

    package let name: String
    package let kind: MetricFamily.Kind
    package let help: String
    package let labels: [Label]
    /// For a histogram, the upper bounds of the buckets, in increasing order.
    package let bounds: [Double]

    private init(
        _ name: String, _ kind: MetricFamily.Kind, _ help: String, _ labels: [Label], bounds: [Double] = []
    ) {
        self.name = name
        self.kind = kind
        self.help = help
        self.labels = labels
        self.bounds = bounds
    }

    /// Describes a value that only grows. The name of such a metric ends in `_total`.
    package static func counter(_ name: String, _ help: String, by labels: Label...) -> MetricDescription {
        MetricDescription(name, .counter, help, labels)
    }

    /// Describes a current value.
    package static func gauge(_ name: String, _ help: String, by labels: Label...) -> MetricDescription {
        MetricDescription(name, .gauge, help, labels)
    }

    /// Describes a histogram. For each of `bounds`, it has the number of values that were not above this bound. Times
    /// are in seconds. The name of such a metric ends in the unit.
    package static func histogram(
        _ name: String, _ help: String, bounds: [Double], by labels: Label...
    ) -> MetricDescription {
        MetricDescription(name, .histogram, help, labels, bounds: bounds)
    }

    /// Every combination of the labels' values, in order.
    var combinations: [[String]] {
        labels.reduce([[]]) { combinations, label in
            combinations.flatMap { combination in label.values.map { combination + [$0] } }
        }
    }

    /// Returns the values of `dimensions` in the order of the labels. If this metric has no such series, returns nil.
    func values(of dimensions: [(String, String)]) -> [String]? {
        guard dimensions.count == labels.count else { return nil }
        var values: [String] = []
        for label in labels {
            guard let value = dimensions.first(where: { $0.0 == label.name })?.1, label.values.contains(value) else {
                return nil
            }
            values.append(value)
        }
        return values
    }
}
