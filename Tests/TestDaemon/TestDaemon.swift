import DaemonKit
import Glibc
import LinuxSupport
import RPC
import Wire

/// A daemon with one method. Everything else comes from `DaemonKit`, and `DaemonKitTests` uses this daemon to test it.
@main struct TestDaemon {
    private static let contract = """
        {"service": "test", "version": 1, "types": {}, "methods": [{
            "name": "test.greet", "kind": "unary", "sockets": ["admin"],
            "params": {"type": "object", "properties": {"hold": {"type": "boolean"}}, "additionalProperties": false},
            "result": {"type": "object", "properties": {"text": {"type": "string"}}, "additionalProperties": false},
            "timeout_ms": {"default": 60000, "max": 60000}, "doc": "Greets; with hold, when the caller has enough."
        }]}
        """

    static func main() async {
        let program = DaemonProgram("seam-test-daemon", usage: "usage: seam-test-daemon [--config FILE]")
        let arguments = Array(CommandLine.arguments.dropFirst())
        let status = await program.run(arguments) { (configuration: TestConfiguration, basis) in
            var handlers = RPCHandlers()
            handlers.unary("test.greet") { (_, params) async throws(WireError) -> JSONText in
                // The stream has no elements, so the loop ends only when the call is cancelled.
                if params.json["hold"] == true { for await _ in AsyncStream<Void>.makeStream().stream {} }
                return JSONText(["text": "hello"])
            }
            let settings = try basis.settings(Array(contract.utf8), epoch: "test", quotas: configuration.quotas)
            let endpoint = try basis.endpoint(
                "admin", at: configuration.socket, openTo: nil, admitting: configuration.allow)
            return DaemonService(basis, RPCServer(settings, handlers: handlers), at: [endpoint])
        }
        exit(status)
    }
}

private struct TestConfiguration: DaemonConfiguration {
    static let place = "/etc/seam/test.json"
    static let mayBeAbsent = false

    let socket: String
    let allow: RPCAllowList
    var quotas = RPCQuotas(exemptUsers: [])
    var sockets: [String: String] { ["admin": socket] }

    init(_ fields: inout JSONFields, accounts: AccountLookup) throws {
        socket = try fields.optionalString("socket", bytes: 1...107) ?? "/run/seam/test.sock"
        try quotas.raise(try fields.optionalFields("limits"))
        var allow = try fields.optionalFields("allow")
        self.allow = try .people(try allow?.optionalFields("admin"), orGroup: "seam-admin", accounts: accounts)
        try allow?.end()
    }
}
