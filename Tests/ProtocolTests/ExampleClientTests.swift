import Foundation
import LinuxSupport
import Logging
import RPC
import SessionAPI
import TestSupport
import Testing
import Wire

@Suite("The example clients", .timeLimit(.minutes(2)))
struct ExampleClientTests {
    static let clients = ["unlock.py", "unlock.sh"]

    @Test("example client: they open a door, and say so", arguments: clients)
    func granted(client: String) async throws {
        try await withServer(outcome: "granted", effect: "applied") { socket in
            for name in ["front door", "cred_1"] {
                let (status, output, _) = try await run(client, name, socket)
                #expect(status == 0)
                let lines = output.split(separator: "\n").map { Array($0.utf8) }
                let events = try lines.map { try JSON(parsing: $0) }
                #expect(events.map { $0["event"] ?? $0["outcome"] } == ["launched", "grantedAccess", "granted"])
            }
        }
    }

    @Test("example client: they tell what went wrong by their exit status", arguments: clients)
    func failed(client: String) async throws {
        try await withServer(outcome: "timed_out", effect: "unknown") { socket in
            let unknown = try await run(client, "cred_1", socket)
            #expect(unknown.status == 5)
            let missing = try await run(client, "no such key", socket)
            #expect(missing.status == 2)
            let unread = try await run(client, "unread", socket)
            #expect(unread.status == 2, "all keys are read")
        }
        let alone = try await run(client, "cred_1", "/nonexistent/s")
        #expect(alone.status == 69)
    }

    @Test(
        "example client: they find a key on a later page, and do not deny one that is still being read",
        arguments: clients)
    func pages(client: String) async throws {
        try await withServer(outcome: "granted", effect: "applied", isReading: true) { socket in
            #expect(try await run(client, "cellar", socket).status == 0)
            let unread = try await run(client, "unread", socket)
            #expect(unread.status == 75 && unread.errors.contains("being read"), "\(unread.errors)")
            #expect(try await run(client, "Twice", socket).status == 2)
        }
    }

    /// A text from a cloud, a lock or a stranger's daemon may contain commands that a terminal would obey.
    @Test("example client: what a server says is printed so that a terminal does not obey it", arguments: clients)
    func hostile(client: String) async throws {
        let samples = HostileText.samples.filter { $0.utf8.count < 1000 && !$0.contains("\0") }
        let words = #"\033[2J \u{1b}"# + samples.joined(separator: " ")
        try await withServer(outcome: "granted", effect: "applied", words: words) { socket in
            let told = try await run(client, "cred_1", socket)
            #expect(told.status == 0 && told.output.split(separator: "\n").count == 4, "\(told.output)")
            Self.expectSafe(told.output + told.errors)
        }
        try await withServer(outcome: "granted", effect: "applied", refusal: words) { socket in
            let refused = try await run(client, "cred_1", socket)
            #expect(refused.status == 1 && refused.errors.hasPrefix("\(client): "), "\(refused.errors)")
            #expect(refused.errors.split(separator: "\n").count == 1, "\(refused.errors)")
            Self.expectSafe(refused.output + refused.errors)
        }
    }

    private static func expectSafe(_ text: String) {
        for scalar in text.unicodeScalars where scalar != "\n" {
            #expect(!HostileText.isDangerous(scalar), "U+\(String(scalar.value, radix: 16))")
        }
    }

    /// Runs the client once, on a separate thread. The output goes to files, so that the test has to wait only for the
    /// end of the program.
    private func run(
        _ client: String, _ name: String, _ socket: String
    ) async throws -> (status: Int32, output: String, errors: String) {
        let directory = try TestDirectory()
        let files = [directory.file("output"), directory.file("errors")]
        for file in files { #expect(FileManager.default.createFile(atPath: file, contents: nil)) }
        let status = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try Self.runAndWait(client, name, socket, files) })
            }
        }
        let texts = try files.map { try String(contentsOf: URL(filePath: $0), encoding: .utf8) }
        return (status, texts[0], texts[1])
    }

    private static func runAndWait(
        _ client: String, _ name: String, _ socket: String, _ files: [String]
    ) throws -> Int32 {
        let process = Process()
        process.executableURL = ProtocolFiles.directory.appending(path: "examples/\(client)")
        process.arguments = [name]
        process.environment = ["PATH": "/usr/bin:/bin", "SEAM_SOCKET": socket]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: files[0]))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: files[1]))
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// The pages of the server's keys.
    private static let pages: [[JSON]] = [
        [["id": "cred_1", "name": "Front Door"], ["id": "cred_2", "name": "Twice"]], [],
        [["id": "cred_3", "name": "Cellar"], ["id": "cred_4", "name": "Twice"]],
    ]

    /// Runs `body` with the socket of a server. The server has four keys in three pages, and two of these keys open
    /// their doors. If `words` is given, one more event contains these words. If `refusal` is given, the server answers
    /// every call with this refusal. If `isReading` is true, the server is still reading keys.
    private func withServer(
        outcome: String, effect: String, words: String? = nil, refusal: String? = nil, isReading: Bool = false,
        _ body: @Sendable (String) async throws -> Void
    ) async throws {
        let directory = try TestDirectory(mode: 0o755)
        let configuration = try RPCServer.Configuration(
            name: "test", version: "1", epoch: "e1", contracts: [ServedContract(bytes: SessionContract.bytes)],
            quotas: RPCQuotas(exemptUsers: []), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        var handlers = RPCHandlers()
        handlers.unary("credentials.list") { (_, params) async throws(WireError) -> JSONText in
            if let refusal { throw WireError(.permissionDenied, "test.refused", refusal, effect: .none) }
            let page = params.json["page_token"]?.stringValue.flatMap { Int($0) } ?? 0
            let next: JSON? = page + 1 < Self.pages.count ? .string("\(page + 1)") : nil
            return JSONText(.members(("credentials", .array(Self.pages[page])), ("next_page_token", next)))
        }
        handlers.unary("session.get") { (_, _) async throws(WireError) -> JSONText in
            JSONText(["sync": ["reading": isReading ? ["done": 3] : ["done": 3, "of": 4]]])
        }
        handlers.stream("unlock.start") { (_, params, items) async throws(WireError) -> JSONText in
            guard ["cred_1", "cred_3"].contains(params.json["credential_id"]) else { throw .serverFault("another key") }
            try items.send("event", JSONText(["event": "launched"]))
            if let words { try items.send("event", JSONText(["event": .string(words)])) }
            try items.send("event", JSONText(["event": "grantedAccess"]))
            return JSONText(["outcome": .string(outcome), "effect": .string(effect)])
        }
        let server = RPCServer(configuration, handlers: handlers)
        let listener = try UnixSocket.listen(at: directory.file("s"), mode: 0o600)
        let endpoint = RPCEndpoint(socket: "session", listener: listener) { _ in .admitted }
        let (ready, announce) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run([endpoint]) { announce.finish() } }
            for await _ in ready {}
            defer { server.drain() }
            try await body(directory.file("s"))
        }
    }
}
