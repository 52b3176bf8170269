/// A part of a screen for people who do not see it: the words of the part, and the actions that it offers.
package struct Semantic {
    /// The kind of part.
    package enum Kind: Equatable {
        case text
        /// A control that Enter activates while it has the focus.
        case button
        /// An action that a key runs wherever the focus is. The key's name is for people.
        case key(String)
        case row
        /// A field that takes a line of text.
        case field(isSecret: Bool)
    }

    package let kind: Kind
    package let text: String
    /// The field's text, unless it is a secret, or the value of another control.
    package var value = ""
    /// A closure that presses the button or the key, runs the list's action on the row, or ends the field's line.
    package var perform: (() -> Void)?
    /// A closure that selects the row. It returns false if the row no longer exists.
    package var select: (() -> Bool)?
    /// A closure that writes the field's line.
    package var write: ((String) -> Void)?
    /// A closure that changes the control's value by a number of steps.
    package var adjust: ((Int) -> Void)?
    /// A closure that sets the control's value from typed text. It returns false if the text is not a valid value.
    package var set: ((String) -> Bool)?
    /// The key that presses the button wherever the focus is.
    package var shortcut: KeyPress?
    /// Whether the part is the value of the enclosing control.
    package var isValue = false
    /// Whether the next line goes to the field, because its number was typed.
    package var isAsked = false
    /// What a person can do with the part besides pressing it.
    package var gestures: Gestures?
    /// The part's traits, which are named after its words.
    package var traits: AccessibilityTraits = []
    /// A closure that asks for the field's line, or stops asking.
    package var ask: ((Bool) -> Void)?

    package init(_ kind: Kind, _ text: String, perform: (() -> Void)? = nil) {
        (self.kind, self.text, self.perform) = (kind, text, perform)
    }

    /// What the gestures of a view do, for a person without a mouse.
    package struct Gestures {
        package var hold: (() -> Void)?
        /// The closures for several quick taps, by their number.
        package var taps: [Int: () -> Void] = [:]
        /// A closure that drags the view in a direction, by so many steps, or by a usual way.
        package var drag: ((FocusDirection, Int?) -> Void)?
        /// Whether arrows have begun a drag that has not ended.
        package var isDragged = false

        package init() {}

        package var isEmpty: Bool { hold == nil && taps.isEmpty && drag == nil }
    }

    /// Returns the same part with other words.
    package func saying(_ words: String) -> Semantic {
        var named = Semantic(kind, words, perform: perform)
        (named.select, named.write, named.value) = (select, write, value)
        (named.adjust, named.set, named.isAsked, named.ask) = (adjust, set, isAsked, ask)
        (named.shortcut, named.traits, named.gestures) = (shortcut, traits, gestures)
        return named
    }

    /// Joins adjacent texts. Other parts are left unchanged.
    package static func joined(_ parts: [Semantic]) -> [Semantic] {
        guard parts.count > 1, parts.allSatisfy({ $0.kind == .text && !$0.isValue }) else { return parts }
        return [Semantic(.text, sentence(parts))]
    }

    /// Returns the words of all parts, in one line.
    package static func sentence(_ parts: [Semantic]) -> String {
        parts.map(\.spoken).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The words of the part, including the value of a control.
    var spoken: String {
        kind != .button || value.isEmpty ? text : text.isEmpty ? value : "\(text), \(value)"
    }
}

extension ViewNode {
    /// The parts of the views below, for people who do not see the screen.
    package var contentSemantics: [Semantic] { children.flatMap { $0.isInFront || $0.isAside ? [] : $0.semantics } }

    /// The view's parts, for people who do not see the screen.
    package var semantics: [Semantic] { primitive?.semantics(self) ?? contentSemantics }
}

extension ViewGraph {
    /// The parts of the screen, or of the frontmost layer, for people who do not see the screen.
    package var semantics: [Semantic] {
        update()
        return scope?.semantics ?? []
    }

    /// Identifies the frontmost layer. Another layer has a different meaning, even with the same words.
    package var frontmost: ObjectIdentifier? { scope.map { ObjectIdentifier($0) } }
}

extension View {
    /// Sets the view's words for people who do not see the screen, in place of its content.
    @_disfavoredOverload
    public func accessibilityLabel(_ label: some StringProtocol) -> some View {
        modified(AccessibilityWords(label: String(label), hint: nil))
    }

    /// Adds more words for people who do not see the screen.
    @_disfavoredOverload
    public func accessibilityHint(_ hint: some StringProtocol) -> some View {
        modified(AccessibilityWords(label: nil, hint: String(hint)))
    }

    /// Sets whether the view is hidden from people who do not see the screen.
    public func accessibilityHidden(_ isHidden: Bool) -> some View {
        modified(AccessibilityHidden(isHidden: isHidden))
    }

    /// Sets whether a request of the view is still pending. In line mode, lines that are typed in the meantime wait.
    package func busy(_ isBusy: Bool) -> some View { modified(Busy(isBusy: isBusy)) }

    /// Presents the view's content as the action of a key.
    package func semantics(ofKey name: String, _ action: String, perform: @escaping () -> Void) -> some View {
        modified(AccessibilityKey(name: name, action: action, perform: perform))
    }
}

private struct Busy: NodeModifier, Equatable {
    let isBusy: Bool

    static var isTransparent: Bool { true }

    func updated(_ node: ViewNode) { node.graph.set(.busy, isBusy, of: node) }
}

private struct AccessibilityWords: NodeModifier, Equatable {
    let label: String?
    let hint: String?

    static var isTransparent: Bool { true }

    func semantics(_ node: ViewNode) -> [Semantic] {
        let parts = node.contentSemantics
        let controls = parts.filter { $0.kind != .text }
        let own = controls.count == 1 && parts.count == 1 ? controls[0].text : Semantic.sentence(parts)
        let words = [label ?? own, hint ?? ""].filter { !$0.isEmpty }.joined(separator: ", ")
        // A label for several controls does not belong to a single control.
        guard controls.count <= 1 else { return parts }
        guard let control = controls.first else {
            var text = Semantic(.text, words)
            text.traits = parts.reduce([]) { $0.union($1.traits) }
            return [text]
        }
        return [control.saying(words)]
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
