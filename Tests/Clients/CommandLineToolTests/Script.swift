import RPC
import RadioModel
import SeamModel
import SessionAPI
import TestSupport
import Wire

/// The keys and the answers of the scripted daemon.
enum Script {
    static let initialized = SessionStatus(
        name: "default", isInitialized: true, isActive: false, maskedToken: "seam_cst…cret", sync: SyncStatus(),
        radio: .unknown)
    static let front = Entrance(id: "ent-front", name: "Front Door", isBound: true, proximities: [.nearby])
    static let home = Credential(
        id: "cred-home", isManaged: true, name: "Home", location: "Main Street", provider: "nuki",
        accessMethod: .mobileKey, proximities: [.nearby], entrances: [front])
    static let pool = Credential(
        id: "cred-pool", isManaged: true, name: "Pool", location: "Main Street", accessMethod: .mobileKey,
        errors: [.expired])
    static let evil = Credential(
        id: "cred-evil", isManaged: true, name: "\u{1b}]0;owned\u{7}\u{202e}live", location: "\u{9b}2J",
        accessMethod: .code, code: "••••")

    static func keys(_ handlers: inout RPCHandlers, _ calls: CallLog, _ keys: [Credential] = [home, pool]) {
        handlers.answer(CredentialsList.self, calls) { _ in Page(keys) }
    }

    /// Scripts an unlock attempt that passes through `phases` and ends with the event `end`.
    static func unlock(
        _ handlers: inout RPCHandlers, _ calls: CallLog, _ result: UnlockResult, _ end: UnlockEvent,
        after phases: [UnlockPhase] = [.scanning]
    ) {
        handlers.follow(UnlockStart.self, calls) { params, sink throws(WireError) in
            func item(_ content: UnlockItem.Content) -> UnlockStart.Item {
                .progress(UnlockItem(attemptID: "att-1", credentialID: params.credentialID, content: content))
            }
            try sink.send(item(.event(.launched)))
            for phase in phases { try sink.send(item(.phase(phase, proximity: .nearby, detail: nil))) }
            try sink.send(item(.event(end)))
            return result
        }
    }

    static func result(
        _ outcome: UnlockResult.Outcome, _ effect: WireError.Effect, confirmation: RadioModel.Confirmation? = nil
    ) -> UnlockResult {
        UnlockResult(
            attemptID: "att-1", outcome: outcome, effect: effect, confirmation: confirmation, proximity: .nearby)
    }
}
