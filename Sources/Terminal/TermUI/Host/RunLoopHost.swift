import Dispatch
import Foundation
package import TermCore

/// Shows a view on a terminal's screen until the program ends. The host uses the process's main thread and
/// `RunLoop.main`. Work for the main actor, the main queue or the main run loop runs between two frames.
///
/// A process that has nothing to show sleeps.
package final class RunLoopHost {
    /// Lets a view end the program.
    package struct Exit {
        private let end: ((CInt) -> Void)?

        /// Creates an exit. The closure `end` ends the program. It is nil outside a program.
        package init(_ end: ((CInt) -> Void)? = nil) {
            self.end = end
        }

        /// Ends the program after the current work, with a status for its parent.
        package func callAsFunction(_ status: CInt = 0) { end?(status) }
    }

    private var screen: TerminalScreen
    private let graph: ViewGraph
    private let gate: (any TerminalGate)?
    private var clock: FrameClock
    private var sources: [any DispatchSourceRead] = []
    private let timer = DispatchSource.makeTimerSource(queue: .main)
    private var armed: ContinuousClock.Instant?
    private var wasSuspended = false
    private var status: CInt?
    /// The time of the last tone.
    private var sounded: ContinuousClock.Instant?
    private var environment = EnvironmentValues()
    /// The terminal's capabilities that were last reported to the views.
    private var known: Capabilities

    /// Takes over the terminal, or returns nil if the terminal no longer exists. The argument `lifeline` is
    /// ``TermCore/TerminalGuard/lifeline`` in a guarded process. If there is a `gate`, keys can end or stop the program
    /// only with the gate's permission, and text is copied to the terminal's clipboard only with this permission
    /// (``TerminalGate/leavesUsualKeys``).
    package init?(
        _ view: some View, at device: TTYDevice, profile: TerminalProfile, lifeline: CInt = -1,
        gate: (any TerminalGate)? = nil
    ) {
        self.gate = gate
        guard let screen = TerminalScreen(device, profile: profile, lifeline: lifeline) else { return nil }
        known = screen.capabilities
        clock = FrameClock(isRemote: profile.isRemote)
        environment.describe(known)
        graph = ViewGraph(view, environment: environment, now: .now)
        self.screen = screen
        environment.exit = Exit { [weak self] in self?.end($0) }
        // A console has no clipboard, and may display text that is meant for a clipboard.
        if environment.glyphs != .console, gate?.leavesUsualKeys ?? true {
            environment.copyText = CopyAction { [weak self] text in
                self?.screen.copy(base64: Data(text.utf8).base64EncodedString()) ?? false
            }
        }
        let isConsole = environment.glyphs == .console
        environment.feedback = FeedbackAction { [weak self] in self?.sound($0, isConsole: isConsole) }
        graph.setEnvironment(environment)
        graph.resize(to: CellSize(self.screen.size.columns, self.screen.size.rows))
        graph.onChange = { [weak self] in self?.arm() }
    }

    private func sound(_ tone: TerminalTone, isConsole: Bool) {
        let now = ContinuousClock.now
        if let sounded, now - sounded < .milliseconds(100) { return }
        sounded = now
        screen.sound(tone, isConsole: isConsole)
    }

    /// Runs until a view ends the program, or until the terminal or its guard no longer exists. Then restores the
    /// terminal, and returns the exit status. Call this method only once, on the main thread.
    package func run() -> CInt {
        sources = screen.descriptors.map { descriptor in
            let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
            source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.ready() } }
            source.activate()
            return source
        }
        timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.timeIsOver() } }
        timer.activate()
        turn()
        while status == nil { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
        for source in sources { source.cancel() }
        timer.cancel()
        // The terminal is restored here, and not when this object is released, because the process may end before that.
        screen.end()
        graph.close()
        return status ?? 0
    }

    /// Ends the program after the current work, with a status for its parent. Only the first call has an effect.
    package func end(_ status: CInt) {
        guard self.status == nil else { return }
        self.status = status
        // The run loop checks again after this turn.
        DispatchQueue.main.async {}
    }

    private func ready() {
        take()
        turn()
    }

    private func timeIsOver() {
        armed = nil
        take()
        turn()
    }

    /// Handles all events that have arrived from the terminal.
    private func take() {
        graph.advance(to: .now)
        // A flood of input must not prevent the screen from being drawn, so the rest of the input waits for the next
        // turn.
        for _ in 0..<Self.mostReads where status == nil {
            switch screen.next(within: .zero) {
            case .nothing: return
            case .over: return end(0)
            case .changed:
                learn()
                graph.resize(to: CellSize(screen.size.columns, screen.size.rows))
            case .input(let events):
                // If keys are typed after an end or a stop, they were not meant for the screen that is shown later.
                for event in events where status == nil && !wasSuspended { pass(event) }
                wasSuspended = false
            }
        }
    }

    /// The largest number of reads between two frames.
    private static let mostReads = 64

    private func pass(_ event: InputEvent) {
        guard let gate else { return take(event) }
        guard let event = gate.pass(event, at: .now) else { return }
        if gate.leavesUsualKeys { take(event) } else { graphTakes(event) }
    }

    private func take(_ event: InputEvent) {
        switch event {
        case .key(KeyEvent(.character("z"), .control)): suspend()
        case .key(KeyEvent(.character("l"), .control)): screen.forget()
        case .key(KeyEvent(.character("c"), .control)):
            if !graph.press(KeyPress("c", modifiers: .control)) { end(Self.interrupted) }
        case .key, .mouse, .paste, .burst, .pasteLost, .focus, .reply: graphTakes(event)
        }
    }

    /// Passes an event to the views.
    private func graphTakes(_ event: InputEvent) {
        switch event {
        case .reply: learn()
        case .pasteLost(let isLost):
            environment.isPasteLost = isLost
            graph.setEnvironment(environment)
        case .key, .mouse, .paste, .burst, .focus: graph.take(event)
        }
    }

    /// The status that shells report for a program ended by Ctrl-C.
    private static let interrupted: CInt = 130

    private func suspend() {
        wasSuspended = true
        screen.suspend()
        graph.resize(to: CellSize(screen.size.columns, screen.size.rows))
    }

    private func learn() {
        guard screen.capabilities != known else { return }
        known = screen.capabilities
        environment.describe(known)
        graph.setEnvironment(environment)
    }

    /// Shows a frame if one is due, and schedules a wake-up for later work.
    private func turn() {
        let now = ContinuousClock.now
        graph.advance(to: now)
        if graph.needsFrame || screen.isForgotten, clock.due(at: now) <= now {
            let (frame, cursor) = graph.frame()
            screen.show(frame, cursor: cursor)
            clock.shown(at: now)
        }
        arm()
    }

    private func arm() {
        guard status == nil else { return }
        let now = ContinuousClock.now
        var times = [graph.nextWake, screen.timeLeft.map { now + $0 }]
        if graph.needsFrame || screen.isForgotten { times.append(clock.due(at: now)) }
        guard let next = times.compactMap(\.self).min() else {
            if armed != nil { timer.schedule(deadline: .distantFuture) }
            return armed = nil
        }
        if let armed, armed <= next, armed > now { return }
        armed = next
        timer.schedule(deadline: .now() + .nanoseconds(Self.nanoseconds(max(.zero, next - now))))
    }

    private static func nanoseconds(_ duration: Duration) -> Int {
        let parts = duration.components
        return Int(clamping: parts.seconds) * 1_000_000_000 + Int(parts.attoseconds / 1_000_000_000)
    }
}

private enum PasteLostKey: EnvironmentKey { static let defaultValue = false }
private enum ExitKey: EnvironmentKey { static let defaultValue = RunLoopHost.Exit() }

extension EnvironmentValues {
    /// The action that ends the program. Outside a program, it does nothing.
    package var exit: RunLoopHost.Exit {
        get { self[ExitKey.self] }
        set { self[ExitKey.self] = newValue }
    }

    /// Whether a paste was never terminated. In this case, no key except Ctrl-C has an effect until the end of this or
    /// another paste arrives.
    package var isPasteLost: Bool {
        get { self[PasteLostKey.self] }
        set { self[PasteLostKey.self] = newValue }
    }

    /// Sets the terminal's capabilities for the views.
    package mutating func describe(_ capabilities: Capabilities) {
        glyphs = capabilities.profile.glyphs.value
        colorDepth = capabilities.profile.depth.value
        (pictureStep, cellPixels) = (capabilities.pictures, capabilities.cell)
        knownColorScheme = capabilities.isLight.map { $0 ? .light : .dark }
    }
}
