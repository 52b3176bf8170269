public import FoundationEssentials

/// The reason why a key cannot be used now. Each error disappears by itself once its cause no longer exists.
public enum SeamCredentialError: Error, Equatable, Hashable, Codable, Sendable {
    /// The key is waiting for a local credential to become available.
    case awaitingLocalCredential
    /// The credential has expired.
    case expired
    /// A person must do something.
    case userInteractionRequired(RequiredUserInteraction)
    /// A configuration error that the building's operator or Seam must fix.
    case contactSeamSupport
    /// This machine cannot open the door, for example because the machine has no Bluetooth.
    case unsupportedDevice
    /// Any other error.
    case unknown

    /// The action required from a person.
    public enum RequiredUserInteraction: Equatable, Hashable, Codable, Sendable {
        /// The person must open the page and enter the code there. The page's address is always `https`.
        case completeOtpAuthorization(otpUrl: URL)
        /// The person must connect the machine to the internet.
        case enableInternet
        /// The person must switch Bluetooth on.
        case enableBluetooth
        /// The radio broker needs permission to use Bluetooth, which only the machine's administrator can grant.
        case grantBluetoothPermission
        /// A restart is required. On Linux, the Bluetooth service must be restarted, not the program.
        case appRestartRequired
    }
}
