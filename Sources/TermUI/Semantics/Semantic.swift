/// A part of a screen for whoever does not look at it: what it says, and what can be done with it.
package struct Semantic {
    /// What it is.
    package enum Kind: Equatable {
        case text
        /// Can be done, by Enter where the focus is.
        case button
        /// Is done by a key wherever the focus is; its name as a person would say it.
        case key(String)
        /// One of a list's rows.
        case row
        /// Takes a line of text.
        case field(isSecret: Bool)
    }

    package let kind: Kind
    package let text: String
    /// What is written in the field, unless it is a secret.
    package var value = ""
    /// Does it: presses the button or the key, does what the list is for with the row, ends the field's line.
    package var perform: (() -> Void)?
    /// Selects the row; false if it has gone.
    package var select: (() -> Bool)?
    /// Writes the field's line.
    package var write: ((String) -> Void)?

    package init(_ kind: Kind, _ text: String, perform: (() -> Void)? = nil) {
        (self.kind, self.text, self.perform) = (kind, text, perform)
    }

    /// Texts that stand beside one another, as one; others stay as they are.
    static func joined(_ parts: [Semantic]) -> [Semantic] {
        guard parts.count > 1, parts.allSatisfy({ $0.kind == .text }) else { return parts }
        return [Semantic(.text, sentence(parts))]
    }

    /// All that the parts say, in one line.
    static func sentence(_ parts: [Semantic]) -> String {
        parts.map(\.text).filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension ViewNode {
    /// What is below it, for whoever does not look at it.
    var contentSemantics: [Semantic] { children.flatMap { $0.isInFront || $0.isAside ? [] : $0.semantics } }

    /// What it is, for whoever does not look at it.
    var semantics: [Semantic] { primitive?.semantics(self) ?? contentSemantics }
}

extension ViewGraph {
    /// The screen, or what is in front of it, for whoever does not look at it.
    package var semantics: [Semantic] {
        update()
        return scope?.semantics ?? []
    }

    /// What is in front: another one says another thing, even in the same words.
    package var frontmost: ObjectIdentifier? { scope.map { ObjectIdentifier($0) } }
}

extension View {
    /// What the view says to whoever does not look at it, instead of what stands in it.
    public func accessibilityLabel(_ label: some StringProtocol) -> some View {
        modified(AccessibilityWords(label: String(label), hint: nil))
    }

    /// What it says besides.
    public func accessibilityHint(_ hint: some StringProtocol) -> some View {
        modified(AccessibilityWords(label: nil, hint: String(hint)))
    }

    /// It says nothing to whoever does not look at it.
    public func accessibilityHidden(_ isHidden: Bool) -> some View {
        modified(AccessibilityHidden(isHidden: isHidden))
    }

    /// What was asked for in the view is not there yet: what is written meanwhile waits, where the screen is told in lines.
    package func busy(_ isBusy: Bool) -> some View { modified(Busy(isBusy: isBusy)) }

    /// What stands in the view is what a key does.
    func semantics(ofKey name: String, _ action: String, perform: @escaping () -> Void) -> some View {
        modified(AccessibilityKey(name: name, action: action, perform: perform))
    }
}

private struct Busy: NodeModifier, Equatable {
    let isBusy: Bool

    static var isTransparent: Bool { true }

    func updated(_ node: ViewNode) { node.graph.set(busy: isBusy, node) }

    func disappear(_ node: ViewNode) { node.graph.set(busy: false, node) }
}

private struct AccessibilityWords: NodeModifier, Equatable {
    let label: String?
    let hint: String?

    static var isTransparent: Bool { true }

    func semantics(_ node: ViewNode) -> [Semantic] {
        let parts = node.contentSemantics
        let words = [label ?? Semantic.sentence(parts), hint].compactMap(\.self).joined(separator: ", ")
        let controls = parts.filter { $0.kind != .text }
        // Words for several are nobody's.
        guard controls.count <= 1 else { return parts }
        guard let control = controls.first else { return [Semantic(.text, words)] }
        var named = Semantic(control.kind, words, perform: control.perform)
        (named.select, named.write, named.value) = (control.select, control.write, control.value)
        return [named]
    }
}

private struct AccessibilityHidden: NodeModifier, Equatable {
    let isHidden: Bool

    static var isTransparent: Bool { true }

    func semantics(_ node: ViewNode) -> [Semantic] { isHidden ? [] : node.contentSemantics }
}

private struct AccessibilityKey: NodeModifier {
    let name: String
    let action: String
    let perform: () -> Void

    static var isTransparent: Bool { true }

    func semantics(_ node: ViewNode) -> [Semantic] { [Semantic(.key(name), action, perform: perform)] }
}
