import ArgumentParser
import LinuxSupport
import RPC
import SeamModel
import SessionAPI
import TermCore
import Wire

/// The user or group that gets a key, as given on the command line.
struct SubjectOptions: ParsableArguments {
    @Option(help: "The user, by name or number.")
    var user: String?

    @Option(help: "The group, by name or number. Its members are the users who were in it when they connected.")
    var group: String?

    func validate() throws {
        guard (user == nil) != (group == nil) else {
            throw ValidationError("give either --user or --group")
        }
    }

    /// The user or group, by number. `seam` itself looks the name up, because the daemon knows only numbers.
    func subject() throws -> LocalGrant.Subject {
        do throws(LinuxError) {
            if let user { return .user(try AccountNames.user(user)) }
            return .group(try AccountNames.group(group ?? ""))
        } catch {
            let (kind, name, see) = user.map { ("user", $0, "id -u") } ?? ("group", group ?? "", "getent group")
            // A failed look-up does not mean that there is no such account.
            guard error.code == .notFound else {
                throw UsageFault(
                    "the \(kind) '\(TerminalSafe(name))' cannot be looked up now, and nothing was changed",
                    hint: "try again, or give the number: see '\(see)'", status: .tryAgain)
            }
            throw UsageFault(
                "this machine has no \(kind) '\(TerminalSafe(name))'", hint: "give the number: see '\(see)'")
        }
    }
}

/// The command `seam locks grant BINDING`.
struct LocksGrantCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant", abstract: "Give a user or a group a key to a bound lock, without the cloud.",
        discussion: """
            Example: seam locks grant BINDING --user porter --until 8h

            They see the key in 'seam keys' while they are signed in. Granting the key again sets new times.
            """)

    @Argument(
        help: "The binding's id: see 'seam locks list'.", completion: .custom { _, _, _ in Completions.bindings() })
    var binding: String

    @OptionGroup var who: SubjectOptions

    @Option(
        help: """
            Valid only from this time on: tomorrow, 18:00, 2026-01-31 or '2026-01-31 18:00'; 24h or 1h30m stands for \
            that long from now.
            """,
        transform: { try TextMoment($0, .coming) })
    var from: TextMoment?

    @Option(
        help: "Valid only until this time; a date means the beginning of that day.",
        transform: { try TextMoment($0, .coming) })
    var until: TextMoment?

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let now = Timestamp.wall
        let params = LocksGrant.Params(
            bindingID: binding, subject: try who.subject(), startsAt: from?.time(at: now),
            endsAt: until?.time(at: now))
        let client = try Link.open(.admin, console.environment)
        let grant = try client.call(LocksGrant.self, params)
        if console.isJSON { return try console.json(grant.json) }
        try console.line("granted to \(grant.subject.shown)", .good)
    }
}

/// The command `seam locks revoke BINDING`.
struct LocksRevokeCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Take back a key that 'seam locks grant' gave.",
        discussion: "Example: seam locks revoke BINDING --user porter")

    @Argument(
        help: "The binding's id: see 'seam locks grants'.", completion: .custom { _, _, _ in Completions.bindings() })
    var binding: String

    @OptionGroup var who: SubjectOptions
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let subject = try who.subject()
        let client = try Link.open(.admin, console.environment)
        let result = try client.call(LocksRevoke.self, .init(bindingID: binding, subject: subject))
        if console.isJSON { return try console.json(result.json) }
        try console.line("revoked from \(subject.shown)")
    }
}

/// The command `seam locks grants`.
struct LocksGrantsCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "grants", abstract: "List the keys that 'seam locks grant' gave.")

    @Argument(help: "Only the keys to this binding.", completion: .custom { _, _, _ in Completions.bindings() })
    var binding: String?

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.admin, console.environment)
        let grants: [LocalGrant] = try client.list(LocksGrants.self) { .init(bindingID: binding, page: $0) }
        guard !console.isJSON else {
            for grant in grants { try console.json(grant.json) }
            return
        }
        guard !grants.isEmpty else {
            return try console.line("no keys have been granted: see 'seam locks grant --help'")
        }
        var table = Table("WHO", "FROM", "UNTIL", .id("BINDING"))
        for grant in grants {
            table.add(
                .init(grant.subject.shown, .strong), .init(grant.startsAt.map(LocalTime.text) ?? "-"),
                .init(grant.endsAt.map(LocalTime.text) ?? "-"), .init("\(grant.bindingID)", .faint))
        }
        try console.table(table)
    }
}

extension LocalGrant.Subject {
    /// The subject in the form `uid 1000`.
    fileprivate var shown: TerminalSafe {
        switch self {
        case .user(let uid): "uid \(uid)"
        case .group(let gid): "gid \(gid)"
        }
    }
}
