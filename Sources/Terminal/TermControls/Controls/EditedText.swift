import Foundation
import TermCore
import TermUI

/// A text that a person edits. The text has one line, or several lines with as many rows as needed.
struct EditedText: PrimitiveView {
    /// The number of rows of an edited text.
    enum Rows: Equatable {
        case one
        case growing
        case filling
    }

    let label: AnyView
    var prompt: Text?
    let text: Binding<String>
    var isSecret = false
    var rows = Rows.one
    /// A closure called when Enter is pressed, or nil if nobody handles Enter.
    var onCommit: (() -> Void)?
    /// A closure that is called when the text is complete. This is when the focus leaves, when Enter is pressed, or
    /// when a whole line has been entered.
    var settle: (() -> Void)?
    var editingChanged: ((Bool) -> Void)?

    /// The state that the node keeps.
    private final class Edit {
        var editing: TextEditing
        /// The text that is being edited, as last set or read.
        var source = ""
        /// The text that comes after the editing limit. It is left unchanged.
        var tail = ""
        /// Whether the next line typed in line mode belongs to this field.
        var isAsked = false
        /// The number of the first row that is shown.
        var first = 0
        private var known: (editing: [Character], width: Int, lines: EditedLines)?

        init(_ editing: TextEditing) {
            self.editing = editing
        }

        func lines(in width: Int) -> EditedLines {
            if let known, known.width == width, known.editing == editing.characters { return known.lines }
            let lines = EditedLines(editing.characters, in: width)
            known = (editing.characters, width, lines)
            return lines
        }
    }

    private func edit(_ node: ViewNode) -> Edit {
        let edit = node.memo as? Edit ?? Edit(TextEditing("", hasLines: rows != .one))
        node.memo = edit
        let now = text.wrappedValue
        if edit.source != now {
            edit.source = now
            edit.editing = TextEditing(now, hasLines: rows != .one)
            edit.tail = String(now.dropFirst(edit.editing.characters.count))
        }
        return edit
    }

    private func set(_ editing: TextEditing, _ node: ViewNode) {
        let edit = edit(node)
        let isChanged = edit.editing.characters != editing.characters
        edit.editing = editing
        if isChanged {
            edit.source = editing.text + edit.tail
            text.wrappedValue = edit.source
        }
        if rows == .growing { node.invalidateLayout() }
        node.repaint()
        node.graph.onChange()
    }

    private func submit(_ node: ViewNode) {
        settle?()
        onCommit?()
        node.environment.submit?.action()
    }

