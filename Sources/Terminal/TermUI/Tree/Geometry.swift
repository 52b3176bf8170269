public import Foundation

// The places of views are in cells. Columns are counted from the left, and rows from the top.

/// A size in cells, which is never negative.
nonisolated package struct CellSize: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(_ width: Int, _ height: Int) {
        self.width = max(0, width)
        self.height = max(0, height)
    }

    package static let zero = CellSize(0, 0)

    /// The size along an axis.
    package subscript(_ axis: Axis) -> Int {
        get { axis == .horizontal ? width : height }
        set { if axis == .horizontal { width = newValue } else { height = newValue } }
    }

    package init(along axis: Axis, _ length: Int, across breadth: Int) {
        self = axis == .horizontal ? CellSize(length, breadth) : CellSize(breadth, length)
    }
}

/// A rectangle of cells.
nonisolated package struct CellRect: Hashable, Sendable {
    package var x: Int
    package var y: Int
    package var size: CellSize

    package init(x: Int, y: Int, _ size: CellSize) {
        self.x = x
        self.y = y
        self.size = size
    }

    package static let zero = CellRect(x: 0, y: 0, .zero)

    package var width: Int { size.width }
    package var height: Int { size.height }
    package var columns: Range<Int> { x..<x + width }
    package var rows: Range<Int> { y..<y + height }
    package var isEmpty: Bool { width == 0 || height == 0 }

    /// Whether a cell is inside the rectangle.
    package func contains(x: Int, y: Int) -> Bool { columns.contains(x) && rows.contains(y) }

    /// Returns the cells that two rectangles have in common.
    package func intersection(_ other: CellRect) -> CellRect {
        let (left, top) = (max(x, other.x), max(y, other.y))
        let right = min(columns.upperBound, other.columns.upperBound)
        let bottom = min(rows.upperBound, other.rows.upperBound)
        return CellRect(x: left, y: top, CellSize(right - left, bottom - top))
    }

    /// Returns the smallest rectangle that contains both rectangles. An empty rectangle is ignored.
    package func union(_ other: CellRect) -> CellRect {
        if other.isEmpty { return self }
        if isEmpty { return other }
        let (left, top) = (min(x, other.x), min(y, other.y))
        let right = max(columns.upperBound, other.columns.upperBound)
        let bottom = max(rows.upperBound, other.rows.upperBound)
        return CellRect(x: left, y: top, CellSize(right - left, bottom - top))
    }

    /// Returns a rectangle of the size `inner`, placed in this rectangle.
    package func aligned(_ inner: CellSize, _ alignment: Alignment) -> CellRect {
        CellRect(
            x: x + alignment.horizontal.offset(of: inner.width, in: width),
            y: y + alignment.vertical.offset(of: inner.height, in: height), inner)
    }

    /// Returns this rectangle without a margin.
    package func inset(_ margin: CellInsets) -> CellRect {
        CellRect(
            x: x + margin.leading, y: y + margin.top,
            CellSize(width - margin.leading - margin.trailing, height - margin.top - margin.bottom))
    }
}

