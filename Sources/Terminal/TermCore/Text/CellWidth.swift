/// The number of columns a text takes on a terminal, counted scalar by scalar, as terminals do.
///
/// Use this type only for text that has passed ``TerminalSafe``. Such text has no control characters and few marks.
package enum CellWidth {
    /// Returns the number of columns of `text`.
    package static func columns(_ text: String) -> Int {
        var columns = 0
        for scalar in text.unicodeScalars { columns += self.columns(scalar) }
        return columns
    }

    /// Returns the number of columns of a scalar: two for scalars that East Asian Width calls wide or full-width, none
    /// for marks, and otherwise one.
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
