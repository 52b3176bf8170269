import RPC
import SeamModel
import SessionAPI
import SessionCore
import Wire

extension LiveSession {
    /// What this machine's own keys are derived from.
    var localDerivation: LocalKeyDerivation {
        var derivation = LocalKeyDerivation(
            grants: facts.grants, bindings: facts.bindings, providers: environment.providers, radio: facts.radio,
            policy: environment.policy, isClockSuspect: environment.isClockSuspect())
        derivation.pendingAuthorizations = pendingAuthorizations
        return derivation
    }

    /// The keys that this machine gives the user's process with those groups; none until active. They ask nothing
    /// else of the session: neither that anything was read from the cloud, nor that what was read still serves.
    func localKeys(of groups: Set<UInt32>) -> [DerivedCredential] {
        guard lifecycle.isActive, !facts.grants.isEmpty else { return [] }
        return localDerivation.credentials(uid: key.uid, groups: groups, at: environment.now())
    }

    /// Throws what a method that needs an active session would say before anything else. A door may open by a local
    /// key where nothing of the cloud's serves any more, and is shown with what is near.
    func requireNeeds(of method: String, _ groups: Set<UInt32>) throws(WireError) {
        guard Self.servesLocalKeys.contains(method), !localKeys(of: groups).isEmpty else { return try requireUsable() }
        do { try lifecycle.requireActive() } catch { throw error.wireError }
    }

    private static let servesLocalKeys: Set<String> = [UnlockStart.name, CredentialsNearby.name]
}
