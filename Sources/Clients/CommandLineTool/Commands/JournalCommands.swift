import ArgumentParser
import LinuxSupport
import RPC
import RadioModel
import SeamModel
import SessionAPI
import TermCore
import Wire

/// The options of commands that administrators may use for all users.
struct AdminOptions: ParsableArguments {
    @Flag(help: "Show everybody's attempts, through the admin socket.")
    var admin = false

    var socket: Link.Socket { admin ? .admin : .session }
}

/// The command `seam watch`, which shows attempts as they happen.
struct WatchCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Show the attempts of your session as they happen.",
        discussion: """
            Example: seam watch --results --json | jq .data

            With --json, each line has a cursor. Pass a line's cursor to --from to continue after that line later, \
            without missing anything in between. If that place is no longer known, the newest 100 attempts of the \
            journal come first, as lines of kind snapshot.
            """)

    @Flag(help: "Show only how each attempt ended.")
    var results = false

    @Option(help: "Continue after this place: the cursor of a line that --json wrote.")
    var from: String?

    @OptionGroup var administration: AdminOptions
    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if administration.admin, own.namedSession != nil {
            throw ValidationError("--admin shows all sessions: leave out --session")
        }
        if from != nil, start == .now { throw ValidationError("--from must be the cursor of a line that --json wrote") }
    }

    private var start: StreamTerms.Start {
        let parts = (from ?? "").split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].utf8.count), let seq = Int64(parts[1]), seq >= 0 else {
            return .now
        }
        return .cursor(epoch: String(parts[0]), seq: seq)
    }

    func perform(on console: Console) throws {
        let params = SessionParams(session: administration.admin ? nil : own.session)
        var narration = AttemptNarration(isForAdministrators: administration.admin, results: results)
        // The name of a key whose attempt began before this watch is known only from the list of keys.
        if !console.isJSON, !administration.admin,
            let keys = try? KeysCommand.list(Link.open(.session, console.environment), session: own.session)
        {
            narration.keys = Dictionary(keys.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
        }
        try Following.topic(UnlockWatch.self, params, from: start, at: administration.socket, on: console) {
            item, element, place in
            guard !console.isJSON else {
                let unwanted = results ? ["bookmark", "synced", "event", "phase"] : ["bookmark"]
                return unwanted.contains(item.kind) ? () : try console.json(item.line(at: place))
            }
            switch element {
            case .event(let item):
                if let item = try UnlockWatch.item(item) { try narration.show(item, on: console) }
            case .state(_, why: _?), .gap: try console.line("attempts may have been missed: see 'seam audit'", .warning)
            case .state, nil: break
            }
        }
    }
}

/// Shows attempts to people as they happen, with the names of the attempts' keys.
private struct AttemptNarration {
    let isForAdministrators: Bool
    /// Whether only the ends of attempts are shown.
    let results: Bool
    /// The names of the person's keys, by id, when the watch began.
    var keys: [String: String] = [:]
    /// The names of the keys of running attempts, by the attempt's id.
    private var names: [String: String] = [:]

    /// The largest number of names that are kept. The daemon runs fewer attempts at a time.
    private static let mostNames = 1024

    init(isForAdministrators: Bool, results: Bool) {
        (self.isForAdministrators, self.results) = (isForAdministrators, results)
    }

    mutating func show(_ item: UnlockWatch.Item, on console: Console) throws {
        let now = Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds())
        let clock = isForAdministrators ? LocalTime.text(now) : LocalTime.clock(now)
        switch item {
        case .snapshot: break
        case .progress(let item):
            if let name = item.credentialName, names.count < Self.mostNames { names[item.attemptID] = name }
            guard !results else { return }
            // Administrators see everyone's attempts, so the name alone does not identify an attempt.
            let id: TerminalSafe = isForAdministrators ? "  \(item.attemptID)" : ""
            let head: TerminalSafe =
                "\(clock)\(id)  \(names[item.attemptID] ?? keys[item.credentialID] ?? item.credentialID)"
            switch item.content {
            case .event(let event): try console.line("\(head)  \(TerminalSafe(event.name))")
            case .phase(let phase, _, _): try console.line("\(head)    \(TerminalSafe(phase.rawValue))", .faint)
            }
        case .result(let attempt):
            names[attempt.attemptID] = nil
            let (outcome, style) = AttemptRendering.outcome(attempt)
            let person: TerminalSafe =
                isForAdministrators ? "  user \(attempt.uid), session \(attempt.session)" : ""
            let name = attempt.credentialName ?? keys[attempt.credentialID] ?? attempt.credentialID
            let id = console.palette.paint("\(attempt.attemptID)", .faint)
            try console.line("\(clock)\(person)  \(name)  \(console.palette.paint(outcome, style))  \(id)")
        }
    }
}

