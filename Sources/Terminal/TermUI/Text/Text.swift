public import Foundation
package import TermCore

/// A text in a form that is safe for a terminal. The text takes the lines that it needs, as far as there is room.
/// Example: `ControlsPage.swift` in `Tests/Gallery`.
nonisolated public struct Text: @MainActor PrimitiveView, Equatable, Sendable {
    /// The style set on the text itself.
    struct Style: Equatable, Sendable {
        var font: Font?
        var weight: Font.Weight?
        var color: Color?
        /// The style of the text in place of a colour.
        var shapeStyle: AnyShapeStyle?
        var attributes: CellStyle.Attributes = []
    }

    /// A part of a text with one style.
    struct Run: Equatable, Sendable {
        let text: String
        var style: Style
        /// The shown moment, if the part updates by itself.
        var moment: Moment?

        init(_ text: String, _ style: Style) {
            (self.text, self.style) = (text, style)
        }

        /// Returns the run, with the style of `outer` for properties that the run does not set.
        func within(_ outer: Style) -> Run {
            var run = self
            run.style.font = style.font ?? outer.font
            run.style.weight = style.weight ?? outer.weight
            if style.color == nil, style.shapeStyle == nil {
                (run.style.color, run.style.shapeStyle) = (outer.color, outer.shapeStyle)
            }
            run.style.attributes.formUnion(outer.attributes)
            return run
        }
    }

    private(set) var runs: [Run]

    init(runs: [Run]) {
        self.runs = runs
    }

    /// Creates a text from a bundle's table, or a text with Markdown. See ``LocalizedStringKey``.
    public init(
        _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
    ) {
        runs = key.runs(table: tableName, bundle: bundle)
    }

    /// Creates a text from any string. Unprintable characters are written as escapes, and a newline ends a line.
    @_disfavoredOverload
    public init(_ content: some StringProtocol) {
        self.init(verbatim: String(content))
    }

    public init(verbatim content: String) {
        runs = [Run(content, Style())]
    }

    public init<F: FormatStyle>(_ input: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String {
        self.init(verbatim: format.format(input))
    }

    /// Creates a text from a value with a formatter. The text is empty if the formatter cannot format the value.
    public init<Subject>(_ subject: Subject, formatter: Formatter) {
        self.init(verbatim: formatter.string(for: subject) ?? "")
    }

    /// Creates a text from an attributed string. Foundation on Linux defines no such attributes, so only the characters
    /// are shown.
    @_disfavoredOverload
    public init(_ attributed: AttributedString) {
        self.init(verbatim: String(attributed.characters))
    }

    public static func + (one: Text, other: Text) -> Text { Text(runs: one.runs + other.runs) }

    /// The text without its styles.
    package var plain: String { runs.map(\.shown).joined() }

    /// The text without styles, or nil if any part is styled or updates by itself.
    var unstyled: String? {
        guard runs.count == 1, runs[0].moment == nil, runs[0].style == Style() else { return nil }
        return runs[0].text
    }

    /// Returns the text with a style for properties that the text does not set itself.
    func styled(_ style: Style) -> Text { Text(runs: runs.map { $0.within(style) }) }

    private func attributes(_ attribute: CellStyle.Attributes, _ isActive: Bool) -> Text {
        var text = self
        for place in runs.indices {
            if isActive {
                text.runs[place].style.attributes.insert(attribute)
            } else {
                text.runs[place].style.attributes.remove(attribute)
            }
        }
        return text
    }

    public func font(_ font: Font?) -> Text { styled(Style(font: font)) }

    public func fontWeight(_ weight: Font.Weight?) -> Text { styled(Style(weight: weight)) }

    public func foregroundColor(_ color: Color?) -> Text { styled(Style(color: color)) }

    /// Returns the text with a style of its own. A gradient results in its middle colour.
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text {
        styled(Style(shapeStyle: AnyShapeStyle(style)))
    }

    public func bold(_ isActive: Bool = true) -> Text { attributes(.bold, isActive) }

    public func italic(_ isActive: Bool = true) -> Text { attributes(.italic, isActive) }

    /// Returns the text with or without a line under it. The line has the text's colour.
    public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text { attributes(.underline, isActive) }

    /// Returns the text with or without a line through it. The line has the text's colour.
    public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text {
        attributes(.strikethrough, isActive)
    }

    // All letters of a terminal have the same width and the same position.

    public func monospacedDigit() -> Text { self }

    public func monospaced(_ isActive: Bool = true) -> Text { self }

    public func kerning(_ kerning: CGFloat) -> Text { self }

    public func tracking(_ tracking: CGFloat) -> Text { self }

    public func baselineOffset(_ offset: CGFloat) -> Text { self }

    // MARK: - In the tree

    @MainActor package func fits(
        like other: any NodeBehaviour, _ old: EnvironmentValues, _ new: EnvironmentValues
    ) -> Bool {
        guard let other = other as? Text, runs.count == other.runs.count else { return false }
        if !old.isSame(as: new) {
            let (before, now) = (old.textStyle, new.textStyle)
            guard before.lineLimit == now.lineLimit, before.textCase == now.textCase,
                before.truncation == now.truncation, before.leastLines == now.leastLines,
                before.blankRows == now.blankRows
            else { return false }
        }
        for (run, before) in zip(runs, other.runs)
        where run.moment != nil || before.moment != nil || run.text != before.text { return false }
        return true
    }

    @MainActor package func update(_ node: ViewNode) {
        let style = node.environment.textStyle
        var texts: [String] = []
        for run in runs {
            switch style.textCase {
            case .uppercase: texts.append(run.shown.uppercased())
            case .lowercase: texts.append(run.shown.lowercased())
            case nil: texts.append(run.shown)
            }
        }
        if (node.memo as? TextLayout)?.isOf(texts, limit: style.lineLimit, style.truncation) != true {
            node.memo = TextLayout(texts, limit: style.lineLimit, style.truncation)
        }
        var next: Duration?
        for run in runs { if let interval = run.moment?.interval { next = min(interval, next ?? interval) } }
        if let next { node.graph.wake(node, at: node.graph.now + next) }
    }

    @MainActor package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        guard let layout = node.memo as? TextLayout else { return .zero }
        let style = node.environment.textStyle
        let lines = layout.lines(in: Self.lines(in: proposal, style))
        let count = max(lines.count, style.leastLines)
        return CellSize(lines.map(\.columns).max() ?? 0, count + max(0, count - 1) * style.blankRows)
    }

    /// Returns the offered space without the blank rows between the lines that fit.
    private static func lines(in proposal: CellProposal, _ style: TextStyle) -> CellProposal {
        guard style.blankRows > 0, let height = proposal.height else { return proposal }
        return CellProposal(proposal.width, (height + style.blankRows) / (1 + style.blankRows))
    }

    @MainActor package func semantics(_ node: ViewNode) -> [Semantic] {
        if node.environment.isRedacted { return [Semantic(.text, "…")] }
        let lines = plain.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.filter { !$0.isEmpty }
        return lines.isEmpty ? [] : [Semantic(.text, lines.joined(separator: "\n"))]
    }

    @MainActor package func paint(_ node: ViewNode, on canvas: inout Canvas) {
        guard let layout = node.memo as? TextLayout else { return }
        write(layout, in: node.frame, node.environment, on: &canvas)
    }

    /// Writes the lines that fit.
    @MainActor func write(
        _ layout: TextLayout, in frame: CellRect, _ environment: EnvironmentValues, on canvas: inout Canvas
    ) {
        let around = environment.textStyle
        let (glyphs, isRedacted) = (environment.glyphs, environment.isRedacted)
        var styles: [CellStyle?] = []
        for run in runs { styles.append(style(of: run, in: environment, around)) }
        let lines = layout.lines(in: Self.lines(in: CellProposal(frame.size), around))
        for (number, line) in lines.enumerated() {
            let row = number * (1 + around.blankRows)
            var x = frame.x + around.alignment.horizontal.offset(of: line.columns, in: frame.width)
            if isRedacted {
                let bar: Unicode.Scalar = glyphs == .ascii ? "#" : "░"
                canvas.fill(CellRect(x: x, y: frame.y + row, CellSize(line.columns, 1)), bar, environment.cellStyle)
                continue
            }
            guard styles.count != 1 else {
                if let style = styles[0] { canvas.write(line.text.drawn(by: glyphs), style, x: x, y: frame.y + row) }
                continue
            }
            for (text, run) in layout.pieces(of: line) {
                if let style = styles[run] { canvas.write(text.drawn(by: glyphs), style, x: x, y: frame.y + row) }
                x += text.columns
            }
        }
    }

    /// Returns the style of a part, or nil if the part is invisible.
    @MainActor private func style(
        of run: Run, in environment: EnvironmentValues, _ around: TextStyle
    ) -> CellStyle? {
        if run.style.color?.isClear ?? (run.style.shapeStyle == nil && around.color.isClear) { return nil }
        var style = around
        if let font = run.style.font { style.font = font }
        if let weight = run.style.weight { style.font = style.font.weight(weight) }
        if let color = run.style.color ?? run.style.shapeStyle?.paint(in: environment).color { style.color = color }
        style.attributes.formUnion(run.style.attributes)
        return style.cellStyle(in: environment)
    }
}

nonisolated extension TerminalSafe {
    /// Returns the text in a form that the terminal can show, because even a console's own font lacks the ellipsis.
    package func drawn(by glyphs: TerminalProfile.Glyphs) -> TerminalSafe {
        guard glyphs != .unicode, description.contains("…") else { return self }
        return TerminalSafe(description.replacing("…", with: "~"), limit: columns)
    }
}
