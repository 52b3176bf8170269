package import SeamModel
package import TermCore

/// Why a key cannot be used, in words, and what to do.
package struct KeyProblem: Sendable, Hashable {
    package let text: TerminalSafe
    package let remedy: TerminalSafe

    package init(_ error: CredentialError) {
        (text, remedy) = Self.words(error)
    }

    /// The problems of a key, most urgent first. A person carries a code or a card to its door: it is not broken
    /// because this machine cannot use it.
    package static func all(of key: Credential) -> [KeyProblem] {
        key.errors.map { error in
            switch (error, key.accessMethod) {
            case (.unsupportedDevice, .code):
                KeyProblem("a code, typed at the door", "'seam keys reveal' shows it")
            case (.unsupportedDevice, .card): KeyProblem("a card, held to the door", "it cannot be used from here")
            case (.unsupportedDevice, .cloudKey):
                KeyProblem("opens nothing from here", "its door can be opened by other means only")
            default: KeyProblem(error)
            }
        }
    }

    /// Whether a key is broken, and not only used elsewhere.
    package static func isBroken(_ key: Credential) -> Bool {
        switch key.accessMethod {
        case .code, .card, .cloudKey: key.errors != [.unsupportedDevice]
        case .mobileKey, .lock, .local: !key.errors.isEmpty
        }
    }

    private init(_ text: TerminalSafe, _ remedy: TerminalSafe) {
        (self.text, self.remedy) = (text, remedy)
    }

    private static func words(_ error: CredentialError) -> (TerminalSafe, TerminalSafe) {
        switch error {
        case .awaitingLocalCredential(let availableAt):
            guard let availableAt else {
                return ("not ready yet", "wait, or ask the operator to bind the lock of this door")
            }
            return ("not valid yet", "wait until \(LocalTime.text(availableAt))")
        case .expired: return ("expired", "ask whoever gave you the key for a new one")
        case .userInteractionRequired(let action): return words(action)
        case .contactSeamSupport:
            return ("misconfigured", "ask the operator: 'seam doctor' may know more, or Seam's support")
        case .unsupportedDevice: return ("not supported on this device", "use another device; 'seam doctor' says why")
        case .unknown: return ("cannot be used now", "try again later; 'seam doctor' may know more")
        }
    }

    private static func words(_ action: CredentialError.RequiredUserInteraction) -> (TerminalSafe, TerminalSafe) {
        switch action {
        case .completeOtpAuthorization(let url):
            ("waits for a one-time password", "open \(TerminalSafe(url, limit: 2048)) and confirm it")
        // The way to the cloud may be missing, or the cloud itself may refuse: the session's status knows.
        case .enableInternet: ("needs the cloud", "it could not be asked; 'seam status' says why")
        case .enableBluetooth:
            ("Bluetooth is off", "switch it on: \(TerminalSafe(RadioState.switchingOn))")
        case .grantBluetoothPermission:
            ("Bluetooth is not permitted", "the operator must let seam-radiod use the adapter: 'seam doctor'")
        case .appRestartRequired: ("the radio does not answer", "restart the radio: 'systemctl restart seam-radiod'")
        }
    }
}
