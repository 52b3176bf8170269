import Foundation

/// What a person may do with the rows of a ``ForEach``.
struct RowEdits {
    var delete: ((IndexSet) -> Void)?
    var move: ((IndexSet, Int) -> Void)?

    var isThere: Bool { delete != nil || move != nil }
}
