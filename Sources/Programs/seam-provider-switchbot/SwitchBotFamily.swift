import LockProtocol
import ProviderAPI
import ProviderRuntime
import RadioModel
import SwitchBotProtocol

/// The family of SwitchBot locks. The family chooses the machine for an operation.
enum SwitchBotFamily: LockFamily {
    static func machine(
        for start: OperationStart,
        at now: Duration,
        using random: inout some RandomNumberGenerator
    ) throws(OperationRefusal) -> any KeyMachine {
        // The lock's state does not show whether its latch is pulled, so a report of a pulled latch would be false.
        guard start.action != .unlatch else { throw OperationRefusal(reason: "switchbot_no_latch") }
        let deadline = now + start.deadline
        switch start.operation {
        case .bind:
            let offered = start.services.flatMap { $0.characteristics.map(\.uuid.description) }
            guard offered.contains(SwitchBotCharacteristic.write), offered.contains(SwitchBotCharacteristic.notify)
            else { throw OperationRefusal(reason: "switchbot_not_a_lock") }
            // Every such lock belongs to an account of the maker's cloud, which made its key.
            guard let text = start.sharedKey else { throw OperationRefusal(reason: "switchbot_already_registered") }
            do throws(SwitchBotSharedKey.Fault) {
                return SwitchBotAdopt(key: try SwitchBotSharedKey(text).key, deadline: deadline)
            } catch {
                throw OperationRefusal(reason: error.rawValue)
            }
        case .unlock:
            return SwitchBotUnlock(.init(credential: try credential(start), deadline: deadline))
        case .rotate:
            // All people share one key, and only the maker's cloud creates a new key.
            throw OperationRefusal(reason: "switchbot_one_key")
        case .status:
            return SwitchBotStatusRead(
                credential: try credential(start), asksForUnlocked: start.action != nil, deadline: deadline)
        }
    }

    static func service(of characteristic: String) -> String? { SwitchBotCharacteristic.service }

    static func prompt(_ prompt: KeyPrompt) -> OperationPrompt? { nil }

    /// Returns nil, because the lock does not identify itself, and only its address is known.
    static func identity(of credential: [UInt8]) -> String? { nil }

    private static func credential(_ start: OperationStart) throws(OperationRefusal) -> SwitchBotCredential {
        do throws(SwitchBotError) {
            return try SwitchBotCredential(encoded: start.credential ?? [])
        } catch {
            throw OperationRefusal(reason: "switchbot_bad_credential")
        }
    }
}
