import ArgumentParser

/// The arguments of `seam tui --kiosk`.
struct KioskArguments: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tui", abstract: "A public screen, where visitors sign in and open their doors.",
        usage: """
            seam-tui --kiosk [--config FILE] [--check-config]
                   seam-tui --kiosk --set-pin FILE
                   seam-tui --kiosk --console lock|unlock
            """,
        discussion: """
            Takes over the terminal: no key press, signal or paste can leave the kiosk, and its program is started \
            again if it ends. A visit ends with "End now". After a warning, it also ends some time after the last key \
            press, after ten minutes, and soon after a door was opened. Its process then ends, and no data remains.

            Staff hold F10 for three seconds and type their PIN. --set-pin reads that PIN from standard input, and \
            writes its hash to FILE, which only its owner can read: make the user of the kiosk its owner.

            The configuration is /etc/seam/kiosk.json; deploy/docs/kiosk.md describes its members.

            Exits 0 after SIGTERM, 42 when staff end it, 64 for a wrong argument, 70 for a fault, 78 for \
            a wrong configuration, and 129 when its terminal is gone.
            """)

    @Flag(help: "Run as a public screen.")
    var kiosk = false

    @Option(help: "The configuration, instead of /etc/seam/kiosk.json.")
    var config: String?

    @Flag(name: .customLong("check-config"), help: "Check the configuration, and exit.")
    var isCheck = false

    @Option(name: .customLong("set-pin"), help: "Ask for the staff PIN, 6 to 12 digits; write its hash to this file.")
    var pinFile: String?

    @Option(help: "Forbid (lock) or allow (unlock) switching to another console. For root, at the kiosk's console.")
    var console: String?

    /// With this argument, the keeper starts its child.
    @Flag(name: .customLong("guarded"), help: .hidden)
    var isGuarded = false

    /// If this argument is given, the child asks the visitor to scan again. The visitor's scan ended the previous
    /// visit.
    @Flag(name: .customLong("scan-again"), help: .hidden)
    var asksAgain = false
}
