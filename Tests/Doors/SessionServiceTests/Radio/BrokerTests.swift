import Foundation
import LinuxSupport
import ProviderHost
import RPC
import RadioAPI
import RadioModel
import TestSupport
import Testing
import Wire

@testable import SessionService

@Suite("The broker as the session daemon sees it", .timeLimit(.minutes(1)))
struct BrokerTests {
    private static func status(_ state: String) -> JSON {
        ["state": .string(state), "links_used": 0, "links_max": 3, "scanning": false, "bus": "closed"]
    }

    /// Serves `radio.watch` while `body` runs. The first item of the stream is `row`. `asked` counts the calls.
    private func serving(
        _ row: JSON, at path: String, asked: Locked<Int> = Locked(0), _ body: @Sendable () async throws -> Void
    ) async throws {
        let topic = TopicSource(epoch: "e").topic(rows: [JSONText(row)])
        var handlers = RPCHandlers()
        handlers.stream("radio.watch") { (context, _, sink) async throws(WireError) in
            asked.withLock { $0 += 1 }
            try await topic.follow(context, sink)
            return .emptyObject
        }
        try await serving(handlers, at: path, body)
    }

    private func serving(
        _ handlers: RPCHandlers, at path: String, _ body: @Sendable () async throws -> Void
    ) async throws {
        let server = RPCServer(
            try RPCServer.Configuration(
                name: "broker", version: "1", epoch: "e", contracts: [ServedContract(bytes: RadioContract.bytes)],
                quotas: RPCQuotas(exemptUsers: []), logger: silent),
            handlers: handlers)
        let listener = try UnixSocket.listen(at: path, mode: 0o600)
        let endpoint = RPCEndpoint(socket: "radio", listener: listener) { _ in .admitted }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run([endpoint]) {} }
            do { try await body() } catch {
                group.cancelAll()
                throw error
            }
            server.drain()
            try await group.waitForAll()
        }
    }

    private func withBroker(_ path: String, _ body: (Broker) async throws -> Void) async throws {
        let broker = Broker(path: path, owners: nil, version: "1", logger: silent)
        let task = Task { await broker.run() }
        do { try await body(broker) } catch {
            task.cancel()
            await task.value
            throw error
        }
        task.cancel()
        await task.value
    }

    @Test("broker: one whose word is not understood is as one that is not there, until another comes")
    func misunderstood() async throws {
        let scratch = try TestDirectory()
        let path = scratch.file("radio.sock")
        try await withBroker(path) { broker in
            try await serving(Self.status("ready"), at: path) {
                try await until("it is ready") { await broker.status?.state == .ready }
            }
            try await until("it has gone") { await broker.status == nil }
            let asked = Locked(0)
            try await serving(["state": 5], at: path, asked: asked) {
                try await until("it was asked twice") { asked.withLock { $0 } > 1 }
                #expect(await broker.status == nil)
            }
            try await serving(Self.status("off"), at: path) {
                try await until("it is off") { await broker.status?.state == .off }
            }
        }
    }

    @Test("broker: a state that only a later broker has is unknown")
    func laterState() async throws {
        let scratch = try TestDirectory()
        let path = scratch.file("radio.sock")
        try await withBroker(path) { broker in
            try await serving(Self.status("levitating"), at: path) {
                try await until("it is known") { await broker.status != nil }
                #expect(await broker.status?.state == .unknown)
            }
        }
    }

    @Test("broker: one that speaks another version of the protocol is asked again, and is no radio")
    func otherVersion() async throws {
        let scratch = try TestDirectory()
        let path = scratch.file("radio.sock")
        let listener = try UnixSocket.listen(at: path, mode: 0o600)
        let refused = Locked(0)
        let goaway: JSON = [
            "type": "goaway", "code": "failed_precondition", "reason": "rpc.version_unsupported", "last_id": 0,
            "details": ["supported": [9]],
        ]
        // The thread ends when it has refused two connections, or when nobody connects for 20 s.
        Thread.detachNewThread {
            guard let descriptor = listener.takeDescriptor() else { return }
            for _ in 0..<2 {
                guard let socket = try? UnixSocket.accept(from: descriptor, deadline: .after(.seconds(20))),
                    (try? socket.read(upTo: 65_536, deadline: .after(.seconds(20)))) != nil,
                    (try? socket.write(Frame.encode(goaway.bytes), deadline: .after(.seconds(20)))) != nil
                else { return }
                refused.withLock { $0 += 1 }
            }
        }
        try await withBroker(path) { broker in
            try await until("it was refused twice") { refused.withLock { $0 } == 2 }
            #expect(await broker.status == nil)
        }
    }

    @Test("broker: a link whose call fails is lost once, and then says nothing")
    func lostOnce() async throws {
        let scratch = try TestDirectory()
        let path = scratch.file("radio.sock")
        var handlers = RPCHandlers()
        handlers.stream("link.open") { (_, _, sink) async throws(WireError) in
            try sink.send("open", LinkOpened(link: "l", mtu: 23, services: []).jsonText)
            throw WireError(.deadlineExceeded, "rpc.deadline_exceeded", "the lease is over")
        }
        try await serving(handlers, at: path) {
            let options = RPCClient.Options(hello: Hello(clientName: "test", clientVersion: "1"))
            let client = RadioClient(try await RPCClient.connect(to: path, options: options))
            let device = try #require(DeviceAddress(address: "54:D2:72:00:00:01", kind: .random))
            let path = CharacteristicPath(
                service: BluetoothUUID(short: 0xFD81), characteristic: BluetoothUUID(short: 0xFD82))
            let link = BrokerLink(try await client.openLink(to: device, allow: [path], attemptID: "a"))
            #expect(await link.next() == .lost(reason: "deadline_exceeded"))
            #expect(await link.next() == nil)
            await link.close()
            #expect(await link.next() == nil)
        }
    }
}
