import TermCore
public import TermUI

/// A list of rows, of which only the visible rows are created. One or several rows may be selected. If rows can neither
/// be selected nor have actions, the keys scroll. The wheel always scrolls.
///
/// | key | what it does, unless another view has taken it |
/// |---|---|
/// | Up, Down | selects the previous or next row (initially the first row), or moves to the next control |
/// | Page Up, Page Down | moves the selection by a page |
/// | Home, End | selects the first or the last row |
/// | Enter, a double click | ``View/contextMenu(forSelectionType:menu:primaryAction:)`` |
/// | a click | selects the row |
/// | Space | marks the row, if several can be selected |
/// | Delete, Backspace | ``DynamicViewContent/onDelete(perform:)``, or opens a menu with swipe actions |
/// | Alt-Up, Alt-Down | ``DynamicViewContent/onMove(perform:)`` |
/// | Right, Left | shows or hides the rows below the row |
/// | m, a right click | opens the row's menu |
/// | Tab, Shift-Tab | leaves the list for the next or the previous control |
///
/// A list handles no other keys. Ctrl-C ends the program. See ``App``. Example: `ListsPage.swift` in `Tests/Gallery`.
public struct List<SelectionValue: Hashable, Content: View>: ClippingView {
    /// The kind of selection, and the binding that stores the selection.
    enum Selection {
        case none
        case one(Binding<SelectionValue?>)
        case several(Binding<Set<SelectionValue>>)
    }

    let selection: Selection
    private var showsIndicators = true
    private(set) var primaryAction: ((SelectionValue) -> Void)?
    private let content: Content

    init(_ selection: Selection, _ content: Content) { (self.selection, self.content) = (selection, content) }

    /// Sets the action of Enter and a double click on the selected row.
    package func onPrimaryAction(_ action: @escaping (SelectionValue) -> Void) -> List {
        var list = self
        list.primaryAction = action
        return list
    }

    /// Returns the list without a bar on the right.
    package func indicatorsHidden() -> List {
        var list = self
        list.showsIndicators = false
        return list
    }

    func state(_ node: ViewNode) -> ListPlace {
        if let state = node.memo as? ListPlace { return state }
        let state = ListPlace()
        node.memo = state
        return state
    }

    // MARK: - Its rows

    package static var draws: Bool { false }

