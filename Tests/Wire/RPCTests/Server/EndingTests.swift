import RPC
import TestSupport
import Testing
import Wire

/// Tests connections that end without a fault, and events after which a connection continues.
@Suite(.serialized, .timeLimit(.minutes(1))) struct EndingTests {
    @Test("ending: pings are answered at any rate") func pingsAreAnsweredAtAnyRate() async throws {
        try await ServerFixture.run { fixture in
            try await onOwnThread {
                let client = try fixture.connect()
                try client.greet()
                // Sends pings until no more fit into the buffers, while nobody reads. Repeats this three hundred times.
                for round in 0..<300 {
                    let nonces = (0..<20).map { "\(round).\($0)" }
                    try client.write(nonces.flatMap { Frame.encode(ClientMessage.ping(nonce: $0).encoded()) })
                    for nonce in nonces {
                        guard try client.next() == .pong(nonce: nonce) else { throw TestFailure("no pong \(nonce)") }
                    }
                }
                try client.call(1, "test.echo")
                #expect(try client.reply(to: 1) == .result(.emptyObject), "nobody is punished for pings")
            }
        }
    }

    @Test("ending: an idle connection is told and closed") func anIdleConnectionIsToldAndClosed() async throws {
        try await ServerFixture.run { configuration, _ in
            configuration.settings.limits.idle = .milliseconds(200)
        } _: { fixture in
            try await onOwnThread {
                let busy = try fixture.connect()
                try busy.greet()
                try busy.call(1, "test.wait")
                let idle = try fixture.connect()
                try idle.greet()
                try idle.call(7, "test.echo")
                #expect(try idle.reply(to: 7) == .result(.emptyObject))
                let goaway = try idle.goaway()
                #expect(goaway.code == .unavailable)
                #expect(goaway.reason == "rpc.idle")
                #expect(goaway.lastID == 7)
                try busy.call(2, "test.echo")
                #expect(try busy.reply(to: 2) == .result(.emptyObject), "a call that runs keeps its connection")
                try busy.send(.cancel(id: 1, reason: nil))
                _ = try busy.error(of: 1)
            }
        }
    }

    @Test("ending: handlers hear of the end of their connection")
    func handlersHearOfTheEndOfTheirConnection() async throws {
        try await ServerFixture.run { fixture in
            let (client, other) = try await onOwnThread {
                let client = try fixture.connect()
                try client.greet()
                try client.call(1, "test.hook")
                #expect(try client.reply(to: 1) == .result(.emptyObject))
                #expect(fixture.events.all.contains("call ended"))
                try client.call(2, "test.echo")
                _ = try client.reply(to: 2)
                let other = try fixture.connect()
                try other.greet()
                #expect(!fixture.events.all.contains("connection ended"))
                return (Unshared(client), Unshared(other))
            }
            client.value.close()
            try await fixture.events.wait(for: "connection ended")
            other.value.close()
            #expect(fixture.events.all.filter { $0 == "connection ended" }.count == 1)
        }
    }

    @Test("ending: a half close is no end while calls run") func aHalfCloseIsNoEndWhileCallsRun() async throws {
        try await ServerFixture.run { fixture in
            let client = try await onOwnThread {
                let client = try fixture.connect()
                try client.greet()
                try client.call(1, "test.hook")
                _ = try client.reply(to: 1)
                try client.call(2, "test.gate")
                client.shutDownWriting()
                return Unshared(client)
            }
            try await fixture.events.wait(for: "gate true")
            // When the server has answered another client, all its work for the half-close is done.
            try await onOwnThread {
                let other = try fixture.connect()
                try other.greet()
                try other.call(1, "test.echo")
                _ = try other.reply(to: 1)
            }
            #expect(!fixture.events.all.contains("connection ended"))
            fixture.events.add("go")
            try await fixture.events.wait(for: "connection ended")
            #expect(fixture.events.all.contains("done false"))
            withExtendedLifetime(client) {}
        }
    }

    @Test("ending: who asks after the end is told at once") func whoAsksAfterTheEndIsToldAtOnce() async throws {
        try await ServerFixture.run { fixture in
            let client = try await onOwnThread {
                let client = try fixture.connect()
                try client.greet()
                try client.call(1, "test.hook")
                try client.call(2, "test.late_hook")
                return Unshared(client)
            }
            try await fixture.events.wait(for: "late gate true")
            client.value.close()
            try await fixture.events.wait(for: "connection ended")
            #expect(!fixture.events.all.contains("ended before"))
            fixture.events.add("late go")
            try await fixture.events.wait(for: "ended before")
        }
    }

    @Test("ending: whoever is drained learns what was taken") func whoeverIsDrainedLearnsWhatWasTaken() async throws {
        try await ServerFixture.run { fixture in
            try await onOwnThread {
                let quiet = try fixture.connect()
                try quiet.greet()
                let client = try fixture.connect()
                try client.greet()
                for id in [3, 5, 9] as [Int64] {
                    try client.call(id, "test.echo")
                    _ = try client.reply(to: id)
                }
                fixture.server.drain()
                let goaway = try client.goaway()
                #expect(goaway.reason == "rpc.shutdown")
                #expect(goaway.lastID == 9)
                #expect(try quiet.goaway().lastID == 0)
            }
        }
    }
}

/// A value that one thread passes to the next. Only one thread uses it at a time.
private struct Unshared<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
