import ArgumentParser
import RPC
import SignalAPI
import TermCore
import Wire

/// The command `seam signal reach`.
struct SignalReachCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reach", abstract: "List or change the addresses where you are told of others' alarms.",
        discussion: """
            Example: seam signal reach add mail ada@example.org

            A code is sent to each address. The address is used only after you have entered the code.
            """,
        subcommands: [
            SignalReachListCommand.self, SignalReachAddCommand.self, SignalReachVerifyCommand.self,
            SignalReachRemoveCommand.self,
        ],
        defaultSubcommand: SignalReachListCommand.self)
}

/// The command `seam signal reach list`.
struct SignalReachListCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List your addresses, and the available channels.")

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        let result = try client.call(ReachList.self, .init(session: own.session))
        if console.isJSON { return try console.json(result.json) }
        if result.addresses.isEmpty {
            try console.line("you have no address")
        } else {
            var table = Table("ID", "CHANNEL", "ADDRESS", "STATE")
            for reach in result.addresses {
                let state: TerminalSafe =
                    if let expiry = reach.expiresAt {
                        "waiting for its code until \(LocalTime.text(expiry))"
                    } else {
                        reach.isBroken ? "accepts no messages at present" : "used"
                    }
                table.add(
                    .init("\(reach.id.description)"), .init("\(reach.channel)"), .init("\(reach.shown)"),
                    .init(state))
            }
            try console.table(table)
        }
        guard !result.channels.isEmpty else { return try console.line("no channel is available at present", .bad) }
        try console.line("channels: \(result.channels.map(\.name).joined(separator: ", "))", .faint)
    }
}

/// The command `seam signal reach add CHANNEL ADDRESS`.
struct SignalReachAddCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an address. A code is sent there.",
        discussion: """
            Example: seam signal reach add mail ada@example.org

            On a terminal you are asked for the code; in a script, pass it to 'seam signal reach verify' on standard \
            input within ten minutes.
            """)

    @Argument(help: "The channel: 'seam signal reach list' shows them.")
    var channel: String

    @Argument(help: "The address, in the channel's own form.")
    var address: String

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        let params = ReachAdd.Params(session: own.session, channel: channel, address: address)
        let reach = try client.call(ReachAdd.self, params)
        if console.isJSON { return try console.json(reach.json) }
        guard let expiry = reach.expiresAt else {
            return try reach.isBroken
                ? console.line("you already have this address, but it accepts no messages at present", .bad)
                : console.line("the address is already in use", .good)
        }
        let channels = try client.call(ReachList.self, .init(session: own.session)).channels
        guard channels.contains(where: { $0.name == channel }) else {
            try console.line("no code was sent: nothing can be sent at present", .bad)
            return try console.line("tell the operator that lifesignal-sender is not running, then try again", .faint)
        }
        guard Prompt.isTerminal else {
            try console.line("a code is on its way, and is valid until \(LocalTime.text(expiry))")
            return try console.line("next: seam signal reach verify, with the code on standard input", .faint)
        }
        console.talk("a code is on its way")
        try SignalReachVerifyCommand.verify(client, session: own.session, on: console)
    }
}

/// The command `seam signal reach verify`.
struct SignalReachVerifyCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Enter the code that was sent to an address.",
        discussion: """
            The code is read from standard input, never from an argument: 'seam signal reach verify < code'. You have \
            five tries.
            """)

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        try Self.verify(try Link.open(.signal, console.environment), session: own.session, on: console)
    }

    /// Asks once for the code, and verifies the address with the code.
    static func verify(_ client: BlockingClient, session: String?, on console: Console) throws {
        let code = try SignalVerifyCommand.code(on: console)
        let reach = try client.call(ReachVerify.self, .init(session: session, code: code))
        if console.isJSON { return try console.json(reach.json) }
        try console.line("from now on, messages for you are also sent to \(reach.shown)", .good)
        let settings = try? client.call(SettingsGet.self, .init(session: session))
        guard settings?.alerts == false else { return }
        try console.line("but no alarms, because you have turned them off: 'seam signal settings --alerts on'", .bad)
    }
}

/// The command `seam signal reach remove ID`.
struct SignalReachRemoveCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove an address. Nothing more is sent there.")

    @Argument(help: "The address's id: see 'seam signal reach list'.")
    var id: String

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        guard let id = SignalID(TypedText.plain(id)) else {
            throw UsageFault("this is not an id: \(TerminalSafe(id))", hint: "see 'seam signal reach list'")
        }
        let client = try Link.open(.signal, console.environment)
        let result = try client.call(ReachRemove.self, .init(session: own.session, id: id))
        if console.isJSON { return try console.json(result.json) }
        try console.line("removed")
    }
}

/// The command `seam signal deliveries`, for administrators.
struct SignalDeliveriesCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "deliveries", abstract: "As an administrator: show what was sent where, without the texts.",
        discussion: "Even if a channel has accepted a message, it is possible that nobody has read it.")

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signalAdmin, console.environment)
        let deliveries: [ListedDelivery] = try client.list(DeliveryList.self) { $0 }
        guard !console.isJSON else {
            for delivery in deliveries { try console.json(delivery.json) }
            return
        }
        guard !deliveries.isEmpty else { return try console.line("nothing has been sent yet") }
        var table = Table("QUEUED", "CHANNEL", "ADDRESS", "KIND", "STATE", "TRIES", "NEXT")
        for delivery in deliveries {
            table.add(
                .init("\(LocalTime.text(delivery.queuedAt))"), .init("\(delivery.channel)"),
                .init("\(delivery.addressHint)"), .init("\(delivery.kind.replacing("_", with: " "))"),
                .init("\(delivery.state)"),
                .init("\(delivery.attempts)"), .init(delivery.nextAt.map { "\(LocalTime.text($0))" } ?? ""))
        }
        try console.table(table)
    }
}
