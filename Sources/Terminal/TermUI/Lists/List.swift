package import TermCore

/// Rows, of which only the visible ones are made. One row may be selected. Without a selection the keys scroll, as the
/// wheel always does.
///
/// | key | what it does, unless another view has taken it |
/// |---|---|
/// | Up, Down | selects the row before or after, the first one if none is selected |
/// | Page Up, Page Down | moves the selection by a page |
/// | Home, End | selects the first or the last row |
/// | Enter, a double click | ``View/contextMenu(forSelectionType:menu:primaryAction:)`` |
/// | a click | selects the row |
/// | Tab, Shift-Tab | leaves the list for the next or the previous control |
///
/// A list takes no other keys. Ctrl-C ends the program: see ``App``.
public struct List<SelectionValue: Hashable, Content: View>: ClippingView {
    private let selection: Binding<SelectionValue?>?
    private let showsIndicators: Bool
    private let primaryAction: ((SelectionValue) -> Void)?
    private let content: Content

    fileprivate init(_ selection: Binding<SelectionValue?>?, content: Content) {
        self.init(selection, showsIndicators: true, primaryAction: nil, content: content)
    }

    private init(
        _ selection: Binding<SelectionValue?>?, showsIndicators: Bool, primaryAction: ((SelectionValue) -> Void)?,
        content: Content
    ) {
        self.selection = selection
        self.showsIndicators = showsIndicators
        self.primaryAction = primaryAction
        self.content = content
    }

    /// Rows of any kind. Rows of a ``ForEach`` can be selected by their identity.
    public init(selection: Binding<SelectionValue?>, @ViewBuilder content: () -> Content) {
        self.init(selection, content: content())
    }

    /// Sets what Enter and a double click do with the selected row.
    package func onPrimaryAction(_ action: @escaping (SelectionValue) -> Void) -> List {
        List(selection, showsIndicators: showsIndicators, primaryAction: action, content: content)
    }

    /// The list without a bar on the right.
    package func indicatorsHidden() -> List {
        List(selection, showsIndicators: false, primaryAction: primaryAction, content: content)
    }

    private func state(_ node: ViewNode) -> ListPlace {
        if let state = node.memo as? ListPlace { return state }
        let state = ListPlace()
        node.memo = state
        return state
    }

    // MARK: - Its rows

    package static var draws: Bool { false }

