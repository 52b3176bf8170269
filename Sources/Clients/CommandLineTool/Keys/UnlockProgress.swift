import LinuxSupport
import SeamModel
import SeamWords
import SessionAPI
import SignalAPI
import TermCore
import Wire

/// Reports an attempt as it happens.
///
/// If the output fails, the attempt still continues, because the exit status reports its end.
final class UnlockProgress {
    private let console: Console
    private let start = SystemClock.monotonic()
    private var hasFailed = false
    private var lastPhase: UnlockPhase?

    init(console: Console) {
        self.console = console
    }

    func show(_ item: UnlockStart.Item, _ message: Item) {
        if case .progress(let item) = item, case .phase(let phase, _, _) = item.content { lastPhase = phase }
        write {
            if console.isJSON { return try console.json(message.line) }
            switch item {
            case .progress(let item): try show(item)
            case .prompt(let prompt): try show(prompt)
            }
        }
    }

    private func show(_ item: UnlockItem) throws {
        switch item.content {
        case .event(.launched):
            try console.line("opening\(item.credentialName.map { " \($0)" as TerminalSafe } ?? "")", .strong)
        // The verdict follows in words, once the result has arrived.
        case .event(.grantedAccess), .event(.timedOut), .event(.connectionFailed): break
        case .phase(let phase, let proximity, let detail):
            let way = proximity.map { " (\($0.rawValue))" as TerminalSafe } ?? ""
            let more = detail.map { ": \($0)" as TerminalSafe } ?? ""
            try console.line("  \(TerminalSafe(phase.rawValue))\(way)\(more)", .faint)
        }
    }

    /// Shows the instruction for the person, and the address of the page. If there is room, also shows the address as a
    /// QR code for a phone.
    private func show(_ prompt: UnlockPrompt) throws {
        let what: TerminalSafe = "the lock waits up to \(TextDuration.text(prompt.expires)) for you: \(prompt.text)"
        guard !console.isQuiet else { return console.talk("\(what) (open \(prompt.otpURL))") }
        try console.line(what, .strong)
        try console.line("  open \(prompt.otpURL)")
        guard let size = console.terminalSize, let ink = QRDrawing.Ink(on: console),
            let lines = QRDrawing.lines(prompt.otpURL, ink, columns: size.columns), lines.count < size.rows
        else { return }
        for line in lines { try console.line(line) }
    }

    /// Shows the result. `checkIn` says to LifeSignal that the door has opened, and returns the person if the door
    /// counted as a check-in. People see the result first.
    func show(_ result: UnlockResult, checkIn: () -> SignalPerson?) {
        let words = AttemptWords(result, after: lastPhase)
        let person = console.isJSON ? checkIn() : nil
        write {
            if console.isJSON {
                let counted = person.map { JSON.members(("next_due", ($0.nextDue?.description).map { .string($0) })) }
                return try console.json(.members(("result", result.json), ("check_in", counted)))
            }
            let time = TextDuration.text(SystemClock.monotonic() - start)
            let replay: TerminalSafe = result.isReplayed ? ", as reported before for the same --idem" : ""
            guard result.outcome == .granted else { return }
            try console.line("granted: \(words.text), after \(time)\(replay)", .good)
        }
        guard result.outcome != .granted else {
            if !console.isJSON, let person = checkIn() { write { try console.line(DoorCheckIn.line(person)) } }
            return
        }
        let more: TerminalSafe = words == .timedOut ? "; --timeout can be up to 60s" : ""
        let replay: TerminalSafe = result.isReplayed ? "as reported before for the same --idem: " : ""
        console.talk("\(replay)\(words.text)\(Self.cause(result)) (\(words.remedy ?? "try again")\(more))")
    }

    /// Why the attempt failed: in words if its effect is unknown, and by the name that the journal has for the reason.
    static func cause(_ result: UnlockResult) -> TerminalSafe {
        let name = result.reason.map { " [\($0)]" as TerminalSafe } ?? ""
        guard AttemptWords(result) == .unknown else { return name }
        guard result.outcome == .connectionFailed else { return ": the lock did not answer in time\(name)" }
        return ": \(AttemptFailure(result.reason ?? "", proximity: result.proximity).loss)\(name)"
    }

    private func write(_ body: () throws -> Void) {
        guard !hasFailed else { return }
        do {
            try body()
        } catch {
            hasFailed = true
            console.talk("the standard output cannot be written; the attempt continues")
        }
    }
}
