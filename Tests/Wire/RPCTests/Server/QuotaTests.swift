import Glibc
import LinuxSupport
import RPC
import TestSupport
import Testing
import Wire

@Suite(.serialized) struct QuotaTests {
    @Test("quota: a users connections are bounded") func aUsersConnectionsAreBounded() async throws {
        try await ServerFixture.run { _, quotas in
            quotas.connectionsPerUser = 2
        } _: { fixture in
            let first = try fixture.connect()
            try first.greet()
            let second = try fixture.connect()
            try second.greet()
            let third = try fixture.connect()
            let goaway = try third.goaway()
            #expect(goaway.reason == "rpc.connection_limit")
            #expect(goaway.details?["quota"] == "connections_per_uid")
            #expect(goaway.details?["limit"] == 2)
            #expect(goaway.details?["config_key"] == "limits.connections_per_uid")
            try first.call(1, "test.echo")
            #expect(try first.reply(to: 1) == .result(.emptyObject))
        }
    }

    @Test("quota: a users calls are bounded") func aUsersCallsAreBounded() async throws {
        try await ServerFixture.run { _, quotas in
            quotas.callsPerUser = 2
        } _: { fixture in
            let first = try fixture.connect()
            let second = try fixture.connect()
            try first.greet()
            try second.greet()
            try first.call(1, "test.wait")
            try first.call(2, "test.wait")
            try await fixture.events.wait(for: "waiting")
            try first.send(.ping(nonce: "p"))
            #expect(try first.next() == .pong(nonce: "p"))
            try second.call(1, "test.wait")
            let error = try second.error(of: 1)
            #expect(error.details?["quota"] == "calls_per_uid")
            #expect(error.retry.safe)
            try first.send(.cancel(id: 1, reason: nil))
            _ = try first.error(of: 1)
            try second.call(2, "test.echo")
            #expect(try second.reply(to: 2) == .result(.emptyObject))
            try first.send(.cancel(id: 2, reason: nil))
            _ = try first.error(of: 2)
        }
    }

    @Test("quota: connections come at a rate") func connectionsComeAtARate() {
        var quotas = RPCQuotas(exemptUsers: [0])
        quotas.connectionBurst = 3
        quotas.connectionRate = 10
        quotas.reservedBurst = 2
        quotas.reservedRate = 1
        let ledger = QuotaLedger(quotas, now: .zero)
        for _ in 0..<5 { #expect(ledger.chargeConnection(of: 7, at: .zero) == nil, "its own two, and three of all") }
        #expect(ledger.chargeConnection(of: 7, at: .zero)?.quota == "connection_rate")
        for _ in 0..<2 { #expect(ledger.chargeConnection(of: 8, at: .zero) == nil, "who did not flood gets in") }
        #expect(ledger.chargeConnection(of: 8, at: .zero)?.quota == "connection_rate")
        #expect(ledger.chargeConnection(of: 0, at: .zero) == nil, "root gets in")
        #expect(ledger.chargeConnection(of: 7, at: .milliseconds(99)) != nil)
        #expect(ledger.chargeConnection(of: 7, at: .milliseconds(100)) == nil)
        #expect(ledger.chargeConnection(of: 7, at: .milliseconds(999)) == nil, "of all again")
        for _ in 0..<8 { _ = ledger.chargeConnection(of: 7, at: .milliseconds(999)) }
        #expect(ledger.chargeConnection(of: 8, at: .milliseconds(1000)) == nil, "its own, a second later")
        for user in [7, 8, 0] as [UInt32] {
            for _ in 0..<ledger.connections(of: user) { ledger.releaseConnection(of: user) }
        }
        #expect(ledger.isEmpty)
    }

    @Test("quota: nobody is kept out by thousands of others") func nobodyIsKeptOutByThousandsOfOthers() {
        var quotas = RPCQuotas(exemptUsers: [0])
        (quotas.connections, quotas.connectionBurst, quotas.connectionRate) = (5000, 1, 1)
        (quotas.reservedBurst, quotas.reservedRate) = (2, 1)
        let ledger = QuotaLedger(quotas, now: .zero)
        for user in 1...3000 as ClosedRange<UInt32> {
            #expect(ledger.chargeConnection(of: user, at: .milliseconds(Int64(user))) == nil, "its own")
        }
        #expect(ledger.chargeConnection(of: 3000, at: .milliseconds(3000)) == nil, "its own second one")
        #expect(ledger.chargeConnection(of: 3000, at: .milliseconds(3000)) == nil, "the one of all")
        #expect(ledger.chargeConnection(of: 3000, at: .milliseconds(3000))?.quota == "connection_rate", "is remembered")
        #expect(
            ledger.chargeConnection(of: 5000, at: .milliseconds(3000)) == nil, "its own, though all others came first")
        #expect(ledger.chargeConnection(of: 0, at: .milliseconds(3000)) == nil, "root gets in")
    }

    @Test("quota: bytes are bound for everyone") func bytesAreBoundForEveryone() {
        var quotas = RPCQuotas(exemptUsers: [0])
        quotas.queuedBytesPerUser = 100
        let ledger = QuotaLedger(quotas)
        #expect(ledger.account(of: 0).changeBytes(by: 60) == 40)
        #expect(ledger.account(of: 0).changeBytes(by: 60) == 0)
        #expect(ledger.account(of: 1).changeBytes(by: 1) == 99)
        #expect(ledger.account(of: 0).changeBytes(by: -120) == 100)
        #expect(ledger.account(of: 1).changeBytes(by: -1) == 100)
        #expect(ledger.isEmpty)
    }

    @Test("quota: someone else is refused") func someoneElseIsRefused() async throws {
        try await ServerFixture.run(allow: [geteuid() + 1]) { fixture in
            let client = try fixture.connect()
            let goaway = try client.goaway()
            #expect(goaway.code == .permissionDenied)
            #expect(goaway.reason == "rpc.peer_refused")
            #expect(goaway.details == nil)
        }
    }

    @Test(
        "quota: another user is refused and nobody too",
        .enabled(if: canBeOtherUsers, "takes on other users: run it as root"))
    func anotherUserIsRefusedAndNobodyToo() async throws {
        try await ServerFixture.run { fixture in
            for user in [4242, 65_534] as [UInt32] {
                let output = try await Self.talk(as: user, to: fixture.path)
                #expect(output.contains(#""reason":"rpc.peer_refused""#), "uid \(user): \(output)")
            }
            let client = try fixture.connect()
            try client.greet()
        }
    }

    @Test(
        "quota: another user is served where admitted",
        .enabled(if: canBeOtherUsers, "takes on other users: run it as root"))
    func anotherUserIsServedWhereAdmitted() async throws {
        try await ServerFixture.run(allow: [4242]) { fixture in
            let output = try await Self.talk(as: 4242, to: fixture.path)
            #expect(output.contains(#""peer":{"uid":4242"#), "\(output)")
        }
    }

    /// Sends a hello in text mode as another user, and returns the answer.
    private static func talk(as user: UInt32, to path: String) async throws -> String {
        let script = """
            import socket,sys
            s=socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.settimeout(10)
            try:
                s.sendall(b'{"type":"hello","proto":[1],"client":{"name":"py","version":"1"}}\\n'); s.shutdown(1)
            except OSError: pass
            out=b''
            while True:
                try: part=s.recv(65536)
                except OSError: break
                if not part: break
                out+=part
            sys.stdout.buffer.write(out)
            """
        let child = try ChildProcess("/usr/bin/python3", ["-c", script, path], uid: user)
        _ = try await child.awaitExit()
        return child.output
    }
}
