package import TermCore
package import TermUI

// This extension handles keys and clicks in a list.
extension List {
    /// Whether the list's rows can be selected or have actions.
    func canSelect(_ node: ViewNode) -> Bool {
        guard case .none = selection else { return true }
        return state(node).isEditable || node.children.contains { opener($0) != nil }
    }

    func opener(_ row: ViewNode?) -> MenuOpener? { row?.children.first?.modifier(MenuOpener.self)?.modifier }

    /// Returns the value of a row, or nil if the row cannot be chosen.
    func value(_ row: Int, _ node: ViewNode) -> SelectionValue? {
        let state = state(node)
        guard state.segment(of: row).segment.part == nil else { return nil }
        if let child = state.child(row, node)?.children.first, child.locks(.choose) { return nil }
        return state.value(row).base as? SelectionValue
    }

    package func isFocusable(_ node: ViewNode) -> Bool {
        guard state(node).count > 0 else { return false }
        guard case .none = selection else { return true }
        guard canSelect(node) else { return false }
        // If each row has a control, the controls have the focus.
        return zip(state(node).made, node.children).contains { row, child in
            state(node).segment(of: row).segment.part == nil && child.focusable.isEmpty
        }
    }

    package func focusChanged(_ node: ViewNode, isWithin: Bool) {
        if case .one = selection { return }
        node.invalidate()
    }

    package func press(_ key: KeyPress, _ node: ViewNode) -> Bool {
        let state = state(node)
        guard state.count > 0, node.environment.isEnabled else { return false }
        if node.graph.focused?.isWithin(node) == true, act(key, node) { return true }
        guard key.modifiers.isEmpty else { return false }
        let page = max(1, state.room.height - 1)
        switch key.key {
        case .upArrow: return move(by: -1, node)
        case .downArrow: return move(by: 1, node)
        case .pageUp: return move(by: -page, node)
        case .pageDown: return move(by: page, node)
        case .home: return move(by: -state.count, node)
        case .end: return move(by: state.count, node)
        case .return:
            guard let primaryAction = action(node), let row = state.selectedRow, let value = value(row, node)
            else { return false }
            if isSeen(row, node) { primaryAction(value) }
            return true
        default: return false
        }
    }

    /// Whether a row is visible. A row may be invisible, and then nobody means to act on it, so it is scrolled into
    /// view instead.
    func isSeen(_ row: Int, _ node: ViewNode) -> Bool {
        let state = state(node)
        guard !state.shown.contains(row) else { return true }
        state.wantsSelected = true
        node.invalidateLayout()
        return false
    }

    /// Returns the row with the focus, or the selected row.
    func current(_ node: ViewNode) -> Int? {
        let state = state(node)
        guard let focused = node.graph.focused, focused !== node, focused.isWithin(node) else {
            return state.selectedRow
        }
        return zip(state.made, node.children).first { focused.isWithin($0.1) }?.0
    }

    /// Runs a key's action on the current row.
    private func act(_ key: KeyPress, _ node: ViewNode) -> Bool {
        let state = state(node)
        guard let row = current(node) else { return false }
        let isOpen = state.segment(of: row).segment.isOpen(state.segment(of: row).place)
        switch (key.key, key.modifiers) {
        case (.delete, []), (.deleteForward, []):
            guard canDelete(row, node) || opener(state.child(row, node))?.isSwiped == true else { return false }
            if isSeen(row, node) { delete(row, node) }
        case (.upArrow, .option), (.downArrow, .option):
            guard state.segment(of: row).segment.edits.move != nil else { return false }
            if isSeen(row, node) { shift(row, by: key.key == .upArrow ? -1 : 1, node) }
        case (.rightArrow, []) where isOpen == false, (.leftArrow, []) where isOpen == true: toggle(row, node)
        case ("m", []):
            guard hasMenu(row, node) else { return false }
            if isSeen(row, node) { openMenu(row, node) }
        case (.space, []):
            guard case .several = selection, node.isFocused else { return false }
            if isSeen(row, node) { mark(row, node) }
        default: return false
        }
        return true
    }

