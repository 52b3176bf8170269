import TermCore

/// A text, made safe for a terminal, in as many lines as it needs and has room for.
public struct Text: PrimitiveView, Equatable {
    private let content: String
    private var change = StyleOfText()

    /// The style that a text sets itself.
    private struct StyleOfText: Equatable {
        var font: Font?
        var color: Color?
        var attributes: CellStyle.Attributes = []
    }

    /// Any text: characters that cannot be shown are written as escapes, and a newline ends a line.
    public init(_ content: some StringProtocol) {
        self.content = String(content)
    }

    /// The same.
    public init(verbatim content: String) {
        self.content = content
    }

    /// The text with a font of its own.
    public func font(_ font: Font?) -> Text { changed { $0.font = font } }

    /// The text with a colour of its own.
    public func foregroundColor(_ color: Color?) -> Text { changed { $0.color = color } }

    /// The text, heavy.
    public func bold() -> Text { changed { $0.attributes.insert(.bold) } }

    /// The text, italic.
    public func italic() -> Text { changed { $0.attributes.insert(.italic) } }

    private func changed(_ change: (inout StyleOfText) -> Void) -> Text {
        var text = self
        change(&text.change)
        return text
    }

    package func update(_ node: ViewNode) {
        node.memo = TextLayout(content, limit: node.environment.textStyle.lineLimit)
    }

    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        guard let layout = node.memo as? TextLayout else { return .zero }
        let lines = layout.lines(in: proposal)
        return CellSize(lines.map(\.columns).max() ?? 0, lines.count)
    }

    package func semantics(_ node: ViewNode) -> [Semantic] {
        let lines = content.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.filter { !$0.isEmpty }
        return lines.isEmpty ? [] : [Semantic(.text, lines.joined(separator: "\n"))]
    }

    package func paint(_ node: ViewNode, on canvas: inout Canvas) {
        guard let layout = node.memo as? TextLayout else { return }
        let frame = node.frame
        let alignment = node.environment.textStyle.alignment.horizontal
        let style = style(in: node.environment)
        for (row, line) in layout.lines(in: CellProposal(frame.size)).enumerated() {
            let x = frame.x + alignment.offset(of: line.columns, in: frame.width)
            canvas.write(line.text, style, x: x, y: frame.y + row)
        }
    }

    private func style(in environment: EnvironmentValues) -> CellStyle {
        var style = environment.textStyle
        if let font = change.font { style.font = font }
        if let color = change.color { style.color = color }
        style.attributes.formUnion(change.attributes)
        return style.cellStyle(in: environment)
    }
}
