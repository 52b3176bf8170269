package import TermCore

/// A simulated person at a simulated screen, for tests. The person presses keys, lets time pass, and looks at the
/// screen.
package final class Pilot {
    private let graph: ViewGraph
    private var input: TimedInput
    /// The current time, which only ``advance(by:)`` and ``stop(for:)`` change.
    package private(set) var now: ContinuousClock.Instant
    /// The gate that gets all input before any view does.
    package var gate: (any TerminalGate)?

    /// Shows `view` on a screen of this size, starting at the time `now`.
    package init(
        _ view: some View, columns: Int = 80, rows: Int = 24, environment: EnvironmentValues = EnvironmentValues(),
        now: ContinuousClock.Instant = .now
    ) {
        (self.now, input) = (now, TimedInput(at: now))
        graph = ViewGraph(view, environment: environment, now: now)
        graph.resize(to: CellSize(columns, rows))
        graph.update()
    }

    /// Presses keys, one after another. Returns false if no view handled the last key.
    @discardableResult
    package func press(_ keys: KeyEquivalent..., modifiers: EventModifiers = []) -> Bool {
        var isTaken = false
        for key in keys {
            isTaken = graph.press(KeyPress(key, modifiers: modifiers))
            graph.update()
        }
        return isTaken
    }

    /// Types text.
    package func type(_ text: String) {
        for character in text { press(KeyEquivalent(character)) }
    }

    /// Pastes text.
    @discardableResult
    package func paste(_ text: String) -> Bool {
        defer { graph.update() }
        return graph.paste(text)
    }

    /// Clicks the first occurrence of a text. Returns false if the text is not on the screen, or if the click has no
    /// effect.
    @discardableResult
    package func click(_ text: String) -> Bool {
        guard let (x, y) = place(of: text) else { return false }
        return click(x: x, y: y)
    }

    /// Clicks at a place on the screen.
    @discardableResult
    package func click(x: Int, y: Int) -> Bool {
        let isTaken = graph.mouse(MouseEvent(.press(.left), x: x, y: y))
        graph.update()
        graph.mouse(MouseEvent(.release(.left), x: x, y: y))
        graph.update()
        return isTaken
    }

    /// Presses the right button on the first occurrence of a text. Returns false if the press has no effect.
    @discardableResult
    package func rightClick(_ text: String) -> Bool {
        guard let (x, y) = place(of: text) else { return false }
        defer { graph.update() }
        return graph.mouse(MouseEvent(.press(.right), x: x, y: y))
    }

    /// Turns the wheel by one step at a place on the screen.
    @discardableResult
    package func scroll(down: Bool, x: Int, y: Int) -> Bool {
        defer { graph.update() }
        return graph.mouse(MouseEvent(down ? .scrollDown : .scrollUp, x: x, y: y))
    }

    /// Changes the screen's size.
    package func resize(columns: Int, rows: Int) {
        graph.resize(to: CellSize(columns, rows))
        graph.update()
    }

    /// Sends bytes as a terminal does. If a key is complete only when no more bytes follow, it arrives with the next
    /// ``advance(by:)``.
    package func send(_ bytes: some Sequence<UInt8>) { take(input.feed(bytes, at: now)) }

    /// Lets time pass while the program is not scheduled. The program reads the next input first, and notices the time
    /// only after that.
    package func stop(for duration: Duration) { now += duration }

    /// Lets time pass. If several waits end during this time, they end in order, and each of them ends at the right
    /// time.
    package func advance(by duration: Duration) {
        let end = now + duration
        while let wake = [graph.nextWake, input.due].compactMap(\.self).min(), wake <= end {
            now = max(now, wake)
            graph.advance(to: now)
            graph.update()
            take(input.advance(to: now))
        }
        now = end
        graph.advance(to: now)
        graph.update()
    }

    private func take(_ events: [InputEvent]) {
        for event in events {
            guard let event = gate.map({ $0.pass(event, at: now) }) ?? event else { continue }
            graph.take(event)
            graph.update()
        }
    }

    /// Whether the screen would change without a key press.
    package var isWaiting: Bool { graph.nextWake != nil }

    /// The cells of the screen.
    package var frame: CellBuffer { graph.frame().cells }

    /// The position of the screen's cursor.
    package var cursor: FrameEncoder.Cursor { graph.frame().cursor }

    /// The text of the screen, without blanks at the ends of lines.
    package var lines: [String] {
        let frame = frame
        return (0..<frame.height).map { y in
            var line = String.UnicodeScalarView()
            for cell in frame.row(y) where cell.span != .trailing { line.append(contentsOf: cell.glyph.scalars) }
            while line.last == " " { line.removeLast() }
            return String(line)
        }
    }

    /// The text from the first to the last line that is not empty.
    package var text: String {
        var lines = lines[...]
        while lines.first?.isEmpty == true { lines.removeFirst() }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    /// The content of the screen as lines, for people who do not see the screen.
    package var plain: PlainText { PlainText(graph.semantics, hasWayBack: graph.hasWayBack) }

    /// The actions in words, for people who do not see the screen.
    package var actions: [String] { graph.semantics.filter { $0.kind != .text }.map(\.spoken) }

    /// Whether there is a layer in front of the screen, or an active search.
    package var hasWayBack: Bool { graph.hasWayBack }

    /// Whether an answer is pending. A typed line waits for the answer.
    package var isBusy: Bool {
        _ = graph.frame()
        return graph.isBusy
    }

    /// Whether a text is on the screen.
    package func shows(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

    /// Returns the style of the first occurrence of a text. If the text is not on the screen, returns nil.
    package func style(of text: String) -> CellStyle? {
        place(of: text).map { frame[$0.x, $0.y].style }
    }

    private func place(of text: String) -> (x: Int, y: Int)? {
        let frame = frame
        let wanted = Array(text.unicodeScalars)
        for y in 0..<frame.height {
            let row = Array(frame.row(y))
            for x in row.indices where x + wanted.count <= row.count {
                if zip(wanted, row[x...]).allSatisfy({ $0 == $1.glyph.base }) { return (x, y) }
            }
        }
        return nil
    }

    /// Ends the program.
    package func close() { graph.close() }
}