/// Shows journal entries to people.
enum AttemptRendering {
    static func table(_ attempts: [Attempt], showsUsers: Bool) -> Table {
        var table =
            showsUsers
            ? Table("TIME", "USER", .spare("SESSION"), "KEY", .spare("DOOR"), .spare("WAY"), "OUTCOME", .id("ATTEMPT"))
            : Table("TIME", "KEY", .spare("DOOR"), .spare("WAY"), "OUTCOME", .id("ATTEMPT"))
        for attempt in attempts {
            let (outcome, style) = outcome(attempt)
            let time = Table.Cell(LocalTime.text(attempt.startedAt))
            let key = Table.Cell("\(attempt.credentialName ?? attempt.credentialID)", .strong)
            let door = Table.Cell("\(attempt.entranceName ?? attempt.entranceID ?? "-")")
            let way = Table.Cell(
                "\(attempt.kind == .unlock ? attempt.proximity?.rawValue ?? "-" : attempt.kind.rawValue)")
            let end = Table.Cell(outcome, style)
            let id = Table.Cell("\(attempt.attemptID)", .faint)
            if showsUsers {
                table.add(time, .init("\(attempt.uid)"), .init("\(attempt.session)"), key, door, way, end, id)
            } else {
                table.add(time, key, door, way, end, id)
            }
        }
        return table
    }

    /// Everything that the journal has about an attempt, one item per line.
    static func details(_ attempt: Attempt) -> Table {
        let (outcome, style) = outcome(attempt)
        var table = Table("ATTEMPT", .init("\(attempt.attemptID)"))
        func add(_ name: TerminalSafe, _ value: String?, _ style: TextStyle = .plain) {
            if let value { table.add(.init(name), .init("\(value)", style)) }
        }
        table.add(.init("outcome"), .init(outcome, style))
        add("effect", attempt.effect.rawValue)
        add("confirmation", attempt.confirmation?.rawValue)
        add("what", attempt.kind.rawValue)
        add("user", "\(attempt.uid)")
        add("session", attempt.session)
        add("person", attempt.userIdentityID)
        add("authorized by", attempt.authority.rawValue)
        add("key", attempt.credentialName)
        add("key's id", attempt.credentialID)
        add("door", attempt.entranceName)
        add("door's id", attempt.entranceID)
        add("lock", attempt.lockAddress)
        add("binding", attempt.bindingID)
        add("provider", attempt.provider)
        add("way", attempt.proximity?.rawValue)
        add("began", attempt.startedAt.description)
        add("ended", attempt.endedAt?.description)
        add("reason", attempt.reason)
        add("more", attempt.debugDescription)
        add("the lock said", attempt.evidence.map { Hex.encode($0) })
        add("trace", attempt.trace)
        return table
    }

    /// The end of an attempt, in words.
    static func outcome(_ attempt: Attempt) -> (TerminalSafe, TextStyle) {
        let reason = attempt.reason.map { ": \($0)" as TerminalSafe } ?? ""
        if attempt.effect == .applied, attempt.kind == .unlock, attempt.state != .granted {
            return ("opened, as the lock reported later\(reason)", .warning)
        }
        switch attempt.state {
        case .running: return ("running", .plain)
        case .granted: return ("granted\(attempt.confirmation.map { ", \($0.rawValue)" as TerminalSafe } ?? "")", .good)
        case .timedOut: return (attempt.effect == .none ? "timed out" : "timed out, may have opened", .warning)
        case .connectionFailed:
            return (attempt.effect == .none ? "no connection\(reason)" : "may have opened\(reason)", .warning)
        case .cancelled: return ("cancelled", .plain)
        case .unknown: return ("unknown: may have opened", .bad)
        case .revealed: return ("revealed", .plain)
        case .forgotten: return ("forgotten\(reason)", .plain)
        case .bound: return ("bound", .plain)
        case .rebound: return ("bound again", .plain)
        case .rotated: return ("new key", .plain)
        case .unbound: return ("unbound", .plain)
        }
    }
}

/// The command `seam providers`, which shows the locks that this machine can use.
struct ProvidersCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "providers",
        abstract: "List the lock providers: installed, missing, or not available from their vendor.")

    @OptionGroup var administration: AdminOptions
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(administration.socket, console.environment)
        let providers: [ProviderDescription] = try client.list(ProvidersList.self) { $0 }
        guard !console.isJSON else {
            for provider in providers { try console.json(provider.json) }
            return
        }
        var table = Table("NAME", "STATE", .spare("SEAM MODULE"), "WHAT TO DO")
        for provider in providers {
            let style: TextStyle =
                switch provider.state {
                case .installed: .good
                case .missing: .warning
                case .closed: .faint
                }
            table.add(
                .init("\(provider.name)", .strong), .init(TerminalSafe(provider.state.rawValue), style),
                .init("\(provider.seamModule)"), .init("\(provider.remedy)"))
        }
        try console.table(table)
    }
}
