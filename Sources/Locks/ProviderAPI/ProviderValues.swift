// A target that imports the provider's methods also gets their value types.
@_exported public import MethodAPI
package import RadioModel
package import Wire

// Additions for readers of the values. The members of the values come from `Protocol/contract`.

/// The content of a characteristic.
package struct AttributeValue: WireText, Sendable, Hashable {
    /// The largest number of bytes in a value, according to Bluetooth's core specification (vol 3, part F, 3.2.9). The
    /// contract's limit in characters leaves room for one more byte.
    package static let longest = 512
    package static let rule: StaticString = "must be 0 to 512 bytes in base64url without padding"

    /// The bytes of the value, at most ``longest`` bytes.
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads bytes in base64url, or returns nil for any other text, or for too many bytes.
    package init?(_ text: String) {
        guard let bytes = Base64URL.decode(text), bytes.count <= Self.longest else { return nil }
        self.bytes = bytes
    }

    package var description: String { Base64URL.encode(bytes) }
}

extension GATTWrite {
    package init(path: CharacteristicPath, value: [UInt8], isCommit: Bool = false) {
        self.init(
            service: path.service, characteristic: path.characteristic, value: AttributeValue(value),
            isCommit: isCommit)
    }

    package var path: CharacteristicPath { CharacteristicPath(service: service, characteristic: characteristic) }
}

extension CharacteristicValue {
    package init(path: CharacteristicPath, value: [UInt8]) {
        self.init(service: path.service, characteristic: path.characteristic, value: AttributeValue(value))
    }

    package var path: CharacteristicPath { CharacteristicPath(service: service, characteristic: characteristic) }
}

extension OperationPrompt {
    /// The fault in the prompt's page, or nil if the page is valid.
    package var pageFault: FieldFault? {
        guard (otpURL != nil) == (kind == .completeOTP) else {
            return FieldFault("/otp_url", "must be given with the kind complete_otp, and with no other kind")
        }
        guard otpURL.map(Self.isPage) ?? true else {
            return FieldFault("/otp_url", "must be an https address of printable ASCII, without a user's name")
        }
        return nil
    }

    private static let scheme = "https://"

    /// Whether `url` is the URL of a page. A user name before the host would make people read a host other than the
    /// actual host.
    private static func isPage(_ url: String) -> Bool {
        let host = url.dropFirst(scheme.count).prefix { !"/?#\\".contains($0) }
        return url.hasPrefix(scheme) && !host.isEmpty && !host.contains("@")
            && url.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

extension OperationFinish {
    /// The reason given for a binding if the lock has not proved that it has the key.
    package static let unverified = "unverified"
}