    func fits(like other: any NodeBehaviour, _ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool {
        rows != .growing && (other as? Self)?.rows == rows
    }

    func update(_ node: ViewNode) { node.setChild(label) }

    // MARK: - What a person does

    func isFocusable(_ node: ViewNode) -> Bool { true }

    func focusChanged(_ node: ViewNode, isWithin: Bool) {
        if !isWithin { settle?() }
        editingChanged?(isWithin)
    }

    func press(_ key: KeyPress, _ node: ViewNode) -> Bool {
        guard node.isFocused else { return false }
        var editing = edit(node).editing
        if key.key == .return, key.modifiers.isEmpty {
            let isTold = onCommit != nil || settle != nil || node.environment.submit != nil
            if isTold, rows != .filling {
                submit(node)
                return true
            }
            guard rows != .one else { return false }
            editing.insert("\n")
        } else if rows != .one, let place = turned(key, node) {
            guard place != editing.place || key.key == .home || key.key == .end else { return false }
            editing.move(to: place)
        } else {
            let typed = key.characters
            // If the keyboard type does not allow a character, it is not entered.
            if !typed.isEmpty, !node.environment.keyboard.allows(typed) { return true }
            guard editing.press(key) else { return false }
        }
        set(editing, node)
        return true
    }

    /// Returns where a key that moves by rows leads.
    private func turned(_ key: KeyPress, _ node: ViewNode) -> Int? {
        guard key.modifiers.isEmpty else { return nil }
        let edit = edit(node)
        let lines = edit.lines(in: textWidth(node.frame.width))
        let page = max(1, node.frame.height - 1)
        switch key.key {
        case .upArrow: return lines.place(from: edit.editing.place, rows: -1)
        case .downArrow: return lines.place(from: edit.editing.place, rows: 1)
        case .pageUp: return lines.place(from: edit.editing.place, rows: -page)
        case .pageDown: return lines.place(from: edit.editing.place, rows: page)
        case .home: return lines.row(of: edit.editing.place).lowerBound
        case .end: return lines.end(of: edit.editing.place)
        default: return nil
        }
    }

    func paste(_ pasted: String, _ node: ViewNode) -> Bool {
        var editing = edit(node).editing
        let before = editing
        let line = rows == .one ? pasted.drop { $0.isNewline } : pasted[...]
        let keyboard = node.environment.keyboard
        editing.insert(line.filter { keyboard.allows(String($0)) || $0.isNewline })
        set(editing, node)
        // A scanner types a line and ends the line.
        if rows == .one, editing != before, line.contains(where: \.isNewline) { submit(node) }
        return true
    }

    func endLine(_ node: ViewNode) -> Bool { press(KeyPress(.return), node) }

    func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool {
        let edit = edit(node)
        switch event.action {
        case .scrollUp where rows == .filling: edit.first -= MouseWheel.rows
        case .scrollDown where rows == .filling: edit.first += MouseWheel.rows
        case .press(.left):
            node.graph.focus(node)
            guard rows != .one else { return true }
            let lines = edit.lines(in: textWidth(node.frame.width))
            edit.editing.move(to: lines.place(row: edit.first + event.y - node.frame.y, column: event.x - node.frame.x))
        default: return false
        }
        node.repaint()
        node.graph.onChange()
        return true
    }

    func semantics(_ node: ViewNode) -> [Semantic] {
        let edit = edit(node)
        let name = Semantic.sentence(node.contentSemantics)
        var field = Semantic(.field(isSecret: isSecret), name.isEmpty ? prompt?.plain ?? "Text" : name) { submit(node) }
        if !isSecret { field.value = text.wrappedValue }
        field.write = {
            edit.tail = ""
            set(TextEditing($0, hasLines: rows != .one), node)
            settle?()
        }
        field.isAsked = edit.isAsked
        field.ask = { isAsked in
            edit.isAsked = isAsked
            node.graph.onChange()
        }
        return [field]
    }

    // MARK: - What is seen

    /// Returns the number of columns for text next to a scroll bar.
    private func textWidth(_ width: Int) -> Int { rows == .filling ? max(1, width - 1) : width }

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        let width = proposal.width ?? 20
        switch rows {
        case .one: return CellSize(width, 1)
        case .filling: return CellSize(width, proposal.height ?? 5)
        case .growing:
            let most = max(1, min(node.environment.textStyle.lineLimit ?? .max, proposal.height ?? .max))
            let needed = edit(node).lines(in: textWidth(width)).rows.count
            return CellSize(width, min(max(needed, node.environment.textStyle.leastLines), most))
        }
    }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        let frame = node.frame
        let edit = edit(node)
        var line = node.environment.cellStyle
        if rows != .filling { line.attributes.insert(.underline) }
        canvas.fill(frame, " ", line)
        if edit.editing.characters.isEmpty {
            let prompt = prompt?.plain ?? Semantic.sentence(node.contentSemantics)
            var dim = line
            dim.attributes.insert(.dim)
            let words = TerminalSafe(prompt, limit: frame.width).drawn(by: node.environment.glyphs)
            canvas.write(words, dim, x: frame.x, y: frame.y)
        }
        canvas.clipped(to: frame) { canvas in
            if rows == .one {
                let shown = shown(edit.editing, in: frame.width, node.environment.glyphs)
                canvas.write(shown.text, line, x: frame.x, y: frame.y)
                place(x: frame.x + shown.place, y: frame.y, node, on: &canvas)
            } else {
                paint(edit, line, node, on: &canvas)
            }
        }
    }

    private func paint(_ edit: Edit, _ style: CellStyle, _ node: ViewNode, on canvas: inout Canvas) {
        let frame = node.frame
        let lines = edit.lines(in: textWidth(frame.width))
        let current = lines.rowNumber(of: edit.editing.place)
        edit.first = max(0, min(edit.first, lines.rows.count - frame.height))
        if node.isFocused { edit.first = max(current - frame.height + 1, min(edit.first, current)) }
        for (y, row) in lines.rows.dropFirst(edit.first).prefix(frame.height).enumerated() {
            let text = TerminalSafe(String(edit.editing.characters[row]), limit: frame.width)
            canvas.write(text, style, x: frame.x, y: frame.y + y)
        }
        if rows == .filling, frame.width > 1 {
            let bar = ScrollBar(first: edit.first, shown: frame.height, of: max(lines.rows.count, frame.height))
            bar.paint(at: frame.columns.upperBound - 1, frame.rows, node.environment, on: &canvas)
        }
        let column = lines.column(of: edit.editing.place)
        place(x: frame.x + column, y: frame.y + current - edit.first, node, on: &canvas)
    }

    private func place(x: Int, y: Int, _ node: ViewNode, on canvas: inout Canvas) {
        guard node.isFocused, canvas.clip.contains(x: x, y: y) else { return }
        canvas.cursor = FrameEncoder.Cursor(x: x, y: y, isShown: true)
    }

    /// Returns the part of a line that fits and contains the cursor.
    private func shown(
        _ editing: TextEditing, in width: Int, _ glyphs: TerminalProfile.Glyphs
    ) -> (text: TerminalSafe, place: Int) {
        if isSecret {
            let dots = min(editing.characters.count, max(0, width - 1))
            let dot = glyphs == .unicode ? "•" : "*"
            let place = min(editing.place, dots)
            return (TerminalSafe(trusted: String(repeating: dot, count: dots)), place)
        }
        let pieces = editing.characters.map { TerminalSafe(String($0)) }
        // On the left, the text is cut only as much as is needed to keep the cursor visible.
        var (first, columns) = (0, pieces[..<editing.place].reduce(0) { $0 + $1.columns })
        while columns >= width, first < editing.place {
            columns -= pieces[first].columns
            first += 1
        }
        return (TerminalSafe(trusted: pieces[first...].map(\.description).joined()), columns)
    }
}

