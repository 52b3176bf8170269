import ArgumentParser
import LinuxSupport
import RPC
import RadioModel
import SeamModel
import SeamWords
import SessionAPI
import TermCore
import Wire

/// The options of commands that administrators may use for all users.
struct AdminOptions: ParsableArguments {
    @Flag(help: "Show what concerns everybody, through the admin socket.")
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
        // A connection for each question, because the daemon closes a connection that is idle.
        let environment = console.environment
        let journal: AttemptNarration.Journal? =
            administration.admin
            ? { id in
                guard let client = try? Link.open(.admin, environment) else { return nil }
                return try? AuditShowCommand.attempt(id, session: nil, of: client)
            } : nil
        var narration = AttemptNarration(journal: journal, results: results)
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

/// Shows attempts to people as they happen, with the names of the attempts' keys. Administrators also see whose
/// attempts they are.
private struct AttemptNarration {
    /// Asks the journal for an attempt. Returns nil if there is no answer.
    typealias Journal = (String) -> Attempt?

    /// The journal, which knows whose attempt it is. Only administrators need it.
    let journal: Journal?
    /// Whether only the ends of attempts are shown.
    let results: Bool
    /// The names of the person's keys, by id, when the watch began.
    var keys: [String: String] = [:]
    /// The names and the people of running attempts, by the attempt's id.
    private var running: [String: (name: String?, person: TerminalSafe?)] = [:]

    /// The largest number of attempts that are remembered. The daemon runs fewer attempts at a time.
    private static let most = 1024

    init(journal: Journal?, results: Bool) {
        (self.journal, self.results) = (journal, results)
    }

    mutating func show(_ item: UnlockWatch.Item, on console: Console) throws {
        let now = Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds())
        let clock = journal == nil ? LocalTime.clock(now) : LocalTime.text(now, hasSeconds: true)
        switch item {
        case .snapshot: break
        case .progress(let item):
            guard !results else { return }
            let known = known(item)
            let person = known.person.map { "  \($0)" as TerminalSafe } ?? ""
            let head: TerminalSafe = "\(clock)\(person)  \(known.name ?? keys[item.credentialID] ?? item.credentialID)"
            // Administrators see everyone's attempts, so the name alone does not identify an attempt.
            let id = journal == nil ? "" : console.palette.paint("  \(item.attemptID)", .faint)
            switch item.content {
            case .event(let event): try console.line("\(head)  \(AttemptRendering.words(event))\(id)")
            case .phase(let phase, _, let detail):
                let more = detail.map { ": \($0)" as TerminalSafe } ?? ""
                try console.line("\(head)    \(TerminalSafe(phase.rawValue))\(more)\(id)", .faint)
            }
        case .result(let attempt):
            running[attempt.attemptID] = nil
            let (outcome, style) = AttemptRendering.outcome(attempt)
            let person = journal == nil ? "" : "  \(Self.person(attempt))" as TerminalSafe
            let name = attempt.credentialName ?? keys[attempt.credentialID] ?? attempt.credentialID
            let id = console.palette.paint("\(attempt.attemptID)", .faint)
            try console.line("\(clock)\(person)  \(name)  \(console.palette.paint(outcome, style))  \(id)")
        }
    }

    /// The name of an attempt's key, and for administrators the person. The journal is asked until it has answered.
    private mutating func known(_ item: UnlockItem) -> (name: String?, person: TerminalSafe?) {
        var known = running[item.attemptID] ?? (item.credentialName, nil)
        if known.person == nil, let attempt = journal?(item.attemptID) {
            known = (known.name ?? attempt.credentialName, Self.person(attempt))
        }
        if running[item.attemptID] != nil || running.count < Self.most { running[item.attemptID] = known }
        return known
    }

    private static func person(_ attempt: Attempt) -> TerminalSafe {
        "user \(attempt.uid), session \(attempt.session)"
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
            let key = Table.Cell("\(Self.key(attempt))", .strong)
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

    /// The name of an attempt's key. An entry about a lock of this machine has the lock's address instead.
    private static func key(_ attempt: Attempt) -> String {
        let isLocal = attempt.bindingID != nil && attempt.kind != .unlock
        return attempt.credentialName ?? (isLocal ? attempt.lockAddress : nil) ?? attempt.credentialID
    }

    /// What has happened to an attempt.
    static func words(_ event: UnlockEvent) -> TerminalSafe {
        switch event {
        case .launched: "opening"
        case .grantedAccess: "granted"
        case .timedOut: "timed out"
        case .connectionFailed: "not opened"
        }
    }

    /// The end of an attempt, in words. Only a lock's own reason is given by its name.
    static func outcome(_ attempt: Attempt) -> (TerminalSafe, TextStyle) {
        let reason = attempt.reason.map { ": \($0)" as TerminalSafe } ?? ""
        let failure = AttemptFailure(attempt.reason ?? "", proximity: attempt.proximity ?? .nearby)
        if attempt.effect == .applied, attempt.kind == .unlock, attempt.state != .granted {
            return ("opened, as the lock reported later\(reason)", .warning)
        }
        switch attempt.state {
        case .running: return ("running", .plain)
        case .granted: return ("granted\(attempt.confirmation.map { ", \($0.rawValue)" as TerminalSafe } ?? "")", .good)
        case .timedOut: return (attempt.effect == .none ? "timed out" : "timed out, may have opened", .warning)
        case .connectionFailed:
            guard attempt.effect == .none else { return ("may have opened: \(failure.loss)", .warning) }
            return ("not opened\(failure == .lockRefused ? reason : ": \(failure.cause)")", .warning)
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
        abstract: "List the lock providers that are installed, and those that their vendors do not offer for Linux.")

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
        for provider in providers where provider.state != .closed {
            let isInstalled = provider.state == .installed
            table.add(
                .init("\(provider.name)", .strong),
                .init(TerminalSafe(provider.state.rawValue), isInstalled ? .good : .warning),
                .init("\(provider.seamModule)"), .init(isInstalled ? "-" : "\(provider.remedy)"))
        }
        if !table.isEmpty { try console.table(table) }
        // The vendors that do not support Linux all have the same remedy.
        let closed = Dictionary(grouping: providers.filter { $0.state == .closed }, by: \.remedy)
        for (remedy, providers) in closed.sorted(by: { $0.key < $1.key }) {
            try console.line("closed: \(remedy)")
            try console.line("  \(providers.map { "\($0.name)" as TerminalSafe }.joined(separator: ", "))", .faint)
        }
    }
}
