package import Foundation

/// The actions a person can take on the rows of a ``ForEach``.
package struct RowEdits {
    package var delete: ((IndexSet) -> Void)?
    package var move: ((IndexSet, Int) -> Void)?

    package init(delete: ((IndexSet) -> Void)? = nil, move: ((IndexSet, Int) -> Void)? = nil) {
        (self.delete, self.move) = (delete, move)
    }

    package var isThere: Bool { delete != nil || move != nil }
}
