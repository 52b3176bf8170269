import LinuxSupport
import LockProtocol
import NukiProtocol
import ProviderAPI
import ProviderHost
import RadioModel
import Wire

/// A link to a lock in the test's own process. The real lock side plays the lock, and is connected without a radio.
actor NukiLink: LockLink {
    /// The ways in which the link can fail.
    enum Fault: Sendable, Equatable {
        /// The link does not open.
        case doesNotOpen
        /// The link breaks after the n-th write has reached the lock.
        case breaksAfter(write: Int)
        /// The commit gate refuses the commit write.
        case refusesCommit
        /// The commit write is sent, but its confirmation is lost.
        case losesCommit
        /// The link stays closed for good.
        case neverOpens
        /// The lock sends nothing.
        case silentLock
    }

    private let events: AsyncStream<LockLinkEvent>
    private let sink: AsyncStream<LockLinkEvent>.Continuation
    private var lock: NukiLock
    private var random = SystemRandomNumberGenerator()
    private let fault: Fault?
    private let mtu: Int
    private(set) var writes: [GATTWrite] = []
    private(set) var happened: [NukiLockEvent] = []
    private var motor: Task<Void, Never>?
    private var isClosed = false

    private let whenCommitted: @Sendable () -> Void

    init(
        _ lock: NukiLock,
        fault: Fault? = nil,
        mtu: Int = 247,
        whenCommitted: @escaping @Sendable () -> Void = {}
    ) {
        self.whenCommitted = whenCommitted
        self.lock = lock
        self.fault = fault
        self.mtu = mtu
        (events, sink) = AsyncStream.makeStream()
    }

    /// Puts the lock into pairing mode.
    func pressButton() { carryOut(lock.setPairing(true, at: SystemClock.monotonic())) }

    /// The lock and its list of users, which a later link uses again.
    var knownLock: NukiLock { lock }

    var kinds: [NukiLockEvent.Kind] { happened.map(\.kind) }

    func opened() async throws(WireError) -> OpenedLink {
        switch fault {
        case .doesNotOpen:
            throw WireError(.unavailable, "link.connect_failed", "out of range")
        case .neverOpens:
            try? await Task.sleep(for: .seconds(600))
            throw WireError(.cancelled, "rpc.cancelled", "cancelled")
        case nil, .breaksAfter, .refusesCommit, .losesCommit, .silentLock:
            lock.connected(mtu: mtu, at: SystemClock.monotonic())
            return OpenedLink(mtu: mtu, services: Self.services)
        }
    }

    func next() async -> LockLinkEvent? {
        for await event in events { return event }
        return nil
    }

    func read(_ path: CharacteristicPath) async throws(WireError) -> [UInt8] {
        throw WireError(.failedPrecondition, "link.att_error", "cannot be read")
    }

    func subscribe(_ path: CharacteristicPath) async throws(WireError) {
        lock.subscribed(to: path.characteristic.description, true, at: SystemClock.monotonic())
    }

    func write(_ write: GATTWrite) async throws(WireError) {
        if isClosed { throw WireError(.unavailable, "link.closed", "the link is gone") }
        if write.isCommit, fault == .refusesCommit {
            throw WireError(.aborted, "link.refused", "the lease is over")
        }
        writes.append(write)
        if write.isCommit { whenCommitted() }
        guard fault != .silentLock else { return }
        let name = write.path.characteristic.description
        let outputs = lock.written(write.value.bytes, to: name, at: SystemClock.monotonic(), using: &random)
        // After the link has broken, messages from the lock no longer arrive.
        if case .breaksAfter(let count) = fault, writes.count == count { close("link.lost") }
        carryOut(outputs)
        if write.isCommit, fault == .losesCommit {
            throw WireError(.unavailable, "link.write_unknown", "no confirmation", effect: .unknown)
        }
    }

    private func close(_ reason: String) {
        isClosed = true
        lock.disconnected()
        sink.yield(.lost(reason: reason))
        sink.finish()
    }

    private func carryOut(_ outputs: [NukiLockOutput]) {
        for output in outputs {
            switch output {
            case .tell(let characteristic, let pieces, _):
                guard let path = Self.path(characteristic) else { continue }
                for piece in pieces { sink.yield(.value(path, piece)) }
            case .event(let event): happened.append(event)
            case .disconnect: close("link.lost")
            case .received, .keysChanged, .advertisementChanged: break
            }
        }
        runMotor()
    }

    /// Lets the lock's clock advance between messages.
    private func runMotor() {
        motor?.cancel()
        guard let next = lock.wakeAt else { return }
        // The chain of tasks ends by itself, because each of these ends: a lock's movement, its pairing mode, and an
        // idle link.
        motor = Task {
            do { try await Task.sleep(for: max(.milliseconds(1), next - SystemClock.monotonic())) } catch { return }
            carryOut(lock.woke(at: SystemClock.monotonic(), using: &random))
        }
    }

    static let services: [GATTService] = [
        service(NukiCharacteristic.pairingService, [NukiCharacteristic.pairing]),
        service(NukiCharacteristic.keyturnerService, [NukiCharacteristic.general, NukiCharacteristic.user]),
    ].compactMap { $0 }

    private static func service(_ uuid: String, _ characteristics: [String]) -> GATTService? {
        guard let uuid = BluetoothUUID(uuid) else { return nil }
        return GATTService(
            uuid: uuid,
            characteristics: characteristics.compactMap(BluetoothUUID.init).map {
                GATTCharacteristic(uuid: $0, properties: [.write, .indicate])
            }
        )
    }

    private static func path(_ characteristic: String) -> CharacteristicPath? {
        guard let uuid = BluetoothUUID(characteristic) else { return nil }
        let owner = services.first { $0.characteristics.contains { $0.uuid == uuid } }
        return owner.map { CharacteristicPath(service: $0.uuid, characteristic: uuid) }
    }
}
