import TermCore

/// A line that a person edits. It takes typed and pasted text while it has the focus.
public struct TextField: View {
    private let prompt: String
    private let text: Binding<String>

    /// `prompt` is shown while the text is empty.
    public init(_ prompt: some StringProtocol, text: Binding<String>) {
        self.prompt = String(prompt)
        self.text = text
    }

    /// The line.
    public var body: some View { EditedLine(prompt: prompt, text: text, isSecret: false) }
}

/// A line for a secret: what is typed is shown only as dots.
public struct SecureField: View {
    private let prompt: String
    private let text: Binding<String>

    /// `prompt` is shown while the text is empty.
    public init(_ prompt: some StringProtocol, text: Binding<String>) {
        self.prompt = String(prompt)
        self.text = text
    }

    /// The line.
    public var body: some View { EditedLine(prompt: prompt, text: text, isSecret: true) }
}

extension View {
    /// What is done when Enter is pressed in a field in the view.
    public func onSubmit(_ action: @escaping () -> Void) -> some View {
        environment(\.submit, SubmitAction(action: action))
    }
}

struct SubmitAction {
    let action: () -> Void
}

nonisolated private enum SubmitKey: EnvironmentKey { static let defaultValue: SubmitAction? = nil }

nonisolated extension EnvironmentValues {
    var submit: SubmitAction? {
        get { self[SubmitKey.self] }
        set { self[SubmitKey.self] = newValue }
    }
}

private struct EditedLine: PrimitiveView {
    let prompt: String
    let text: Binding<String>
    let isSecret: Bool

    /// What the node keeps: the text with the place in it.
    private final class Edit {
        var editing: TextEditing

        init(_ editing: TextEditing) {
            self.editing = editing
        }
    }

    private func editing(_ node: ViewNode) -> TextEditing {
        if let edit = node.memo as? Edit, edit.editing.text == text.wrappedValue { return edit.editing }
        return TextEditing(text.wrappedValue)
    }

    private func set(_ editing: TextEditing, _ node: ViewNode) {
        node.memo = Edit(editing)
        if text.wrappedValue != editing.text { text.wrappedValue = editing.text }
        node.repaint()
        node.graph.onChange()
    }

    func isFocusable(_ node: ViewNode) -> Bool { true }

    func press(_ key: KeyPress, _ node: ViewNode) -> Bool {
        guard node.isFocused else { return false }
        if key.key == .return, key.modifiers.isEmpty, let submit = node.environment.submit {
            submit.action()
            return true
        }
        var editing = editing(node)
        guard editing.press(key) else { return false }
        set(editing, node)
        return true
    }

    func paste(_ pasted: String, _ node: ViewNode) -> Bool {
        let line = pasted.drop { $0.isNewline }
        var editing = editing(node)
        let before = editing
        editing.insert(String(line))
        set(editing, node)
        // A scanner types a line and ends it.
        if editing != before, line.contains(where: \.isNewline) { node.environment.submit?.action() }
        return true
    }

    func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool {
        guard case .press(.left) = event.action else { return false }
        node.graph.focus(node)
        return true
    }

    func semantics(_ node: ViewNode) -> [Semantic] {
        var field = Semantic(.field(isSecret: isSecret), prompt) { node.environment.submit?.action() }
        if !isSecret { field.value = text.wrappedValue }
        field.write = { set(TextEditing($0), node) }
        return [field]
    }

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize { CellSize(proposal.width ?? 20, 1) }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        let frame = node.frame
        let editing = editing(node)
        let style = node.environment.cellStyle
        var line = style
        line.attributes.insert(.underline)
        canvas.fill(frame, " ", line)
        if editing.characters.isEmpty {
            line.attributes.insert(.dim)
            canvas.write(TerminalSafe(prompt, limit: frame.width), line, x: frame.x, y: frame.y)
        }
        let shown = shown(editing, in: frame.width, node.environment.glyphs)
        line.attributes.remove(.dim)
        canvas.clipped(to: frame) { $0.write(shown.text, line, x: frame.x, y: frame.y) }
        guard node.isFocused, canvas.clip.contains(x: frame.x + shown.place, y: frame.y) else { return }
        canvas.cursor = FrameEncoder.Cursor(x: frame.x + shown.place, y: frame.y, isShown: true)
    }

    /// The part of the text that fits, with the place in it.
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
        // Leaves out just enough on the left for the place to be visible.
        var (first, columns) = (0, pieces[..<editing.place].reduce(0) { $0 + $1.columns })
        while columns >= width, first < editing.place {
            columns -= pieces[first].columns
            first += 1
        }
        return (TerminalSafe(trusted: pieces[first...].map(\.description).joined()), columns)
    }
}
