import ArgumentParser
import RPC
import SeamModel
import SessionAPI
import TermCore
import Wire

/// The command `seam sessions`, which lists the caller's sessions. Administrators can also end a user's sessions.
struct SessionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "List your sessions; as an administrator, forget a user who has left.",
        subcommands: [SessionsListCommand.self, SessionsForgetCommand.self],
        defaultSubcommand: SessionsListCommand.self)
}

/// The command `seam sessions list`.
struct SessionsListCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List your sessions.")

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.session, console.environment)
        let sessions: [SessionStatus] = try client.list(SessionList.self) { $0 }
        guard !console.isJSON else {
            for session in sessions { try console.json(session.json) }
            return
        }
        guard !sessions.isEmpty else { return try console.line("nobody is signed in: see 'seam init --help'") }
        var table = Table("SESSION", "STATE", .spare("TOKEN"))
        for session in sessions {
            let state: TerminalSafe = session.isActive ? "active" : session.isInitialized ? "initialized" : "signed out"
            table.add(
                .init("\(session.name)", .strong), .init(state), .init("\(session.maskedToken ?? "-")", .faint))
        }
        try console.table(table)
    }
}

/// The command `seam sessions forget USER`.
struct SessionsForgetCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Forget a user of this machine who has left; for administrators.",
        discussion: """
            Example: seam sessions forget alice

            Ends the user's sessions now, erases their tokens and keys, and takes back the keys that 'seam locks \
            grant' gave to the user. The journal stays. If the user may still use this machine, they must sign in \
            again. To keep them out, also take them out of the group that may connect, or delete the account.
            """)

    @Argument(help: "The user, by number or account name; the account may no longer exist.")
    var user: String

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.admin, console.environment)
        let result = try client.call(SessionForget.self, .init(user: try named()))
        if console.isJSON { return try console.json(result.json) }
        for user in result.users {
            try console.line("forgot uid \(user.uid): \(user.sessions) sessions, \(user.grants) local grants", .good)
        }
    }

    private func named() throws -> SessionForget.User {
        guard user.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), !user.isEmpty else {
            guard (1...255).contains(user.utf8.count) else {
                throw UsageFault("a user's name must have 1 to 255 bytes", hint: "see 'seam audit --admin'")
            }
            return .name(user)
        }
        guard let uid = UInt32(user), uid != .max else {
            throw UsageFault("\(TerminalSafe(user)) is not a user's number", hint: "see 'id -u'")
        }
        return .uid(uid)
    }
}
