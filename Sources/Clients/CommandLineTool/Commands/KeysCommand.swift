import ArgumentParser
import LinuxSupport
import RPC
import SeamModel
import SessionAPI
import TermCore
import Wire

/// The command `seam keys`, which shows the person's keys.
struct KeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "List your keys, and what to do about those that do not work.",
        subcommands: [KeysListCommand.self, KeysRevealCommand.self], defaultSubcommand: KeysListCommand.self)

    /// All keys of a session.
    static func list(_ client: BlockingClient, session: String?) throws(WireError) -> [Credential] {
        try client.list(CredentialsList.self) { CredentialsList.Params(session: session, page: $0) }
    }
}

/// The command `seam keys [--nearby] [--watch]`.
struct KeysListCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List your keys.",
        discussion: """
            Codes and card numbers are masked: 'seam keys reveal ID' shows them.

            Example: seam keys --nearby

            This lists the keys that open a door here now, the strongest signal first. It listens for three seconds, \
            or not at all if another program is already listening; --timeout sets how long. With --watch, it keeps \
            running, and shows each door that appears, disappears or moves.
            """)

    @Flag(help: "List the keys whose doors are near, the nearest first.")
    var nearby = false

    @Option(help: "With --nearby: how long to listen, 1s to 60s.", transform: TextDuration.argument)
    var timeout: Duration?

    @Flag(help: "Keep running, and show each change.")
    var watch = false

    @OptionGroup var visit: EphemeralOptions

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        // `--watch` reconnects if necessary, but an ephemeral session belongs to one connection.
        if watch, visit.ephemeral { throw ValidationError("--watch cannot be used with --ephemeral") }
        guard let timeout else { return }
        if !nearby || watch { throw ValidationError("--timeout needs --nearby, without --watch") }
        if !(Duration.seconds(1)...Duration.seconds(60)).contains(timeout) {
            throw ValidationError("--timeout must be 1s to 60s")
        }
    }

    func perform(on console: Console) throws {
        guard watch else {
            let client = try Link.open(.session, console.environment)
            try visit.signIn(client, beside: own.namedSession, on: console)
            let session = visit.ephemeral ? nil : own.session
            if nearby {
                return try NearbyListing(session: session).list(client, for: timeout, on: console)
            }
            // Asks for the state before the list. If all keys had been read at the time of the state, the list is
            // complete.
            let reading = try KeyReading.sync(client, session: session).flatMap(KeyReading.words)
            let keys = try KeysCommand.list(client, session: session)
            // A session that is not active has no keys, even if the person has keys.
            if keys.isEmpty, !visit.ephemeral { try KeyChoice(client, session: session).requireActive() }
            try KeyRendering.write(keys, reading: reading, on: console)
            return
        }
        if nearby {
            return try NearbyListing(session: own.session).watch(
                try Link.open(.session, console.environment), on: console)
        }
        let params = SessionParams(session: own.session)
        try Following.topic(CredentialsWatch.self, params, from: .snapshot, at: .session, on: console) {
            item, element, _ in
            guard !console.isJSON else { return try item.kind == "bookmark" ? () : console.json(item.line) }
            switch element {
            // An empty list does not mean that there are no keys, because the daemon may still be reading them.
            case .state(let rows, _) where rows.isEmpty: try console.line("no keys yet", .faint)
            case .state(let rows, _): try KeyRendering.write(rows.map { try Credential(text: $0) }, on: console)
            case .event(let item): try show(item, on: console)
            case .gap, nil: break
            }
        }
    }

    private func show(_ item: Item, on console: Console) throws {
        switch try CredentialsWatch.item(item) {
        case .added(let key): try KeyRendering.writeChange("added", key, on: console)
        case .changed(let key): try KeyRendering.writeChange("changed", key, on: console)
        case .removed(let id): try console.line("removed  \(id)")
        case .reading(let progress): try console.line("\(KeyReading.words(progress))")
        case .snapshot, nil: break
        }
    }
}

/// The command `seam keys reveal ID`.
struct KeysRevealCommand: SessionCommand, NamingCommand {
    static let configuration = CommandConfiguration(
        commandName: "reveal", abstract: "Show a key's code and card number. The journal records this.")

    @Argument(help: "The key's id or name.", completion: .custom { _, _, _ in Completions.doors() })
    var key: String

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.session, console.environment)
        let chosen = try KeyChoice(client, session: own.session).choose(
            key, entrance: nil, KeyChoice.Wait(from: SystemClock.monotonic(), .seconds(10)))
        let params = CredentialsReveal.Params(session: own.session, credentialID: chosen.id)
        let result = try client.call(CredentialsReveal.self, params)
        if console.isJSON { return try console.json(result.json) }
        if let code = result.code { try console.line("code  \(code)") }
        if let card = result.cardNumber { try console.line("card  \(card)") }
        if result.code == nil, result.cardNumber == nil {
            throw UsageFault("this key has neither a code nor a card", status: .keyUnusable)
        }
    }
}
