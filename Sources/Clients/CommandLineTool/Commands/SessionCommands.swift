import ArgumentParser
import RPC
import SeamModel
import SessionAPI
import TermCore
import Wire

/// The command `seam init`, which gives the session its token.
struct InitCommand: QuietCommand, SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Give your session its client session token.",
        discussion: """
            The token is read from standard input, never from an argument: `seam init < token`. On a terminal you are \
            asked for it, and it is not shown as you type. If seam is killed (SIGKILL) while you type, the terminal \
            may continue to hide what you type: run `stty echo`.
            """
    )

    @Option(
        help: "Read the token from this file, which only you may read (mode 0600), or from <(a command).",
        completion: .file())
    var tokenFile: String?

    @Flag(help: "Resume the session that was open when the daemon stopped; needs no token.")
    var resume = false

    @OptionGroup var silence: QuietOption
    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if resume, tokenFile != nil { throw ValidationError("--resume cannot be used with --token-file") }
    }

    func perform(on console: Console) throws {
        // Connects first, so that nobody types a secret in vain.
        let client = try Link.open(.session, console.environment)
        let token = resume ? nil : try TokenInput.read(tokenFile, on: console)
        let params = SessionInitialize.Params(session: own.session, token: token)
        let status = try client.call(SessionInitialize.self, params)
        if console.isJSON { return try console.json(status.json) }
        try console.line("initialized \(status.maskedToken ?? "")")
        guard !status.isActive else { return }
        try console.line("next: seam activate", .faint)
    }
}

/// The command `seam activate`, which validates the token and reads the keys.
struct ActivateCommand: QuietCommand, SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "activate", abstract: "Validate the token with the cloud and read your keys.")

    @OptionGroup var silence: QuietOption
    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.session, console.environment)
        let status = try client.call(SessionActivate.self, SessionParams(session: own.session))
        if console.isJSON { return try console.json(status.json) }
        try SessionRendering.write(status, on: console)
    }
}

/// The command `seam refresh`, which reads the keys from the cloud now.
struct RefreshCommand: QuietCommand, SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh", abstract: "Read your keys from the cloud now. This also happens by itself.")

    @OptionGroup var silence: QuietOption
    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.session, console.environment)
        let first = try client.call(SessionRefresh.self, SessionParams(session: own.session))
        var keys = first.elements
        if first.nextPageToken != nil { keys = try KeysCommand.list(client, session: own.session) }
        try KeyRendering.write(keys, on: console)
    }
}

/// The command `seam deactivate`, which signs the person out.
struct DeactivateCommand: QuietCommand, SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "deactivate", abstract: "Sign out: forget the token.",
        discussion:
            """
            Your keys stay sealed for the next time that you sign in; --deintegrate erases them. The journal of \
            unlocks stays either way, and so do bound locks, which belong to the machine.
            """)

    @Flag(help: "Erase the session's key, and with it everything that it sealed; the journal stays.")
    var deintegrate = false

    @OptionGroup var silence: QuietOption
    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.session, console.environment)
        let params = SessionDeactivate.Params(session: own.session, deintegrates: deintegrate)
        let result = try client.call(SessionDeactivate.self, params)
        if console.isJSON { return try console.json(result.json) }
        guard deintegrate else { return try console.line("signed out") }
        try console.line("signed out; the token, the keys and the key that sealed them are erased")
        try console.line("the journal stays, and so do bound locks: see 'seam audit', 'seam locks list'", .faint)
    }
}

/// The command `seam status`, which shows the session's state.
struct StatusCommand: QuietCommand, SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show your session, how current its keys are, the radio's state, and whether the clock is wrong.",
        discussion: """
            Example: seam status --check -q || { seam init -q < token && seam activate -q; }
            """)

    @Flag(help: "Exit 4 unless the session is active.")
    var check = false

    @OptionGroup var silence: QuietOption
    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.session, console.environment)
        let status = try client.call(SessionGet.self, SessionParams(session: own.session))
        if console.isJSON {
            try console.json(status.json)
        } else {
            try SessionRendering.write(status, on: console)
            try SessionRendering.writeClock(try client.call(OutgoingCall(unary: "rpc.health")).json, on: console)
        }
        if check, !status.isActive { throw CommandEnd(status: .notSignedIn) }
    }
}
