/// The number of columns that a text takes on a terminal. It is counted scalar by scalar, as terminals count.
///
/// Use this type only for text that has passed ``TerminalSafe``. Such text has no control characters and few marks.
package enum CellWidth {
    /// Returns the number of columns of `text`.
    package static func columns(_ text: String) -> Int {
        var columns = 0
        for scalar in text.unicodeScalars { columns += self.columns(scalar) }
        return columns
    }

    /// Returns the number of columns of a scalar. It is two if East Asian Width calls the scalar wide or full-width,
    /// zero for a mark, and otherwise one.
    package static func columns(_ scalar: Unicode.Scalar) -> Int {
        scalar.value < 0x300 ? 1 : width(scalar.value)
    }

    /// Finds the run that contains `value` with a binary search, and returns the run's width.
    private static func width(_ value: UInt32) -> Int {
        let wanted = value << 2 | 3
        var (low, high) = (0, WidthTable.starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if WidthTable.starts[middle] <= wanted { low = middle } else { high = middle }
        }
        return Int(WidthTable.starts[low] & 3)
    }
}
