import RPC
import SeamModel
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

    /// The keys that this machine gives the user's process with those groups; none until active. They ask nothing else of the
    /// session: neither that anything was read from the cloud, nor that what was read still serves.
    func localKeys(of groups: Set<UInt32>) -> [DerivedCredential] {
        guard lifecycle.isActive, !facts.grants.isEmpty else { return [] }
        return localDerivation.credentials(uid: key.uid, groups: groups, at: environment.now())
    }

    /// All keys of the user's process with those groups, in no order.
    func keys(of groups: Set<UInt32>) -> [DerivedCredential] {
        let local = localKeys(of: groups)
        return local.isEmpty ? derived : local + derived
    }

    /// Tells those who follow the keys how the cloud's have changed, and what has become of this machine's.
    func tellKeys(_ changes: [CredentialChange]) {
        topics.changed(
            changes, local: { localKeys(of: $0).map(\.credential) },
            all: { Self.merged(derived.map(\.credential), $0) })
    }

    /// Both kinds of keys, by name and id.
    static func merged(_ keys: [Credential], _ local: [Credential]) -> [Credential] {
        guard !local.isEmpty else { return keys }
        return (keys + local).sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    /// Throws what a method that needs an active session would say before anything else. A door may open by a local key where
    /// nothing of the cloud's serves any more.
    func requireNeeds(of method: String, _ groups: Set<UInt32>) throws(WireError) {
        guard method == UnlockJournal.method, !localKeys(of: groups).isEmpty else { return try requireUsable() }
        do { try lifecycle.requireActive() } catch { throw error.wireError }
    }
}
