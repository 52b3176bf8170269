public import Foundation
public import TermUI

/// Views made from data, such as ``ForEach`` with its modifiers.
@MainActor @preconcurrency public protocol DynamicViewContent<Data>: View {
    /// The type of the data.
    associatedtype Data: Collection

    /// The data from which the views are made.
    var data: Data { get }
}

extension ForEach: DynamicViewContent {}

/// A ``ForEach`` with the actions that a person may take on its rows.
private struct EditedContent<Base: DynamicViewContent>: DynamicViewContent, PrimitiveView, Grouping, RowSource {
    let content: Base
    let edits: RowEdits

    var data: Base.Data { content.data }

    static var isTransparent: Bool { true }

    func update(_ node: ViewNode) { node.setChild(content) }

    var rows: [RowSegment] {
        guard let source = content as? any RowSource else { return [] }
        return source.rows.map { segment in
            var segment = segment
            segment.edits.delete = edits.delete ?? segment.edits.delete
            segment.edits.move = edits.move ?? segment.edits.move
            return segment
        }
    }
}

extension DynamicViewContent {
    /// Sets the action of Delete and Backspace on the current row of a list. The action runs without a confirmation.
    public func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent {
        EditedContent(content: self, edits: RowEdits(delete: action))
    }

    /// Sets the action of Alt-Up and Alt-Down on the current row of a list. The action gets an offset. The current row
    /// must be moved before the row at this offset.
    public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> some DynamicViewContent {
        EditedContent(content: self, edits: RowEdits(move: action))
    }
}

extension MutableCollection where Self: RangeReplaceableCollection {
    /// Removes the elements at some offsets. Invalid offsets are ignored.
    public mutating func remove(atOffsets offsets: IndexSet) {
        var kept = Self()
        for (offset, element) in enumerated() where !offsets.contains(offset) { kept.append(element) }
        self = kept
    }
}

extension MutableCollection {
    /// Moves the elements at some offsets before the element at `destination`.
    public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
        let all = Array(self)
        let end = Swift.min(Swift.max(destination, 0), all.count)
        func others(_ range: Range<Int>) -> [Element] { range.filter { !source.contains($0) }.map { all[$0] } }
        let moved = source.filter(all.indices.contains).map { all[$0] }
        let next = others(0..<end) + moved + others(end..<all.count)
        for (place, element) in zip(Array(indices), next) { self[place] = element }
    }
}
