import ArgumentParser

/// The arguments of `seam tui --kiosk`.
struct KioskArguments: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tui", abstract: "A public screen: a visitor says who they are, and opens their doors.",
        usage: """
            seam-tui --kiosk [--config FILE] [--check-config]
                   seam-tui --kiosk --set-pin FILE
                   seam-tui --kiosk --console lock|unlock
            """,
        discussion: """
            Takes the terminal for good: no key, no signal from it and no paste leaves the kiosk, and a program that \
            ends is begun anew. A visit ends with "End now", some time after the last key, after ten minutes, and soon \
            after a door was opened, with a warning before; then its process ends, and nothing of it stays.

            Staff hold F10 for three seconds and type their PIN, which --set-pin reads from standard input, and whose \
            hash it writes to FILE, for its owner alone: give it to the user of the kiosk.

            The configuration is /etc/seam/kiosk.json; "A kiosk: its screen" in deploy/README.md names its members.

            Exits 0 when it is told to end (SIGTERM), 42 when staff end it, 64 for an argument that is wrong, 70 for a \
            fault, 78 for a configuration that is wrong, 129 when its terminal has gone.
            """)

    @Flag(help: "Be a public screen.")
    var kiosk = false

    @Option(help: "The configuration, in place of /etc/seam/kiosk.json.")
    var config: String?

    @Flag(name: .customLong("check-config"), help: "Check the configuration, and end.")
    var isCheck = false

    @Option(name: .customLong("set-pin"), help: "Read staff's PIN, six to twelve digits, and write its hash there.")
    var pinFile: String?

    @Option(help: "Whether keys may change to another console: lock or unlock. For root, at that console.")
    var console: String?

    /// The argument with which the keeper starts its child.
    @Flag(name: .customLong("guarded"), help: .hidden)
    var isGuarded = false
}
