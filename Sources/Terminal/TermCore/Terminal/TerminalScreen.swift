import Glibc

/// The screen of a program: it takes over the terminal, waits for the terminal's events, shows frames, and gives the
/// terminal back.
///
/// A process has only one screen, on one thread. Calling ``end()`` or destroying this value gives the terminal back.
/// ``TerminalGuard`` handles all other ways in which the process may end.
package struct TerminalScreen: ~Copyable {
    /// An event at the terminal.
    package enum Happening: Sendable {
        case input([InputEvent])
        /// The terminal's size has changed, or another program has used the terminal in the meantime. The earlier
        /// content is lost.
        case changed
        /// The time limit has passed.
        case nothing
        /// The terminal or its guard no longer exists, so the program must end.
        case over
    }

    /// The terminal's capabilities, as far as they are known.
    package private(set) var capabilities: Capabilities
    private let device: TTYDevice
    private let before: TTYDevice.Settings
    /// Whether this process has taken over the terminal.
    private var isTaken = true
    private var encoder: FrameEncoder
    private var input: TimedInput
    /// Events that ``next(within:)`` has not returned yet.
    private var late: [InputEvent] = []
    private let signals: CInt
    /// Whether another program has used the terminal and ``next(within:)`` has not reported this yet.
    private var wasAway = false
    private let lifeline: CInt
    /// The time at which the program asked the terminal. Also the number of answers to the last question that have not
    /// come yet.
    private var asked: (at: ContinuousClock.Instant, open: Int) = (.now, 0)
    /// Whether the terminal's content is unknown. In this case, a frame must be shown even if it has not changed.
    package private(set) var isForgotten = true

    /// Takes over the terminal, and asks for its capabilities. Returns nil if the terminal no longer exists. The
    /// argument `lifeline` is ``TerminalGuard/lifeline`` in a guarded process.
    package init?(_ device: TTYDevice, profile: TerminalProfile, lifeline: CInt = -1) {
        guard let before = device.settings(), let signals = TerminalSignals.watch() else { return nil }
        self.device = device
        self.lifeline = lifeline
        self.signals = signals
        self.before = before
        capabilities = Capabilities(profile: profile)
        capabilities.cell = device.cell
        input = TimedInput(charset: profile.charset, at: .now)
        encoder = FrameEncoder(for: capabilities.encoding)
        enter()
    }

    deinit {
        if isTaken { giveBack() }
    }

    /// Sends a text to the terminal's clipboard (xterm's OSC 52), as base64. It remains unknown whether the terminal
    /// accepts the text. Returns false if the text is longer than xterm's limit of 100,000 characters, or if the
    /// terminal no longer exists.
    package func copy(base64: String) -> Bool {
        guard base64.utf8.count <= 100_000 else { return false }
        return device.write(Array("\u{1B}]52;c;\(base64)\u{7}".utf8))
    }

    /// Makes the terminal sound. Whether a person hears the tone depends on the terminal's settings.
    package func sound(_ tone: TerminalTone, isConsole: Bool) { device.write(tone.bytes(isConsole: isConsole)) }

    /// Gives the terminal back. A program calls this method before it ends. Its objects may live until the process has
    /// ended, and nothing else restores the terminal if the guard was killed. No frame may be shown afterwards.
    package mutating func end() {
        guard isTaken else { return }
        isTaken = false
        giveBack(after: encoder.farewell())
    }

    private func giveBack(after farewell: [UInt8] = []) {
        TTYDevice.fromTheBackground {
            device.write(farewell + TerminalModes.leave)
            dropLateAnswers()
            // If the guard was killed, a shell already has the terminal. If the settings are still those of this
            // process, the shell has not changed them and would keep them.
            if device.isOurs || device.settings()?.isSame(as: before.raw) == true { device.apply(before) }
        }
    }

    /// Reads answers that come late. Otherwise, the shell would take them for typed input. The answers are not echoed,
    /// because the terminal is still raw.
    private func dropLateAnswers() {
        var (input, open) = (input, asked.open)
        let patience = Capabilities.patience
        let deadline = max(asked.at + patience.sinceAsked, ContinuousClock.now + patience.least)
        while open > 0, !device.isAnothers {
            var polled = [device.pollable]
            let rest = deadline - ContinuousClock.now
            guard rest > .zero, poll(&polled, for: rest) > 0, let bytes = device.read() else { return }
            for case .reply(.attributes) in input.feed(bytes, at: .now) { open -= 1 }
        }
    }

    /// The number of columns and rows of the terminal.
    package var size: (columns: Int, rows: Int) { device.size }

    /// Shows a frame on the terminal.
    package mutating func show(_ frame: CellBuffer, cursor: FrameEncoder.Cursor) {
        isForgotten = false
        if !device.write(encoder.encode(frame, cursor: cursor)) { forget() }
    }

    /// Forgets the last frame, which the terminal may no longer show. The next frame is written in full.
    package mutating func forget() {
        encoder.forget()
        isForgotten = true
    }

    /// Gives the terminal back and stops the process, as on Ctrl-Z. When the shell resumes the process, this method
    /// takes over the terminal again.
    package mutating func suspend() {
        giveBack(after: encoder.farewell())
        asked.open = 0
        // If nobody could resume the process, the kernel does not stop the process.
        kill(getpid(), SIGTSTP)
        _ = TerminalSignals.read(signals)
        wasAway = true
        enter()
        forget()
    }

    /// The descriptors that become readable when ``next(within:)`` would return at once. They are for a program that
    /// also waits for other descriptors. The descriptors belong to this screen, and stay the same until the screen
    /// ends.
    package var descriptors: [CInt] { [lifeline, signals, device.pollable.fd].filter { $0 >= 0 } }

    /// The time until ``next(within:)`` returns input that has already been typed. No more input has to come for this.
    /// Such input is a lone Esc, half a paste, or a key that may belong to a scan. The value is nil if no input is
    /// waiting.
    package var timeLeft: Duration? { input.due.map { max(.zero, $0 - ContinuousClock.now) } }

    /// Waits for an event, but no longer than `limit`.
    package mutating func next(within limit: Duration? = nil) -> Happening {
        if wasAway {
            wasAway = false
            return .changed
        }
        if !late.isEmpty {
            defer { late = [] }
            return .input(late)
        }
        let deadline = limit.map { ContinuousClock.now + $0 }
        while true {
            // If a process got no processor time, it first reads the waiting input, and checks the time only after
            // that. Once there is nothing more to read, all input that arrived by `now` has been read.
            let now = ContinuousClock.now
            var polled = descriptorsToPoll
            switch poll(&polled, for: .zero) {
            case 1...:
                if let happening = look(at: polled) { return happening }
            case 0:
                let events = input.advance(to: now)
                if !events.isEmpty { return answer(events) }
                let end = [deadline, input.due].compactMap(\.self).min()
                if deadline.map({ now < $0 }) ?? true { _ = poll(&polled, for: end.map { $0 - now }) }
            // The wait was ended by a signal, which is now in its pipe.
            default: break
            }
            if let deadline, now >= deadline { return .nothing }
        }
    }

    private var descriptorsToPoll: [pollfd] {
        [lifeline, signals].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) } + [device.pollable]
    }

    private func poll(_ polled: inout [pollfd], for limit: Duration?) -> CInt {
        unsafe Glibc.poll(&polled, nfds_t(polled.count), Self.milliseconds(limit))
    }

    /// Returns the event that has happened, or nil if the event is incomplete.
    private mutating func look(at polled: [pollfd]) -> Happening? {
        if polled[0].revents != 0 { return .over }
        if polled[1].revents != 0 {
            let came = TerminalSignals.read(signals)
            // A process that was stopped has missed changes to the terminal.
            let wasStopped = came.contains(SIGCONT) && device.settings()?.isRaw != true
            if wasStopped { enter() }
            guard wasStopped || came.contains(SIGWINCH) else { return nil }
            capabilities.cell = device.cell
            encoder.learn(capabilities.encoding)
            forget()
            return .changed
        }
        guard polled[2].revents != 0 else { return nil }
        guard let bytes = device.read() else { return .over }
        let events = input.feed(bytes, at: .now)
        return events.isEmpty ? nil : answer(events)
    }

    private static func milliseconds(_ limit: Duration?) -> CInt {
        guard let limit else { return -1 }
        let parts = max(limit, .zero).components
        // The time is rounded up, so that the wait does not end too early.
        return CInt(clamping: parts.seconds * 1000 + (parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    private mutating func answer(_ events: [InputEvent]) -> Happening {
        for case .reply(let reply) in events {
            capabilities.received(reply)
            if reply == .attributes { asked.open = max(0, asked.open - 1) }
            if reply == .keyboard {
                device.write(TerminalModes.kittyKeyboard)
                input.tellsEscape = true
            }
            let known = capabilities.encoding
            if known != encoder.terminal { encoder.learn(known) }
        }
        return .input(events)
    }

    private mutating func enter() {
        // Keys typed earlier were not meant for the new screen.
        late = input.interrupt()
        device.apply(before.raw)
        device.write(TerminalModes.enter + (capabilities.hasKittyKeyboard ? TerminalModes.kittyKeyboard : []))
        guard !capabilities.questions.isEmpty else { return }
        device.write(capabilities.questions)
        asked = (.now, asked.open + 1)
    }
}
