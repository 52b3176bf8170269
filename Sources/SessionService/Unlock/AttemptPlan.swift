import ProviderHost
import SeamModel
import SessionCore

/// Everything that is settled about an attempt before it runs.
struct AttemptPlan: Sendable {
    var attemptID: String
    var session: SessionKey
    var credentialID: String
    var credentialName: String
    /// Not empty, all of one provider.
    var candidates: [UnlockCandidate]
    /// The provider's name on this system.
    var provider: String
    var proximity: Proximity
    var timeout: Duration
    /// What the provider's manifest promises.
    var manifest: UnlockManifest
    /// Whom the lock's own log is told: at most 20 bytes.
    var label: String
}

/// What a provider's manifest says that an attempt needs.
struct UnlockManifest: Sendable, Equatable {
    /// What its locks advertise.
    var scanServices: [BluetoothUUID]
    /// What it may touch.
    var characteristics: [CharacteristicPath]
    var highestConfirmation: Confirmation
}

extension UnlockManifest {
    init(_ manifest: ProviderManifest) {
        self.init(
            scanServices: manifest.scanServices, characteristics: manifest.characteristics,
            highestConfirmation: manifest.confirmation)
    }
}
