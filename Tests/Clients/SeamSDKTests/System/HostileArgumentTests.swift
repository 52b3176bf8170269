import FoundationEssentials
import RPC
import SeamModel
import SeamSDK
import SessionAPI
import TestSupport
import Testing
import Wire

/// Each kind of client sends impossible arguments while somebody is opening a door. Each call must get its own answer,
/// and nothing else may be interrupted.
@Suite(.serialized, .timeLimit(.minutes(3))) struct HostileArgumentTests {
    private static let seed: UInt64 = 0x5EA_0033

    @Test("hostile argument: nothing that is passed ends what others do")
    func nothingThatIsPassedEndsWhatOthersDo() async throws {
        try await Self.tryAll(bySDK: 600, byCommandLine: 400, byHand: 2_000)
    }

    @Suite(.lane(.kills), .timeLimit(.minutes(5))) struct KillsLane {
        @Test("hostile argument: nothing of ten thousand ends what others do")
        func nothingOfTenThousandEndsWhatOthersDo() async throws {
            try await HostileArgumentTests.tryAll(bySDK: 4_000, byCommandLine: 2_000, byHand: 4_000)
        }
    }

    private static func tryAll(bySDK: Int, byCommandLine: Int, byHand: Int) async throws {
        let (system, seam) = try await TestSystem.withSignedIn(.ephemeral())
        let front = try seam.key("Front Door").id
        // Delays the lock's challenge until the test has tried all arguments.
        try system.fault("slow", step: 2, milliseconds: 60_000)
        let attempt = try await seam.startUnlock(using: front, timeout: 60)
        try await tryByTheSDK(seam, front, count: bySDK)
        try await tryByTheCommandLinesClient(system, count: byCommandLine)
        try tryByHand(system, count: byHand)
        #expect(seam.isActive)
        try system.clearFaults()
        let record = try #require(try await seam.recentUnlocks().first)
        // Only the lock's silence may end the attempt, after 20 s. A slow machine may need 20 s to try all arguments.
        let lived = record.endedAt.map { $0.timeIntervalSince(record.startedAt) } ?? .infinity
        #expect(record.id == attempt.attemptId && lived > 15, "\(record)")
        #expect(try await seam.refresh() == seam.credentials)
    }

    private static func tryByTheSDK(_ seam: Seam, _ front: String, count: Int) async throws {
        var arguments = HostileArguments(seed: seed)
        for _ in 0..<count / 4 {
            let text = arguments.text()
            #expect(throws: SeamError.invalidCredentialId, "\(text.debugDescription)") {
                try seam.unlockEvents(using: text)
            }
            #expect(throws: SeamError.invalidClientSessionToken, "\(text.debugDescription)") {
                try seam.initialize(clientSessionToken: text)
            }
            let revealed = try await thrown(SeamError.self) { _ = try await seam.reveal(text) }
            #expect(revealed == .invalidCredentialId, "\(text.debugDescription)")
            let door = try await thrown(SeamSystemError.self) {
                _ = try await seam.startUnlock(using: front, timeout: .infinity, entranceId: text)
            }
            #expect(["rpc.invalid_params", "seam.invalid_entrance_id"].contains(door.reason), "\(door)")
        }
        for _ in 0..<20 {
            let other = Seam(
                configuration: SeamConfiguration(
                    socketPath: seam.configuration.socketPath, session: .named(arguments.text() + "\u{0}")))
            let error = try await thrown(SeamSystemError.self) { try await other.activate() }
            #expect(error.reason == "rpc.invalid_params" && error.retryAfter == nil)
        }
    }

    private static func tryByTheCommandLinesClient(_ system: TestSystem, count: Int) async throws {
        let socket = system.sessionSocket
        let thread = Task.detached { () throws -> Int in
            let client = try BlockingClient.connect(
                to: socket, hello: Hello(clientName: "seam", clientVersion: "1", want: ["credit", "idem"]))
            try client.awaitWelcome()
            var (arguments, refused) = (HostileArguments(seed: seed + 1), 0)
            for _ in 0..<count / 2 {
                let text = arguments.text()
                let reveal = CredentialsReveal.Params(session: nil, credentialID: text)
                refused += try refuses(client, CredentialsReveal.self, reveal)
                refused += try refuses(client, SessionInitialize.self, SessionInitialize.Params(token: text))
            }
            _ = try client.call(ProvidersList.self, PageParams())
            return refused
        }
        #expect(try await thread.value == count)
        let token = try await system.seam(["init"], input: "seam_cst1\u{0}x\n")
        #expect(token.status == 4 && token.errors.contains("token"), "\(token)")
        let raw = try await system.seam(["rpc", "credentials.reveal", #"{"credential_id":"\u0000"}"#])
        #expect(raw.status == 64, "\(raw)")
        let long = try await system.seam(["unlock", String(repeating: "x", count: 70_000)])
        #expect(long.status == 4 || long.status == 2, "\(long)")
    }

    /// Makes a call, and returns 1 if the daemon refuses the call and the connection can still be used.
    private static func refuses<Method: TypedMethod>(
        _ client: BlockingClient, _ method: Method.Type, _ params: Method.Params
    ) throws -> Int {
        do throws(WireError) {
            _ = try client.call(method, params)
            return 0
        } catch {
            guard error.effect == .none, error.code != .unavailable else { throw error }
            return 1
        }
    }

    /// Makes all calls on one connection, with every kind of value that JSON can express.
    private static func tryByHand(_ system: TestSystem, count: Int) throws {
        let calls = [
            (method: "unlock.start", parameter: "credential_id", more: #","idem":"0123456789abcdef""#),
            ("credentials.reveal", "credential_id", ""), ("session.initialize", "token", ""),
            ("audit.list", "since", ""),
        ]
        let connection = try UnixConnection(system.sessionSocket)
        try connection.send(#"{"type":"hello","proto":[1],"client":{"name":"test","version":"1"}}"# + "\n")
        _ = try connection.line()
        var arguments = HostileArguments(seed: seed + 2)
        let together = 20
        for first in stride(from: 1, through: count, by: together) {
            var lines = ""
            for id in first..<first + together {
                let (method, parameter, more) = calls[id % calls.count]
                lines += #"{"type":"call","id":\#(id),"method":"\#(method)","#
                lines += #""params":{"\#(parameter)":\#(arguments.jsonText())}\#(more)}"# + "\n"
            }
            try connection.send(lines)
            var left = Set((first..<first + together).map { Int64($0) })
            while !left.isEmpty {
                let reply = try JSON(parsing: try connection.line().utf8)
                let id = try #require(reply["id"]?.integerValue, "\(reply.text)")
                #expect(reply["error"]?["effect"] == "none" && left.remove(id) != nil, "\(reply.text)")
            }
        }
        try connection.send(#"{"type":"call","id":100000,"method":"providers.list"}"# + "\n")
        #expect(try JSON(parsing: try connection.line().utf8)["result"] != nil)
    }
}
