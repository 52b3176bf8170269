import Glibc
import Logging
import NIOPosix
import RPC
import RadioAPI
import RadioModel
import RadioService
import TestSupport
import Testing
import VirtualRadio
import Wire

/// A broker with its own sockets, and a lock whose behaviour the test defines.
struct BrokerFixture: Sendable {
    let directory: TestDirectory
    let link: VirtualRadioLink
    let lock: ScriptedLock

    static let service = BluetoothUUID(high: 0xA92E_E200_5501_11E4, low: 0x916C_0800_200C_9A66)
    static let path = CharacteristicPath(
        service: service, characteristic: BluetoothUUID(high: 0xA92E_E202_5501_11E4, low: 0x916C_0800_200C_9A66))

    /// The advertised data. It consists of two bytes from the manufacturer 0x055A, and two bytes for the battery
    /// service.
    static let advertisedData: [UInt8] = [0x05, 0xFF, 0x5A, 0x05, 1, 2, 0x05, 0x16, 0x0F, 0x18, 3, 4]

    static let services = [
        GATTService(
            uuid: service,
            characteristics: [GATTCharacteristic(uuid: path.characteristic, properties: [.read, .write, .indicate])])
    ]

    static func profile(services: [GATTService] = services) -> VirtualLockProfile {
        VirtualLockProfile(
            address: LockAddress(bits: 0x54D2_7200_0001), name: "Nuki_00000001",
            advertising: [0x11, 0x07] + service.bytes.reversed() + advertisedData, mtu: 185,
            interval: .milliseconds(20), services: services)
    }

    var device: DeviceAddress {
        get throws { try #require(DeviceAddress(address: "54:D2:72:00:00:01", kind: .random)) }
    }

    func client() async throws -> RadioClient {
        let options = RPCClient.Options(hello: Hello(clientName: "test", clientVersion: "1"))
        return RadioClient(try await RPCClient.connect(to: directory.file("radio.sock"), options: options))
    }

    /// Scans until the lock's advertisement arrives, and then opens a link to the lock.
    func openLink(_ client: RadioClient, timeout: Duration? = nil) async throws -> RadioLink {
        let scan = try await client.scan(ScanParameters(services: [Self.service]))
        let heard = try await scan.next()
        #expect(heard?.device == (try device))
        scan.cancel()
        return try await client.openLink(to: try device, allow: [Self.path], attemptID: "attempt", timeout: timeout)
    }

    /// Runs `body` with a broker that admits `users` and with a lock that has `services`. Then ends the broker and the
    /// lock.
    static func run(
        users: Set<UInt32> = [geteuid()], services: [GATTService] = services,
        _ body: @escaping @Sendable (BrokerFixture) async throws -> Void
    ) async throws {
        let directory = try TestDirectory()
        var configuration = RadioConfiguration()
        configuration.socket = directory.file("radio.sock")
        configuration.allow.users = users
        let daemon = try RadioDaemon(
            configuration, air: .virtual(path: directory.file("air.sock")),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let link = VirtualRadioLink(
            path: directory.file("air.sock"), eventLoopGroup: .singletonMultiThreadedEventLoopGroup)
        let lock = ScriptedLock(try await link.attach(profile(services: services)))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await daemon.run() }
            group.addTask { await link.run() }
            group.addTask { await lock.run() }
            defer { group.cancelAll() }
            await lock.awaits { $0 == .registered(lock.port.address) }
            try await body(BrokerFixture(directory: directory, link: link, lock: lock))
        }
    }
}

/// A lock that remembers all messages. The lock answers every request until a test tells the lock to be silent.
actor ScriptedLock {
    nonisolated let port: VirtualRadioPort
    private(set) var heard: [RadioMessage] = []
    private var isSilent = false
    private var waiters: [(matches: (RadioMessage) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []

    init(_ port: VirtualRadioPort) {
        self.port = port
    }

    func run() async {
        for await message in port.messages {
            heard.append(message)
            let ready = waiters.filter { $0.matches(message) }
            waiters.removeAll { $0.matches(message) }
            for waiter in ready { waiter.continuation.resume() }
            try? await answer(message)
        }
    }

    func beSilent() { isSilent = true }

    /// The ids of the reads that have arrived.
    var reads: [Int64] {
        heard.compactMap { if case .read(_, let id, _) = $0 { id } else { nil } }
    }

    /// The values of the writes that have arrived.
    var writes: [[UInt8]] {
        heard.compactMap { if case .write(_, _, _, let value) = $0 { value } else { nil } }
    }

    /// Waits until a message has arrived that `matches` accepts. The message may already have arrived. It comes after
    /// the first `known` messages.
    func awaits(after known: Int = 0, _ matches: @escaping @Sendable (RadioMessage) -> Bool) async {
        guard !heard.dropFirst(known).contains(where: matches) else { return }
        await withCheckedContinuation { waiters.append((matches, $0)) }
    }

    private func answer(_ message: RadioMessage) async throws {
        let address = port.address
        guard !isSilent else { return }
        switch message {
        case .subscribe(_, let id, _, _): try await port.send(.subscribeResult(address, id: id))
        case .read(_, let id, _): try await port.send(.readResult(address, id: id, value: [7]))
        case .write(_, let form, let path, let value):
            if let id = form.id {
                if value == [0xEE] {
                    try await port.send(.attError(address, id: id, code: 0x80))
                    return
                }
                try await port.send(.writeResult(address, id: id))
            }
            try await port.send(.indicate(address, path, value: Array(value.prefix(100))))
        case .hello, .registered, .refused, .connected, .confirm, .disconnected, .goodbye: break
        }
    }
}
