import Crypto
import LockProtocol

/// A lock's product. Other products exist, but their states have other layouts.
package enum SesameModel: UInt16, Sendable, CaseIterable {
    /// The product Sesame 5.
    case sesame5 = 5
    /// The product Sesame 5 Pro.
    case sesame5Pro = 7
    /// The product Sesame 5 for the United States.
    case sesame5US = 16
}

/// The advertisement of a Sesame lock: the lock's manufacturer data, and the name and address derived from the lock's
/// UUID.
package struct SesameAdvertisement: Sendable, Equatable {
    /// The number of the company CANDY HOUSE, as listed by the Bluetooth SIG.
    package static let company: UInt16 = 0x055A
    /// The number of bytes in the manufacturer data after the company's number.
    package static let size = 19

    /// The product's number, which may be missing from `SesameModel`.
    package var model: UInt16
    /// Whether the lock has a key. Only a lock without a key can be registered.
    package var isRegistered: Bool
    /// Whether the lock has unread records.
    package var hasHistory: Bool
    /// The lock's UUID, 16 bytes in the order of its text.
    package var uuid: [UInt8]

    /// Creates the advertisement of a lock without unread records. Throws `badValue` for a UUID that is not 16 bytes
    /// long.
    package init(model: UInt16, isRegistered: Bool, uuid: [UInt8]) throws(SesameError) {
        guard uuid.count == 16 else { throw SesameError(.badValue, "a UUID must have 16 bytes") }
        self.model = model
        self.isRegistered = isRegistered
        hasHistory = false
        self.uuid = uuid
    }

    /// Reads the manufacturer data of `company`. Throws `truncated` or `oversize`.
    package init(manufacturerData: [UInt8]) throws(SesameError) {
        var reader = ByteReader(manufacturerData)
        model = try reader.uint16()
        let flags = try reader.uint8()
        isRegistered = flags & 1 != 0
        hasHistory = flags & 2 != 0
        uuid = try reader.bytes(16)
        try reader.end()
    }

    /// The data after the company's number.
    package var manufacturerData: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: model)
        return bytes + [(isRegistered ? 1 : 0) | (hasHistory ? 2 : 0)] + uuid
    }

    /// The name that the lock advertises: the UUID in base64 without padding.
    package var localName: String { SesameBase64.encode(uuid) }

    /// The lock's static random address, the most significant byte first: six bytes of an AES-CMAC whose key is the
    /// UUID.
    package var address: [UInt8] {
        get throws(SesameError) {
            let mac = try SesameDeviceSecret.authenticator(of: Array("candy".utf8), key: SymmetricKey(data: uuid))
            return [mac[5] | 0xC0, mac[4], mac[3], mac[2], mac[1], mac[0]]
        }
    }
}
