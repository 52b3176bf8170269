import TermCore
public import TermUI

extension View {
    /// Sets the action of the key `r`, and of the wheel that is turned further up at the top. If a view inside handles
    /// the key, that view gets it instead. A line shows that the action is in progress.
    public func refreshable(action: @escaping @MainActor () async -> Void) -> some View {
        Refreshable(content: self, action: action)
    }

    /// Sets an action that runs when the wheel is turned three steps further up at the top of the content.
    package func onPull(perform action: @escaping () -> Void) -> some View { modified(Pulling(action: action)) }
}

/// The steps of the wheel beyond the top. Three steps within a second of each other are a pull. A wheel that goes on
/// turning is no second pull.
struct PullSteps: Equatable {
    private var count = 0
    private var last: ContinuousClock.Instant?

    /// The number of steps of a pull.
    static let needed = 3

    /// Takes a step. Returns true if it completes a pull.
    mutating func isPull(at now: ContinuousClock.Instant) -> Bool {
        let isSame = last.map { now - $0 <= .seconds(1) } ?? false
        (count, last) = (isSame ? min(count + 1, Self.needed + 1) : 1, now)
        return count == Self.needed
    }
}

/// Runs an action when no view inside has a use for the wheel.
private struct Pulling: NodeModifier {
    let action: () -> Void

    private final class Memory {
        var steps = PullSteps()
    }

    static var draws: Bool { false }

    func fits(like other: any NodeBehaviour, _ old: EnvironmentValues, _ new: EnvironmentValues) -> Bool {
        other is Pulling
    }

    func mouse(_ event: MouseEvent, _ node: ViewNode) -> Bool {
        guard event.action == .scrollUp else { return false }
        let memory = node.memo as? Memory ?? Memory()
        node.memo = memory
        if memory.steps.isPull(at: node.graph.now) { action() }
        return true
    }
}

private struct Refreshable<Content: View>: View {
    let content: Content
    let action: @MainActor () async -> Void

    @State private var isRefreshing = false

    var body: some View {
        VStack(alignment: .leading) {
            if isRefreshing { ProgressView("Refreshing") }
            content
        }
        .onPull(perform: refresh)
        .background(Text(verbatim: "").semantics(ofKey: "r", "refresh", perform: refresh))
        .onKeyPress("r") {
            refresh()
            return .handled
        }
    }

    private func refresh() {
        guard !isRefreshing else { return }
        isRefreshing = true
        Task {
            await action()
            isRefreshing = false
        }
    }
}
