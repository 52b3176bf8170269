import TermCore

/// What a key does on a screen, in a word: what is done, and what the last line says of it, come from the same place.
package struct KeyBinding {
    /// As a person would say it: `Enter`, `/`.
    package let name: String
    package let action: String
    /// Any of them.
    package let keys: Set<KeyEquivalent>
    package let perform: () -> Void

    /// Of one key.
    package init(_ key: KeyEquivalent, _ name: String, _ action: String, perform: @escaping () -> Void) {
        self.init([key], name, action, perform: perform)
    }

    /// Of several that do the same.
    package init(
        _ keys: Set<KeyEquivalent>, _ name: String, _ action: String, perform: @escaping () -> Void
    ) {
        (self.name, self.action, self.keys, self.perform) = (name, action, keys, perform)
    }
}

extension View {
    /// What keys do while the view is on the screen, unless a view within it, or in front of it, has taken them.
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

/// The keys that do something now, in one line: as many as have room. A click does what the key does.
package struct KeyHints: View {
    private let bindings: [KeyBinding]

    /// In the order of their worth.
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
                    .semantics(ofKey: binding.name, binding.action, perform: binding.perform)
                }
            }
            .lineLimit(1)
        }
        .frame(rows: 1)
    }

    private static let gap = 3
    /// What names all keys is not left out.
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

    private static func columns(_ binding: KeyBinding) -> Int { binding.name.count + 1 + binding.action.count }
}

/// A click on what a key does.
private struct HintTap: NodeModifier {
    let binding: KeyBinding

    func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool {
        switch event.action {
        case .press(.left): node.graph.hold(node)
        case .release(.left):
            guard node.frame.contains(x: event.x, y: event.y) else { break }
            // Enter is for what has the focus, which may know better. A letter would be written where one writes.
            if binding.keys.contains(.return) { node.graph.press(KeyPress(.return)) } else { binding.perform() }
        default: return false
        }
        return true
    }
}
