/// The GATT services and characteristics of a Nuki lock, as lower-case UUID strings.
package enum NukiCharacteristic {
    /// The service for classic pairing.
    package static let pairingService = uuid("e100")
    /// The characteristic for classic pairing, in plaintext: write and indicate.
    package static let pairing = uuid("e101")
    /// The service for Ultra pairing.
    package static let ultraPairingService = uuid("e300")
    /// The characteristic for Ultra pairing: write and indicate. The last two messages of the pairing are sealed.
    package static let ultraPairing = uuid("e301")
    /// The service for normal use.
    package static let keyturnerService = uuid("e200")
    /// The lock indicates on this characteristic that no key fits, in plaintext.
    package static let general = uuid("e201")
    /// The characteristic for every normal command, sealed: write and indicate.
    package static let user = uuid("e202")

    /// Returns the service that contains one of these characteristics, or nil for any other characteristic. The UUIDs
    /// may be in any case.
    package static func service(of characteristic: String) -> String? {
        switch characteristic.lowercased() {
        case pairing: pairingService
        case ultraPairing: ultraPairingService
        case general, user: keyturnerService
        default: nil
        }
    }

    private static func uuid(_ short: String) -> String { "a92e\(short)-5501-11e4-916c-0800200c9a66" }
}

/// How a lock is paired. After the pairing, both kinds of lock use the same protocol.
package enum NukiLockKind: UInt8, Sendable, Equatable {
    /// A Smart Lock 1.0 to 4 or a Smart Door: its pairing needs a button press, and all of the pairing is in plaintext.
    case classic = 0
    /// A lock of the Ultra or 5G kind: its pairing also needs a six-digit PIN.
    case ultra = 1

    /// Creates the kind of the lock that offers these characteristics. If the lock has neither pairing service, returns
    /// nil. The UUIDs may be in any case.
    package init?(characteristics: some Sequence<String>) {
        let offered = Set(characteristics.map { $0.lowercased() })
        if offered.contains(NukiCharacteristic.ultraPairing) {
            self = .ultra
        } else if offered.contains(NukiCharacteristic.pairing) {
            self = .classic
        } else {
            return nil
        }
    }

    /// The characteristic used to pair a lock of this kind.
    package var pairingCharacteristic: String {
        switch self {
        case .classic: NukiCharacteristic.pairing
        case .ultra: NukiCharacteristic.ultraPairing
        }
    }
}
