import Glibc
import TestSupport
import Testing
import Wire

/// Tests a daemon whose standard error is a pipe that nobody reads. The daemon must work and end as if somebody read
/// the pipe.
@Suite(.serialized, .timeLimit(.minutes(1))) struct UnreadLogTests {
    private let directory: TestDirectory
    private let pipe: UnreadPipe
    private let manager: NotifySocket

    init() throws {
        directory = try TestDirectory(mode: 0o755)
        pipe = try UnreadPipe(in: directory)
        manager = try NotifySocket(directory.file("notify"))
        try directory.write(JSON.members(("socket", .string(directory.file("test.sock")))).text, to: "test.json")
    }

    private func start(_ arguments: [String]? = nil) throws -> ChildProcess {
        let command = pipe.command + [try Products.executable("seam-test-daemon")]
        return try ChildProcess(
            command[0], command.dropFirst() + (arguments ?? ["--config", directory.file("test.json")]),
            environment: ["NOTIFY_SOCKET": manager.name])
    }

    @Test("unread log: it starts, answers, ends at SIGTERM, and says what is missing when it is read again")
    func serves() async throws {
        let daemon = try start()
        #expect(manager.next(beginning: "READY=1") != nil)
        let client = try UnixConnection(directory.file("test.sock"))
        try client.send(#"{"type":"hello","proto":[1],"client":{"name":"test","version":"1"}}"# + "\n")
        #expect(try client.line().contains("seam-test-daemon"))
        // Each change of the log level writes a line to the log. The test writes more lines than the daemon keeps for
        // the pipe's reader.
        for id in 1...5_000 {
            let params = #"{"level":"\#(id.isMultiple(of: 2) ? "info" : "debug")"}"#
            try client.send(#"{"type":"call","id":\#(id),"method":"rpc.log_level","params":\#(params)}"# + "\n")
            #expect(try client.line().contains(#""id":\#(id)"#))
        }
        try client.send(#"{"type":"call","id":5001,"method":"rpc.metrics"}"# + "\n")
        #expect(try client.line().contains("seam_log_dropped_total"))
        #expect(pipe.read(until: "entries are missing here")?.contains("dropped=") == true)
        pipe.fill()
        daemon.signal(SIGTERM)
        #expect(try await daemon.awaitExit(limit: .seconds(20)) == EX_OK)
    }

    @Test("unread log: it ends with its status where it cannot even say why")
    func cannotStart() async throws {
        #expect(try await start(["--frob"]).awaitExit(limit: .seconds(20)) == EX_USAGE)
        try directory.write("{", to: "test.json")
        #expect(try await start().awaitExit(limit: .seconds(20)) == EX_CONFIG)
    }
}
