import Glibc
import RPC
import TestSupport
import Testing
import Wire

@Suite("Bytes that wait for clients", .timeLimit(.minutes(1))) struct QueuedBytesTests {
    private static let bound = 200_000
    private static let connections = 24

    private static func run(
        _ body: @escaping @Sendable (ServerFixture, UserAccount, [RawClient]) throws -> Void
    ) async throws {
        try await ServerFixture.run { _, quotas in
            quotas.queuedBytesPerUser = bound
        } _: { fixture in
            try await onOwnThread {
                let clients = try (0..<connections).map { _ in try fixture.connect() }
                for client in clients { try client.greet() }
                try body(fixture, fixture.ledger.account(of: geteuid()), clients)
            }
        }
    }

    /// Waits until the user's quota is used up. Returns the largest number of bytes that were queued for the user. The
    /// test looks at this number after each of many answers to another client's pings.
    private static func most(_ fixture: ServerFixture, _ account: UserAccount) throws -> Int {
        let client = try fixture.connect()
        try client.greet()
        func ping() throws {
            try client.send(.ping(nonce: "p"))
            guard try client.next() == .pong(nonce: "p") else { throw TestFailure("no pong") }
        }
        var pings = 0
        while account.queuedBytes < bound {
            guard pings < 100_000 else { throw TestFailure("\(account.queuedBytes) bytes is all that waits") }
            pings += 1
            try ping()
        }
        return try (0..<200).reduce(0) { most, _ in
            try ping()
            return max(most, account.queuedBytes)
        }
    }

    /// Expects either a result, or the error that there is no space for a result.
    private static func expectAnswer(_ outcome: ServerMessage.Outcome) throws {
        guard case .error(let error) = outcome else { return }
        #expect(error.reason == "rpc.quota_exceeded" && error.retry.safe)
        #expect(error.details?["quota"] == "queued_bytes_per_uid")
    }

    @Test("queued bytes: frames that are not complete do not add up, and each is completed in the end")
    func parts() async throws {
        try await Self.run { fixture, account, clients in
            let call = ClientMessage.call(Call(id: 1, method: "test.echo")).encoded()
            let blanks = [UInt8](repeating: UInt8(ascii: " "), count: 120_000)
            let frame = Frame.encode(call + blanks, mode: .framed)
            for client in clients { try client.write(Array(frame.prefix(100_000))) }
            let most = try Self.most(fixture, account)
            // The bound covers two amounts: the bytes that were queued when the limit was reached, and one read of at
            // most 64 KiB for each connection.
            #expect(most < Self.bound + Self.connections * 65_536, "2.4 MB were sent")
            for client in clients { try client.write(Array(frame.dropFirst(100_000))) }
            for client in clients { try Self.expectAnswer(try client.reply(to: 1)) }
        }
    }

    @Test("queued bytes: answers that are not read do not add up, and all come once they are")
    func answers() async throws {
        try await Self.run { fixture, account, clients in
            let text = String(repeating: "x", count: 10_000)
            let calls = Int64(12)
            for client in clients {
                for id in 1...calls { try client.call(id, "test.at_once", ["text": .string(text), "repeated": 5]) }
            }
            let most = try Self.most(fixture, account)
            #expect(most < Self.bound + Self.connections * (16_384 + 50_000 + 65_536) / 2, "14 MB were asked for")
            for client in clients.reversed() {
                var answered: [Int64] = []
                while answered.count < Int(calls), case .reply(let id, let outcome)? = try client.next() {
                    answered.append(id)
                    try Self.expectAnswer(outcome)
                }
                #expect(answered == Array(1...calls))
            }
        }
    }

    @Test("queued bytes: who has little waiting is answered, however much the user's other clients leave unread")
    func others() async throws {
        try await Self.run { fixture, account, clients in
            let text = String(repeating: "x", count: 10_000)
            for client in clients {
                for id in 1...12 { try client.call(Int64(id), "test.at_once", ["text": .string(text), "repeated": 5]) }
            }
            _ = try Self.most(fixture, account)
            let client = try fixture.connect()
            try client.greet()
            try client.call(1, "test.echo")
            // A result is also possible. If the sockets have just accepted more bytes, there is space for it.
            try Self.expectAnswer(try client.reply(to: 1))
        }
    }

    @Test("queued bytes: a stalled reader's end of input costs one read at most, or its last word")
    func endOfInput() async throws {
        try await Self.run { fixture, account, clients in
            let text = JSON.string(String(repeating: "x", count: 10_000))
            let calls = Int64(16)
            for client in clients {
                for id in 1...calls { try client.call(id, "test.at_once", ["text": text, "repeated": 5]) }
            }
            _ = try Self.most(fixture, account)
            let ended = ContinuousClock.now
            for client in clients { client.shutDownWriting() }
            let most = try Self.most(fixture, account)
            #expect(most < Self.bound + Self.connections * (16_384 + 50_000 + 65_536), "3.8 MB were sent")
            // The kernel and the machine decide how many clients are cut off, because the server reads ahead as fast as
            // it can.
            for client in clients {
                var answered: [Int64] = []
                var isCutOff = false
                reading: while let message = try client.next() {
                    switch message {
                    case .reply(let id, let outcome):
                        answered.append(id)
                        try Self.expectAnswer(outcome)
                    case .goaway(let goaway):
                        isCutOff = true
                        #expect(goaway.reason == "rpc.slow_reader" && goaway.lastID == answered.last)
                        #expect(answered.count < Int(calls))
                        break reading
                    default: throw TestFailure("\(message)")
                    }
                }
                #expect(answered == Array(1...Int64(answered.count)), "in order, and what was ready is not lost")
                // The server's last message waits one second for a reader, but a busy machine may read later than that.
                let isLate = ContinuousClock.now - ended > .seconds(1)
                #expect(isCutOff || isLate || answered.count == calls, "nobody ends without a word")
            }
        }
    }

    @Test("queued bytes: all users together have a bound, of which each has a part to itself")
    func together() {
        var quotas = RPCQuotas(exemptUsers: [])
        (quotas.queuedBytesPerUser, quotas.queuedBytes, quotas.reservedBytes) = (100, 250, 10)
        let ledger = QuotaLedger(quotas)
        let accounts = (1...4).map { ledger.account(of: $0) }
        for account in accounts.prefix(2) { #expect(account.changeBytes(by: 100) == 0) }
        #expect(accounts[2].changeBytes(by: 45) == 5, "of all")
        #expect(accounts[2].chargeCall(isStream: false) == nil)
        #expect(accounts[2].changeBytes(by: 5) == 0)
        #expect(accounts[2].chargeCall(isStream: false)?.quota == "queued_bytes")
        #expect(accounts[3].changeBytes(by: 4) == 6, "its own")
        #expect(accounts[3].chargeCall(isStream: false) == nil)
        #expect(accounts[3].changeBytes(by: 6) == 0)
        #expect(accounts[3].chargeCall(isStream: false)?.quota == "queued_bytes")
        #expect(accounts[0].changeBytes(by: -100) == 90)
        #expect(accounts[3].chargeCall(isStream: false) == nil)
    }
}
