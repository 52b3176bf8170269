/// Why a session refuses a call. Each refusal is identified by its reason on the wire, and has texts for people in the
/// same form as in ``KeyWords``.
package enum Refusal: String, Sendable, CaseIterable {
    case activationRequired = "seam.activation_required"
    case alreadyInitialized = "seam.already_initialized"
    case credentialErrors = "seam.credential_errors"
    case deactivationInProgress = "seam.deactivation_in_progress"
    case entranceRequired = "seam.entrance_required"
    case initializationRequired = "seam.initialization_required"
    case integrationNotFound = "seam.integration_not_found"
    case internetConnectionRequired = "seam.internet_connection_required"
    case invalidClientSessionToken = "seam.invalid_client_session_token"
    case invalidCredentialID = "seam.invalid_credential_id"
    case invalidEntranceID = "seam.invalid_entrance_id"
    case invalidUnlockProximity = "seam.invalid_unlock_proximity"
    case keysBeingRead = "seam.keys_being_read"
    case offlineGraceExpired = "seam.offline_grace_expired"

    /// The text about the problem.
    package var text: String { words.text }
    /// The next step in a shell, or the ways in which the key can still be used.
    package var remedy: String { words.remedy }

    /// The text about the problem in another language.
    package func text(in language: SeamLanguage) -> String { language(text) }
    /// The ``remedy`` in another language.
    package func remedy(in language: SeamLanguage) -> String { language(remedy) }
    /// The ``remedyAtAScreen`` in another language.
    package func remedyAtAScreen(in language: SeamLanguage) -> String? { remedyAtAScreen.map { language($0) } }

    /// The next step at a screen that shows keys and itself accepts tokens. If the screen already shows the next step,
    /// this is nil.
    package var remedyAtAScreen: String? {
        switch self {
        case .alreadyInitialized: "run 'seam deactivate --deintegrate' to end the session"
        case .deactivationInProgress, .keysBeingRead: "try again in a moment"
        case .integrationNotFound: remedy
        case .internetConnectionRequired, .offlineGraceExpired: "connect this machine to the internet"
        case .activationRequired, .credentialErrors, .entranceRequired, .initializationRequired,
            .invalidClientSessionToken, .invalidCredentialID, .invalidEntranceID, .invalidUnlockProximity:
            nil
        }
    }

    private var words: (text: String, remedy: String) {
        switch self {
        case .activationRequired: ("the session is not active", "run 'seam activate'")
        case .alreadyInitialized: ("the session belongs to somebody else", "run 'seam deactivate' first")
        case .credentialErrors: ("the key cannot be used", "run 'seam keys' to see why")
        case .deactivationInProgress: ("the session is being signed out", "try again in a moment")
        case .entranceRequired: ("the key opens several doors", "name one with --entrance")
        case .initializationRequired: ("nobody is signed in", "sign in with 'seam init', then 'seam activate'")
        case .integrationNotFound: ("this machine has no provider for this kind of lock", "see 'seam providers'")
        case .internetConnectionRequired:
            ("the cloud must be asked, but could not be reached", "connect to the internet and try again")
        case .invalidClientSessionToken:
            ("the cloud does not know the client session token", "get a new client session token, then run 'seam init'")
        case .invalidCredentialID: ("there is no such key in this session", "see 'seam keys'")
        case .invalidEntranceID: ("the key does not open that entrance", "this key opens no named door")
        case .invalidUnlockProximity: ("this key cannot open in that way", "this key opens nothing from here")
        case .keysBeingRead: ("the keys are being read", "try again in a moment")
        case .offlineGraceExpired:
            (
                "the keys were last read too long ago",
                "connect to the internet, then run 'seam refresh'; if that does not help, 'seam status' shows why"
            )
        }
    }
}
