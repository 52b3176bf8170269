public import Foundation
public import TermUI

/// A stack of views from top to bottom. In a ``ScrollView``, only the visible views are created. Example:
/// `LayoutPage.swift` in `Tests/Gallery`.
public struct LazyVStack<Content: View>: View {
    private let lines: LazyLines

    /// Creates a stack. The `spacing` is the space between two views, in points. By default, there is no space.
    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = .init(),
        @ViewBuilder content: () -> Content
    ) {
        lines = LazyLines(nil, alignment, spacing, pinnedViews, content())
    }

    public var body: some View { lines }
}

/// A stack of views from left to right. In a ``ScrollView``, only the visible views are created. Example:
/// `LayoutPage.swift` in `Tests/Gallery`.
public struct LazyHStack<Content: View>: View {
    private let lines: LazyLines

    /// Creates a stack. The `spacing` is the space between two views, in points. By default, the space is one column.
    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = .init(),
        @ViewBuilder content: () -> Content
    ) {
        lines = LazyLines(nil, alignment, spacing, pinnedViews, content())
    }

    public var body: some View { lines }
}

/// A grid of views in columns, line by line from top to bottom. In a ``ScrollView``, only the visible lines are
/// created. Example: `LayoutPage.swift` in `Tests/Gallery`.
public struct LazyVGrid<Content: View>: View {
    private let lines: LazyLines

    /// Creates a grid. The `spacing` is the space between two lines, in points. By default, there is no space.
    public init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
    ) {
        lines = LazyLines(columns, alignment, spacing, pinnedViews, content())
    }

    public var body: some View { lines }
}

/// A grid of views in rows, line by line from left to right. In a ``ScrollView``, only the visible lines are created.
/// Example: `LayoutPage.swift` in `Tests/Gallery`.
public struct LazyHGrid<Content: View>: View {
    private let lines: LazyLines

    /// Creates a grid. The `spacing` is the space between two lines, in points. By default, the space is one column.
    public init(
        rows: [GridItem], alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
    ) {
        lines = LazyLines(rows, alignment, spacing, pinnedViews, content())
    }

    public var body: some View { lines }
}

extension LazyLines {
    fileprivate init(
        _ tracks: [GridItem]?, _ alignment: HorizontalAlignment, _ spacing: CGFloat?, _ pinned: PinnedScrollableViews,
        _ content: some View
    ) {
        self.init(
            tracks: tracks, stack: .column(alignment, spacing), pinsHeaders: pinned.contains(.sectionHeaders),
            content: content)
    }

    fileprivate init(
        _ tracks: [GridItem]?, _ alignment: VerticalAlignment, _ spacing: CGFloat?, _ pinned: PinnedScrollableViews,
        _ content: some View
    ) {
        self.init(
            tracks: tracks, stack: .row(alignment, spacing), pinsHeaders: pinned.contains(.sectionHeaders),
            content: content)
    }
}

/// The parts of a section that stay visible while the rest of the section scrolls. Headers can stay visible, but
/// footers cannot.
nonisolated public struct PinnedScrollableViews: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let sectionHeaders = PinnedScrollableViews(rawValue: 1 << 0)
    /// The footers of sections, which always scroll.
    public static let sectionFooters = PinnedScrollableViews(rawValue: 1 << 1)
}

/// A column or a row of a lazy grid.
nonisolated public struct GridItem: Sendable {
    public enum Size: Sendable {
        case fixed(CGFloat)
        case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
        /// As many items of the minimum size as fit. They share the whole space.
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    }

    public var size: Size
    /// The space after the item, in points. Nil means the default space, which is one column, or no row.
    public var spacing: CGFloat?
    /// The position of views in the item's space. Nil means the middle.
    public var alignment: Alignment?

    public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
        (self.size, self.spacing, self.alignment) = (size, spacing, alignment)
    }

    /// Returns the places of items in the available length, in cells. Without an available length, each item has its
    /// minimum size.
    static func places(
        _ items: [GridItem], in room: Int?, along axis: Axis
    ) -> [(offset: Int, length: Int, alignment: Alignment?)] {
        func cells(_ points: CGFloat) -> Int { max(1, CellMetrics.cells(points, along: axis)) }
        let gaps = items.map { item in
            item.spacing.map { max(0, CellMetrics.cells($0, along: axis)) } ?? (axis == .horizontal ? 1 : 0)
        }
        var (left, sharing) = (room.map { max(0, $0 - gaps.dropLast().reduce(0, +)) }, 0)
        for item in items {
            if case .fixed(let size) = item.size { left = left.map { max(0, $0 - cells(size)) } } else { sharing += 1 }
        }
        var (places, offset): ([(offset: Int, length: Int, alignment: Alignment?)], Int) = ([], 0)
        for (item, gap) in zip(items, gaps) {
            var lengths: [Int]
            let share = left.map { ($0 + sharing - 1) / max(1, sharing) }
            switch item.size {
            case .fixed(let size): lengths = [cells(size)]
            case .flexible(let least, let most):
                lengths = [max(cells(least), min(share ?? cells(least), cells(most)))]
            case .adaptive(let least, let most):
                let count = share.map { min(1000, max(1, ($0 + gap) / (cells(least) + gap))) } ?? 1
                let room = max(count, (share ?? cells(least)) - gap * (count - 1))
                lengths = (0..<count).map { min(cells(most), room / count + ($0 < room % count ? 1 : 0)) }
            }
            if case .fixed = item.size {
            } else {
                left = left.map { max(0, $0 - lengths.reduce(0, +) - gap * (lengths.count - 1)) }
                sharing -= 1
            }
            for length in lengths {
                places.append((offset, length, item.alignment))
                offset += length + gap
            }
        }
        return places
    }
}
