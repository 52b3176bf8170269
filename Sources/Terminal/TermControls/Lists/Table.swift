public import Foundation
public import TermUI

/// A column of a table, with the column's title, and the content of each row in the column.
public struct TableColumn<Row, Content: View> {
    fileprivate let title: String
    fileprivate let content: (Row) -> Content
    /// The order of the rows by the column's content. If rows cannot be sorted by this column, this is nil.
    fileprivate var order: KeyPathComparator<Row>?
    fileprivate var width = TableWidth(least: 8, most: nil)

    /// Creates a column. The closure `content` returns what the column shows for a row, in one line.
    public init(_ title: some StringProtocol, @ViewBuilder content: @escaping (Row) -> Content) {
        self.title = String(title)
        self.content = content
    }

    public func width(_ width: CGFloat) -> TableColumn {
        let columns = max(0, CellMetrics.columns(width))
        return with(TableWidth(least: columns, most: columns))
    }

    /// Sets the minimum and maximum width, in points. The ideal width is ignored, because a column takes the available
    /// space.
    public func width(min: CGFloat? = nil, ideal: CGFloat? = nil, max most: CGFloat? = nil) -> TableColumn {
        let least = min.map { Swift.max(0, CellMetrics.columns($0)) } ?? width.least
        return with(TableWidth(least: least, most: most.map { Swift.max(least, CellMetrics.columns($0)) }))
    }

    private func with(_ width: TableWidth) -> TableColumn {
        var column = self
        column.width = width
        return column
    }
}

extension TableColumn {
    /// Creates a column with a property by which rows can be sorted. See
    /// ``Table/init(_:selection:sortOrder:columns:)``.
    public init<V: Comparable>(
        _ title: some StringProtocol, value: any KeyPath<Row, V> & Sendable,
        @ViewBuilder content: @escaping (Row) -> Content
    ) {
        self.init(title, content: content)
        order = KeyPathComparator(value)
    }

    /// Creates a column with a property by which rows can be sorted, using `comparator`.
    public init<V, C: SortComparator>(
        _ title: some StringProtocol, value: any KeyPath<Row, V> & Sendable, comparator: C,
        @ViewBuilder content: @escaping (Row) -> Content
    ) where C.Compared == V {
        self.init(title, content: content)
        order = KeyPathComparator(value, comparator: comparator)
    }
}

extension TableColumn where Content == Text {
    /// Creates a column that shows a property of the row. The rows can be sorted by this property.
    public init(_ title: some StringProtocol, value: any KeyPath<Row, String> & Sendable) {
        self.init(title, value: value) { Text($0[keyPath: value]) }
    }
}

/// The limits on the width of a column, in cells.
struct TableWidth: Equatable {
    let least: Int
    /// The largest width. Nil means that the column may be as wide as the space allows.
    let most: Int?

    static let gap = 2

    /// Returns the widths of all columns in the available space. If a column does not fit, its width is nil. The first
    /// columns get their space first.
    static func widths(_ wanted: [TableWidth], in room: Int) -> [Int?] {
        var (widths, left): ([Int?], Int) = (Array(repeating: nil, count: wanted.count), room)
        for (place, width) in wanted.enumerated() {
            let gap = place == 0 ? 0 : gap
            guard place == 0 || left >= width.least + gap else { break }
            widths[place] = max(1, min(width.least, left))
            left -= width.least + gap
        }
        // The remaining space goes in equal parts to the columns that may be wider.
        var growing = widths.indices.filter { place in
            guard let width = widths[place] else { return false }
            return wanted[place].most.map { $0 > width } ?? true
        }
        while left > 0, !growing.isEmpty {
            let share = max(1, left / growing.count)
            for place in growing where left > 0 {
                guard let width = widths[place] else { continue }
                let more = min(share, left, wanted[place].most.map { $0 - width } ?? share)
                widths[place] = width + more
                left -= more
            }
            growing.removeAll { place in wanted[place].most.map { $0 <= widths[place] ?? 0 } ?? false }
        }
        return widths
    }
}

/// A column of any content.
public struct AnyTableColumn<Row> {
    let title: String
    let order: KeyPathComparator<Row>?
    let width: TableWidth
    let view: (Row) -> AnyView

    init(_ column: TableColumn<Row, some View>) {
        title = column.title
        order = column.order
        width = column.width
        view = { AnyView(column.content($0)) }
    }
}

/// Creates the columns of a table.
@resultBuilder
public enum TableColumnBuilder<Row> {
    public static func buildExpression(_ column: TableColumn<Row, some View>) -> AnyTableColumn<Row> {
        AnyTableColumn(column)
    }

    public static func buildBlock(_ columns: AnyTableColumn<Row>...) -> [AnyTableColumn<Row>] { columns }
}

