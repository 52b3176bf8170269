import ArgumentParser
import RPC
import SessionAPI
import TermCore
import Wire

/// The command `seam metrics`, which writes the daemon's counts and measurements.
struct MetricsCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "metrics", abstract: "Write the daemon's metrics in Prometheus' text format.",
        discussion: """
            For administrators. Example, for the node exporter's textfile collector:

              seam metrics > /var/lib/node_exporter/seam.prom.new &&
                mv /var/lib/node_exporter/seam.prom.new \\
                   /var/lib/node_exporter/seam.prom

            For the radio broker: SEAM_ADMIN_SOCKET=/run/seam/radio.sock seam metrics, as the user that it admits.
            """)

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.admin, console.environment)
        let answer = try client.call(OutgoingCall(unary: "rpc.metrics").markedIfItOnlyReads)
        guard !console.isJSON else { return try console.json(answer) }
        for line in PrometheusText.lines(try Self.families(answer.json)) {
            try console.line(TerminalSafe(line, limit: 8192))
        }
    }

    /// Reads the result of `rpc.metrics`.
    static func families(_ json: JSON) throws(WireError) -> [MetricFamily] {
        do {
            return try (json["families"]?.arrayValue ?? []).map { try MetricFamily(json: $0) }
        } catch {
            throw WireError(.internal, "rpc.server_fault", "the daemon's metrics cannot be read")
        }
    }
}
