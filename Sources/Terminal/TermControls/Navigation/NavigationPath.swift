import TermUI

nonisolated public struct NavigationPath: Equatable {
    private(set) var values: [AnyHashable] = []

    /// No values: the first page.
    public init() {}

    public init<Values: Sequence>(_ values: Values) where Values.Element: Hashable {
        self.values = values.map { AnyHashable($0) }
    }

    /// How many pages follow the first one.
    public var count: Int { values.count }

    /// Whether the first page is the current one.
    public var isEmpty: Bool { values.isEmpty }

    public mutating func append<Value: Hashable>(_ value: Value) { values.append(AnyHashable(value)) }

    /// Goes back by `count` pages, or to the first one if there are fewer.
    public mutating func removeLast(_ count: Int = 1) { values.removeLast(min(max(count, 0), values.count)) }
}
