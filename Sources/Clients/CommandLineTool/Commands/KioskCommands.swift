import ArgumentParser

/// `seam kiosk`: the public screens of this machine, for whoever runs it. The terminal program does it, whose they are.
struct KioskCommands: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "kiosk", abstract: "Look at this machine's public screens, and take them out of service.",
        discussion: """
            A kiosk is set up by `seam setup`. It keeps how it is, and how many came, in /var/lib/seam-kiosk, which only \
            root can read; nothing of any visitor is in there.
            """,
        subcommands: [Status.self, OutOfService.self])

    struct Status: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status", abstract: "Say how each public screen is.",
            discussion: """
                A line for each: waiting, visit, unavailable, out_of_service, staff, or silent if the program has not \
                said for 15 seconds how it is. Exits 0 if all serve, 69 if one does not.
                """)

        @Flag(name: .customLong("json"), help: "One JSON object for each.")
        var isJSON = false

        func run() throws { try TerminalCommand.become(["--kiosk", "--status"] + (isJSON ? ["--json"] : [])) }
    }

    struct OutOfService: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "out-of-service", abstract: "Take all public screens out of service, or back.",
            discussion: "A visit that is under way ends. It takes five seconds, and outlives a restart.")

        @Argument(help: "on or off.")
        var state: String

        func validate() throws {
            guard ["on", "off"].contains(state) else { throw ValidationError("it is on or off") }
        }

        func run() throws { try TerminalCommand.become(["--kiosk", "--out-of-service", state]) }
    }
}
