import TermCore
package import TermUI

/// A view that a person operates. Enter, the space bar and a click run the control's action. The left and right arrows,
/// `+` and `-` change the control's value by a step. People who do not see the screen get the control's content and its
/// value.
struct Control<Content: View>: PrimitiveView, CancellingView {
    /// The words for the value, which follow the content.
    var value = ""
    var isCancelling = false
    /// Whether the action also closes the enclosing menu or alert.
    var endsLayer = false
    /// Whether the control is drawn in reverse video even without the focus.
    var isProminent = false
    var action: (() -> Void)?
    /// A closure that changes the value by a number of steps.
    var adjust: ((Int) -> Void)?
    /// A closure that sets the value from typed text. The closure returns false if the text is not a valid value.
    var set: ((String) -> Bool)?
    /// A closure that handles other keys while the control has the focus.
    var keys: ((KeyPress) -> Bool)?
    /// The content of the control. The argument `isPressed` is true while a mouse button is held down on the control.
    @ViewBuilder let content: (_ isPressed: Bool) -> Content

    /// The state that the node keeps.
    private final class Pressing {
        var isPressed = false
        /// The time of the last click. It is used if the control needs two clicks.
        var clicked: ContinuousClock.Instant?
    }

    func fits(like other: any NodeBehaviour, _ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool { true }

    func looksLike(_ other: any NodeBehaviour) -> Bool { (other as? Self)?.isProminent == isProminent }

    func update(_ node: ViewNode) {
        node.setChild(content((node.memo as? Pressing)?.isPressed ?? false))
    }

    func isFocusable(_ node: ViewNode) -> Bool { true }

    func press(_ key: KeyPress, _ node: ViewNode) -> Bool {
        guard node.environment.isEnabled else { return false }
        if node.isFocused, keys?(key) == true { return true }
        if node.isFocused, key.modifiers.isSubset(of: .shift), let adjust {
            switch key.key {
            case .rightArrow, "+": return adjusted(1, adjust)
            case .leftArrow, "-": return adjusted(-1, adjust)
            default: break
            }
        }
        guard action != nil else { return false }
        let isChosen = node.isFocused && key.modifiers.isEmpty && (key.key == .return || key.key == .space)
        guard isChosen || node.environment.shortcut == key else { return false }
        // A control may be invisible, and then nobody means to press it, so it is scrolled into view instead.
        if isChosen, node.graph.reveal(node) { return true }
        if !isChosen || !node.tapAround() { perform(node) }
        return true
    }

    private func adjusted(_ steps: Int, _ adjust: (Int) -> Void) -> Bool {
        adjust(steps)
        return true
    }

    func perform(_ node: ViewNode) {
        action?()
        if endsLayer { node.environment.afterPress?.action() }
    }

    func semantics(_ node: ViewNode) -> [Semantic] {
        let parts = node.contentSemantics
        let said = Semantic.sentence(parts.filter { !$0.isValue })
        var part = Semantic(.button, said.isEmpty ? node.pictureName : said)
        part.value = Semantic.sentence([Semantic(.text, value)] + parts.filter(\.isValue))
        guard node.environment.isEnabled else { return [part] }
        if action != nil {
            part.perform = { perform(node) }
            part.shortcut = node.environment.shortcut
        }
        (part.adjust, part.set) = (adjust, set)
        return [part]
    }

    func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool {
        switch event.action {
        case .press(.left):
            node.graph.focus(node)
            node.graph.hold(node)
            show(pressed: true, node)
        case .release(.left):
            show(pressed: false, node)
            if node.frame.contains(x: event.x, y: event.y), isClicked(node) { perform(node) }
        default: return false
        }
        return true
    }

    /// Returns whether this click has an effect, because one click is enough or because this is the second click.
    private func isClicked(_ node: ViewNode) -> Bool {
        guard node.environment.needsTwoClicks, let pressing = node.memo as? Pressing else { return true }
        let (last, now) = (pressing.clicked, node.graph.now)
        pressing.clicked = now
        guard let last, now - last <= .milliseconds(500) else { return false }
        pressing.clicked = nil
        return true
    }

    private func show(pressed: Bool, _ node: ViewNode) {
        let pressing = node.memo as? Pressing ?? Pressing()
        pressing.isPressed = pressed
        node.memo = pressing
        node.invalidate()
    }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        canvas.clipped(to: node.frame) { node.paintContent(on: &$0) }
        if isProminent {
            canvas.restyle(node.frame) { $0.attributes.formUnion([.reverse, .bold]) }
        }
        guard node.isFocused else { return }
        let isProminent = isProminent
        canvas.restyle(node.frame) { style in
            style.attributes = style.attributes.subtracting(.dim).union(.reverse)
            // A control already in reverse video is underlined.
            if isProminent { style.attributes.insert(.underline) }
        }
        canvas.park(at: node.frame)
    }
}

nonisolated extension EnvironmentValues {
    /// Whether the first click on a control only gives it the focus, so that the second click runs its action.
    @Entry package var needsTwoClicks = false
}

extension ViewNode {
    /// If a control has no words, this is the name of the first picture in the view.
    var pictureName: String {
        if let image = primitive as? Image { return image.spokenName }
        return children.lazy.map(\.pictureName).first { !$0.isEmpty } ?? ""
    }

    /// Gives the focus to the nearest enclosing view that can have the focus.
    func focusControl() {
        var node: ViewNode? = self
        while let current = node, !current.canHaveFocus { node = current.parent }
        if let node { graph.focus(node) }
    }
}

/// A part of a control with its own click action. Keys provide the same action in another way.
struct Clickable: NodeModifier {
    let action: () -> Void

    static var draws: Bool { false }

    func fits(like other: any NodeBehaviour, _ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool { true }

    func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool {
        switch event.action {
        case .press(.left):
            node.focusControl()
            node.graph.hold(node)
        case .release(.left):
            if node.frame.contains(x: event.x, y: event.y) { action() }
        default: return false
        }
        return true
    }
}

/// Marks the view's content as the value of the enclosing control.
struct SpokenValue: NodeModifier, Equatable {
    static var isTransparent: Bool { true }

    func semantics(_ node: ViewNode) -> [Semantic] {
        let words = Semantic.sentence(node.contentSemantics)
        guard !words.isEmpty else { return [] }
        var part = Semantic(.text, words)
        part.isValue = true
        return [part]
    }
}
