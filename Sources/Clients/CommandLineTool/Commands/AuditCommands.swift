import ArgumentParser
import LinuxSupport
import RPC
import SeamModel
import SessionAPI
import TermCore
import Wire

/// The command `seam audit`, which shows who opened which door, and whether the journal is complete.
struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Show who opened what, and check the journal's chain.",
        subcommands: [
            AuditListCommand.self, AuditShowCommand.self, AuditExportCommand.self, AuditVerifyCommand.self,
        ], defaultSubcommand: AuditListCommand.self)
}

/// The command `seam audit verify`.
struct AuditVerifyCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Check the journal against its chain (administrators).",
        discussion: """
            Example: seam audit verify --noted 1042:FJsrFkfYXw7vH0GZLcVb0fK0YUgTpeU1RyAXqz5bI1c

            Exits 0 if the journal is unchanged, 70 if it is not. If somebody restores a complete old store, it still \
            looks unchanged. To detect that as well, keep the value after "to be noted" elsewhere, and pass it the \
            next time.
            """)

    @Option(help: "The value that an earlier run printed: an entry's number, a colon and its hash.")
    var noted: NotedArgument?
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.admin, console.environment)
        // A journal of many years takes longer than the default minute.
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
            try console.line("the journal was changed after it was written: \(place)\(fault.problem)", .bad)
        } else {
            try console.line("the journal is unchanged", .good)
            let entries: TerminalSafe =
                verdict.last < verdict.first ? "no entries" : "entries \(verdict.first) to \(verdict.last)"
            try console.line("\(verdict.attempts) attempts, \(entries)")
            if verdict.adopted > 0 {
                try console.line(
                    "\(verdict.adopted) attempts are older than the chain, and were added to it unchecked")
            }
            switch verdict.noted {
            case .held: try console.line("the noted entry is in the journal")
            case .gone: try console.line("the noted entry is no longer in the journal, because it is too old")
            case nil: break
            }
            if let head = verdict.head, verdict.last > 0 {
                try console.line("to be noted: \(verdict.last):\(Base64URL.encode(head))")
            }
        }
        if !verdict.isIntact { throw CommandEnd(status: .fault) }
    }
}

/// An entry's number and hash on the command line, in the form `7:HASH`.
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

/// The options that select attempts.
struct AuditOptions: ParsableArguments {
    @Option(help: "Only the attempts of the user with this number. Needs --admin.")
    var uid: UInt32?

    @Option(help: "Only attempts with this key: its name or id; with --admin, its id.")
    var key: String?

    @Option(help: "Only attempts at this entrance: its name or id; with --admin, its id.")
    var entrance: String?

    @Option(
        help: """
            Only attempts that ended in this way: granted, timed_out, connection_failed, cancelled, unknown, revealed, \
            forgotten, bound, rebound, rotated or unbound; or those still running. Attempts that may have opened a door \
            can end in any way: see --effect.
            """)
    var state: Attempt.State?

    @Option(help: "Only attempts with this effect on the lock, as far as it is known: none, unknown, applied.")
    var effect: WireError.Effect?

    @Option(
        help: """
            Only from this time on: today, yesterday, 18:00, 2026-01-31 or '2026-01-31 18:00'; 24h or 1h30m stands for \
            that long ago.
            """,
        transform: { try TextMoment($0, .past) })
    var since: TextMoment?

    @Option(help: "Only before this time.", transform: { try TextMoment($0, .past) })
    var until: TextMoment?

