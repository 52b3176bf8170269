import Foundation
import LinuxSupport
import LockProtocol
import ProviderAPI
import ProviderHost
import RadioModel
import SeamModel
import SesameProtocol
import TestSupport
import Testing
import Wire

/// Tests the real Sesame provider with the real lock side. The provider is confined as in production.
@Suite(.timeLimit(.minutes(2))) struct ProviderHostSesameTests {
    let fixture: HostFixture

    init() throws {
        fixture = try HostFixture()
        try FileManager.default.createSymbolicLink(
            atPath: fixture.scratch.file("seam-provider-sesame"),
            withDestinationPath: Products.executable("seam-provider-sesame"))
        let manifest = HostFixture.nukiManifest.deletingLastPathComponent().appending(path: "sesame.json")
        try fixture.scratch.write(String(decoding: Data(contentsOf: manifest), as: UTF8.self), to: "sesame.json")
    }

    private func request(
        _ operation: OperationStart.Operation, _ credential: [UInt8]? = nil, action: Binding.Action? = nil
    ) -> ProviderRequest {
        ProviderRequest(
            provider: "sesame", operation: operation, action: action, label: "Ada", credential: credential,
            timeout: .seconds(20), overtime: .milliseconds(300))
    }

    private func finish(_ outcome: ProviderOutcome) throws -> OperationFinish {
        guard case .finished(let finish) = outcome.verdict else { throw TestFailure("\(outcome)") }
        return finish
    }

    @Test("provider host Sesame: a lock is registered opened and read")
    func aLockIsRegisteredOpenedAndRead() async throws {
        let host = try fixture.host()
        let first = SesameLink(SesameLock(SesameLockSettings(uuid: [UInt8](repeating: 9, count: 16))))
        let bound = try finish(await host.run(request(.bind), link: first))
        #expect(bound.outcome == .bound)
        let credential = try #require(bound.credential)
        #expect(await first.lock.secret == (try SesameCredential(encoded: credential)).secret)
        #expect(await first.writes.allSatisfy { !$0.isCommit })

        let second = SesameLink(await first.lock)
        let phases = Locked<[OperationPhase.Phase]>([])
        let observer = ProviderObserver(phase: { phase in phases.withLock { $0.append(phase.phase) } })
        let opened = await host.run(request(.unlock, credential, action: .unlock), link: second, observer: observer)
        #expect(opened.isGranted && opened.effect == .applied && opened.commit == .written)
        #expect(try finish(opened).confirmation == .confirmed)
        #expect(phases.withLock { $0 } == [.authenticating, .operating, .acting])
        #expect(await second.writes.map(\.isCommit).filter { $0 }.count == 1)
        #expect(await second.happened.last?.tag == .text("Ada"))

        let third = SesameLink(await second.lock)
        let read = try finish(await host.run(request(.status, credential, action: .unlock), link: third))
        #expect(read.outcome == .reported && read.detail == "unlocked" && read.isInWantedState == true)
        // The registration set the lock's clock to this machine's time, so the provider does not set the clock again.
        #expect(await third.writes.count == 1)
    }

    @Test("provider host Sesame: what cannot be begun is refused") func whatCannotBeBegunIsRefused() async throws {
        let host = try fixture.host()
        let link = SesameLink(SesameLock(SesameLockSettings(uuid: [])))
        let latch = await host.run(request(.unlock, [1] + Array(1...16), action: .unlatch), link: link)
        guard case .failed = latch.verdict else { throw TestFailure("\(latch)") }
        let key = try finish(await host.run(request(.unlock, [1, 2], action: .unlock), link: link))
        #expect(key.outcome == .failed && key.reason == "sesame_bad_credential")
    }
}

/// A link to a lock in the test's own process.
private actor SesameLink: LockLink {
    private let events: AsyncStream<LockLinkEvent>
    private let sink: AsyncStream<LockLinkEvent>.Continuation
    private(set) var lock: SesameLock
    private(set) var writes: [GATTWrite] = []
    private(set) var happened: [SesameLockEvent] = []
    private var random = SystemRandomNumberGenerator()
    private var motor: Task<Void, Never>?

    init(_ lock: SesameLock) {
        self.lock = lock
        (events, sink) = AsyncStream.makeStream()
    }

    func opened() async throws(WireError) -> OpenedLink {
        lock.connected()
        return OpenedLink(mtu: 23, services: Self.services)
    }

    func next() async -> LockLinkEvent? {
        for await event in events { return event }
        return nil
    }

    func read(_ path: CharacteristicPath) async throws(WireError) -> [UInt8] {
        throw WireError(.failedPrecondition, "link.att_error", "cannot be read")
    }

    func subscribe(_ path: CharacteristicPath) async throws(WireError) {
        let name = path.characteristic.description
        carryOut(lock.subscribed(to: name, true, at: SystemClock.monotonic(), using: &random))
    }

    func write(_ write: GATTWrite) async throws(WireError) {
        writes.append(write)
        let name = write.path.characteristic.description
        carryOut(lock.written(write.value.bytes, to: name, at: SystemClock.monotonic(), using: &random))
    }

    private func carryOut(_ outputs: [SesameLockOutput]) {
        for output in outputs {
            switch output {
            case .tell(let name, let pieces, _):
                guard let characteristic = BluetoothUUID(name) else { continue }
                let path = CharacteristicPath(service: Self.services[0].uuid, characteristic: characteristic)
                for piece in pieces { sink.yield(.value(path, piece)) }
            case .event(let event): happened.append(event)
            case .disconnect:
                sink.yield(.lost(reason: "link.lost"))
                sink.finish()
            case .received, .keysChanged, .advertisementChanged: break
            }
        }
        motor?.cancel()
        guard let next = lock.wakeAt else { return }
        // The chain of tasks ends by itself, because a lock's movements end.
        motor = Task {
            do { try await Task.sleep(for: max(.milliseconds(1), next - SystemClock.monotonic())) } catch { return }
            carryOut(lock.woke(at: SystemClock.monotonic()))
        }
    }

    private static let services = [
        GATTService(
            uuid: BluetoothUUID(short: 0xFD81),
            characteristics: [SesameCharacteristic.write, SesameCharacteristic.notify].compactMap(BluetoothUUID.init)
                .map {
                    GATTCharacteristic(
                        uuid: $0, properties: $0.description.hasPrefix("16860002") ? [.writeWithoutResponse] : [.notify]
                    )
                })
    ]
}
