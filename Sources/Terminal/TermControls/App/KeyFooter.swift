import Foundation
import TermCore
package import TermUI

/// A program's screen with one more line at the bottom. This line shows the keys that have an effect at the moment. The
/// line shows the keys of the view in front, and the keys of the control with the focus. The key `?` lists all keys.
package struct KeyFooter<Content: View>: PrimitiveView {
    private let content: Content
    private let always: [KeyBinding]

    /// Creates the screen. The keys in `always` also work while a sheet is in front, but not while a person types, or
    /// while a sheet cannot be left.
    package init(content: Content, always: [KeyBinding] = []) {
        (self.content, self.always) = (content, always)
    }

    /// The smallest number of rows with a last line. With fewer rows, the content gets all rows.
    private static var fewestRows: Int { 5 }

    package func update(_ node: ViewNode) {
        // The content gets each key before the line gets it, because a key goes first to inner views and to later
        // views.
        node.setChildren(
            [KeyLine(always: always), Single(content: content)],
            node.environment(after: true) { $0.hostNamesKeys = true })
        node.graph.footer = node.children[0]
    }

    package func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        CellSize(proposal.width ?? 80, proposal.height ?? 24)
    }

    package func place(in rect: CellRect, _ node: ViewNode) {
        let lines = rect.size.height < Self.fewestRows ? 0 : 1
        let rows = rect.size.height - lines
        node.children[0].place(
            in: CellRect(x: rect.x, y: rect.y + rows, CellSize(rect.size.width, lines)))
        let content = node.children[1]
        let room = CellSize(rect.size.width, rows)
        content.place(in: CellRect(x: rect.x, y: rect.y, room).aligned(content.size(CellProposal(room)), .center))
    }

    package func semantics(_ node: ViewNode) -> [Semantic] { node.children[1].semantics }
}

/// The line with the keys. Also the list of all keys, which is in front of the screen.
private struct KeyLine: FooterLine {
    let always: [KeyBinding]

    private final class Keys {
        var bindings: [KeyBinding] = []
        /// The keys of the view from which the person opened the list.
        var listed: [KeyBinding]?
    }

    func update(_ node: ViewNode) {
        let keys = keys(node)
        // The line stays the same when the actions of its keys change.
        let bindings = keys.bindings.map { binding in
            var hint = KeyBinding(binding.keys, binding.name, binding.action) {
                keys.bindings.first { $0.name == binding.name }?.perform()
            }
            hint.isKept = binding.isKept
            return hint
        }
        let (listed, words) = (keys.listed, node.environment.footerWords)
        let isListed = Binding(get: { listed != nil }, set: { if !$0 { list(nil, node) } })
        node.setChild(
            KeyHints(footer: bindings).padding(.horizontal, CellMetrics.points(1, along: .horizontal))
                .sheet(isPresented: isListed) { KeyList(bindings: listed ?? [], words: words) { list(nil, node) } })
    }

    func follows(_ node: ViewNode) -> Bool {
        let keys = keys(node)
        let bindings = node.keysInFront(always) { list(keys.bindings, node) }
        let isSame = bindings.elementsEqual(keys.bindings) { ($0.name, $0.action) == ($1.name, $1.action) }
        keys.bindings = bindings
        if !isSame { node.invalidate() }
        return !isSame
    }

    func press(_ key: KeyPress, _ node: ViewNode) -> Bool {
        if key == KeyPress("?"), keys(node).listed == nil {
            list(node.keysInFront(always) {}, node)
            return true
        }
        guard key.modifiers.isSubset(of: .shift), !node.isSheetKept,
            let binding = always.first(where: { $0.keys.contains(key.key) })
        else { return false }
        binding.perform()
        return true
    }

    private func list(_ bindings: [KeyBinding]?, _ node: ViewNode) {
        keys(node).listed = bindings
        node.invalidate()
    }

    private func keys(_ node: ViewNode) -> Keys {
        if let keys = node.memo as? Keys { return keys }
        let keys = Keys()
        node.memo = keys
        return keys
    }
}

/// A sheet with all keys of a view.
private struct KeyList: View {
    let bindings: [KeyBinding]
    let words: FooterWords
    let dismiss: () -> Void

    private static let columns = 14

    var body: some View {
        VStack(alignment: .leading) {
            Text(verbatim: words.keys).bold()
            Text(verbatim: "")
            ScrollView {
                VStack(alignment: .leading) {
                    ForEach(bindings, id: \.name) { key in
                        HStack(alignment: .top, spacing: 0) {
                            Text(verbatim: key.name).bold().frame(columns: Self.columns)
                            Text(verbatim: key.action)
                        }
                    }
                }
            }
            .hugging()
        }
        .onKeyPress("?") {
            dismiss()
            return .handled
        }
    }
}

