public import FoundationEssentials

/// Why a key cannot be used now. Each error disappears by itself when its cause is gone.
public enum SeamCredentialError: Error, Equatable, Hashable, Codable, Sendable {
    /// Waiting for a local credential to become available.
    case awaitingLocalCredential
    /// The credential has expired.
    case expired
    /// A person must do something.
    case userInteractionRequired(RequiredUserInteraction)
    /// A configuration error that the building's operator or Seam must fix.
    case contactSeamSupport
    /// This machine cannot open it, for example because it has no Bluetooth.
    case unsupportedDevice
    /// Any other error.
    case unknown

    /// What a person must do.
    public enum RequiredUserInteraction: Equatable, Hashable, Codable, Sendable {
        /// Open the page and enter the code there. The address is always `https`.
        case completeOtpAuthorization(otpUrl: URL)
        /// Connect the machine to the internet.
        case enableInternet
        /// Switch Bluetooth on.
        case enableBluetooth
        /// Let the radio broker use Bluetooth; only the machine's administrator can do this.
        case grantBluetoothPermission
        /// Restart, which here means the Bluetooth service, not the program.
        case appRestartRequired
    }
}
