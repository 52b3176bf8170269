/// The GATT services and characteristics of a Nuki lock, as lower-case UUID strings.
package enum NukiCharacteristic {
    /// The service for classic pairing.
    package static let pairingService = uuid("e100")
    /// Classic pairing, plaintext: write and indicate.
    package static let pairing = uuid("e101")
    /// The service for Ultra pairing.
    package static let ultraPairingService = uuid("e300")
    /// Ultra pairing: write and indicate; its last two messages are sealed.
    package static let ultraPairing = uuid("e301")
    /// The service for normal use.
    package static let keyturnerService = uuid("e200")
    /// Plaintext errors when no key fits: indicate.
    package static let general = uuid("e201")
    /// Every normal command, sealed: write and indicate.
    package static let user = uuid("e202")

    /// The service that contains one of these characteristics (UUIDs in any case); nil for any other.
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

/// How a lock is paired. After that, both kinds speak the same protocol.
package enum NukiLockKind: UInt8, Sendable, Equatable {
    /// Smart Lock 1.0 to 4 and Smart Door: a button press, all plaintext.
    case classic = 0
    /// Ultra and 5G: a six-digit PIN in addition.
    case ultra = 1

    /// Which kind offers these characteristics (UUIDs in any case), nil if neither pairing service is present.
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

    /// The characteristic on which this kind is paired.
    package var pairingCharacteristic: String {
        switch self {
        case .classic: NukiCharacteristic.pairing
        case .ultra: NukiCharacteristic.ultraPairing
        }
    }
}
