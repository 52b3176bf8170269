import LinuxSupport
import SeamModel
import SessionAPI
import TermCore
import Wire

/// Reports an attempt as it happens.
///
/// Output that fails does not end the attempt: the exit code tells how the attempt ends.
final class UnlockProgress {
    private let console: Console
    private let start = SystemClock.monotonic()
    private var hasFailed = false
    private var lastPhase: UnlockPhase?

    init(console: Console) {
        self.console = console
    }

    func show(_ item: UnlockItem, _ message: Item) {
        if case .phase(let phase, _, _) = item.content { lastPhase = phase }
        write {
            if console.isJSON { return try console.json(message.line) }
            switch item.content {
            case .event(.launched): try console.line("launched", .strong)
            case .event(.grantedAccess): try console.line("grantedAccess", .good)
            case .event(.timedOut): try console.line("timedOut", .bad)
            case .event(.connectionFailed): try console.line("connectionFailed", .bad)
            case .phase(let phase, let proximity, let detail):
                let way = proximity.map { " (\($0.rawValue))" as TerminalSafe } ?? ""
                let more = detail.map { ": \($0)" as TerminalSafe } ?? ""
                try console.line("  \(TerminalSafe(phase.rawValue))\(way)\(more)", .faint)
            }
        }
    }

    func show(_ result: UnlockResult) {
        write {
            if console.isJSON { return try console.json(.members(("result", result.json))) }
            let time = TextDuration.text(SystemClock.monotonic() - start)
            let replay: TerminalSafe = result.isReplayed ? ", as told before for the same --idem" : ""
            guard result.outcome == .granted else { return }
            try console.line("  \(Self.words(result.confirmation)) after \(time)\(replay)", .faint)
        }
        guard result.outcome != .granted else { return }
        let reason = result.reason ?? result.outcome.rawValue
        let what: TerminalSafe =
            result.effect == .none ? "the door was not opened" : "nobody knows whether the door opened"
        console.talk("\(what): \(reason) (\(Self.hint(result, after: lastPhase)))")
    }

    private func write(_ body: () throws -> Void) {
        guard !hasFailed else { return }
        do {
            try body()
        } catch {
            hasFailed = true
            console.talk("the standard output cannot be written; the attempt goes on")
        }
    }

    private static func words(_ confirmation: Confirmation?) -> TerminalSafe {
        switch confirmation {
        case .confirmed: "the lock reports that it opened,"
        case .communicated: "the lock accepted,"
        case .commanded, nil: "the command was sent, and the lock said nothing,"
        }
    }

    private static func hint(_ result: UnlockResult, after phase: UnlockPhase?) -> TerminalSafe {
        switch (result.effect, result.outcome) {
        case (.unknown, _), (.applied, _): "it may have opened: look before you try again"
        case (.none, .timedOut): "nothing happened; is the lock near and awake? --timeout takes up to 60s"
        case (.none, .connectionFailed), (.none, .granted): failureHint(result.reason ?? "", after: phase)
        }
    }

    /// The reasons that mean that a lock has hung up.
    private static let hungUp: Set<String> = ["remote", "link_lost", "nuki_disconnected", "sesame_disconnected"]

    /// The reasons are those of `Protocol/errors.md` section 2.7.
    private static func failureHint(_ reason: String, after phase: UnlockPhase?) -> TerminalSafe {
        // A lock that was reset, or has another owner's key, hangs up too.
        if phase == .authenticating, hungUp.contains(reason) {
            return "the lock hung up at our key: if it does so again, an administrator must bind it again"
        }
        if reason.hasSuffix("not_authorized") {
            return "the lock does not know this machine's key any more: an administrator must bind it again"
        }
        let isOfTheLock = ["nuki_", "sesame_"].contains { reason.hasPrefix($0) } && !reason.hasSuffix("_disconnected")
        return isOfTheLock ? "the lock refused, and nothing happened" : "nothing happened; try again"
    }
}
