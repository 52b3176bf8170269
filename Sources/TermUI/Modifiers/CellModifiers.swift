import Foundation

extension View {
    /// A width, a height or both in cells, whatever the view takes.
    package func frame(columns: Int? = nil, rows: Int? = nil, alignment: Alignment = .leading) -> some View {
        frame(
            width: columns.map { CellMetrics.points($0, along: .horizontal) },
            height: rows.map { CellMetrics.points($0, along: .vertical) }, alignment: alignment)
    }

    /// All the room that there is.
    package func filling(_ alignment: Alignment = .topLeading) -> some View {
        frame(maxWidth: .infinity, maxHeight: .infinity, alignment: alignment)
    }
}
