import TermCore
package import TermUI

/// A key's action on a screen, and the word for the action. The key's action and its hint in the last line both come
/// from this source.
package struct KeyBinding {
    /// The key's name for people, such as `Enter` or `/`.
    package let name: String
    package let action: String
    /// The keys, each of which runs the action.
    package let keys: Set<KeyEquivalent>
    package let perform: () -> Void
    /// Whether the key's hint is one of those that stay longest when space is short.
    var isKept = false
    /// Whether the key is Enter. Its name may be different. In line mode, Enter ends every line.
    let isEnter: Bool
    static let enter = "Enter"

    /// Creates a binding of one key.
    package init(_ key: KeyEquivalent, _ name: String, _ action: String, perform: @escaping () -> Void) {
        self.init([key], name, action, perform: perform)
    }

    /// Creates a binding of several keys with the same action.
    package init(
        _ keys: Set<KeyEquivalent>, _ name: String, _ action: String, perform: @escaping () -> Void
    ) {
        (self.name, self.action, self.keys, self.perform) = (name, action, keys, perform)
        isEnter = keys.contains(.return) || name == Self.enter
    }
}

/// Names keys only for people who read a screen in lines. The view is not seen. A screen uses it if its own text names
/// the keys for everybody else.
package struct SpokenKeys: View {
    private let bindings: [KeyBinding]

    package init(_ bindings: [KeyBinding]) { self.bindings = bindings }

    package var body: some View {
        ForEach(bindings, id: \.name) { binding in
            Text(verbatim: "").semantics(ofKey: binding.name, binding.action, perform: binding.perform)
        }
    }
}

extension View {
    /// Gives keys their actions while the view is on the screen. A view inside this view, or in front of it, may handle
    /// the keys first.
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

/// The keys that are active at the moment, in one line. Only as many are shown as fit. A click has the same effect as
/// the key.
package struct KeyHints: View {
    private let bindings: [KeyBinding]
    private let isApart: Bool
    private var isFooter = false

    @Environment(\.hostNamesKeys) private var hostNamesKeys

    /// Creates the line. The `bindings` are in order of importance.
    package init(_ bindings: [KeyBinding], isApart: Bool = false) {
        (self.bindings, self.isApart) = (bindings, isApart)
    }

    /// Creates the line. The `bindings` are in order of importance.
    init(footer bindings: [KeyBinding]) {
        self.init(bindings)
        isFooter = true
    }

    package var body: some View {
        if hostNamesKeys, !isFooter {
            NamedKeys(bindings: bindings)
        } else {
            if isApart { Text(verbatim: "") }
            line
        }
    }

    private var line: some View {
        GeometryReader { proxy in
            let (bindings, gap) = shown(in: proxy.cells.width)
            HStack(spacing: CellMetrics.points(gap, along: .horizontal)) {
                ForEach(bindings, id: \.name) { binding in
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

    /// The columns between two hints, and those where more hints fit if they are closer.
    private static let (gap, narrowGap) = (3, 2)
    /// The keys whose hints stay longest. Only the hint of the most important key stays longer. The kept keys leave the
    /// view, or work everywhere.
    private static let kept = ["q", "Esc", "?", ","]

    private func shown(in width: Int) -> (bindings: [KeyBinding], gap: Int) {
        let (wide, narrow) = (shown(in: width, gap: Self.gap), shown(in: width, gap: Self.narrowGap))
        return narrow.count > wide.count ? (narrow, Self.narrowGap) : (wide, Self.gap)
    }

    private func shown(in width: Int, gap: Int) -> [KeyBinding] {
        var left = width + gap
        var shown: Set<Int> = []
        let kept = Self.kept.compactMap { name in bindings.firstIndex { $0.name == name } }
        let ends = bindings.indices.filter { bindings[$0].isKept }
        for place in Array(bindings.indices.prefix(1)) + ends + kept + bindings.indices where !shown.contains(place) {
            left -= Self.columns(bindings[place]) + gap
            // If a key does not fit, a less important key does not take its place.
            guard left >= 0 else { break }
            shown.insert(place)
        }
        return shown.sorted().map { bindings[$0] }
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
            // Enter goes to the view with the focus, which may have its own action for Enter. A letter runs the action
            // directly, because a text field inserts letters.
            if binding.isEnter { node.graph.press(KeyPress(.return)) } else { binding.perform() }
        default: return false
        }
        return true
    }
}

/// Names the keys for the host's last line and for people who do not see the screen. The view itself shows nothing.
private struct NamedKeys: PrimitiveView {
    let bindings: [KeyBinding]

    static var isTransparent: Bool { true }

    func semantics(_ node: ViewNode) -> [Semantic] {
        bindings.map { binding in
            Semantic(.key(binding.isEnter ? KeyBinding.enter : binding.name), binding.action, perform: binding.perform)
        }
    }
}

/// Records that Esc leads back from the shown view.
struct WayBack: NodeModifier, Equatable {
    let isOpen: Bool

    static var isTransparent: Bool { true }

    func updated(_ node: ViewNode) { node.graph.set(.wayBack, isOpen, of: node) }
}

nonisolated extension EnvironmentValues {
    /// Whether the program's last line names the keys.
    @Entry var hostNamesKeys = false
}
