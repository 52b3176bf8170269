import ArgumentParser
import LinuxSupport
import RPC
import SeamModel
import SessionAPI
import Wire

/// What the commands take that administrators may ask for everybody.
struct AdminOptions: ParsableArguments {
    @Flag(help: "Ask the admin socket: everybody's.")
    var admin = false

    var socket: Link.Socket { admin ? .admin : .session }
}

/// `seam watch`: attempts as they happen.
struct WatchCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Tell the attempts of your session as they happen.")

    @OptionGroup var administration: AdminOptions
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if administration.admin, common.session != nil {
            throw ValidationError("--admin tells all sessions: no --session")
        }
    }

    func perform(on console: Console) throws {
        let params = SessionParams(session: common.session)
        let socket = administration.socket
        try Following.topic(UnlockWatch.self, params, from: .now, at: socket, on: console) { item, element in
            guard !console.isJSON else { return try item.kind == "bookmark" ? () : console.json(item.line) }
            switch element {
            case .event(let item):
                if let item = try UnlockWatch.item(item) { try show(item, on: console) }
            case .state(_, why: _?), .gap: try console.line("attempts may have been missed: see 'seam audit'", .warning)
            case .state, nil: break
            }
        }
    }

    private func show(_ item: UnlockWatch.Item, on console: Console) throws {
        let clock = LocalTime.clock(Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds()))
        switch item {
        case .snapshot: break
        case .progress(let item):
            let head: TerminalSafe = "\(clock)  \(item.attemptID)  \(item.credentialID)"
            switch item.content {
            case .event(let event): try console.line("\(head)  \(TerminalSafe(event.name))")
            case .phase(let phase, _, _): try console.line("\(head)    \(TerminalSafe(phase.rawValue))", .faint)
            }
        case .result(let attempt):
            let (outcome, style) = AttemptRendering.outcome(attempt)
            let name = attempt.credentialName ?? attempt.credentialID
            let painted = console.palette.paint(outcome, style)
            try console.line("\(clock)  \(attempt.attemptID)  \(name)  \(painted)")
        }
    }
}

/// `seam audit`: who opened what, and whether that is all.
struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Tell who opened what, and hold it against its chain.",
        subcommands: [AuditListCommand.self, AuditVerifyCommand.self], defaultSubcommand: AuditListCommand.self)
}

/// `seam audit verify`.
struct AuditVerifyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Hold the journal against its chain (administrators).",
        discussion: """
            Example: seam audit verify --noted 1042:FJsrFkfYXw7vH0GZLcVb0fK0YUgTpeU1RyAXqz5bI1c

            Exits 0 when the journal is as it was written, 70 when it is not. A store that was put back as a whole looks \
            as it did then: write down elsewhere what is printed as noted, and name it the next time.
            """)

    @Option(help: "What an earlier run printed: an entry's number, a colon and its hash.")
    var noted: NotedArgument?
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.admin, console.environment)
        // A journal of many years takes more than the usual minute.
        let verdict = try client.call(AuditVerify.self, .init(noted: noted?.noted), timeout: .seconds(600))
        if console.isJSON {
            try console.json(verdict.json)
        } else if !verdict.isIntact {
            let fault = verdict.fault ?? .init(problem: "")
            let place: TerminalSafe =
                switch (fault.entry, fault.attemptID) {
                case (let entry?, _): "entry \(entry): "
                case (nil, let attemptID?): "attempt \(attemptID): "
                case (nil, nil): ""
                }
            try console.line("the journal is not as it was written: \(place)\(fault.problem)", .bad)
        } else {
            try console.line("the journal is as it was written", .good)
            let entries: TerminalSafe =
                verdict.last < verdict.first ? "no entries" : "entries \(verdict.first) to \(verdict.last)"
            try console.line("\(verdict.attempts) attempts, \(entries)")
            if verdict.adopted > 0 {
                try console.line(
                    "\(verdict.adopted) attempts were there before the chain, and taken as they were found")
            }
            switch verdict.noted {
            case .held: try console.line("the entry that was noted is there")
            case .gone: try console.line("the entry that was noted is older than what is kept")
            case nil: break
            }
            if let head = verdict.head, verdict.last > 0 { try console.line("to be noted: \(verdict.last):\(head)") }
        }
        if !verdict.isIntact { throw CommandEnd(status: .fault) }
    }
}

/// An entry's number and hash on the command line: `7:HASH`.
struct NotedArgument: ExpressibleByArgument {
    let noted: AuditVerify.Noted

    init?(argument: String) {
        let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let entry = Int64(parts[0]), (1...JSON.largestInteger).contains(entry),
            let head = Base64URL.decode(parts[1]), head.count == 32
        else { return nil }
        noted = AuditVerify.Noted(entry: entry, head: head)
    }
}

/// `seam audit list`.
struct AuditListCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Tell who opened what, newest first.")

    @Option(help: "How many attempts, 1 to 10000.")
    var limit = 50

    @OptionGroup var administration: AdminOptions
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if !(1...10_000).contains(limit) { throw ValidationError("--limit takes 1 to 10000") }
        if administration.admin, common.session != nil {
            throw ValidationError("--admin tells all sessions: no --session")
        }
    }

    func perform(on console: Console) throws {
        let client = try Link.open(administration.socket, console.environment)
        let attempts: [Attempt] = try client.list(AuditList.self, limit: limit) {
            SessionPageParams(session: common.session, page: $0)
        }
        guard !console.isJSON else {
            for attempt in attempts { try console.json(attempt.json) }
            return
        }
        guard !attempts.isEmpty else { return try console.line("no attempts yet") }
        try console.table(AttemptRendering.table(attempts, showsUsers: administration.admin))
    }
}

/// How journal entries look to people.
enum AttemptRendering {
    static func table(_ attempts: [Attempt], showsUsers: Bool) -> Table {
        var table =
            showsUsers
            ? Table("TIME", "USER", "SESSION", "KEY", "DOOR", "WAY", "OUTCOME", "ATTEMPT")
            : Table("TIME", "KEY", "DOOR", "WAY", "OUTCOME", "ATTEMPT")
        for attempt in attempts {
            let (outcome, style) = outcome(attempt)
            let time = Table.Cell(LocalTime.text(attempt.startedAt))
            let key = Table.Cell("\(attempt.credentialName ?? attempt.credentialID)", .strong)
            let door = Table.Cell("\(attempt.entranceName ?? attempt.entranceID ?? "-")")
            let way = Table.Cell("\(attempt.kind == .reveal ? "reveal" : attempt.proximity?.rawValue ?? "-")")
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

    /// How an attempt ended, in words.
    static func outcome(_ attempt: Attempt) -> (TerminalSafe, TextStyle) {
        let reason = attempt.reason.map { ": \($0)" as TerminalSafe } ?? ""
        if attempt.effect == .applied, attempt.state != .granted, attempt.state != .revealed {
            return ("opened, as the lock said later\(reason)", .warning)
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
        }
    }
}

/// `seam providers`: which locks this machine can speak to.
struct ProvidersCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "providers", abstract: "List the lock providers: installed, missing, or closed by their vendor.")

    @OptionGroup var administration: AdminOptions
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(administration.socket, console.environment)
        let providers: [ProviderDescription] = try client.list(ProvidersList.self) { $0 }
        guard !console.isJSON else {
            for provider in providers { try console.json(provider.json) }
            return
        }
        var table = Table("NAME", "STATE", "SEAM MODULE", "WHAT TO DO")
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