    package func update(_ node: ViewNode) {
        let state = state(node)
        let isGrouped = node.environment.listIsGrouped
        let hasFocus = node.graph.focused.map { $0 !== node && $0.isWithin(node) } ?? false
        let focused = hasFocus ? current(node).map { state.id($0) } : nil
        let rows = node.observing { RowTable(content, open: state.open, isGrouped: isGrouped) }
        switch selection {
        case .none: state.take(rows, selected: nil, marked: nil, hasCursor: true, focused: focused)
        case .one(let value):
            state.take(
                rows, selected: value.wrappedValue.map { $0 as AnyHashable }, marked: nil, hasCursor: false,
                focused: focused)
        case .several(let values):
            let marked = Set(values.wrappedValue.map { $0 as AnyHashable })
            state.take(rows, selected: nil, marked: marked, hasCursor: true, focused: focused)
        }
        state.describe = { [weak node, weak state] in
            guard let node, let state else { return [] }
            var look = ListRow.Look(margin: node.environment.listMargin)
            switch selection {
            case .none: look.isSelected = node.isFocused
            case .one: break
            case .several: (look.margin, look.isSelected) = (4, node.isFocused)
            }
            return state.views(look) { editMenu($0, $1, node) }
        }
        node.setChildren(node.observing(state.describe))
    }

    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        CellSize(proposal.width ?? 80, proposal.height ?? state(node).count * (1 + node.environment.listRowSpacing))
    }

    package func place(in rect: CellRect, _ node: ViewNode) {
        let state = state(node)
        (state.room, state.spacing) = (rect.size, node.environment.listRowSpacing)
        let isShown = showsIndicators && !node.environment.hidesScrollBars
        state.hasBar = isShown && state.count > rect.height && rect.width > 1
        if state.hasBar { state.room.width -= 1 }
        state.settle(in: node)
        state.keepSelected(in: node)
        var y = rect.y - state.cut
        for child in node.children {
            let height = state.height(of: child)
            child.place(in: CellRect(x: rect.x, y: y, CellSize(state.room.width, height)))
            y += height + state.spacing
        }
        state.shown = state.first..<max(state.first, state.rowBelow(rect.height, node))
        let bar =
            state.hasBar ? ScrollBar(first: state.first, shown: state.shown.count, of: state.count) : nil
        if bar != state.bar { node.repaint() }
        state.bar = bar
    }

    package func paint(_ node: ViewNode, on canvas: inout Canvas) {
        let (state, frame) = (state(node), node.frame)
        canvas.clipped(to: CellRect(x: frame.x, y: frame.y, state.room)) { node.paintContent(on: &$0) }
        state.bar?.paint(at: frame.columns.upperBound - 1, frame.rows, node.environment, on: &canvas)
    }

    package func reveal(_ rect: CellRect, _ node: ViewNode) -> Bool {
        let (frame, rows) = (node.frame, rect.rows)
        var way = 0
        if rect != frame, rows.lowerBound < frame.y || rows.count >= frame.height {
            way = rows.lowerBound - frame.y
        } else if rect != frame, rows.upperBound > frame.rows.upperBound {
            way = rows.upperBound - frame.rows.upperBound
        }
        if way != 0 { scroll(by: way, node) }
        return way != 0
    }

    package func semantics(_ node: ViewNode) -> [Semantic] {
        let state = state(node)
        let rows = zip(state.made, node.children).flatMap { semantics(of: $0, $1.semantics, node) }
        let untold = state.count - state.made.count
        let rest = untold > 0 ? [Semantic(.text, "\(untold) more: search for them")] : []
        return rows + rest + keySemantics(node)
    }

    private func semantics(of row: Int, _ parts: [Semantic], _ node: ViewNode) -> [Semantic] {
        let state = state(node)
        let words = Semantic.sentence(parts)
        guard !words.isEmpty else { return [] }
        let controls = parts.filter { $0.kind != .text }
        let isHeader = state.segment(of: row).segment.part != nil
        guard canSelect(node), !isHeader, controls.count < 2 else {
            return controls.isEmpty ? [Semantic(.text, words)] : parts
        }
        var part = parts.count == 1 ? parts[0] : controls.first?.saying(words) ?? Semantic(.row, words)
        if controls.isEmpty { part = Semantic(.row, words) }
        if part.kind == .button, parts.count > 1 { part.value = "" }
        if case .several(let chosen) = selection, let value = value(row, node) {
            if chosen.wrappedValue.contains(value) { part = part.saying("\(part.text), selected") }
        }
        let id = state.id(row)
        // The announced row is selected, even if it has moved in the meantime.
        part.select = {
            guard let row = state.row(of: id) else { return false }
            select(row, node)
            if case .several = selection { mark(row, node) }
            focus(row, node)
            return true
        }
        if controls.isEmpty, let primaryAction = action(node), let value = value(row, node) {
            part.perform = { if state.row(of: id) != nil { primaryAction(value) } }
        }
        return [part]
    }
}

nonisolated private enum ListLookKey: EnvironmentKey { static let defaultValue = (isGrouped: false, margin: 2) }

nonisolated extension EnvironmentValues {
    /// Whether there is a blank line between two sections of a list.
    var listIsGrouped: Bool {
        get { self[ListLookKey.self].isGrouped }
        set { self[ListLookKey.self].isGrouped = newValue }
    }

    /// The number of columns before a list's rows.
    var listMargin: Int {
        get { self[ListLookKey.self].margin }
        set { self[ListLookKey.self].margin = newValue }
    }

    /// The number of lines between two rows of a list.
    @Entry var listRowSpacing = 0

    /// Removes the settings for rows. A view in front of a list is not in one of the list's rows.
    mutating func leaveList() {
        listRowSpacing = 0
        (isSelected, isInRow, labelsAreSpread) = (false, false, false)
        self[ListLookKey.self] = ListLookKey.defaultValue
    }
}
