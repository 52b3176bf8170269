public import FoundationEssentials

/// Why a key cannot be used now. Each error goes away by itself when its cause is gone.
public enum SeamCredentialError: Error, Equatable, Hashable, Sendable {
    /// Waiting for a local credential to become available.
    case awaitingLocalCredential
    /// The credential has expired.
    case expired
    /// A person must do something.
    case userInteractionRequired(RequiredUserInteraction)
    /// A configuration error that the building's operator or Seam must repair.
    case contactSeamSupport
    /// This machine cannot open it, for example because it has no Bluetooth.
    case unsupportedDevice
    /// None of the others.
    case unknown

    /// The person's part.
    public enum RequiredUserInteraction: Equatable, Hashable, Sendable {
        /// Open the page and enter the code there. The address is always `https`.
        case completeOtpAuthorization(otpUrl: URL)
        /// Connect the machine to the internet.
        case enableInternet
        /// Switch Bluetooth on.
        case enableBluetooth
        /// Let the radio broker use Bluetooth: the machine's administrator must.
        case grantBluetoothPermission
        /// Restart. Here that means the Bluetooth service, not the program.
        case appRestartRequired
    }
}
