import LinuxSupport
import LockProtocol
import ProviderAPI
import ProviderRuntime
import RadioModel
import SesameProtocol

/// The family of Sesame 5 locks. The family chooses the machine for an operation.
enum SesameFamily: LockFamily {
    static func machine(
        for start: OperationStart,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) throws(OperationRefusal) -> any KeyMachine {
        // Sesame locks have no latch, so a report of a pulled latch after turning the bolt would be false.
        guard start.action != .unlatch else { throw OperationRefusal(reason: "sesame_no_latch") }
        let deadline = now + start.deadline
        let clockStart = SystemClock.wallMilliseconds() / 1_000 - now.components.seconds
        switch start.operation {
        case .bind:
            let offered = start.services.flatMap { $0.characteristics.map(\.uuid.description) }
            guard offered.contains(SesameCharacteristic.write), offered.contains(SesameCharacteristic.notify) else {
                throw OperationRefusal(reason: "sesame_not_a_lock")
            }
            guard let text = start.sharedKey else {
                return SesameBind(.init(clockStart: clockStart, deadline: deadline))
            }
            do throws(SesameSharedKey.Fault) {
                let secret = try SesameSharedKey(text).secret
                return SesameAdopt(secret: secret, clockStart: clockStart, deadline: deadline)
            } catch {
                throw OperationRefusal(reason: error.rawValue)
            }
        case .unlock:
            let credential = try credential(start)
            return SesameUnlock(.init(credential: credential, label: start.label ?? "Seam", deadline: deadline))
        case .rotate:
            // All people share one key, and only a reset creates a new key.
            throw OperationRefusal(reason: "sesame_one_key")
        case .status:
            let credential = try credential(start)
            let asks = start.action != nil
            return SesameStatusRead(
                credential: credential, asksForUnlocked: asks, clockStart: clockStart, deadline: deadline)
        }
    }

    static func service(of characteristic: String) -> String? { SesameCharacteristic.service }

    static func prompt(_ prompt: KeyPrompt) -> OperationPrompt? { nil }

    /// Returns nil, because the lock does not identify itself, and only its address is known.
    static func identity(of credential: [UInt8]) -> String? { nil }

    private static func credential(_ start: OperationStart) throws(OperationRefusal) -> SesameCredential {
        do throws(SesameError) {
            return try SesameCredential(encoded: start.credential ?? [])
        } catch {
            throw OperationRefusal(reason: "sesame_bad_credential")
        }
    }
}
