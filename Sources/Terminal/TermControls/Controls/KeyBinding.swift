import TermCore
package import TermUI

/// A key's action on a screen, and the word for it: the action and the hint in the last line have the same source.
package struct KeyBinding {
    /// The key's name for people: `Enter`, `/`.
    package let name: String
    package let action: String
    /// The keys, each of which runs the action.
    package let keys: Set<KeyEquivalent>
    package let perform: () -> Void
    /// Whether it is Enter, under whatever name: in line mode, Enter ends every line.
    let isEnter: Bool
    static let enter = "Enter"

    /// A binding of one key.
    package init(_ key: KeyEquivalent, _ name: String, _ action: String, perform: @escaping () -> Void) {
        self.init([key], name, action, perform: perform)
    }

    /// A binding of several keys that do the same.
    package init(
        _ keys: Set<KeyEquivalent>, _ name: String, _ action: String, perform: @escaping () -> Void
    ) {
        (self.name, self.action, self.keys, self.perform) = (name, action, keys, perform)
        isEnter = keys.contains(.return) || name == Self.enter
    }
}

extension View {
    /// Gives keys their actions while the view is on the screen, unless a view within it or in front of it handles
    /// them.
    package func keyBindings(_ bindings: [KeyBinding]) -> some View {
        onKeyPress { press in
            guard press.modifiers.isSubset(of: .shift),
                let binding = bindings.first(where: { $0.keys.contains(press.key) })
            else { return .ignored }
            binding.perform()
            return .handled
        }
    }
}

/// The currently active keys, in one line: as many as fit. A click does what the key does.
package struct KeyHints: View {
    private let bindings: [KeyBinding]

    /// `bindings` are in order of importance.
    package init(_ bindings: [KeyBinding]) {
        self.bindings = bindings
    }

    package var body: some View {
        GeometryReader { proxy in
            HStack(spacing: CellMetrics.points(Self.gap, along: .horizontal)) {
                ForEach(shown(in: proxy.cells.width), id: \.name) { binding in
                    HStack {
                        Text(binding.name).bold()
                        Text(binding.action).foregroundColor(.secondary)
                    }
                    .modified(HintTap(binding: binding))
                    .semantics(
                        ofKey: binding.isEnter ? KeyBinding.enter : binding.name, binding.action,
                        perform: binding.perform)
                }
            }
            .lineLimit(1)
        }
        .frame(rows: 1)
    }

    private static let gap = 3
    /// The key that shows all keys is never left out.
    private static let help = "?"

    private func shown(in width: Int) -> [KeyBinding] {
        func fitting(_ bindings: [KeyBinding], in width: Int) -> [KeyBinding] {
            var left = width + Self.gap
            return Array(
                bindings.prefix { binding in
                    left -= Self.columns(binding) + Self.gap
                    return left >= 0
                })
        }
        let all = fitting(bindings, in: width)
        guard all.count < bindings.count, let help = bindings.first(where: { $0.name == Self.help }) else { return all }
        let others = bindings.filter { $0.name != Self.help }
        return fitting(others, in: width - Self.columns(help) - Self.gap) + [help]
    }

    private static func columns(_ binding: KeyBinding) -> Int {
        TerminalSafe(binding.name).columns + 1 + TerminalSafe(binding.action).columns
    }
}

/// A click on a key hint.
private struct HintTap: NodeModifier {
    let binding: KeyBinding

    func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool {
        switch event.action {
        case .press(.left): node.graph.hold(node)
        case .release(.left):
            guard node.frame.contains(x: event.x, y: event.y) else { break }
            // Enter goes to the view with the focus, which may use it in its own way. A letter would be written into
            // a text field.
            if binding.keys.contains(.return) { node.graph.press(KeyPress(.return)) } else { binding.perform() }
        default: return false
        }
        return true
    }
}
