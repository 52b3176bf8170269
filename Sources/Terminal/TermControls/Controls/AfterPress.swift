import TermUI

/// An action that runs after a button has run its own action.
struct AfterPress: EnvironmentAction {
    let action: () -> Void
}

extension AfterPress {
    init(newest: NewestAction<AfterPress>) { action = { newest.action.action() } }
}

nonisolated extension EnvironmentValues {
    @Entry var afterPress: AfterPress? = nil
}

/// A view whose button may have the cancel role, so that a press changes nothing.
protocol CancellingView: NodeBehaviour {
    var isCancelling: Bool { get }
    func perform(_ node: ViewNode)
}