    package func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool {
        let state = state(node)
        switch event.action {
        // At the top, the wheel belongs to the enclosing view.
        case .scrollUp: return scroll(by: -MouseWheel.rows, node)
        case .scrollDown: scroll(by: MouseWheel.rows, node)
        case .press(.left), .press(.right):
            guard canSelect(node), event.x < node.frame.x + state.room.width, let row = state.row(at: event.y, node),
                state.segment(of: row).segment.part == nil
            else { return false }
            node.graph.focus(node)
            select(row, node)
            if event.action == .press(.right) { return openMenu(row, node) }
            if case .several = selection { mark(row, node) }
            if state.segment(of: row).segment.isOpen(state.segment(of: row).place) != nil { toggle(row, node) }
            guard let primaryAction = action(node), state.isDoubleClick(on: row, at: node.graph.now) else {
                return true
            }
            if let selected = value(row, node) { primaryAction(selected) }
        default: return false
        }
        return true
    }

    /// Returns the list's own action. If it has no action, returns the action of the nearest enclosing view that has
    /// one for such rows.
    func action(_ node: ViewNode) -> ((SelectionValue) -> Void)? {
        if let primaryAction { return primaryAction }
        let around = node.environment.primaryActions[ObjectIdentifier(SelectionValue.self)]
        guard let around else { return nil }
        return { around(AnyHashable($0)) }
    }

    // MARK: - Going from row to row

    private func move(by count: Int, _ node: ViewNode) -> Bool {
        let state = state(node)
        guard canSelect(node) else { return moveFocus(by: count, node) || scroll(by: count, node) }
        let first = current(node).map { min(max($0 + count, 0), state.count - 1) } ?? 0
        // Headers and footers are skipped. At either end, the nearest row is used.
        let way = count < 0 ? -1 : 1
        let places = Array(stride(from: first, through: way < 0 ? 0 : state.count - 1, by: way).lazy.prefix(1000))
        let back = stride(from: first, through: way < 0 ? state.count - 1 : 0, by: -way).lazy.prefix(1000)
        guard let row = places.first(where: { isStop($0, node) }) ?? back.first(where: { isStop($0, node) }) else {
            return scroll(by: count, node)
        }
        select(row, node)
        // If one row is selected, the focus stays.
        if case .one = selection { return true }
        focus(row, node)
        return true
    }

    func isStop(_ row: Int, _ node: ViewNode) -> Bool {
        if case .one = selection { return value(row, node) != nil }
        return state(node).segment(of: row).segment.part == nil
            || state(node).child(row, node)?.focusable.isEmpty == false
    }

    /// Gives the focus to a row's control, or to the list.
    func focus(_ row: Int, _ node: ViewNode) {
        if case .one = selection { return node.graph.focus(node) }
        node.graph.update()
        let control = state(node).child(row, node)?.focusable.first
        if control != nil || isFocusable(node) { node.graph.focus(control ?? node) }
    }

    /// Moves the focus to the next control in a direction. The focus does not move if this control is more than a page
    /// away.
    private func moveFocus(by count: Int, _ node: ViewNode) -> Bool {
        let controls = node.focusable
        guard !controls.isEmpty else { return false }
        let place = controls.firstIndex { $0.isFocused }
        let next = place.map { $0 + (count < 0 ? -1 : 1) } ?? 0
        guard controls.indices.contains(next) else { return false }
        let target = controls[abs(count) > 1 && place != nil ? min(max(next + count, 0), controls.count - 1) : next]
        guard place == nil || abs(target.frame.y - node.frame.y) <= 2 * node.frame.height else { return false }
        node.graph.focus(target)
        return true
    }

    func select(_ row: Int, _ node: ViewNode) {
        let state = state(node)
        state.wantsSelected = true
        // The value is set even if it stays the same, because a person may choose the chosen row a second time.
        if case .one(let chosen) = selection {
            guard let value = value(row, node) else { return }
            chosen.wrappedValue = value
        } else {
            state.cursor = state.id(row)
            node.invalidate()
        }
        state.selectedRow = row
        node.invalidateLayout()
        node.repaint()
    }

    /// Adds a row to the chosen rows, or removes a row that is already chosen.
    func mark(_ row: Int, _ node: ViewNode) {
        guard case .several(let chosen) = selection, let value = value(row, node) else { return }
        if chosen.wrappedValue.remove(value) == nil { chosen.wrappedValue.insert(value) }
    }

    @discardableResult
    func scroll(by rows: Int, _ node: ViewNode) -> Bool {
        guard state(node).scroll(by: rows, node) else { return false }
        node.invalidateLayout()
        node.repaint()
        return true
    }
}