extension KeyPathComparator {
    /// Whether another order is the same, or differs only in its direction.
    fileprivate func isAlike(_ other: KeyPathComparator) -> Bool {
        var other = other
        other.order = order
        return other == self
    }
}

/// A table of rows in columns under the columns' titles. Columns that do not fit are left out. The last columns are
/// left out first. Example: `SearchableTable.swift` in `Tests/Gallery`.
public struct Table<Data: RandomAccessCollection>: View where Data.Element: Identifiable {
    private let data: Data
    private let selection: List<Data.Element.ID, ForEach<Data, Data.Element.ID, AnyView>>.Selection
    private let columns: [AnyTableColumn<Data.Element>]
    private var order: Binding<[KeyPathComparator<Data.Element>]>?

    public init(
        _ data: Data, @TableColumnBuilder<Data.Element> columns: () -> [AnyTableColumn<Data.Element>]
    ) { (self.data, selection, self.columns) = (data, .none, columns()) }

    /// Creates a table with a row for each element. One row may be selected.
    public init(
        _ data: Data, selection: Binding<Data.Element.ID?>,
        @TableColumnBuilder<Data.Element> columns: () -> [AnyTableColumn<Data.Element>]
    ) { (self.data, self.selection, self.columns) = (data, .one(selection), columns()) }

    /// Creates a table with a row for each element. Several rows may be selected.
    public init(
        _ data: Data, selection: Binding<Set<Data.Element.ID>>,
        @TableColumnBuilder<Data.Element> columns: () -> [AnyTableColumn<Data.Element>]
    ) { (self.data, self.selection, self.columns) = (data, .several(selection), columns()) }

    /// Creates a table with a row for each element. A column's title is a button. It puts the column's order first in
    /// `sortOrder`. If this order is already first, the button reverses it. The program itself sorts the elements.
    public init(
        _ data: Data, sortOrder: Binding<[KeyPathComparator<Data.Element>]>,
        @TableColumnBuilder<Data.Element> columns: () -> [AnyTableColumn<Data.Element>]
    ) { (self.data, selection, order, self.columns) = (data, .none, sortOrder, columns()) }

    /// Creates a table like ``init(_:sortOrder:columns:)``, in which one row may be selected.
    public init(
        _ data: Data, selection: Binding<Data.Element.ID?>, sortOrder: Binding<[KeyPathComparator<Data.Element>]>,
        @TableColumnBuilder<Data.Element> columns: () -> [AnyTableColumn<Data.Element>]
    ) { (self.data, self.selection, order, self.columns) = (data, .one(selection), sortOrder, columns()) }

    /// Creates a table like ``init(_:sortOrder:columns:)``, in which several rows may be selected.
    public init(
        _ data: Data, selection: Binding<Set<Data.Element.ID>>,
        sortOrder: Binding<[KeyPathComparator<Data.Element>]>,
        @TableColumnBuilder<Data.Element> columns: () -> [AnyTableColumn<Data.Element>]
    ) { (self.data, self.selection, order, self.columns) = (data, .several(selection), sortOrder, columns()) }

    public var body: some View {
        GeometryReader { proxy in
            // The columns get the width that remains without the list's marks and its bar.
            let margin = if case .several = selection { 4 } else { 2 }
            let widths = TableWidth.widths(columns.map(\.width), in: proxy.cells.width - margin - 1)
            VStack(alignment: .leading) {
                line(widths, content: title).foregroundColor(.secondary)
                    .padding(.leading, CellMetrics.points(margin, along: .horizontal))
                List(selection, ForEach(data) { row in AnyView(line(widths) { $0.view(row) }) })
            }
        }
    }

    /// The title of a column, with the direction if the rows are sorted by this column.
    @ViewBuilder private func title(_ column: AnyTableColumn<Data.Element>) -> some View {
        if let order, let own = column.order {
            let first = order.wrappedValue.first.flatMap { own.isAlike($0) ? $0.order : nil }
            Button {
                var own = own
                own.order = first == .forward ? .reverse : .forward
                order.wrappedValue = [own] + order.wrappedValue.filter { !own.isAlike($0) }
            } label: {
                Text(verbatim: column.title + (first.map { $0 == .forward ? " ^" : " v" } ?? ""))
            }
            .buttonStyle(.plain)
            .accessibilityLabel("Sort by \(column.title)")
            .accessibilityHint(first.map { $0 == .forward ? "ascending" : "descending" } ?? "")
        } else {
            Text(column.title)
        }
    }

    private func line(
        _ widths: [Int?], @ViewBuilder content: @escaping (AnyTableColumn<Data.Element>) -> some View
    ) -> some View {
        HStack(spacing: CellMetrics.points(TableWidth.gap, along: .horizontal)) {
            ForEach(columns.indices.filter { widths[$0] != nil }, id: \.self) { place in
                content(columns[place]).frame(columns: widths[place])
            }
        }
        .lineLimit(1)
    }
}
