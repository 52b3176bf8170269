import TermUI

/// An action to run after a button has run its own.
struct AfterPress: EnvironmentAction {
    let action: () -> Void
}

extension AfterPress {
    init(newest: NewestAction<AfterPress>) { action = { newest.action.action() } }
}

nonisolated extension EnvironmentValues {
    @Entry var afterPress: AfterPress? = nil
}

/// A view whose button leaves everything as it is.
protocol CancellingView: NodeBehaviour {
    var isCancelling: Bool { get }
    func perform(_ node: ViewNode)
}
