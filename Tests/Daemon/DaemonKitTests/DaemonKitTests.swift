import Glibc
import TestSupport
import Testing
import Wire

/// Tests the parts that a daemon gets from `DaemonKit`. The tests use `Tests/TestDaemon`, a daemon that does nothing
/// except what these tests need.
@Suite(.serialized, .timeLimit(.minutes(1))) struct DaemonKitTests {
    private let directory: TestDirectory
    private let socket: String

    init() throws {
        directory = try TestDirectory(mode: 0o755)
        socket = directory.file("test.sock")
        try directory.write(JSON.members(("socket", .string(socket))).text, to: "test.json")
    }

    private func start(
        _ arguments: [String]? = nil, after command: [String] = [], _ environment: [String: String] = [:]
    ) throws -> ChildProcess {
        let whole = command + [try Products.executable("seam-test-daemon")]
        let arguments = arguments ?? ["--config", directory.file("test.json")]
        return try ChildProcess(whole[0], whole.dropFirst() + arguments, environment: environment)
    }

    private func client() throws -> UnixConnection {
        let client = try UnixConnection(socket)
        try client.send(#"{"type":"hello","proto":[1],"client":{"name":"test","version":"1"}}"# + "\n")
        #expect(try client.line().contains("seam-test-daemon"))
        return client
    }

    private func call(_ client: UnixConnection, _ id: Int64, _ method: String, _ params: JSON = [:]) throws {
        let call = JSON.members(
            ("type", "call"), ("id", .integer(id)), ("method", .string(method)), ("params", params))
        try client.send(call.text + "\n")
    }

    @Test("service manager: a passed socket, readiness, signs of life, a drain")
    func serviceManager() async throws {
        let manager = try NotifySocket(directory.file("notify"))
        let activation = "\(Products.package)Tests/ProcessTests/Peers/activate.py"
        let daemon = try start(
            after: ["/usr/bin/python3", activation, "--names", "admin", "stream=\(socket)", "--"],
            ["NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "100000"])
        #expect(manager.next(beginning: "READY=1") == "READY=1\nSTATUS=serving admin", "\(daemon.errors)")
        for _ in 0..<2 { #expect(manager.next() == "WATCHDOG=1") }
        let client = try client()
        try call(client, 1, "test.greet")
        #expect(try client.line().contains(#""text":"hello""#))
        try call(client, 2, "test.greet", ["hold": true])
        // The daemon reads calls in order, so the call `test.greet` is running when the daemon has answered
        // `rpc.whoami`.
        try call(client, 3, "rpc.whoami")
        #expect(try client.line().contains(#""id":3"#))
        daemon.signal(SIGTERM)
        #expect(manager.next(beginning: "STOPPING=1") == "STOPPING=1\nSTATUS=finishing what runs")
        #expect(try client.line().contains("goaway"), "no more calls")
        #expect(daemon.isRunning, "a call still runs")
        try client.send(#"{"type":"cancel","id":2}"# + "\n")
        #expect(try client.line().contains(#""type":"reply","id":2"#))
        #expect(try await daemon.awaitExit() == EX_OK)
        #expect(daemon.errors.contains(" ready"), "\(daemon.errors)")
        #expect(access(socket, F_OK) == 0, "the path is the service manager's")
    }

    @Test("server: its own socket, its contract, quotas and metrics")
    func server() async throws {
        let daemon = try start()
        try await daemon.awaitErrors(" ready")
        do {
            let client = try client()
            try call(client, 1, "rpc.describe", ["service": "test"])
            #expect(try client.line().contains("test.greet"))
            try call(client, 2, "rpc.metrics")
            #expect(try client.line().contains("seam_build_info"))
            for id in Int64(3)...67 { try call(client, id, "test.greet", ["hold": true]) }
            let refusal = try client.line()
            #expect(refusal.contains(#""id":67"#) && refusal.contains("rpc.quota_exceeded"), "\(refusal)")
        }
        daemon.signal(SIGTERM)
        #expect(try await daemon.awaitExit() == EX_OK)
        #expect(access(socket, F_OK) != 0, "who makes a socket removes it")
    }

    @Test(
        "exit status: and why, in one line",
        arguments: [
            (["--version"], nil, EX_OK, "seam-test-daemon 0."), (["--help"], nil, EX_OK, "usage: seam-test-daemon"),
            (["--frob"], nil, EX_USAGE, "unknown arguments; see seam-test-daemon --help"),
            (nil, "{\n  \"frob\": 1}", EX_CONFIG, "test.json:2:11: /frob"),
            (nil, #"{"socket": "/nowhere/test.sock"}"#, EX_CONFIG, "/nowhere"),
            (nil, "taken", EX_SOFTWARE, "test.sock"),
        ] as [([String]?, String?, Int32, String)])
    func exitStatus(arguments: [String]?, configuration: String?, status: Int32, says: String) async throws {
        let other = configuration == "taken" ? try start() : nil
        try await other?.awaitErrors(" ready")
        if let configuration, other == nil { try directory.write(configuration, to: "test.json") }
        let daemon = try start(arguments)
        #expect(try await daemon.awaitExit() == status)
        let said = daemon.output + daemon.errors
        #expect(said.contains(says) && (status == EX_OK || said.hasPrefix("seam-test-daemon: ")), "\(said)")
        other?.signal(SIGTERM)
        #expect(try await other?.awaitExit() ?? EX_OK == EX_OK)
    }
}