/// The words that every program has. They are for keys that work everywhere, and for the values of controls.
nonisolated package struct FooterWords: Hashable, Sendable {
    package var keys = "Keys", back = "back", choose = "choose", change = "change", next = "next", help = "help"
    package var end = "quit", on = "on", off = "off", chosen = "chosen"
    /// The names of the keys themselves.
    package var enter = "Enter", controlC = "Ctrl-C"
    /// What precedes the size of a picture for people who do not see the screen.
    package var picture = "Photo"
    /// The words for gestures, and for a view without words that has one.
    package var tap = "tap", hold = "hold", drag = "drag", drop = "drop", arrows = "Arrows", area = "area"

    package init() {}
}

nonisolated extension EnvironmentValues {
    @Entry package var footerWords = FooterWords()
}

extension ViewNode {
    /// Returns the keys that have an effect in the view in front of the screen. The view's own keys come first, and the
    /// keys that work everywhere come after them.
    fileprivate func keysInFront(_ always: [KeyBinding], help: @escaping () -> Void) -> [KeyBinding] {
        let (graph, words) = (graph, environment.footerWords)
        let control = graph.focused?.focusedPart
        let isTyping = if case .field = control?.kind { true } else { false }
        var keys: [KeyBinding] = []
        for part in graph.semantics.reversed() {
            guard let key = KeyBinding(part, words), !keys.contains(where: { $0.name == key.name }) else { continue }
            // Typed letters go into the field.
            if !isTyping || key.name.count > 1 { keys.insert(key, at: 0) }
        }
        func add(_ key: KeyEquivalent, _ name: String, _ action: String, isFirst: Bool = false) {
            guard !keys.contains(where: { $0.name == name }) else { return }
            let binding = KeyBinding(key, name, action) { graph.press(KeyPress(key)) }
            keys.insert(binding, at: isFirst ? 0 : keys.count)
        }
        if control?.adjust != nil { add("+", "+ -", words.change, isFirst: true) }
        if control?.kind == .button || control?.kind == .row, control?.perform != nil {
            add(.return, words.enter, control.flatMap(Self.shortWords) ?? words.choose, isFirst: true)
        }
        if let gestures = control?.gestures {
            if gestures.isDragged { add(.return, words.enter, words.drop, isFirst: true) }
            if gestures.drag != nil { add(.rightArrow, words.arrows, words.drag) }
            for count in gestures.taps.keys.sorted() {
                add(KeyEquivalent(Character("\(count % 10)")), "\(count)", words.tap)
            }
            if gestures.hold != nil { add("m", "m", words.hold) }
        }
        if graph.hasSeveralPlaces { add(.tab, "Tab", words.next) }
        if graph.hasWayBack, !isSheetKept { add(.escape, "Esc", words.back) }
        if !isTyping, !isSheetKept {
            keys += always.filter { binding in !keys.contains { $0.name == binding.name } }
        }
        if !isTyping, !keys.contains(where: { $0.name == "?" }) {
            keys.append(KeyBinding("?", "?", words.help, perform: help))
        }
        let (end, isEnding) = (environment.exit, keys.contains { $0.name == "q" || $0.name == words.controlC })
        if !graph.hasWayBack, !isEnding {
            var last = KeyBinding([], words.controlC, words.end) { end(0) }
            last.isKept = true
            keys.append(last)
        }
        return keys
    }

    /// Whether the sheet in front, if there is one, cannot be left.
    fileprivate var isSheetKept: Bool { graph.scope.map { LayerWishes.of($0).isKept } ?? false }

    /// Returns the words of a button that has no value. Returns nil if these words are not short.
    private static func shortWords(_ control: Semantic) -> String? {
        guard control.kind == .button, control.value.isEmpty, control.text.contains(where: \.isLetter) else {
            return nil
        }
        return 1...16 ~= TerminalSafe(control.text).columns ? control.text : nil
    }
}

extension KeyBinding {
    /// Creates a key binding from a part of the screen. Returns nil if the part has no key.
    fileprivate init?(_ part: Semantic, _ words: FooterWords) {
        guard let perform = part.perform else { return nil }
        if case .key(let name) = part.kind {
            let isEnter = name == Self.enter
            self.init(isEnter ? [.return] : [], isEnter ? words.enter : name, part.text, perform: perform)
        } else if let key = part.shortcut {
            self.init([], key.key == .return ? words.enter : key.name, part.text, perform: perform)
        } else {
            return nil
        }
    }
}
