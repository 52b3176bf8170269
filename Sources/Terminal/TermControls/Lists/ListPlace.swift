import Foundation
import TermCore
import TermUI

/// The state of a list's node, with all rows, the rows that have been created, and the visible rows.
final class ListPlace {
    private var rows = RowTable(EmptyView())
    private var selected: AnyHashable?
    private var marked: Set<AnyHashable>?
    /// If the program does not store which single row is selected, this is the row to which keys apply.
    var cursor: AnyHashable?
    /// The rows that show the rows below them.
    var open: Set<AnyHashable> = []
    /// A closure that returns the descriptions of the created rows.
    var describe: () -> [(key: ViewNode.Key, view: any View)] = { [] }
    /// A number that grows each time the rows are described.
    private var edition = 0
    /// The rows that have nodes.
    private(set) var made = 0..<0
    /// The number of the first visible row. Also the number of this row's lines that are hidden above the space.
    private(set) var first = 0
    private(set) var cut = 0
    private var firstID: AnyHashable?
    var selectedRow: Int?
    /// Whether the selected row must be scrolled into view.
    var wantsSelected = true
    /// Whether the selected row was completely visible when the list was last placed, and nobody has scrolled since.
    private var wasSeen = false
    /// The row that must be scrolled into view. If it is nil, the selected row must be scrolled into view.
    private var rowToShow: Int?
    /// The space for the rows, without the bar.
    var room = CellSize.zero
    /// The number of lines between two rows.
    var spacing = 0
    var hasBar = false
    /// The part that the bar shows. If there is no bar, this is nil.
    var bar: ScrollBar?
    /// The rows that are at least partly visible.
    var shown = 0..<0
    private var lastClick: (id: AnyHashable, at: ContinuousClock.Instant)?

    var count: Int { rows.count }

    func id(_ row: Int) -> AnyHashable { rows.id(row) }

    func value(_ row: Int) -> AnyHashable { rows.value(row) }

    /// Returns the source of a row, and the row's place in this source.
    func segment(of row: Int) -> (segment: RowSegment, place: Int) { rows.segment(of: row) }

    var isEditable: Bool { rows.isEditable }

    /// Returns the node of a row, or nil if the row has not been created.
    func child(_ row: Int?, _ node: ViewNode) -> ViewNode? {
        guard let row, made.contains(row), node.children.indices.contains(row - made.lowerBound) else { return nil }
        return node.children[row - made.lowerBound]
    }

    /// Sets new rows, or the same rows with another selection. The first visible row stays the first visible row if it
    /// still exists. A list that is scrolled to its beginning stays at its beginning, so that new rows above become
    /// visible. The argument `selected` is the value of the selected row. Without a value, the cursor is used.
    func take(
        _ rows: RowTable, selected: AnyHashable?, marked: Set<AnyHashable>?, hasCursor: Bool, focused: AnyHashable?
    ) {
        edition += 1
        self.rows = rows
        self.marked = marked
        if first > 0 || cut > 0 {
            if let firstID, let row = rows.row(firstID, near: first) { first = row } else { cut = 0 }
        }
        first = max(0, min(first, rows.count - 1))
        made = made.clamped(to: 0..<rows.count)
        if let focused, let row = rows.row(focused, near: first), !made.contains(row) {
            made = row..<row + 1
            if !(first..<first + room.height).contains(row) { (first, cut) = (row, 0) }
        }
        let isOther = selected != self.selected
        self.selected = selected
        let row =
            if hasCursor {
                cursor.flatMap { rows.row($0, near: selectedRow ?? first) }
            } else { selected.flatMap { self.rows.row(of: $0, near: selectedRow ?? first) } }
        if isOther || row != selectedRow { wantsSelected = true }
        selectedRow = row
    }

    /// Returns the created rows, with their descriptions.
    func views(
        _ look: ListRow.Look, _ menu: @escaping (AnyHashable, RowEdits) -> AnyView
    ) -> [(key: ViewNode.Key, view: any View)] {
        made.map { row in
            let (segment, place) = rows.segment(of: row)
            var look = look
            look.isSelected = row == selectedRow && look.isSelected
            look.part = segment.part
            look.isOpen = segment.isOpen(place)
            look.isMarked = segment.part == nil ? marked?.contains(rows.value(row)) : nil
            let row = ListRow(edition: edition, look: look) {
                guard segment.edits.isThere else { return segment.view(place) }
                return segment.view(place).withMenu(menu(segment.id(place), segment.edits))
            }
            return (.identified(segment.id(place)), row)
        }
    }

    // MARK: - Layout

    func height(of child: ViewNode) -> Int { max(1, child.size(CellProposal(room.width, nil)).height) }

    /// Returns the number of the row's lines, and of the lines between the row and the next row.
    private func height(_ row: Int, _ node: ViewNode) -> Int {
        (made.contains(row) ? height(of: node.children[row - made.lowerBound]) : 1) + spacing
    }

    private func make(_ range: Range<Int>, in node: ViewNode) {
        let range = range.clamped(to: 0..<rows.count)
        guard range != made else { return }
        made = range
        node.setChildrenInPlace(node.observing(describe))
    }

