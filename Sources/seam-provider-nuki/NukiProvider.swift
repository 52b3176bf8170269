import NukiProtocol
import ProviderAPI
import ProviderRuntime
import SeamModel

/// The key side of a Nuki lock behind a provider's loop: names and units differ, nothing is decided here.
struct NukiProvider: LockProvider {
    private let operation: OperationStart.Operation
    private let services: [GATTService]
    private var machine: any NukiKeyMachine
    private var random = SystemRandomNumberGenerator()

    init(_ start: OperationStart, at now: Duration) throws(LockProviderRefusal) {
        operation = start.operation
        services = start.services
        let deadline = now + start.deadline
        switch start.operation {
        case .bind:
            let offered = start.services.flatMap { $0.characteristics.map(\.uuid.description) }
            guard let kind = NukiLockKind(characteristics: offered) else {
                throw LockProviderRefusal(reason: "nuki_not_a_lock")
            }
            let parameters = NukiBind.Parameters(
                kind: kind,
                appID: random.next(),
                name: start.name ?? "Seam",
                deadline: deadline
            )
            machine = NukiBind(parameters)
        case .unlock:
            let parameters = NukiUnlock.Parameters(
                credential: try Self.credential(start),
                action: start.action == .unlatch ? .unlatch : .unlock,
                suffix: start.label,
                deadline: deadline
            )
            machine = NukiUnlock(parameters)
        case .status:
            let action = start.action.map { $0 == .unlatch ? NukiUnlockAction.unlatch : .unlock }
            machine = NukiStatusRead(credential: try Self.credential(start), action: action, deadline: deadline)
        }
    }

    var wakeAt: Duration? { machine.wakeAt }

    mutating func handle(_ event: LockProviderEvent, at now: Duration) -> [LockProviderAction] {
        let event: NukiKeyEvent =
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

    private func action(_ action: NukiKeyAction) -> LockProviderAction? {
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
        case .prompt(.pressButton):
            .prompt(OperationPrompt(.pressButton, text: Self.buttonText, expires: .seconds(45)))
        case .prompt(.enterPIN):
            .prompt(OperationPrompt(.enterPIN, text: "Enter the lock's six-digit PIN.", expires: .seconds(60)))
        case .finish(let result):
            .finish(end(result))
        }
    }

    private func end(_ result: NukiKeyResult) -> OperationFinish {
        guard result.outcome == .succeeded else {
            var end = OperationFinish(.failed, reason: Self.reason(result))
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
            end = OperationFinish(.bound)
            end.credential = result.credential
            end.identity = result.credential.flatMap(Self.identity)
        case .status:
            end = OperationFinish(.reported)
            end.detail = result.states.map { "\($0.lockState)" }
            end.isInWantedState = result.isInWantedState
        }
        end.evidence = result.evidence
        return end
    }

    /// A characteristic belongs to one service of a Nuki lock, so its service is the one that declares it here.
    private func path(_ characteristic: String) -> CharacteristicPath? {
        guard let uuid = BluetoothUUID(characteristic) else { return nil }
        let owner = services.first { $0.characteristics.contains { $0.uuid == uuid } }
        guard let service = owner?.uuid ?? Self.usualService(of: characteristic) else { return nil }
        return CharacteristicPath(service: service, characteristic: uuid)
    }

    private static func usualService(of characteristic: String) -> BluetoothUUID? {
        switch characteristic {
        case NukiCharacteristic.pairing: BluetoothUUID(NukiCharacteristic.pairingService)
        case NukiCharacteristic.ultraPairing: BluetoothUUID(NukiCharacteristic.ultraPairingService)
        default: BluetoothUUID(NukiCharacteristic.keyturnerService)
        }
    }

    private static func credential(_ start: OperationStart) throws(LockProviderRefusal) -> NukiCredential {
        do throws(NukiError) {
            return try NukiCredential(encoded: start.credential ?? [])
        } catch {
            throw LockProviderRefusal(reason: "nuki_bad_credential")
        }
    }

    /// The lock's printed number: eight digits.
    private static func identity(_ credential: [UInt8]) -> String? {
        guard let number = try? NukiCredential(encoded: credential).nukiID, number != 0 else { return nil }
        let digits = String(number, radix: 16, uppercase: true)
        return "Nuki_" + String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// The machine's reason in the alphabet of the wire's.
    private static func reason(_ result: NukiKeyResult) -> String {
        let text = result.reason ?? result.outcome.rawValue
        let letters = text.utf8.prefix(64).map { byte -> UInt8 in
            switch byte {
            case 0x61...0x7A, 0x30...0x39: byte
            default: 0x5F
            }
        }
        return letters.isEmpty ? "failed" : String(decoding: letters, as: UTF8.self)
    }

    private static let buttonText = "Hold the lock's button for about five seconds, until its light signals."
}
