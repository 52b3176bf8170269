import TermCore
public import TermUI

extension View {
    /// Runs `action` when the view is clicked `count` times in quick succession. A person without a mouse needs another
    /// way to do the same, such as a ``Button`` or a key.
    public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
        modified(Tap(count: max(1, count), action: action))
    }
}

private struct Tap: NodeModifier {
    let count: Int
    let action: () -> Void

    /// The number of clicks so far, and the time of the last click.
    private final class Taps {
        var count = 0
        var last: ContinuousClock.Instant?
    }

    private static let patience = Duration.milliseconds(500)

    func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool {
        switch event.action {
        case .press(.left): node.graph.hold(node)
        case .release(.left):
            guard node.frame.contains(x: event.x, y: event.y) else { break }
            let taps = node.memo as? Taps ?? Taps()
            node.memo = taps
            let isNext = taps.last.map { node.graph.now - $0 <= Self.patience } ?? false
            taps.count = isNext ? taps.count + 1 : 1
            taps.last = node.graph.now
            guard taps.count == count else { break }
            taps.count = 0
            action()
        default: return false
        }
        return true
    }
}
