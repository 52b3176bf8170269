import LinuxSupport
import LockProtocol
import ProviderAPI
import RPC
import RadioModel
import Wire

/// Drives the key side of a lock over a connection to its host, for one operation on one thread.
struct OperationLoop<Family: LockFamily> {
    private let client: BlockingClient
    private let stream: Int64
    private var random = SystemRandomNumberGenerator()
    /// The longest time to wait for a start. After this time, the host has no work for this process.
    private static var patienceForStart: Duration { .seconds(300) }

    /// Opens the operation's stream, without waiting.
    init(client: BlockingClient) throws(WireError) {
        self.client = client
        stream = try client.start(OutgoingCall(stream: RunOperation.name, terms: StreamTerms(credit: 256)))
    }

    /// Waits for the start and serves the operation to its end. Returns once the host has accepted the finish.
    mutating func run() throws {
        guard let start = try awaitStart() else { return }
        var machine: any KeyMachine
        do throws(OperationRefusal) {
            machine = try Family.machine(for: start, at: SystemClock.monotonic(), using: &random)
        } catch {
            return try finish(OperationFinish(outcome: .failed, reason: error.reason))
        }
        var pending = [KeyEvent.started]
        while true {
            let event = pending.isEmpty ? try nextEvent(wakeAt: machine.wakeAt) : pending.removeFirst()
            guard let event else { return }
            for action in machine.handle(event, at: SystemClock.monotonic(), using: &random) {
                if case .finish(let result) = action {
                    return try finish(OperationFinish(result, of: start.operation, identity: Family.identity))
                }
                let followUp = perform(action, services: start.services)
                if let followUp { pending.append(followUp) }
                // Skip the remaining actions of the batch.
                if case .failed = followUp { break }
            }
        }
    }

    /// Waits for the start. Returns nil if the host ended the stream, cancelled before a start, or sent no start in
    /// time.
    private func awaitStart() throws -> OperationStart? {
        let deadline = SystemClock.monotonic() + Self.patienceForStart
        while true {
            let left = deadline - SystemClock.monotonic()
            guard let event = client.next(of: stream, within: left) else { return nil }
            guard let item = try item(of: event) else { return nil }
            if case .start(let start) = item { return start }
            if case .cancel = item { return nil }
        }
    }

    /// Waits for the next event. Returns nil if the host has ended the stream.
    private func nextEvent(wakeAt: Duration?) throws -> KeyEvent? {
        while true {
            let patience = wakeAt.map { max(.zero, $0 - SystemClock.monotonic()) }
            guard let event = client.next(of: stream, within: patience) else { return .woke }
            guard let item = try item(of: event) else { return nil }
            switch item {
            case .start: continue
            case .value(let item):
                return .value(characteristic: item.characteristic.description, bytes: item.value.bytes)
            case .disconnected: return .linkLost
            case .cancel: return .cancelled
            }
        }
    }

    /// Returns the item in an event, or nil at the stream's end.
    ///
    /// Unknown kinds of items are ignored, as the wire requires.
    private func item(of event: BlockingClient.Event) throws -> RunOperation.Item? {
        var event = event
        while true {
            switch event {
            case .ended(.result): return nil
            case .ended(.error(let error)): throw error
            case .item(let item):
                if let known = try RunOperation.Item(kind: item.kind, data: item.data.json) { return known }
            }
            guard let next = client.next(of: stream) else { return nil }
            event = next
        }
    }

    /// Carries out any action except the finish, and returns the resulting event.
    private func perform(_ action: KeyAction, services: [GATTService]) -> KeyEvent? {
        do throws(WireError) {
            switch action {
            case .subscribe(let characteristic):
                guard let path = Self.path(characteristic, in: services) else { return Self.missing }
                _ = try client.call(SubscribeCharacteristic.self, path)
            case .write(let characteristic, let bytes, let commit):
                guard let path = Self.path(characteristic, in: services) else { return Self.missing }
                let write = GATTWrite(path: path, value: bytes, isCommit: commit)
                _ = try client.call(WriteCharacteristic.self, write)
            case .phase(let phase):
                _ = try client.call(ReportPhase.self, OperationPhase(phase: OperationPhase.Phase(phase)))
            case .keep(let credential):
                _ = try client.call(KeepCredential.self, KeepCredential.Params(credential: credential))
                return .kept
            case .prompt(let prompt):
                // A prompt that this family never asks is dropped. The machine's own time limit ends the wait.
                guard let prompt = Family.prompt(prompt) else { return nil }
                return .answered(try client.call(AskPerson.self, prompt, timeout: prompt.expires).value ?? "")
            case .finish:
                return nil
            }
            return nil
        } catch {
            return error.reason == "link.closed" ? .linkLost : .failed(reason: error.reason)
        }
    }

    /// The event for a characteristic that no service has. The lock received nothing, so the machine must not wait for
    /// the lock.
    private static var missing: KeyEvent { .failed(reason: "link.no_characteristic") }

    /// Returns the path of a characteristic. A lock has each characteristic in only one service. The service is
    /// therefore the one in `services` that declares the characteristic.
    private static func path(_ characteristic: String, in services: [GATTService]) -> CharacteristicPath? {
        guard let uuid = BluetoothUUID(characteristic) else { return nil }
        let owner = services.first { $0.characteristics.contains { $0.uuid == uuid } }
        guard let service = owner?.uuid ?? Family.service(of: characteristic).flatMap({ BluetoothUUID($0) }) else {
            return nil
        }
        return CharacteristicPath(service: service, characteristic: uuid)
    }

    private func finish(_ end: OperationFinish) throws {
        _ = try client.call(FinishOperation.self, end)
        client.close()
    }
}
