import ArgumentParser
import RPC
import TermCore
import Wire

/// The command `seam log-level`, which shows and changes the daemon's log level.
struct LogLevelCommand: ConsoleCommand {
    /// The lowest level that is logged. The cases begin with the most verbose level.
    enum Level: String, ExpressibleByArgument, CaseIterable {
        case trace, debug, info, notice, warning, error, critical
    }

    static let configuration = CommandConfiguration(
        commandName: "log-level", abstract: "Show what the daemon logs, or change it until the daemon restarts.",
        discussion: """
            For administrators. Example: seam log-level debug; journalctl -fu seam-sessiond; seam log-level info

            For the radio broker: SEAM_ADMIN_SOCKET=/run/seam/radio.sock seam log-level, as the user that it admits.
            """)

    @Argument(help: "The lowest level to log: trace, debug, info, notice, warning, error or critical.")
    var level: Level?

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.admin, console.environment)
        let params = JSON.members(("level", level.map { .string($0.rawValue) }))
        let answer = try client.call(OutgoingCall(unary: "rpc.log_level", params: JSONText(params)))
        guard !console.isJSON else { return try console.json(answer) }
        let now = answer.json["level"]?.stringValue ?? "?"
        guard let previous = answer.json["previous"]?.stringValue else { return try console.line("\(now)") }
        try console.line("\(now), was \(previous)")
    }
}
