import FoundationEssentials
import RadioModel
import SeamModel
import SeamWords
import Wire

// Translates the wire's values into the SDK's.

extension SeamAccessCredential {
    init(_ key: Credential) {
        self.init(
            id: key.id, isManaged: key.isManaged, name: key.name, location: key.location,
            providerName: key.provider, expiry: key.expiry.map(Date.init), cardNumber: key.cardNumber, code: key.code,
            supportedUnlockProximities: key.proximities.compactMap { SeamUnlockProximity(rawValue: $0.rawValue) },
            errors: key.errors.map(SeamCredentialError.init),
            warnings: key.warnings.map { warning in
                let entrance = key.entrances.first { $0.id == warning.entranceID }
                return SeamCredentialWarning(
                    code: warning.kind, message: warning.message, entranceName: entrance?.name)
            })
        isCloudKey = key.accessMethod == .cloudKey
        availableAt =
            key.errors.lazy.compactMap { error -> Date? in
                guard case .awaitingLocalCredential(let start?) = error else { return nil }
                return Date(start)
            }.first
    }
}

extension SeamCredentialError {
    init(_ error: CredentialError) {
        switch error {
        case .awaitingLocalCredential: self = .awaitingLocalCredential
        case .expired: self = .expired
        case .userInteractionRequired(let action):
            // An address that cannot be opened as a page is an operator's mistake, or an attack.
            self = RequiredUserInteraction(action).map(Self.userInteractionRequired) ?? .contactSeamSupport
        case .contactSeamSupport: self = .contactSeamSupport
        case .unsupportedDevice: self = .unsupportedDevice
        case .unknown: self = .unknown
        }
    }
}

extension SeamCredentialError {
    /// Returns the page at an address, or nil if the address cannot be opened as a page.
    static func page(_ address: String) -> URL? {
        URL(string: address).flatMap { $0.scheme?.lowercased() == "https" && $0.host() != nil ? $0 : nil }
    }
}

extension SeamCredentialError.RequiredUserInteraction {
    init?(_ action: CredentialError.RequiredUserInteraction) {
        switch action {
        case .completeOtpAuthorization(let text):
            guard let url = SeamCredentialError.page(text) else { return nil }
            self = .completeOtpAuthorization(otpUrl: url)
        case .enableInternet: self = .enableInternet
        case .enableBluetooth: self = .enableBluetooth
        case .grantBluetoothPermission: self = .grantBluetoothPermission
        case .appRestartRequired: self = .appRestartRequired
        }
    }
}

extension SeamAccessUnlockEvent {
    init(_ event: UnlockEvent) {
        switch event {
        case .launched: self = .launched
        case .grantedAccess: self = .grantedAccess
        case .timedOut: self = .timedOut
        case .connectionFailed(let description, let reason):
            self = .connectionFailed(debugDescription: "\(reason): \(description)")
        }
    }
}

extension SeamHolder {
    /// Creates the holder from a session's status, or returns nil while nobody is signed in.
    init?(_ status: SessionStatus) {
        guard status.isActive else { return nil }
        self.init(name: status.userIdentityName, workspace: status.workspaceName)
    }
}

extension SeamConnectivity {
    init(_ status: SessionStatus) {
        let radio: Radio =
            switch status.radio {
            case .unknown: .unknown
            case .absent: .absent
            case .noBluetoothd: .noBluetoothd
            case .bluetoothdSilent: .bluetoothdSilent
            case .off: .off
            case .blocked: .blocked
            case .noPermission: .noPermission
            case .ready: .ready
            case .wedged: .wedged
            }
        self.init(
            offlineSince: status.sync.staleSince.map(Date.init),
            cloudTrouble: status.sync.reason.map(CloudTrouble.init),
            reading: status.sync.reading.map { Reading(done: Int($0.done), count: $0.count.map { Int($0) }) },
            radio: radio)
    }
}

extension SeamConnectivity.CloudTrouble {
    /// Creates the value for a reason. A newer daemon may send a reason that this program does not know.
    init(_ reason: String) {
        let known = SyncReason(rawValue: reason)
        self.init(
            reason: reason, message: known?.words ?? "the cloud could not be asked (\(reason))",
            isOffline: known?.isOffline ?? false)
    }
}

extension SeamUnlockProgress {
    /// Applies the progress that an attempt reports.
    mutating func received(_ item: UnlockItem) {
        guard case .phase(let phase, _, let detail) = item.content else { return }
        self.phase = Phase(rawValue: phase.rawValue)
        // A phase with a detail means that the attempt is still waiting for the person.
        if phase != .authenticating || detail == nil { authorization = nil }
    }

    /// Applies a prompt that asks the person to act. An address that cannot be opened as a page is not shown.
    mutating func received(_ prompt: UnlockPrompt) {
        authorization = SeamCredentialError.page(prompt.otpURL).map { page in
            Authorization(
                page: page, text: prompt.text, until: Date(timeIntervalSinceNow: prompt.expires / .seconds(1)))
        }
    }

    /// Applies the result of an attempt that is over.
    mutating func ended(_ result: UnlockResult) {
        authorization = nil
        words = AttemptWords(result, after: phase.flatMap { UnlockPhase(rawValue: $0.rawValue) })
        confirmation = result.confirmation.flatMap { Confirmation(rawValue: $0.rawValue) }
        mayHaveOpened = result.outcome != .granted && result.effect != .none
    }

    /// Applies an error. Either the process that reports the outcome has ended, or the attempt was cancelled.
    mutating func ended(_ error: WireError) {
        authorization = nil
        mayHaveOpened = error.effect != .none
        wasCalledOff = error.code == .cancelled && error.effect == .none
    }
}

extension SeamProvider {
    init(_ provider: ProviderDescription) {
        let state: State =
            switch provider.state {
            case .installed: .installed
            case .missing: .missing
            case .closed: .closed
            }
        self.init(name: provider.name, seamModule: provider.seamModule, state: state, remedy: provider.remedy)
    }
}

extension SeamUnlockRecord {
    /// Creates a record from an entry of the journal. If the entry is not an attempt to open a door, but for example a
    /// code that was shown, returns nil.
    init?(_ attempt: Attempt) {
        guard attempt.kind == .unlock, let outcome = Outcome(rawValue: attempt.state.rawValue) else { return nil }
        self = SeamUnlockRecord(
            id: attempt.attemptID, credentialId: attempt.credentialID, credentialName: attempt.credentialName,
            entranceName: attempt.entranceName, startedAt: Date(attempt.startedAt),
            endedAt: attempt.endedAt.map(Date.init), outcome: outcome,
            mayHaveOpened: outcome != .granted && attempt.effect != .none
        )
        .saying(AttemptWords(attempt))
    }
}

extension SeamNearbyDoor {
    init(_ door: NearbyDoor) {
        self.init(
            id: ID(credentialId: door.id.credentialID, entranceId: door.id.entranceID), name: door.name,
            entranceName: door.entranceName, rssiDBm: door.rssiDBm, heardAt: Date(door.heardAt))
    }
}

extension Proximity {
    init(_ proximity: SeamUnlockProximity) {
        switch proximity {
        case .touch: self = .touch
        case .nearby: self = .nearby
        case .remote: self = .remote
        }
    }
}

extension Timestamp {
    init(_ date: Date) { self.init(millisecondsSince1970: Int64(date.timeIntervalSince1970 * 1_000)) }
}

extension Date {
    init(_ timestamp: Timestamp) {
        self.init(timeIntervalSince1970: TimeInterval(timestamp.millisecondsSince1970) / 1000)
    }
}