    package func update(_ node: ViewNode) {
        let state = state(node)
        state.take(RowTable(content), selected: selection?.wrappedValue.map { AnyHashable($0) })
        node.setChildren(node.observing { state.views() })
    }

    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        CellSize(proposal.width ?? 80, proposal.height ?? state(node).count)
    }

    package func place(in rect: CellRect, _ node: ViewNode) {
        let state = state(node)
        state.room = rect.size
        let (hadBar, barCount) = (state.hasBar, state.barCount)
        state.hasBar = showsIndicators && state.count > rect.height && rect.width > 1
        if state.hasBar { state.room.width -= 1 }
        state.settle(in: node)
        var y = rect.y - state.cut
        for child in node.children {
            let height = state.height(of: child)
            child.place(in: CellRect(x: rect.x, y: y, CellSize(state.room.width, height)))
            y += height
        }
        let shown = state.shown
        state.shown = state.first..<max(state.first, state.rowBelow(rect.height, node))
        if state.hasBar || hadBar, shown != state.shown || barCount != state.count { node.repaint() }
        state.barCount = state.count
    }

    package func paint(_ node: ViewNode, on canvas: inout Canvas) {
        let (state, frame) = (state(node), node.frame)
        canvas.clipped(to: CellRect(x: frame.x, y: frame.y, state.room)) { node.paintContent(on: &$0) }
        guard state.hasBar else { return }
        let bar = ScrollBar(first: state.first, shown: state.shown.count, of: state.count)
        bar.paint(at: frame.columns.upperBound - 1, frame.rows, node.environment, on: &canvas)
    }

    package func semantics(_ node: ViewNode) -> [Semantic] {
        let state = state(node)
        let rows = zip(state.made, node.children).flatMap { row, child -> [Semantic] in
            let parts = child.semantics
            let words = Semantic.sentence(parts)
            guard selection != nil else {
                // The controls of rows that cannot be selected are used one by one.
                return parts.allSatisfy { $0.kind == .text } ? [Semantic(.text, words)] : parts
            }
            var part = Semantic(.row, words)
            let id = state.id(row)
            // Selects the row that was announced, wherever it is by then.
            part.select = {
                guard let row = state.row(of: id) else { return false }
                select(row, node)
                return true
            }
            if let primaryAction = action(node), let value = id.base as? SelectionValue {
                part.perform = { if state.row(of: id) != nil { primaryAction(value) } }
            }
            return [part]
        }
        let untold = state.count - state.made.count
        return untold > 0 ? rows + [Semantic(.text, "\(untold) more: search for them")] : rows
    }

    // MARK: - What a person does

    package func isFocusable(_ node: ViewNode) -> Bool { selection != nil && state(node).count > 0 }

    package func press(_ key: KeyPress, _ node: ViewNode) -> Bool {
        let state = state(node)
        guard key.modifiers.isEmpty, state.count > 0, node.environment.isEnabled else { return false }
        let page = max(1, state.room.height - 1)
        switch key.key {
        case .upArrow: return move(by: -1, node)
        case .downArrow: return move(by: 1, node)
        case .pageUp: return move(by: -page, node)
        case .pageDown: return move(by: page, node)
        case .home: return move(by: -state.count, node)
        case .end: return move(by: state.count, node)
        case .return:
            guard let primaryAction = action(node), let selected = selection?.wrappedValue,
                let row = state.selectedRow
            else { return false }
            // Nobody means a row that is not visible.
            guard state.shown.contains(row) else {
                select(row, node)
                return true
            }
            primaryAction(selected)
            return true
        default: return false
        }
    }

    package func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool {
        let state = state(node)
        switch event.action {
        case .scrollUp: scroll(by: -MouseWheel.rows, node)
        case .scrollDown: scroll(by: MouseWheel.rows, node)
        case .press(.left):
            guard selection != nil, event.x < node.frame.x + state.room.width, let row = state.row(at: event.y, node)
            else { return false }
            node.graph.focus(node)
            select(row, node)
            guard let primaryAction = action(node), state.isDoubleClick(on: row, at: node.graph.now) else {
                return true
            }
            if let selected = selection?.wrappedValue { primaryAction(selected) }
        default: return false
        }
        return true
    }

    /// The list's own action, or that of the nearest view around it that has one for such rows.
    private func action(_ node: ViewNode) -> ((SelectionValue) -> Void)? {
        if let primaryAction { return primaryAction }
        let around = node.environment.primaryActions[ObjectIdentifier(SelectionValue.self)]
        guard let around else { return nil }
        return { around(AnyHashable($0)) }
    }

    private func move(by count: Int, _ node: ViewNode) -> Bool {
        let state = state(node)
        guard selection != nil else { return scroll(by: count, node) }
        // Makes the selected row visible, even if it was out of sight; selects the first row if none was selected.
        let row = state.selectedRow.map { min(max($0 + count, 0), state.count - 1) } ?? 0
        select(row, node)
        return true
    }

    private func select(_ row: Int, _ node: ViewNode) {
        let state = state(node)
        state.wantsSelected = true
        // Sets the value even if it is the same: choosing the chosen row again is a choice, too.
        if let value = state.id(row).base as? SelectionValue { selection?.wrappedValue = value }
        node.invalidateLayout()
        node.repaint()
    }

    @discardableResult
    private func scroll(by rows: Int, _ node: ViewNode) -> Bool {
        guard state(node).scroll(by: rows, node) else { return false }
        node.invalidateLayout()
        node.repaint()
        return true
    }
}

extension List where SelectionValue == Never {
    /// Rows of any kind.
    public init(@ViewBuilder content: () -> Content) {
        self.init(nil, content: content())
    }

    /// A row for each element.
    public init<Data: RandomAccessCollection, Row: View>(
        _ data: Data, @ViewBuilder row: @escaping (Data.Element) -> Row
    ) where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, Row> {
        self.init(nil, content: ForEach(data, content: row))
    }

    /// A row for each element; `id` is the part that identifies it.
    public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder row: @escaping (Data.Element) -> Row
    ) where Content == ForEach<Data, ID, Row> {
        self.init(nil, content: ForEach(data, id: id, content: row))
    }
}

extension List {
    /// A row for each element, one of which may be selected.
    public init<Data: RandomAccessCollection, Row: View>(
        _ data: Data, selection: Binding<SelectionValue?>, @ViewBuilder row: @escaping (Data.Element) -> Row
    )
    where
        Data.Element: Identifiable, Data.Element.ID == SelectionValue,
        Content == ForEach<Data, Data.Element.ID, Row>
    {
        self.init(selection, content: ForEach(data, content: row))
    }
}
