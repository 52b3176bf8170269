public import Foundation

/// Rows of cells in columns. A column is as wide as its widest cell. A view outside a ``GridRow`` is a row of its own.
/// Example: `LayoutPage.swift` in `Tests/Gallery`.
public struct Grid<Content: View>: PrimitiveView {
    private let alignment: Alignment
    private let gap: CellSize
    private let content: Content

    /// Creates a grid. The spacing between columns and between rows is in points. The defaults are one column and no
    /// row.
    public init(
        alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        gap = CellSize(
            horizontalSpacing.map { CellMetrics.columns($0) } ?? 1, verticalSpacing.map { CellMetrics.rows($0) } ?? 0)
        self.content = content()
    }

    package static var draws: Bool { false }

    package func update(_ node: ViewNode) {
        node.setChild(content, node.environment(after: Axis.vertical) { $0.stackAxis = .vertical })
    }

    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        let table = GridTable(node, proposal, gap)
        return table.size
    }

    package func place(in rect: CellRect, _ node: ViewNode) {
        let table = GridTable(node, CellProposal(rect.size), gap)
        var y = rect.y
        for (row, height) in zip(table.rows, table.heights) {
            var column = 0
            for cell in row.cells {
                let room = CellRect(
                    x: rect.x + (row.isWhole ? 0 : table.start(of: column)), y: y,
                    CellSize(row.isWhole ? table.size.width : table.width(of: column..<column + cell.span), height))
                var place = alignment
                place.horizontal = table.alignments[column] ?? place.horizontal
                place.vertical = row.alignment ?? place.vertical
                let size = cell.node.size(table.proposal(of: cell, CellProposal(room.size)))
                let anchor = cell.anchor
                var inner = room.aligned(size, place)
                if let anchor {
                    inner.x = room.x + Int((CGFloat(room.width - size.width) * anchor.x).rounded())
                    inner.y = room.y + Int((CGFloat(room.height - size.height) * anchor.y).rounded())
                }
                cell.node.place(in: inner)
                column += cell.span
            }
            y += height + gap.height
        }
    }
}

/// The cells of one row of a ``Grid``. Outside a grid, a row acts like a ``Group``. Example: `LayoutPage.swift` in
/// `Tests/Gallery`.
public struct GridRow<Content: View>: PrimitiveView, GridRowView {
    let alignment: VerticalAlignment?
    private let content: Content

    /// Creates a row. The `alignment` is the position of cells that are lower than the row.
    public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
        (self.alignment, self.content) = (alignment, content())
    }

    package static var isTransparent: Bool { true }

    package func update(_ node: ViewNode) {
        node.setChild(content, node.environment(after: Axis.horizontal) { $0.stackAxis = .horizontal })
    }

    package func semantics(_ node: ViewNode) -> [Semantic] { Semantic.joined(node.contentSemantics) }
}

private protocol GridRowView {
    var alignment: VerticalAlignment? { get }
}

/// The columns and rows of a grid, in the offered space.
private struct GridTable {
    struct Cell {
        let node: ViewNode
        let span: Int
        let anchor: UnitPoint?
        let unsized: Axis.Set
    }

    struct Row {
        let cells: [Cell]
        let alignment: VerticalAlignment?
        /// Whether the row is a single view that spans all columns.
        let isWhole: Bool
    }

    /// The largest number of columns of a grid.
    private static let most = 200

    let rows: [Row]
    let gap: CellSize
    private(set) var widths: [Int] = []
    private(set) var heights: [Int] = []
    private(set) var alignments: [Int: HorizontalAlignment] = [:]
    private(set) var size = CellSize.zero

    init(_ node: ViewNode, _ proposal: CellProposal, _ gap: CellSize) {
        (rows, self.gap) = (Self.rows(in: node), gap)
        let count = rows.filter { !$0.isWhole }.map { $0.cells.reduce(0) { $0 + $1.span } }.max() ?? 0
        var columns: [[Cell]] = Array(repeating: [], count: count)
        for row in rows where !row.isWhole {
            var column = 0
            for cell in row.cells {
                if cell.span == 1 { columns[column].append(cell) }
                let said = cell.node.modifier(GridColumnAlignment.self)?.modifier.alignment
                alignments[column] = alignments[column] ?? said
                column += cell.span
            }
        }
        widths = Self.shared(columns, proposal.width, gap.width, .horizontal) { cell, width in
            cell.unsized.contains(.horizontal)
                ? 0 : cell.node.size(CellProposal(width, proposal.height == 0 ? 0 : nil)).width
        }
        for row in rows where !row.isWhole { widen(for: row) }
        var whole = width(of: 0..<count)
        for cell in rows.filter(\.isWhole).flatMap(\.cells) where !cell.unsized.contains(.horizontal) {
            whole = max(whole, cell.node.size(CellProposal(proposal.width, nil)).width)
        }
        size.width = whole
        heights = rowHeights(proposal.height)
        size.height = heights.reduce(0, +) + gap.height * max(0, heights.count - 1)
    }