/// The space around a rectangle, in cells.
nonisolated package struct CellInsets: Hashable, Sendable {
    package var top = 0
    package var leading = 0
    package var bottom = 0
    package var trailing = 0

    package init(top: Int = 0, leading: Int = 0, bottom: Int = 0, trailing: Int = 0) {
        (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
    }

    package var size: CellSize { CellSize(leading + trailing, top + bottom) }
}

/// The space that a view is offered. Where it is nil, the view may choose.
nonisolated package struct CellProposal: Hashable, Sendable {
    package var width: Int?
    package var height: Int?

    package init(_ width: Int?, _ height: Int?) {
        self.width = width.map { max(0, $0) }
        self.height = height.map { max(0, $0) }
    }

    package init(_ size: CellSize) {
        self.init(size.width, size.height)
    }

    package subscript(_ axis: Axis) -> Int? {
        get { axis == .horizontal ? width : height }
        set { if axis == .horizontal { width = newValue } else { height = newValue } }
    }

    /// Returns the space that is left inside a margin.
    package func reduced(by insets: CellInsets) -> CellProposal {
        CellProposal(width.map { $0 - insets.size.width }, height.map { $0 - insets.size.height })
    }
}

/// The number of points in a cell, for converting SwiftUI's lengths to cells. A cell is twice as high as it is wide.
nonisolated public enum CellMetrics {
    public static let pointsPerColumn: CGFloat = 8
    public static let pointsPerRow: CGFloat = 16

    /// Returns the nearest number of columns, at most 10,000, or zero for a value that is not a number.
    package static func columns(_ points: CGFloat) -> Int { cells(points / pointsPerColumn) }

    /// Returns the nearest number of rows, at most 10,000, or zero for a value that is not a number.
    package static func rows(_ points: CGFloat) -> Int { cells(points / pointsPerRow) }

    /// Returns the nearest number of cells along an axis.
    package static func cells(_ points: CGFloat, along axis: Axis) -> Int {
        axis == .horizontal ? columns(points) : rows(points)
    }

    /// Returns the number of points of `cells` cells.
    package static func points(_ cells: Int, along axis: Axis) -> CGFloat {
        CGFloat(cells) * (axis == .horizontal ? pointsPerColumn : pointsPerRow)
    }

    /// Returns the nearest whole number of cells, at most 10,000, or zero for a value that is not a number.
    package static func cells(_ number: CGFloat) -> Int {
        number.isNaN ? 0 : Int(min(max(number, -10_000), 10_000).rounded(.toNearestOrAwayFromZero))
    }
}

nonisolated public enum Axis: Hashable, Sendable {
    case horizontal
    case vertical

    package var other: Axis { self == .horizontal ? .vertical : .horizontal }

    /// A set of axes: one, both or none.
    public struct Set: OptionSet, Hashable, Sendable {
        public let rawValue: Int8

        public init(rawValue: Int8) {
            self.rawValue = rawValue
        }

        public static let horizontal = Set(rawValue: 1 << 0)
        public static let vertical = Set(rawValue: 1 << 1)
    }
}

nonisolated public struct Alignment: Hashable, Sendable {
    public var horizontal: HorizontalAlignment
    public var vertical: VerticalAlignment

    public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// Views are in the middle, with the first row of each view in one line.
    public static let centerFirstTextBaseline = Alignment(horizontal: .center, vertical: .firstTextBaseline)
    /// Views are on the left, with the first row of each view in one line.
    public static let leadingFirstTextBaseline = Alignment(horizontal: .leading, vertical: .firstTextBaseline)
    public static let trailingFirstTextBaseline = Alignment(horizontal: .trailing, vertical: .firstTextBaseline)
    public static let centerLastTextBaseline = Alignment(horizontal: .center, vertical: .lastTextBaseline)
    public static let leadingLastTextBaseline = Alignment(horizontal: .leading, vertical: .lastTextBaseline)
    public static let trailingLastTextBaseline = Alignment(horizontal: .trailing, vertical: .lastTextBaseline)
    public static let center = Alignment(horizontal: .center, vertical: .center)
    public static let leading = Alignment(horizontal: .leading, vertical: .center)
    public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
    public static let top = Alignment(horizontal: .center, vertical: .top)
    public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
    public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
    public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
    public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
    public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
}

nonisolated public enum Edge: Int8, CaseIterable, Hashable, Sendable {
    case top, leading, bottom, trailing

    public struct Set: OptionSet, Hashable, Sendable {
        public let rawValue: Int8

        public init(rawValue: Int8) {
            self.rawValue = rawValue
        }

        public init(_ edge: Edge) {
            self.init(rawValue: 1 << edge.rawValue)
        }

        public static let top = Set(.top)
        public static let leading = Set(.leading)
        public static let bottom = Set(.bottom)
        public static let trailing = Set(.trailing)
        public static let horizontal: Set = [.leading, .trailing]
        public static let vertical: Set = [.top, .bottom]
        public static let all: Set = [.horizontal, .vertical]
    }
}

/// The space on each side of a view, in points.
nonisolated public struct EdgeInsets: Hashable, Sendable {
    public var top: CGFloat
    public var leading: CGFloat
    public var bottom: CGFloat
    public var trailing: CGFloat

    /// Creates the insets. Sides that are not given have no space.
    public init(top: CGFloat = 0, leading: CGFloat = 0, bottom: CGFloat = 0, trailing: CGFloat = 0) {
        self.top = top
        self.leading = leading
        self.bottom = bottom
        self.trailing = trailing
    }

    package var cells: CellInsets {
        CellInsets(
            top: max(0, CellMetrics.rows(top)), leading: max(0, CellMetrics.columns(leading)),
            bottom: max(0, CellMetrics.rows(bottom)), trailing: max(0, CellMetrics.columns(trailing)))
    }
}
