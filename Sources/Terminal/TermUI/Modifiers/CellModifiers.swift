import Foundation

extension View {
    /// Sets a width, a height or both, in cells, whatever size the view takes.
    package func frame(columns: Int? = nil, rows: Int? = nil, alignment: Alignment = .leading) -> some View {
        frame(
            width: columns.map { CellMetrics.points($0, along: .horizontal) },
            height: rows.map { CellMetrics.points($0, along: .vertical) }, alignment: alignment)
    }

    /// Makes the view take all available space.
    package func filling(_ alignment: Alignment = .topLeading) -> some View {
        frame(maxWidth: .infinity, maxHeight: .infinity, alignment: alignment)
    }
}
