package import FoundationEssentials
import RadioModel
import SeamModel
package import SeamWords
import Wire

// Texts for people about the SDK's values.

extension SeamAccessCredential {
    /// Returns the texts for the key's errors, the most urgent error first. For a key without errors, the text says
    /// that the key is ready. The argument `showing` is the command that shows a code.
    package func words(showing: String, time: (Date) -> String) -> [KeyWords] {
        let carried: KeyWords.Carried? =
            if code != nil { .code(showing: showing) } else if cardNumber != nil { .card } else {
                isCloudKey
                    ? .cloudKey : providerName.flatMap { ClosedProviders.modules[$0] }.map { _ in .vendorApp }
            }
        // The errors contain no times. The first error about waiting refers to the time from which the key opens its
        // door.
        let first = availableAt == nil ? nil : errors.firstIndex(of: .awaitingLocalCredential)
        let words = errors.enumerated().map { place, error in
            guard place == first, let availableAt else { return KeyWords(CredentialError(error), of: carried) }
            return KeyWords(.awaitingLocalCredential(availableAt: Timestamp(availableAt)), time: { time(Date($0)) })
        }
        return words.isEmpty ? [.ready] : words
    }
}

extension SeamCredentialError {
    /// The text for people about the error, for a key that is neither a code nor a card.
    package var words: KeyWords { KeyWords(CredentialError(self)) }
}

extension CredentialError {
    fileprivate init(_ error: SeamCredentialError) {
        switch error {
        case .awaitingLocalCredential: self = .awaitingLocalCredential(availableAt: nil)
        case .expired: self = .expired
        case .userInteractionRequired(let action): self = .userInteractionRequired(.init(action))
        case .contactSeamSupport: self = .contactSeamSupport
        case .unsupportedDevice: self = .unsupportedDevice
        case .unknown: self = .unknown
        }
    }
}

extension CredentialError.RequiredUserInteraction {
    fileprivate init(_ action: SeamCredentialError.RequiredUserInteraction) {
        switch action {
        case .completeOtpAuthorization(let url): self = .completeOtpAuthorization(otpURL: url.absoluteString)
        case .enableInternet: self = .enableInternet
        case .enableBluetooth: self = .enableBluetooth
        case .grantBluetoothPermission: self = .grantBluetoothPermission
        case .appRestartRequired: self = .appRestartRequired
        }
    }
}

extension SeamError {
    /// The reason why the session refuses, and the remedy.
    package var refusal: Refusal {
        switch self {
        case .internetConnectionRequired: .internetConnectionRequired
        case .initializationRequired: .initializationRequired
        case .invalidClientSessionToken: .invalidClientSessionToken
        case .deactivationInProgress: .deactivationInProgress
        case .alreadyInitialized: .alreadyInitialized
        case .invalidCredentialId: .invalidCredentialID
        case .integrationNotFound: .integrationNotFound
        case .credentialErrors: .credentialErrors
        }
    }
}

extension SeamUnlockProgress.Confirmation {
    /// The text for people about the certainty that the door is open.
    package var words: AttemptWords { .open(Confirmation(rawValue: rawValue)) }
}
