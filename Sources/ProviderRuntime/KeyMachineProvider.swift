package import LockProtocol
package import ProviderAPI
import SeamModel

/// What a lock protocol tells a provider's process besides its machines.
package protocol LockFamily {
    /// The machine of an operation; throws for what cannot be begun, such as with a credential that is none.
    static func machine(
        for start: OperationStart,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) throws(LockProviderRefusal) -> any KeyMachine

    /// The service that a characteristic of the protocol belongs to where the device does not say; UUIDs in lower case.
    static func service(of characteristic: String) -> String?

    /// What a person is asked; nil where the protocol's machines never ask that.
    static func prompt(_ prompt: KeyPrompt) -> OperationPrompt?

    /// What the lock of a new credential calls itself.
    static func identity(of credential: [UInt8]) -> String?
}

/// The key side of a lock behind a provider's loop: names and units differ, nothing is decided here.
package struct KeyMachineProvider<Family: LockFamily>: LockProvider {
    private let operation: OperationStart.Operation
    private let services: [GATTService]
    private var machine: any KeyMachine
    private var random = SystemRandomNumberGenerator()

    /// See `LockProvider`.
    package init(_ start: OperationStart, at now: Duration) throws(LockProviderRefusal) {
        operation = start.operation
        services = start.services
        machine = try Family.machine(for: start, at: now, using: &random)
    }

    /// See `LockProvider`.
    package var wakeAt: Duration? { machine.wakeAt }

    /// See `LockProvider`.
    package mutating func handle(_ event: LockProviderEvent, at now: Duration) -> [LockProviderAction] {
        let event: KeyEvent =
            switch event {
            case .started: .started
            case .value(let path, let bytes): .value(characteristic: path.characteristic.description, bytes: bytes)
            case .failed(let reason): .failed(reason: reason)
            case .disconnected: .disconnected
            case .woke: .woke
            case .answered(let answer): .answered(answer ?? "")
            case .cancelled: .cancelled
            }
        return machine.handle(event, at: now, using: &random).compactMap(action)
    }

    private func action(_ action: KeyAction) -> LockProviderAction? {
        switch action {
        case .subscribe(let characteristic):
            path(characteristic).map { .subscribe($0) }
        case .write(let characteristic, let bytes, let commit):
            path(characteristic).map { .write(GATTWrite(path: $0, value: bytes, isCommit: commit)) }
        case .phase(.authenticating):
            .phase(OperationPhase(.authenticating))
        case .phase(.operating):
            .phase(OperationPhase(.operating))
        case .phase(.acting):
            .phase(OperationPhase(.acting))
        case .prompt(let prompt):
            Family.prompt(prompt).map { .prompt($0) }
        case .finish(let result):
            .finish(end(result))
        }
    }

    private func end(_ result: KeyResult) -> OperationFinish {
        guard result.outcome == .succeeded else {
            var end = OperationFinish(result.outcome == .refused ? .refused : .failed, reason: Self.reason(result))
            end.confirmation = result.confirmation.flatMap { Confirmation(rawValue: $0.rawValue) }
            end.evidence = result.evidence
            return end
        }
        var end: OperationFinish
        switch operation {
        case .unlock:
            end = OperationFinish(.granted)
            end.confirmation = result.confirmation.flatMap { Confirmation(rawValue: $0.rawValue) }
        case .bind:
            end = OperationFinish(.bound, reason: result.reason.map { _ in Self.reason(result) })
            end.credential = result.credential
            end.identity = result.credential.flatMap(Family.identity)
        case .status:
            end = OperationFinish(.reported)
            end.detail = result.state
            end.isInWantedState = result.isInWantedState
        }
        end.evidence = result.evidence
        return end
    }

    /// A characteristic belongs to one service of a lock, so its service is the one that declares it here.
    private func path(_ characteristic: String) -> CharacteristicPath? {
        guard let uuid = BluetoothUUID(characteristic) else { return nil }
        let owner = services.first { $0.characteristics.contains { $0.uuid == uuid } }
        guard let service = owner?.uuid ?? Family.service(of: characteristic).flatMap({ BluetoothUUID($0) }) else {
            return nil
        }
        return CharacteristicPath(service: service, characteristic: uuid)
    }

    /// The machine's reason in the alphabet of the wire's.
    private static func reason(_ result: KeyResult) -> String {
        let text = result.reason ?? result.outcome.rawValue
        let letters = text.utf8.prefix(64).map { byte -> UInt8 in
            switch byte {
            case 0x61...0x7A, 0x30...0x39: byte
            default: 0x5F
            }
        }
        return letters.isEmpty ? "failed" : String(decoding: letters, as: UTF8.self)
    }
}
