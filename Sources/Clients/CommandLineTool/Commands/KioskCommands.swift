import ArgumentParser
import RPC
import SeamModel
import SessionAPI
import TermCore
import Wire

/// The command `seam kiosk`, with which an operator controls this machine's public screens.
struct KioskCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kiosk", abstract: "Show the state of this machine's public screens, and set what they all show.",
        discussion: """
            For administrators. `seam setup` sets up a kiosk. Anything set here stays until it is changed, even across \
            restarts.
            """,
        subcommands: [KioskStatusCommand.self, KioskServiceCommand.self, KioskMessageCommand.self])
}

/// The command `seam kiosk status`.
struct KioskStatusCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the state of each public screen.",
        discussion: """
            Prints a line for each screen: waiting, visit, unavailable, out_of_service, staff, or silent if the \
            program has not reported for 15 seconds. Exits 0 if all screens serve, 75 if one does not, or if none has \
            reported since the session daemon started.
            """)

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.admin, console.environment)
        let answer = try client.call(KioskList.self, .init())
        if console.isJSON {
            for screen in answer.screens { try console.json(screen.json) }
        } else {
            try tell(answer, on: console)
        }
        let serve = answer.screens.allSatisfy { !$0.isSilent && $0.state.serves }
        guard serve, !answer.screens.isEmpty else { throw CommandEnd(status: .tryAgain) }
    }

    private func tell(_ answer: KioskList.Result, on console: Console) throws {
        if answer.screens.isEmpty {
            try console.line(
                "no public screen has reported; to see whether one is running, use 'systemctl status seam-kiosk@tty1'")
        } else {
            var table = Table("SCREEN", "STATE", "VISITS", .spare("HEARD"))
            for screen in answer.screens {
                let visits = screen.endedVisits.values.reduce(0, +)
                table.add(
                    .init(TerminalSafe(screen.kiosk), .strong),
                    .init(screen.isSilent ? "silent" : TerminalSafe(screen.state.rawValue)),
                    .init("\(visits)"), .init(LocalTime.text(screen.heardAt), .faint))
            }
            try console.table(table)
        }
        if answer.notice.isOutOfService {
            try console.line("all screens are out of service until you run 'seam kiosk out-of-service off'")
        }
        if let message = answer.notice.message { try console.line("they say: \(TerminalSafe(message))") }
    }
}

/// The command `seam kiosk out-of-service`.
struct KioskServiceCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "out-of-service", abstract: "Take all public screens out of service, or put them back.",
        discussion: """
            This ends running visits, and takes five seconds. If staff have taken a screen out of service, it \
            stays out of service until staff put it back.
            """)

    @Argument(help: "on or off.")
    var state: String

    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard ["on", "off"].contains(state) else { throw ValidationError("give on or off") }
    }

    func perform(on console: Console) throws {
        let client = try Link.open(.admin, console.environment)
        let notice = try client.call(KioskSet.self, .init(isOutOfService: state == "on"))
        guard !console.isJSON else { return try console.json(notice.json) }
        let live = try client.call(KioskList.self, .init()).screens.count { !$0.isSilent }
        try console.line(live == 0 ? "no public screen reports to this daemon" : "sent to \(live) public screens")
    }
}

/// The command `seam kiosk message`.
struct KioskMessageCommand: ConsoleCommand, NamingCommand {
    static let configuration = CommandConfiguration(
        commandName: "message", abstract: "Set the line that all public screens show while they are idle.",
        discussion: """
            Example: seam kiosk message "The lift is closed until 5 pm."

            An empty text removes the line. In every language, the line is shown as it is.
            """)

    @Argument(help: "The line, at most 120 bytes.")
    var text: String

    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard text.utf8.count <= KioskNotice.longestMessage else {
            throw ValidationError(
                "a message may have at most \(KioskNotice.longestMessage) bytes, but this one has \(text.utf8.count)")
        }
    }

    func perform(on console: Console) throws {
        let client = try Link.open(.admin, console.environment)
        let notice = try client.call(KioskSet.self, .init(message: text))
        if console.isJSON { try console.json(notice.json) }
    }
}
