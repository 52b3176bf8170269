import BlueZRadio
import Logging
import RPC
import RadioAPI
import RadioCore
import RadioModel
import RadioService
import TestSupport
import Testing
import Wire

/// Tests the broker with a scripted bluetoothd. Its messages were recorded from the real bluetoothd.
@Suite(
    "The broker on BlueZ",
    .enabled(if: ScriptedBlueZ.isPresent || ScriptedBlueZ.isRequired, ScriptedBlueZ.howToGet), .timeLimit(.minutes(2)))
struct BrokerOnBlueZTests {
    private typealias Lock = ScriptedLock

    @Test("broker on BlueZ: a lock whose services never come is let go of when its caller leaves")
    func leftWhileConnecting() async throws {
        let (bluez, device) = try await Lock.onAir()
        try await Self.run(bluez) { client in
            let scan = try await client.scan(ScanParameters(device: device))
            _ = try await scan.next()
            scan.cancel()
            let attempt = Task { try await client.openLink(to: device, allow: [Lock.path(1)], attemptID: "attempt") }
            try await bluez.awaitCall("Connect")
            try await bluez.change(Lock.device, "Device1", #"{"Connected":true}"#)
            attempt.cancel()
            try await bluez.awaitCall("Disconnect")
            try await bluez.change(Lock.device, "Device1", #"{"Connected":false}"#)
            await #expect(throws: WireError.self) { _ = try await attempt.value }
            // The failed link no longer occupies its slot, and its caller still has the lock.
            try await bluez.change(Lock.device, "Device1", #"{"Connected":true,"ServicesResolved":true}"#)
            let link = try await Self.openFree(client, device)
            _ = await link.close()
        }
    }

    @Test("broker on BlueZ: a lock is connected while nothing is discovered, whoever watches")
    func connectedBesideAWatcher() async throws {
        let (bluez, device) = try await Lock.onAir()
        try await Self.run(bluez) { client in
            let watcher = try await client.scan(ScanParameters())
            _ = try await watcher.next()
            let opening = Task { try await client.openLink(to: device, allow: [Lock.path(1)], attemptID: "attempt") }
            try await bluez.awaitCall("Connect")
            try await bluez.change(Lock.device, "Device1", #"{"Connected":true,"ServicesResolved":true}"#)
            let link = try await opening.value
            try await bluez.awaitCalls("StartDiscovery", count: 2)
            let calls = try bluez.calls.filter { ["StartDiscovery", "StopDiscovery", "Connect"].contains($0) }
            #expect(calls == ["StartDiscovery", "StopDiscovery", "Connect", "StartDiscovery"])
            _ = await link.close()
            watcher.cancel()
        }
    }

    /// Opens a link once the lock is free. The broker releases the lock only after the earlier caller has received its
    /// answer.
    private static func openFree(_ client: RadioClient, _ device: DeviceAddress) async throws -> RadioLink {
        let states = try await client.watch()
        while let state = try await states.next() {
            if state.linksUsed == 0 { break }
        }
        states.cancel()
        return try await client.openLink(to: device, allow: [Lock.path(1)], attemptID: "attempt")
    }

    /// Runs `body` with a broker that uses the scripted bluetoothd.
    private static func run(
        _ bluez: ScriptedBlueZ, _ body: @escaping @Sendable (RadioClient) async throws -> Void
    ) async throws {
        let directory = try TestDirectory()
        var configuration = RadioConfiguration()
        configuration.socket = directory.file("radio.sock")
        configuration.allow.users = [0]
        let daemon = try RadioDaemon(
            configuration, air: .bluez(bus: bluez.address),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await daemon.run() }
            defer { group.cancelAll() }
            let options = RPCClient.Options(hello: Hello(clientName: "test", clientVersion: "1"))
            let client = RadioClient(
                try await RPCClient.connect(to: directory.file("radio.sock"), options: options))
            let states = try await client.watch()
            while let state = try await states.next(), state.state != .ready {}
            states.cancel()
            try await body(client)
        }
    }
}