    /// Scrolls the selected row into view again, if it was completely visible until now and nobody has scrolled. It may
    /// have moved out of the space because the space, the rows or the lines between them have another height.
    func keepSelected(in node: ViewNode) {
        if wasSeen, !isSeen(node) {
            wantsSelected = true
            settle(in: node)
        }
        wasSeen = isSeen(node)
    }

    /// Whether the selected row is completely visible.
    private func isSeen(_ node: ViewNode) -> Bool {
        guard let selectedRow, selectedRow >= first, made.contains(selectedRow) else { return false }
        return !(selectedRow == first && cut > 0) && bottom(of: selectedRow, node) <= room.height
    }

    /// Creates the rows that fit, fills the space, and scrolls the selected row into view.
    func settle(in node: ViewNode) {
        guard rows.count > 0, room.height > 0 else { return make(0..<0, in: node) }
        if wantsSelected, let row = rowToShow ?? selectedRow {
            (wantsSelected, rowToShow) = (false, nil)
            show(min(row, rows.count - 1), in: node)
        }
        makeFromFirst(in: node)
        fill(in: node)
        firstID = rows.id(first)
    }

    /// Creates the rows from the first visible row. The number is sufficient because every row has at least one line.
    private func makeFromFirst(in node: ViewNode) {
        make(first..<first + room.height + cut + 1, in: node)
    }

    private func show(_ row: Int, in node: ViewNode) {
        if row < first || row == first && cut > 0 {
            (first, cut) = (row, 0)
            return
        }
        makeFromFirst(in: node)
        guard row >= made.upperBound || bottom(of: row, node) > room.height else { return }
        (first, cut) = (row, 0)
        make(row - room.height..<row + 1, in: node)
        up(by: room.height - (height(row, node) - spacing), in: node)
    }

    /// Returns the line below a row, counted from the top of the space.
    private func bottom(of row: Int, _ node: ViewNode) -> Int {
        (first...row).reduce(-cut - spacing) { $0 + height($1, node) }
    }

    /// If there is room below the last row, scrolls back to show more rows above.
    private func fill(in node: ViewNode) {
        guard made.upperBound == rows.count, first > 0 || cut > 0 else { return }
        let missing = room.height - bottom(of: rows.count - 1, node)
        guard missing > 0 else { return }
        up(by: missing, in: node)
        makeFromFirst(in: node)
    }

    /// Scrolls up by `lines` lines.
    private func up(by lines: Int, in node: ViewNode) {
        guard lines > 0 else { return }
        // The rows below keep their nodes, and the focus in them.
        make(first - lines..<max(first + 1, made.upperBound), in: node)
        cut -= lines
        while cut < 0, first > 0 {
            first -= 1
            cut += height(first, node)
        }
        cut = max(0, cut)
    }

    /// Returns the row after the last row that is at least partly within a number of lines.
    func rowBelow(_ lines: Int, _ node: ViewNode) -> Int {
        var (row, line) = (first, -cut)
        while row < made.upperBound, line < lines {
            line += height(row, node)
            row += 1
        }
        return row
    }

    // MARK: - What a person does

    /// Scrolls by `lines` lines. Returns false at the end.
    func scroll(by lines: Int, _ node: ViewNode) -> Bool {
        guard rows.count > 0 else { return false }
        let old = (first, cut)
        let isAllMade = made.upperBound == rows.count
        cut += isAllMade ? min(lines, max(0, bottom(of: rows.count - 1, node) - room.height)) : lines
        while cut < 0, first > 0 {
            first -= 1
            cut += height(first, node)
        }
        while first < rows.count - 1, cut >= height(first, node) {
            cut -= height(first, node)
            first += 1
        }
        cut = max(0, cut)
        if first == rows.count - 1 { cut = min(cut, height(first, node) - spacing - 1) }
        wasSeen = wasSeen && (first, cut) == old
        return (first, cut) != old
    }

    /// Scrolls a row into view. The row is then at the anchor's position in the space, or as near to it as possible.
    func show(_ row: Int, at anchor: UnitPoint?) {
        guard let anchor else {
            (rowToShow, wantsSelected) = (row, true)
            return
        }
        let lines = Int(
            (CGFloat(max(0, room.height - 1)) * (anchor.y.isFinite ? min(max(anchor.y, 0), 1) : 0)).rounded())
        (first, cut, firstID, wasSeen) = (max(0, row - lines), 0, nil, false)
    }

    /// Returns the place of the row with an identity, or nil if the row no longer exists.
    func row(of id: AnyHashable) -> Int? { rows.row(id, near: first) }

    /// Returns the row in a line of the screen, if there is one.
    func row(at y: Int, _ node: ViewNode) -> Int? {
        zip(made, node.children).first { $0.0 >= first && $0.1.frame.rows.contains(y) }?.0
    }

    /// Whether a click on a row is the second of two clicks. The row may have moved between the clicks.
    func isDoubleClick(on row: Int, at now: ContinuousClock.Instant) -> Bool {
        let (last, id) = (lastClick, rows.id(row))
        lastClick = (id, now)
        guard let last, last.id == id, now - last.at <= .milliseconds(500) else { return false }
        lastClick = nil
        return true
    }
}