/// The rows of an edited text. Each row is a range of the text's characters, without the newline.
struct EditedLines {
    private(set) var rows: [Range<Int>] = []
    private let widths: [Int]

    /// Breaks a text at blanks. A word is only broken if it is longer than a row. One column is reserved for the
    /// cursor.
    init(_ characters: [Character], in width: Int) {
        widths = characters.map { character in
            if character.isNewline { return 0 }
            return (" "..."~").contains(character) ? 1 : TerminalSafe(String(character)).columns
        }
        let room = max(1, width - 1)
        var (start, columns, space) = (0, 0, 0)
        for (place, character) in characters.enumerated() {
            if character.isNewline {
                rows.append(start..<place)
                (start, columns, space) = (place + 1, 0, place + 1)
                continue
            }
            if columns + widths[place] > room, place > start {
                let end = space > start ? space : place
                rows.append(start..<end)
                columns = widths[end..<place].reduce(0, +)
                start = end
            }
            columns += widths[place]
            if character == " " { space = place + 1 }
        }
        rows.append(start..<characters.count)
    }

    /// Returns the number of the row that contains a place in the text.
    func rowNumber(of place: Int) -> Int {
        var (low, high) = (0, rows.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if rows[middle].lowerBound <= place { low = middle } else { high = middle }
        }
        return low
    }

    func row(of place: Int) -> Range<Int> { rows[rowNumber(of: place)] }

    /// Returns the end of the row in which `place` lies.
    func end(of place: Int) -> Int {
        let number = rowNumber(of: place)
        let isBroken = number + 1 < rows.count && rows[number + 1].lowerBound == rows[number].upperBound
        return isBroken ? max(rows[number].lowerBound, rows[number].upperBound - 1) : rows[number].upperBound
    }

    func column(of place: Int) -> Int { widths[row(of: place).lowerBound..<place].reduce(0, +) }

    /// Returns the place in the text that is in the same column, a number of rows away.
    func place(from place: Int, rows count: Int) -> Int {
        let number = rowNumber(of: place)
        let next = min(max(number + count, 0), rows.count - 1)
        return next == number ? place : self.place(row: next, column: column(of: place))
    }

    /// Returns the place in the text that is nearest to a cell.
    func place(row: Int, column: Int) -> Int {
        let range = rows[min(max(row, 0), rows.count - 1)]
        let last = end(of: range.lowerBound)
        var (place, left) = (range.lowerBound, column)
        while place < last, left >= widths[place], left > 0 {
            left -= widths[place]
            place += 1
        }
        return place
    }
}
