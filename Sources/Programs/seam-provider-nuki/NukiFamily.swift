import LockProtocol
import NukiProtocol
import ProviderAPI
import ProviderRuntime
import RadioModel

/// The family of Nuki locks. The family chooses the machine for an operation, and the question to the person at the
/// door.
enum NukiFamily: LockFamily {
    static func machine(
        for start: OperationStart,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) throws(OperationRefusal) -> any KeyMachine {
        let deadline = now + start.deadline
        switch start.operation {
        case .bind:
            let offered = start.services.flatMap { $0.characteristics.map(\.uuid.description) }
            guard let kind = NukiLockKind(characteristics: offered) else {
                throw OperationRefusal(reason: "nuki_not_a_lock")
            }
            let name = start.name ?? "Seam"
            return NukiBind(.init(kind: kind, appID: random.next(), name: name, deadline: deadline))
        case .unlock:
            let parameters = NukiUnlock.Parameters(
                credential: try credential(start),
                action: start.action == .unlatch ? .unlatch : .unlock,
                suffix: start.label,
                deadline: deadline
            )
            return NukiUnlock(parameters)
        case .rotate:
            let credential = try credential(start)
            let pin = start.pin.map { NukiPIN($0, kind: credential.kind) }
            // A malformed number must not lead to a different kind of key change.
            if case .some(.none) = pin { throw OperationRefusal(reason: "nuki_bad_pin") }
            let parameters = NukiRotate.Parameters(
                credential: credential, name: start.name ?? "Seam", pin: pin ?? nil, appID: random.next(),
                deadline: deadline)
            return NukiRotate(parameters)
        case .status:
            let action = start.action.map { $0 == .unlatch ? NukiUnlockAction.unlatch : .unlock }
            return NukiStatusRead(credential: try credential(start), action: action, deadline: deadline)
        }
    }

    static func service(of characteristic: String) -> String? { NukiCharacteristic.service(of: characteristic) }

    static func prompt(_ prompt: KeyPrompt) -> OperationPrompt? {
        switch prompt {
        case .pressButton: OperationPrompt(kind: .pressButton, text: buttonText, expires: .seconds(45))
        case .enterPIN: OperationPrompt(kind: .enterPIN, text: "Enter the lock's six-digit PIN.", expires: .seconds(60))
        }
    }

    /// Returns the number of eight digits that is printed on the lock.
    static func identity(of credential: [UInt8]) -> String? {
        guard let number = try? NukiCredential(encoded: credential).nukiID, number != 0 else { return nil }
        let digits = String(number, radix: 16, uppercase: true)
        return "Nuki_" + String(repeating: "0", count: 8 - digits.count) + digits
    }

    private static func credential(_ start: OperationStart) throws(OperationRefusal) -> NukiCredential {
        do throws(NukiError) {
            return try NukiCredential(encoded: start.credential ?? [])
        } catch {
            throw OperationRefusal(reason: "nuki_bad_credential")
        }
    }

    private static let buttonText = "Hold the lock's button for about five seconds, until its light signals."
}
