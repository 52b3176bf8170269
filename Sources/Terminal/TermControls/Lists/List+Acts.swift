import Foundation
import TermUI

// This extension has the actions on a row of a list.
extension List {
    func canDelete(_ row: Int, _ node: ViewNode) -> Bool {
        state(node).segment(of: row).segment.edits.delete != nil
            && state(node).child(row, node)?.children.first?.locks(.delete) != true
    }

    func delete(_ row: Int, _ node: ViewNode) {
        let state = state(node)
        let (segment, place) = state.segment(of: row)
        guard canDelete(row, node), let delete = segment.edits.delete else {
            openMenu(row, node)
            return
        }
        let hasFocus = node.graph.focused?.isWithin(node) == true
        // The neighbouring row becomes current before the row is removed.
        if let next = [row + 1, row - 1].first(where: { $0 >= 0 && $0 < state.count && isStop($0, node) }) {
            let id = state.id(next)
            select(next, node)
            delete(IndexSet(integer: place))
            node.graph.update()
            if hasFocus, let row = state.row(of: id) { focus(row, node) }
        } else {
            delete(IndexSet(integer: place))
        }
    }

    /// Moves a row by one place among the rows of its source.
    func shift(_ row: Int, by way: Int, _ node: ViewNode) {
        let state = state(node)
        let (segment, place) = state.segment(of: row)
        guard let move = segment.edits.move, (0..<segment.count).contains(place + way),
            state.child(row, node)?.children.first?.locks(.move) != true
        else { return }
        let id = state.id(row)
        if state.cursor == nil { state.cursor = id }
        state.wantsSelected = true
        move(IndexSet(integer: place), way < 0 ? place - 1 : place + 2)
        node.graph.update()
        if let row = state.row(of: id) { focus(row, node) }
    }

    /// Shows or hides the rows below a row.
    func toggle(_ row: Int, _ node: ViewNode) {
        let id = state(node).id(row)
        if state(node).open.remove(id) == nil { state(node).open.insert(id) }
        select(row, node)
        node.invalidate()
    }

    func hasMenu(_ row: Int, _ node: ViewNode) -> Bool {
        opener(state(node).child(row, node)) != nil
            || node.environment.rowMenus[ObjectIdentifier(SelectionValue.self)] != nil && value(row, node) != nil
    }

    @discardableResult
    func openMenu(_ row: Int, _ node: ViewNode) -> Bool {
        if let opener = opener(state(node).child(row, node)) {
            opener.open()
            return true
        }
        guard let value = value(row, node),
            let open = node.environment.rowMenus[ObjectIdentifier(SelectionValue.self)]
        else { return false }
        if case .several(let chosen) = selection, chosen.wrappedValue.contains(value) {
            open(Set(chosen.wrappedValue.map { $0 as AnyHashable }))
        } else {
            open([value])
        }
        return true
    }

    /// Returns the actions for a row's menu. They are for a person who has no keys.
    func editMenu(_ id: AnyHashable, _ edits: RowEdits, _ node: ViewNode) -> AnyView {
        let act = { [weak node] (action: (Int, ViewNode) -> Void) in
            if let node, let row = state(node).row(of: id) { action(row, node) }
        }
        return AnyView(
            Group {
                if edits.move != nil {
                    Button("Move Up") { act { shift($0, by: -1, $1) } }
                    Button("Move Down") { act { shift($0, by: 1, $1) } }
                }
                if edits.delete != nil {
                    Button("Delete", role: .destructive) { act { if canDelete($0, $1) { delete($0, $1) } } }
                }
            })
    }

    /// Returns the actions on the current row, as keys.
    func keySemantics(_ node: ViewNode) -> [Semantic] {
        let state = state(node)
        guard canSelect(node), node.environment.isEnabled else { return [] }
        func key(_ name: String, _ words: String, _ action: @escaping (Int) -> Void) -> Semantic {
            // The row that was chosen last may belong to another list.
            Semantic(.key(name), words) { if node.graph.focused?.isWithin(node) == true { current(node).map(action) } }
        }
        let edits = state.made.map { state.segment(of: $0).segment.edits }
        var keys: [Semantic] = []
        if edits.contains(where: { $0.delete != nil }) { keys.append(key("Delete", "delete") { delete($0, node) }) }
        if edits.contains(where: { $0.move != nil }) {
            keys.append(key("Alt-Up", "up") { shift($0, by: -1, node) })
            keys.append(key("Alt-Down", "down") { shift($0, by: 1, node) })
        }
        if state.made.contains(where: { hasMenu($0, node) }) {
            keys.append(key("m", "menu") { openMenu($0, node) })
        }
        if state.made.contains(where: { state.segment(of: $0).segment.isOutline }) {
            keys.append(key("Right", "open or close") { toggle($0, node) })
        }
        return keys
    }
}
