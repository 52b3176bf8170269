/// The QR code with which an owner shares a lock: `ssm://UI?t=sk&sk=BASE64&l=LEVEL&n=NAME`.
///
/// Only the secret is taken from the code. The owner may choose any name, and the UUID proves nothing beyond the lock's
/// answer to the secret.
package struct SesameSharedKey: Sendable, Equatable {
    /// The reason why a text cannot be used.
    package enum Fault: String, Error {
        /// The text is not the text of such a code.
        case notAKey = "sesame_bad_key"
        /// The code is for a guest. A guest's key does not contain the secret, because the maker's cloud answers the
        /// lock for a guest.
        case guest = "sesame_guest_key"
    }

    /// The number of bytes in the key: model, secret, registration token, key number, UUID.
    private static let size = 1 + SesameDeviceSecret.size + 4 + 2 + 16
    private static let guestLevel = "2"

    /// The lock's secret.
    package let secret: SesameDeviceSecret

    /// Reads the text of a code, with or without spaces around it.
    package init(_ text: String) throws(Fault) {
        let text = text.drop { $0.isWhitespace }
        guard text.lowercased().hasPrefix("ssm://ui?"), let start = text.firstIndex(of: "?") else { throw .notAKey }
        var members: [Substring: String] = [:]
        for member in text[text.index(after: start)...].split(whereSeparator: { $0 == "&" || $0.isWhitespace }) {
            guard let sign = member.firstIndex(of: "=") else { continue }
            members[member[..<sign]] = try Self.unescaped(member[member.index(after: sign)...])
        }
        guard members["t"] == "sk", let key = members["sk"].flatMap(SesameBase64.decode), key.count == Self.size else {
            throw .notAKey
        }
        guard members["l"] != Self.guestLevel else { throw .guest }
        do {
            secret = try SesameDeviceSecret(Array(key[1...SesameDeviceSecret.size]))
        } catch {
            throw .notAKey
        }
    }

    /// Returns the text of an owner's code. The text is secret.
    package static func text(of secret: SesameDeviceSecret, model: SesameModel, uuid: [UInt8]) -> String {
        let head = [UInt8(truncatingIfNeeded: model.rawValue)] + secret.secretBytes
        let key = head + [UInt8](repeating: 0, count: 6) + uuid
        return "ssm://UI?t=sk&sk=\(SesameBase64.encode(key))&l=0&n=Lock"
    }

    /// Replaces percent-encoded characters. A plus sign is kept as it is, because these are not form fields.
    private static func unescaped(_ text: Substring) throws(Fault) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = Substring(rest.prefix(2))
            guard digits.count == 2, digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16) else {
                throw .notAKey
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
