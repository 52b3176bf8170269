import TermCore
package import TermUI

extension View {
    /// Runs `action` when the view is clicked. The view needs a key that does the same, because it cannot have the
    /// focus: ``View/onTapGesture(count:perform:)`` is for programs.
    package func onClick(perform action: @escaping () -> Void) -> some View { modified(Click(action: action)) }
}

private struct Click: NodeModifier {
    let action: () -> Void

    static var draws: Bool { false }

    func fits(like other: any NodeBehaviour, _ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool { true }

    func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool {
        switch event.action {
        case .press(.left): node.graph.hold(node)
        case .release(.left): if node.frame.contains(x: event.x, y: event.y) { action() }
        default: return false
        }
        return true
    }
}
