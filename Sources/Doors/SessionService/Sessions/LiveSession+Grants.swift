import DaemonCore
import RPC
import SeamModel
import SessionAPI
import SessionCore
import Wire

extension LiveSession {
    /// The inputs from which this machine's own keys are derived.
    var localDerivation: LocalKeyDerivation {
        var derivation = LocalKeyDerivation(
            grants: facts.grants, bindings: facts.bindings, providers: environment.providers, radio: facts.radio,
            policy: environment.policy, isClockSuspect: environment.isClockSuspect())
        derivation.pendingAuthorizations = pendingAuthorizations
        derivation.lowBatteries = facts.lowBatteries
        return derivation
    }

    /// The keys that this machine gives to the user's process with these groups. The value is empty until the session
    /// is active. These keys do not depend on the cloud, whose keys need not have been read or be usable.
    func localKeys(of groups: Set<UInt32>) -> [DerivedCredential] {
        guard lifecycle.isActive, !facts.grants.isEmpty else { return [] }
        return localDerivation.credentials(uid: id.uid, groups: groups, at: environment.now())
    }

    /// Throws an error if the session is not in the state that the method needs. This error precedes all others. If
    /// there is a local key, `unlock.start` and `credentials.nearby` need only an active session, even if the cloud's
    /// keys can no longer be used.
    func requireNeeds(of method: String, _ groups: Set<UInt32>) throws(WireError) {
        guard Self.servesLocalKeys.contains(method), !localKeys(of: groups).isEmpty else { return try requireUsable() }
        do { try lifecycle.requireActive() } catch { throw error.wireError }
    }

    private static let servesLocalKeys: Set<String> = [UnlockStart.name, CredentialsNearby.name]
}
