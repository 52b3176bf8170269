import Dispatch
import Foundation
import TermCore

/// Shows a view in lines of text, and reads lines with commands, until the program ends. This host is for people with a
/// screen reader, for a terminal without sequences, and for a pipe. It uses the process's main thread, as
/// ``RunLoopHost`` does.
package final class PlainHost {
    private let graph: ViewGraph
    private let terminal: TTYDevice?
    private let before: TTYDevice.Settings?
    private var signals: [any DispatchSourceSignal] = []
    private let timer = DispatchSource.makeTimerSource(queue: .main)
    /// The semaphore that is signalled when more input can be accepted.
    private var room: DispatchSemaphore?
    private var hasRoom = false
    private var typed: [UInt8] = []
    /// Whether the current input line is too long, so that it will be dropped.
    private var isOverlong = false
    /// The lines that wait until earlier requests have finished.
    private var waiting: [Line] = []
    /// The parts that were printed last. Also the time since which their numbers have had their current meaning.
    private var last = PlainText([], hasWayBack: false)
    private var rowsSince = ContinuousClock.now
    private var told: [TerminalSafe] = []
    /// Whether all lines are printed again once the last line has been processed.
    private var repeats = false
    /// Whether a line has been processed since lines were printed last.
    private var wasPerformed = false
    private var armed: ContinuousClock.Instant?
    private var busySince: ContinuousClock.Instant?
    private var front: ObjectIdentifier?
    private var prompted = ""
    private var hasEnded = false
    private var status: CInt?
    private var isSecret = false
    /// Whether the current output contains a secret.
    private let tellsSecret: () -> Bool
    private let takesLine: () -> Bool
    /// Translates the host's own words into the person's present language.
    private let said: (String) -> String
    private var toldSecret = ToldSecret()

    /// A typed line, and the parts that the person had read when typing the line.
    private struct Line {
        let text: String
        let read: PlainText
        /// Whether the numbers had changed shortly before the line was typed.
        let isHasty: Bool
    }

    /// The time after which a printed text is assumed to have been read.
    private static let reading = Duration.seconds(1)
    /// The time within which changes are printed together.
    private static let pause = Duration.milliseconds(200)
    /// The longest wait for a request to finish.
    private static let patience = Duration.seconds(30)
    /// The largest length of a line. A longer line is not a command.
    private static let longest = 8192
    /// The largest number of waiting lines. Beyond it, no more input is read.
    private static let most = 100

    /// Creates a host that reads lines from standard input and prints lines to standard output. While `tellsSecret`
    /// returns true, the lines contain a secret. If the terminal can erase lines, the secret is erased at the end. The
    /// closure `takesLine` is called for each line that was read, and returns whether it has consumed the line. The
    /// closure `said` translates the host's own words.
    package init(
        _ view: some View, tellsSecret: @escaping () -> Bool = { false }, takesLine: @escaping () -> Bool = { false },
        said: @escaping (String) -> String = { $0 }
    ) {
        (self.tellsSecret, self.takesLine, self.said) = (tellsSecret, takesLine, said)
        graph = ViewGraph(view, now: .now)
        terminal = TTYDevice(reading: STDIN_FILENO)
        before = terminal?.settings()
        var environment = EnvironmentValues()
        environment.glyphs = .ascii
        environment.reduceMotion = true
        environment.exit = RunLoopHost.Exit { [weak self] in self?.end(with: $0) }
        graph.setEnvironment(environment)
        // Lists create only as many rows as are printed.
        graph.resize(to: CellSize(100, 1000))
    }

    /// Runs until a view ends the program, or until the input has ended and all output has been printed. Returns the
    /// exit status.
    package func run() -> CInt {
        timer.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.tell() } }
        timer.activate()
        graph.onChange = { [weak self] in self?.arm() }
        watchSignals()
        // The input is read on a separate thread, because the dispatch library does not report the end of a pipe if the
        // end comes with the last bytes.
        let room = DispatchSemaphore(value: 1)
        self.room = room
        Thread.detachNewThread {
            Self.read { bytes in
                room.wait()
                DispatchQueue.main.async { self.take(bytes) }
            }
        }
        arm()
        while status == nil { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
        timer.cancel()
        show(secret: false)
        eraseSecret()
        graph.close()
        return status ?? 0
    }

    /// Makes sure that the host checks for changes again after `wait`, or earlier.
    private func arm(after wait: Duration = PlainHost.pause) {
        let time = ContinuousClock.now + wait
        if let armed, armed <= time { return }
        armed = time
        timer.schedule(deadline: .now() + (wait / .seconds(1)))
    }

    private func end(with status: CInt) {
        guard self.status == nil else { return }
        self.status = status
        // The run loop checks again after this turn.
        DispatchQueue.main.async {}
    }

    // MARK: - Signals

    /// Watches for signals. If typed text is not echoed, the terminal's echo is restored before the process ends or
    /// stops.
    private func watchSignals() {
        guard terminal != nil else { return }
        signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
            source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.received(number) } }
            source.activate()
            return source
        }
    }

    private func received(_ number: CInt) {
        let wasSecret = isSecret
        show(secret: false)
        guard number == SIGTSTP else { return end(with: 128 + number) }
        kill(getpid(), SIGSTOP)
        show(secret: wasSecret)
    }

    // MARK: - Lines out

    private func tell() {
        armed = nil
        graph.advance(to: .now)
        if repeats, !graph.isBusy { (told, repeats) = ([], false) }
        let text = PlainText(graph.semantics, hasWayBack: graph.hasWayBack, in: said)
        if !text.hasSameRows(as: last) { rowsSince = .now }
        let isTurned = wasPerformed && text.isOtherPage(than: last)
        last = text
        let isOther = graph.frontmost != front
        front = graph.frontmost
        var new = isOther ? text.lines : text.lines.filter { !told.contains($0) }
        // After a line that has turned the page, all of the new page is read.
        if isTurned { new = text.lines }
        if !graph.isBusy { wasPerformed = false }
        told = text.lines
        var output = new.map { $0.description + "\n" }.joined()
        if !new.isEmpty || prompted != text.prompt.description, !hasEnded {
            output += text.prompt.description + "\n"
            prompted = text.prompt.description
        }
        // If a line is typed while a secret is being processed, the line may be another secret.
        show(secret: text.isSecret || isSecret && graph.isBusy)
        write(output)
        performNext()
        if let wait { arm(after: wait) }
    }

    /// The time after which the host checks again, even if nothing has happened. Nil means that it need not check.
    private var wait: Duration? {
        let wake = graph.nextWake.map { max(Self.pause, $0 - .now) }
        let patience = hasEnded || !waiting.isEmpty ? Self.pause : nil
        return [wake, patience].compactMap(\.self).min()
    }

    private var isBusy: Bool {
        guard graph.isBusy else {
            busySince = nil
            return false
        }
        let since = busySince ?? .now
        busySince = since
        return .now - since < Self.patience
    }

    /// Writes lines of text. On a terminal, the lines are broken at words.
    private func write(_ text: String) {
        guard !text.isEmpty, Self.profile != nil else { return put(text) }
        let width = CellProposal(Self.size.columns, nil)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            TextLayout(String(line)).lines(in: width).map(\.text.description).joined(separator: "\n")
        }
        put(lines.joined(separator: "\n"))
    }

    private func put(_ text: String) {
        guard !text.isEmpty else { return }
        toldSecret.add(text, hasSecret: tellsSecret(), columns: Self.size.columns)
        do { try FileHandle.standardOutput.write(contentsOf: Data(Self.charset.bytes(text))) } catch { end(with: 0) }
    }

    /// Erases a printed secret. All other printed text stays on the terminal.
    private func eraseSecret() {
        guard let profile = Self.profile else { return }
        let size = Self.size
        put(toldSecret.farewell(hasSequences: profile.hasSequences, columns: size.columns, height: size.rows))
    }

    /// The profile of the terminal on standard output. If standard output is not a terminal, this is nil.
    private static var profile: TerminalProfile? {
        guard isatty(STDOUT_FILENO) == 1 else { return nil }
        let environment = ProcessInfo.processInfo.environment
        return TerminalProfile(isTerminal: true) { environment[$0] ?? "" }
    }

    private static let charset = {
        let environment = ProcessInfo.processInfo.environment
        return Charset { environment[$0] ?? "" }
    }()

    private static var size: (columns: Int, rows: Int) { TTYDevice(reading: STDOUT_FILENO)?.size ?? (80, 24) }

    /// Sets whether the terminal echoes typed text.
    private func show(secret: Bool) {
        guard secret != isSecret, let terminal, let before else { return }
        isSecret = secret
        if !terminal.apply(secret ? before.silent : before), secret { say("Everything that you type is visible.") }
    }

    // MARK: - Lines in

    /// Passes on incoming bytes. At the end of the input, passes on an empty array. If the rest could not be read,
    /// passes on nil instead.
    nonisolated private static func read(_ take: ([UInt8]?) -> Void) {
        var room = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe Foundation.read(STDIN_FILENO, &room, room.count)
            if count < 0, errno == EINTR || errno == EAGAIN {
                var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
                _ = unsafe poll(&input, 1, -1)
                continue
            }
            take(count < 0 ? nil : Array(room[..<count]))
            if count <= 0 { return }
        }
    }

    private func take(_ bytes: [UInt8]?) {
        // The meaning of a partial line is unknown. The line can be complete only if the input ended properly.
        if bytes == nil { typed = [] }
        let bytes = bytes ?? []
        if bytes.isEmpty { end() }
        typed += bytes
        while let newline = typed.firstIndex(of: UInt8(ascii: "\n")) {
            if isOverlong || newline > Self.longest {
                say("That line is too long.")
            } else {
                hold(Self.charset.text(typed[..<newline]))
            }
            isOverlong = false
            if terminal != nil {
                let line = String(decoding: typed[...newline], as: UTF8.self)
                toldSecret.add(line, columns: Self.size.columns)
            }
            typed.removeSubrange(...newline)
        }
        if typed.count > Self.longest { (isOverlong, typed) = (true, []) }
        hasRoom = false
        letIn()
        arm()
    }

    private func hold(_ text: String) {
        guard !takesLine() else { return }
        waiting.append(Line(text: text, read: last, isHasty: .now - rowsSince < Self.reading))
    }

    private func end() {
        hasEnded = true
        guard !typed.isEmpty else { return }
        // A token may come without a line terminator. Half a command, however, is not a command.
        if last.isSecret { hold(Self.charset.text(typed)) } else { say("The last line is incomplete.") }
        typed = []
    }

    /// Continues reading, unless many lines are already waiting.
    private func letIn() {
        guard !hasRoom, waiting.count < Self.most else { return }
        hasRoom = true
        room?.signal()
    }

    /// Runs the lines one by one. A line runs only after the results of the previous line's requests have arrived.
    private func performNext() {
        guard !isBusy, status == nil, hasEnded || !waiting.isEmpty else { return }
        // A program at the other end of a pipe has not read the screen. Therefore, the numbers it sends, and the end of
        // its input, refer to content that has been printed for a while.
        if terminal == nil, .now - rowsSince < Self.reading { return }
        guard !waiting.isEmpty else { return end(with: 0) }
        let line = waiting.removeFirst()
        letIn()
        prompted = ""
        if terminal != nil, line.isHasty, line.text.contains(where: \.isNumber), !last.isSecret {
            return say("The numbers have just changed: read them, then type your line again.")
        }
        let read = terminal == nil ? last : line.read
        switch read.perform(line.text) {
        // A secret may be refused in the same words as before.
        // An empty line reads the page again.
        case .done: (repeats, wasPerformed) = (repeats || read.isSecret || line.text.allSatisfy(\.isWhitespace), true)
        case .help: write(read.help.map { $0.description + "\n" }.joined())
        case .back: graph.press(KeyPress(.escape))
        // This command works even if the frontmost screen has no such key.
        case .unknown where line.text.filter({ !$0.isWhitespace }) == PlainText.end: return end(with: 0)
        case .unknown: say(Self.unknown)
        case .write(let words):
            let next = PlainText(graph.semantics, hasWayBack: graph.hasWayBack)
            if !next.write(words) { say(Self.unknown) }
        }
        arm()
    }

    private static let unknown = "This line means nothing here. Type ? to see what you can type, or q to quit."

    private func say(_ words: String) {
        write(said(words) + "\n")
        arm()
    }
}
