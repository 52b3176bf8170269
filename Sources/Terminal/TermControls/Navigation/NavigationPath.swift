import TermUI

nonisolated public struct NavigationPath: Equatable {
    private(set) var values: [AnyHashable] = []

    /// Creates a path without values, which means the first page.
    public init() {}

    public init<Values: Sequence>(_ values: Values) where Values.Element: Hashable {
        self.values = values.map { AnyHashable($0) }
    }

    /// The number of pages after the first page.
    public var count: Int { values.count }

    /// Whether the first page is the current page.
    public var isEmpty: Bool { values.isEmpty }

    public mutating func append<Value: Hashable>(_ value: Value) { values.append(AnyHashable(value)) }

    /// Goes back by `count` pages, or to the first page if there are fewer pages.
    public mutating func removeLast(_ count: Int = 1) { values.removeLast(min(max(count, 0), values.count)) }
}
