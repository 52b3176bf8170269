import Glibc
import LinuxSupport
import Logging
import RPC
import TestSupport
import Testing
import Wire

/// Tests how a server refuses clients. The server sends each refused client the reason. It does so only for a limited
/// number of clients at a time, and does not write a line in the log for each client.
@Suite(.serialized, .timeLimit(.minutes(1))) struct RefusalTests {
    private static let stranger: Set<UInt32> = [geteuid() + 1]

    @Test("refusal: at most thirty two are told why at a time") func atMostThirtyTwoAreToldWhyAtATime() async throws {
        try await ServerFixture.run(allow: Self.stranger) { configuration, _ in
            configuration.settings.faultLinger = .seconds(30)
        } _: { fixture in
            try await onOwnThread {
                var told: [RawClient] = []
                for _ in 0..<32 {
                    let client = try fixture.connect()
                    #expect(try client.goaway().reason == "rpc.peer_refused")
                    // The client stays connected, and still counts as one of the refused clients.
                    told.append(client)
                }
                for _ in 0..<8 {
                    #expect(try fixture.connect().next() == nil, "a mere close")
                }
                #expect(fixture.server.connectionCount == 32)
                told.removeFirst().close()
                let deadline = Deadline.after(.seconds(10))
                while true {
                    let client = try fixture.connect()
                    if case .goaway? = try client.next() { break }
                    guard !deadline.hasPassed else { throw TestFailure("nobody is told any more") }
                }
                for client in told { client.close() }
            }
        }
    }

    @Test("refusal: a refusal is logged once a minute") func aRefusalIsLoggedOnceAMinute() async throws {
        let log = LogLines()
        try await ServerFixture.run(allow: Self.stranger) { configuration, _ in
            configuration.logger = Logger(label: "test") { _ in log }
        } _: { fixture in
            try await onOwnThread {
                for _ in 0..<20 {
                    let goaway = try fixture.connect().goaway()
                    #expect(goaway.reason == "rpc.peer_refused")
                }
            }
        }
        #expect(log.all.filter { $0 == "peer refused" }.count == 1, "\(log.all)")
    }

    /// Every client must read the reason, even if its thread continues long after the connection was made.
    @Test("refusal: every client reads why it is refused") func everyClientReadsWhyItIsRefused() async throws {
        try await ServerFixture.run(allow: Self.stranger) { fixture in
            let options = RPCClient.Options(hello: testHello)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<80 {
                            let error = try await failure { () async throws(WireError) in
                                try await RPCClient.connect(to: fixture.path, options: options).call("a.b")
                            }
                            #expect(error.reason == "rpc.peer_refused", "\(error)")
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("refusal: a quotas refusal is logged once a minute") func aQuotasRefusalIsLoggedOnceAMinute() async throws {
        let log = LogLines()
        try await ServerFixture.run { configuration, quotas in
            configuration.logger = Logger(label: "test") { _ in log }
            quotas.connectionsPerUser = 1
        } _: { fixture in
            try await onOwnThread {
                let first = try fixture.connect()
                try first.greet()
                for _ in 0..<20 {
                    let goaway = try fixture.connect().goaway()
                    #expect(goaway.reason == "rpc.connection_limit")
                }
                // Another reason gets one more line in the log.
                try first.send(Array(#"{"type":"shout"}"#.utf8))
                #expect(try first.goaway().reason == "rpc.unknown_type")
            }
        }
        #expect(log.all.filter { $0 == "connection refused" }.count == 1, "\(log.all)")
        #expect(log.all.filter { $0 == "connection ended" }.count == 1, "\(log.all)")
    }

    @Test("refusal: who has no identity is logged once a minute")
    func whoHasNoIdentityIsLoggedOnceAMinute() async throws {
        try #require(geteuid() == 0, "takes on other users: run it as root")
        let log = LogLines()
        try await ServerFixture.run { configuration, _ in
            configuration.logger = Logger(label: "test") { _ in log }
        } _: { fixture in
            let script = """
                import socket,sys
                for _ in range(20):
                    s=socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.settimeout(10)
                    out=s.recv(65536); s.close()
                    assert b'rpc.peer_refused' in out, out
                """
            let child = try ChildProcess("/usr/bin/python3", ["-c", script, fixture.path], uid: 65_534)
            #expect(try await child.awaitExit() == 0, "\(child.errors)")
        }
        #expect(log.all.filter { $0 == "peer without identity refused" }.count == 1, "\(log.all)")
    }

    @Test("refusal: news is one of each user and reason a minute") func newsIsOneOfEachUserAndReasonAMinute() {
        let ledger = QuotaLedger(RPCQuotas(exemptUsers: []), now: .zero)
        for reason in ["identity", "admission", "connection_rate"] {
            for user in [7, 8, PeerIdentity.noUser] as [UInt32] {
                #expect(ledger.shouldLog(reason, of: user, at: .zero))
                for second in [0, 1, 59] { #expect(!ledger.shouldLog(reason, of: user, at: .seconds(second))) }
                #expect(ledger.shouldLog(reason, of: user, at: .seconds(60)))
                #expect(!ledger.shouldLog(reason, of: user, at: .seconds(119)))
            }
        }
    }

    @Test("refusal: news of many users is bounded") func newsOfManyUsersIsBounded() {
        let ledger = QuotaLedger(RPCQuotas(exemptUsers: []), now: .zero)
        let told = (0..<5000).filter { ledger.shouldLog("admission", of: UInt32($0), at: .seconds(1)) }
        #expect(told == Array(0..<1024))
        #expect(ledger.shouldLog("admission", of: 4999, at: .seconds(61)), "a minute later there is room")
    }

    /// The server keeps the goaway for a fault, and everything before it, until a slow client reads them. Meanwhile the
    /// client half-closes.
    @Test("refusal: who half closes during the last words hears them")
    func whoHalfClosesDuringTheLastWordsHearsThem() async throws {
        let log = LogLines()
        try await ServerFixture.run { configuration, _ in
            configuration.logger = Logger(label: "test") { _ in log }
            configuration.settings.outputLargest = 8_388_608
            configuration.settings.faultLinger = .seconds(30)
        } _: { fixture in
            try await onOwnThread {
                let other = try fixture.connect()
                try other.greet()
                let client = try fixture.connect()
                try client.greet()
                let text = JSON.string(String(repeating: "x", count: 60_000))
                for id in 1...30 as ClosedRange<Int64> { try client.call(id, "test.echo", ["text": text]) }
                try client.write([0, 0, 0, 0])
                try Self.awaitEnd(log, other)
                client.shutDownWriting()
                // The loop has seen the end of input, and answers the following calls only after that.
                for id in 1_001...1_010 as ClosedRange<Int64> {
                    try other.call(id, "test.echo")
                    _ = try other.reply(to: id)
                }
                var replies: [Int64] = []
                while case .reply(let id, let outcome)? = try client.next() {
                    #expect(outcome == .result(JSONText(["text": text])))
                    replies.append(id)
                    if id == 25 { break }
                }
                #expect(replies == Array(1...25))
                let goaway = try client.goaway()
                #expect(goaway.reason == "rpc.bad_frame")
                #expect(goaway.lastID == 30)
            }
        }
    }

    /// Waits until the server has ended a connection. Each check is a round trip on another connection.
    private static func awaitEnd(_ log: LogLines, _ other: RawClient) throws {
        for id in 1...900 as ClosedRange<Int64> {
            try other.call(id, "test.echo")
            _ = try other.reply(to: id)
            if log.all.contains("connection ended") { return }
        }
        throw TestFailure("nothing has ended")
    }
}

/// A log handler. It keeps all messages so that the test can read them.
private final class LogLines: LogHandler {
    private let lines = Locked([String]())

    var all: [String] { lines.withLock { $0 } }

    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .info }
        set {}
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) { lines.withLock { $0.append("\(event.message)") } }
}
