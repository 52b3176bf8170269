import ArgumentParser
import RPC
import SignalAPI
import TermCore
import Wire

/// The command `seam signal leave`. It asks for yes or no, as `people remove` does, because a person in need should not
/// have to type more.
struct SignalLeaveCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave", abstract: "Leave LifeSignal for good: nobody watches you from then on.",
        discussion: """
            Example: seam signal leave

            Your deadlines and alarms end, your contacts are told that nobody watches you now, and your data is erased. \
            This cannot be undone. The next daily copy of the store no longer has your data, and the older copy is gone \
            a day later. To be away for a while, use 'seam signal pause' instead.
            """)

    @Flag(help: "Leave without a question. A script must give this.")
    var yes = false

    @OptionGroup var pin: PINOptions
    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        if !yes { try ask(client, on: console) }
        let result = try PINInput.call(pin, on: console) { pin throws(WireError) in
            try client.call(PersonLeave.self, .init(session: own.session, pin: pin))
        }
        if console.isJSON { return try console.json(result.json) }
        try console.line("you have left: you are no longer watched here, and your contacts are told")
    }

    private func ask(_ client: BlockingClient, on console: Console) throws {
        let contacts = try client.call(ContactList.self, .init(session: own.session)).contacts
        guard Prompt.isTerminal, !console.isJSON else {
            throw UsageFault("leaving cannot be undone, so a script must confirm it", hint: "--yes")
        }
        let known = contacts.count { $0.consent != "ended" }
        let people: TerminalSafe = known == 1 ? "1 person is told" : "\(known) people are told"
        if let warning = SignalRendering.loss(contacts) { console.talk(warning) }
        try SignalRendering.agree(
            to: "Your deadlines and alarms end, \(people), and your data is erased. Leave LifeSignal? [y/N] ",
            on: console)
    }
}

/// The command `seam signal number`.
struct SignalNumberCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "number", abstract: "Change your telephone number.",
        subcommands: [SignalNumberChangeCommand.self, SignalNumberVerifyCommand.self],
        defaultSubcommand: SignalNumberChangeCommand.self)
}

/// The command `seam signal number NUMBER`.
struct SignalNumberChangeCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "change", abstract: "Ask for a code for your new number.",
        discussion: """
            Example: seam signal number +4915187654321

            An administrator reads the code out to you, as when you signed in. Nothing changes before you give it. Your \
            contacts and deadlines stay, and your contacts are told of the new number.
            """)

    @Argument(help: "Your new number, with a plus sign and the country code.")
    var number: [String]

    @OptionGroup var pin: PINOptions
    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        let number = number.joined(separator: " ")
        let result = try PINInput.call(pin, on: console) { pin throws(WireError) in
            try client.call(UserSetPhone.self, .init(session: own.session, phone: number, pin: pin))
        }
        guard try SignalVerifyCommand.isAsked(result.json, result.expiresAt, "seam signal number verify", on: console)
        else { return }
        try SignalNumberVerifyCommand.verify(client, session: own.session, on: console)
    }
}

/// The command `seam signal number verify`.
struct SignalNumberVerifyCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Finish changing your number, with the code on standard input.")

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        try Self.verify(try Link.open(.signal, console.environment), session: own.session, on: console)
    }

    static func verify(_ client: BlockingClient, session: String?, on console: Console) throws {
        let result = try SignalVerifyCommand.untilRight(on: console) { code throws(WireError) in
            try client.call(UserVerifyPhone.self, .init(session: session, code: code))
        }
        if console.isJSON { return try console.json(result.json) }
        try console.line("your number is now \(result.phone), and your contacts are told", .good)
    }
}