    /// Widens the last of several columns for a cell that spans all of them.
    private mutating func widen(for row: Row) {
        var column = 0
        for cell in row.cells {
            let columns = column..<column + cell.span
            if cell.span > 1, !cell.unsized.contains(.horizontal) {
                let least = cell.node.size(CellProposal(0, nil)).width
                widths[columns.upperBound - 1] += max(0, least - width(of: columns))
            }
            column += cell.span
        }
    }

    private func rowHeights(_ room: Int?) -> [Int] {
        let places = rows.map { row in
            var column = 0
            return row.cells.map { cell in
                defer { column += cell.span }
                return (cell, row.isWhole ? size.width : width(of: column..<column + cell.span))
            }
        }
        return Self.shared(places, room, gap.height, .vertical) { place, height in
            let (cell, width) = place
            return cell.unsized.contains(.vertical) ? 0 : cell.node.size(CellProposal(width, height)).height
        }
    }

    /// Returns the place where a column begins.
    func start(of column: Int) -> Int { widths[..<column].reduce(0) { $0 + $1 + gap.width } }

    func width(of columns: Range<Int>) -> Int {
        columns.isEmpty ? 0 : widths[columns].reduce(0, +) + gap.width * (columns.count - 1)
    }

    func proposal(of cell: Cell, _ room: CellProposal) -> CellProposal { room }

    /// Returns the lengths of columns or rows. The least flexible ones are asked first, as in a stack.
    private static func shared<Item>(
        _ items: [[Item]], _ room: Int?, _ gap: Int, _ axis: Axis, _ length: (Item, Int?) -> Int
    ) -> [Int] {
        func longest(_ items: [Item], _ offer: Int?) -> Int { items.map { length($0, offer) }.max() ?? 0 }
        guard let room else { return items.map { longest($0, nil) } }
        var lengths = Array(repeating: 0, count: items.count)
        var (left, waiting) = (max(0, room - gap * (items.count - 1)), items.count)
        let flexible = items.indices.map { (index: $0, by: longest(items[$0], 10_000) - longest(items[$0], 0)) }
        for (index, _) in flexible.sorted(by: { ($0.by, $0.index) < ($1.by, $1.index) }) {
            lengths[index] = longest(items[index], (left + waiting - 1) / waiting)
            left = max(0, left - lengths[index])
            waiting -= 1
        }
        return lengths
    }

    private static func rows(in node: ViewNode) -> [Row] {
        node.children.flatMap { child -> [Row] in
            if child.isInFront || child.isAside { return [] }
            if let row = child.primitive as? any GridRowView {
                var left = most
                let cells = child.elements.prefix(most).map { cell(of: $0, &left) }
                return [Row(cells: cells, alignment: row.alignment, isWhole: false)]
            }
            let isPassed = child.primitive.map { type(of: $0).isTransparent } ?? true
            var left = 1
            return isPassed
                ? rows(in: child) : [Row(cells: [cell(of: child, &left)], alignment: nil, isWhole: true)]
        }
    }

    private static func cell(of node: ViewNode, _ left: inout Int) -> Cell {
        let wanted = node.modifier(GridCellColumns.self)?.modifier.count ?? 1
        let span = max(1, min(wanted, left))
        left -= span
        return Cell(
            node: node, span: span, anchor: node.modifier(GridCellAnchor.self)?.modifier.anchor,
            unsized: node.modifier(GridCellUnsizedAxes.self)?.modifier.axes ?? [])
    }
}

private struct GridCellColumns: NodeModifier, Equatable {
    static var draws: Bool { false }
    let count: Int
}

private struct GridCellAnchor: NodeModifier, Equatable {
    static var draws: Bool { false }
    let anchor: UnitPoint
}

private struct GridCellUnsizedAxes: NodeModifier, Equatable {
    static var draws: Bool { false }
    let axes: Axis.Set
}

private struct GridColumnAlignment: NodeModifier, Equatable {
    static var draws: Bool { false }
    let alignment: HorizontalAlignment
}

extension View {
    /// Sets how many columns of a ``Grid`` the cell spans.
    public func gridCellColumns(_ count: Int) -> some View { modified(GridCellColumns(count: count)) }

    /// Sets the cell's position in its space.
    public func gridCellAnchor(_ anchor: UnitPoint) -> some View {
        func part(_ value: CGFloat) -> CGFloat { value.isNaN ? 0 : min(max(value, 0), 1) }
        return modified(GridCellAnchor(anchor: UnitPoint(x: part(anchor.x), y: part(anchor.y))))
    }

    /// Sets the axes along which the cell takes no more space than other cells create.
    public func gridCellUnsizedAxes(_ axes: Axis.Set) -> some View { modified(GridCellUnsizedAxes(axes: axes)) }

    /// Sets the alignment of all cells in this cell's column.
    public func gridColumnAlignment(_ guide: HorizontalAlignment) -> some View {
        modified(GridColumnAlignment(alignment: guide))
    }
}