    @OptionGroup var administration: AdminOptions
    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if administration.admin, own.namedSession != nil {
            throw ValidationError("--admin shows all sessions: leave out --session")
        }
        if !administration.admin, uid != nil { throw ValidationError("--uid needs --admin") }
        // Names are only known in the session of the key's owner.
        for (option, text) in [("--key", key), ("--entrance", entrance)] where administration.admin {
            guard let text, !Self.isID(text) else { continue }
            throw ValidationError("with --admin, \(option) takes an id: 'seam audit --admin --json' shows the ids")
        }
    }

    /// The parameters of one page. Relative times count from the same moment on all pages.
    func params(at now: Timestamp, of client: BlockingClient) throws -> (PageParams) -> AuditList.Params {
        var params = AuditList.Params(session: administration.admin ? nil : own.session)
        params.uid = uid
        params.credentialID = try key.map { try administration.admin ? $0 : id(ofKey: $0, client) }
        params.entranceID = try entrance.map { try administration.admin ? $0 : id(ofEntrance: $0, client) }
        params.state = state
        params.effect = effect
        params.since = since?.time(at: now)
        params.until = until?.time(at: now)
        return { [params] page in
            var params = params
            params.page = page
            return params
        }
    }

    /// The id of the key with this name. If a text names no key, it may be the id of a key that no longer exists.
    private func id(ofKey wanted: String, _ client: BlockingClient) throws -> String {
        let keys = try keys(client, for: wanted)
        switch KeyMatch(wanted, among: keys) {
        case .one(let key, _): return key.id
        case .several(let candidates):
            guard Set(candidates.map(\.key.id)).count == 1 else { throw KeyChoice.several(wanted, candidates) }
            return candidates[0].key.id
        case .none: return try gone(wanted, among: keys, client)
        }
    }

    /// The id of the entrance with this name among the doors of the session's keys.
    private func id(ofEntrance wanted: String, _ client: BlockingClient) throws -> String {
        let keys = try keys(client, for: wanted)
        let doors = Set(keys.flatMap { KeyMatch.entrances(wanted, of: $0) }.map(\.id)).sorted()
        guard doors.count < 2 else { throw KeyChoice.severalDoors(wanted, doors) }
        if let door = doors.first { return door }
        guard KeyMatch(wanted, among: keys) == .none else {
            throw UsageFault("'\(wanted)' is the name of a key and not of a door", hint: "use --key")
        }
        return try gone(wanted, among: keys, client)
    }

    /// The session's keys. An id needs no keys, so they may also be missing.
    private func keys(_ client: BlockingClient, for wanted: String) throws -> [Credential] {
        do {
            return try KeysCommand.list(client, session: own.session)
        } catch {
            guard Self.isID(wanted) else { throw error }
            return []
        }
    }

    /// Returns `wanted` as the id of a key or entrance that is gone, because such an id is like no other name. Throws
    /// an error if the text is rather a name with a typing error.
    private func gone(_ wanted: String, among keys: [Credential], _ client: BlockingClient) throws -> String {
        if Self.isID(wanted) { return wanted }
        if keys.isEmpty { try KeyChoice(client, session: own.session).requireActive() }
        throw KeyChoice.unknown(wanted, among: keys)
    }

    /// Whether a text can be an id, which has a digit or one of these signs, and no space.
    private static func isID(_ text: String) -> Bool {
        !text.contains(" ") && text.contains { $0.isNumber || "_:-".contains($0) }
    }
}

extension Attempt.State: ExpressibleByArgument {}
extension WireError.Effect: ExpressibleByArgument {}

/// The command `seam audit list`.
struct AuditListCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Show who opened what, newest first.")

    @Option(help: "How many attempts to list, 1 to 10000.")
    var limit = 50

    @OptionGroup var options: AuditOptions

    var own: SessionOption { options.own }
    var common: CommonOptions { options.common }

    func validate() throws {
        if !(1...10_000).contains(limit) { throw ValidationError("--limit must be 1 to 10000") }
    }

    func perform(on console: Console) throws {
        let client = try Link.open(options.administration.socket, console.environment)
        let attempts: [Attempt] = try client.list(
            AuditList.self, limit: limit, params: try options.params(at: .wall, of: client))
        guard !console.isJSON else {
            for attempt in attempts { try console.json(attempt.json) }
            return
        }
        guard !attempts.isEmpty else { return try console.line("no attempts") }
        try console.table(AttemptRendering.table(attempts, showsUsers: options.administration.admin))
    }
}

/// The command `seam audit export`.
struct AuditExportCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write the journal as JSON Lines, newest first.",
        discussion: """
            Example: seam audit export --admin --since 24h > yesterday.jsonl

            Each line is an attempt, in the shape of audit.list. If an export breaks off, its exit code is not 0, and \
            the lines that it has written are valid.
            """)

    @OptionGroup var options: AuditOptions

    var own: SessionOption { options.own }
    var common: CommonOptions { options.common }

    func perform(on console: Console) throws {
        let client = try Link.open(options.administration.socket, console.environment)
        var reader = PageReader(AuditList.self, params: try options.params(at: .wall, of: client))
        while let page = try reader.next(from: client) {
            for attempt in page { try console.json(attempt.json) }
        }
    }
}

/// The command `seam audit show`.
struct AuditShowCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show everything that the journal has about one attempt.")

    @Argument(
        help: "The attempt's id, as 'seam audit' shows it.",
        completion: .custom { _, _, _ in Completions.attempts() })
    var attempt: String

    @OptionGroup var administration: AdminOptions
    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if administration.admin, own.namedSession != nil {
            throw ValidationError("--admin shows all sessions: leave out --session")
        }
    }

    func perform(on console: Console) throws {
        let client = try Link.open(administration.socket, console.environment)
        let session = administration.admin ? nil : own.session
        guard let attempt = try Self.attempt(attempt, session: session, of: client) else {
            throw UsageFault("there is no such attempt", hint: "see 'seam audit' for the attempts and their ids")
        }
        guard !console.isJSON else { return try console.json(attempt.json) }
        try console.table(AttemptRendering.details(attempt))
    }

    /// The journal's entry of an attempt. Returns nil if the journal has no such entry, or may not show it.
    static func attempt(
        _ id: String, session: String?, of client: BlockingClient
    ) throws(WireError) -> Attempt? {
        var params = AuditList.Params(session: session)
        params.attemptID = id
        let found: [Attempt] = try client.list(AuditList.self, limit: 1) { [params] page in
            var params = params
            params.page = page
            return params
        }
        return found.first
    }
}
