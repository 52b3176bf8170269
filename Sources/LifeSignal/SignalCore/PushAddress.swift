import Wire

/// The address of a browser that shows notifications: the URL of its push service (RFC 8030), and the keys with which
/// messages are encrypted for this browser only (RFC 8291). As a text, it is the URL, the key and the secret, with a
/// space between them.
///
/// The URL comes from a visitor. Only its form is checked here. The sender decides to which services it posts.
package struct PushAddress: Sendable, Hashable {
    /// Where messages for the browser are posted.
    package let endpoint: String
    /// The URL's scheme, host and port.
    package let origin: String
    /// The browser's public key on the curve P-256, uncompressed. The point may be off the curve.
    package let key: [UInt8]
    /// The secret that the browser shares with the senders of its messages.
    package let secret: [UInt8]

    /// The most bytes of a URL, and of a whole address.
    private static let longestURL = 1_024
    package static let longest = longestURL + 87 + 22 + 2
    /// A test's service runs on the same machine, without TLS.
    private static let ownMachine = "http://127.0.0.1:"

    /// Reads an address. Returns nil if it has another form.
    package init?(_ text: String) {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, let key = Base64URL.decode(parts[1]), key.count == 65, key[0] == 4,
            let secret = Base64URL.decode(parts[2]), secret.count == 16, let origin = Self.origin(of: parts[0])
        else { return nil }
        (endpoint, self.origin, self.key, self.secret) = (String(parts[0]), origin, key, secret)
    }

    /// The URL's host.
    package var host: String {
        String(origin.drop { $0 != "/" }.dropFirst(2).prefix { $0 != ":" })
    }

    /// The origin of a URL with a path. Returns nil if the URL could be read in different ways.
    private static func origin(of url: Substring) -> String? {
        guard url.utf8.count <= longestURL, url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !url.contains(where: { "#\\\"<>".contains($0) })
        else { return nil }
        let isOwn = url.hasPrefix(ownMachine)
        guard url.hasPrefix("https://") || isOwn else { return nil }
        let scheme = isOwn ? "http://" : "https://"
        let rest = url.dropFirst(scheme.count)
        let place = rest.prefix { $0 != "/" && $0 != "?" }
        guard rest.dropFirst(place.count).first == "/" else { return nil }
        let parts = place.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.count == 1 || UInt16(parts[1]).map({ $0 > 0 }) == true,
            isOwn || isName(parts[0])
        else { return nil }
        return scheme + place
    }

    /// Whether a text is the name of a host in lower case, as browsers write it. A number is not a name.
    private static func isName(_ text: Substring) -> Bool {
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, labels.count >= 2, let last = labels.last?.first else { return false }
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(last)
            && labels.allSatisfy { label in
                (1...63).contains(label.count)
                    && label.allSatisfy { byte in
                        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                    }
            }
    }
}
