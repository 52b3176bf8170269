import Foundation

/// Checks typed addresses before a program connects to them. An address must use TLS, and it must not lead into the
/// program's own network.
///
/// Names are not looked up. If a name leads to a private address, it passes this check, so the code that makes the
/// request must check again.
public enum LMKURLValidator {
    /// Returns the address without blanks around it. The address must have at most `maxLength` characters, the required
    /// scheme, and a host that is not blocked. Otherwise, the result is nil.
    public static func validateHTTPSURL(
        _ input: String?, maxLength: Int = 500, requiredScheme: String = "https"
    ) -> String? {
        let trimmed = (input ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        guard !trimmed.isEmpty, trimmed.count <= maxLength, let url = URL(string: trimmed),
            url.scheme?.lowercased() == requiredScheme.lowercased(),
            let host = url.host, !host.isEmpty, !isBlockedHost(host)
        else { return nil }
        return trimmed
    }

    /// Returns the address with a slash at its end. If the address names a file (`.json`), no slash is added.
    public static func normalizeBaseURL(_ input: String) -> String {
        input.hasSuffix("/") || input.lowercased().hasSuffix(".json") ? input : input + "/"
    }

    /// Whether `host` is this machine, or is in a network that is not public. The host may be the name localhost, or an
    /// address in any form that a resolver reads (`127.1`, `2130706433`, `0x7f.0.0.1`, IPv6 in brackets or with a
    /// zone).
    public static func isBlockedHost(_ host: String) -> Bool {
        var name = host.lowercased()
        if name.hasPrefix("["), name.hasSuffix("]") { name = String(name.dropFirst().dropLast()) }
        if name.hasSuffix(".") { name.removeLast() }
        if name == "localhost" || name.hasPrefix("localhost.") || name.hasSuffix(".localhost") { return true }
        var address6 = in6_addr()
        let withoutZone = String(name.prefix { $0 != "%" })
        if unsafe inet_pton(AF_INET6, withoutZone, &address6) == 1 {
            return isBlocked(v6: unsafe withUnsafeBytes(of: &address6) { unsafe Array($0) })
        }
        var address4 = in_addr()
        // The address is parsed as resolvers parse it: one to four numbers, each decimal, octal or hexadecimal.
        guard unsafe inet_aton(name, &address4) != 0 else { return false }
        return isBlocked(v4: unsafe withUnsafeBytes(of: &address4) { unsafe Array($0) })
    }

    /// Whether an address belongs to a blocked range of RFC 6890 or its successors: this network, loopback, private,
    /// carrier, link-local, multicast or reserved addresses.
    private static func isBlocked(v4 bytes: [UInt8]) -> Bool {
        switch (bytes[0], bytes[1]) {
        case (0, _), (10, _), (127, _), (224..., _): true
        case (100, 64...127), (169, 254), (172, 16...31), (192, 168): true
        default: false
        }
    }

    private static func isBlocked(v6 bytes: [UInt8]) -> Bool {
        let nothing = bytes.prefix(10).allSatisfy { $0 == 0 }
        if nothing, bytes[10...14].allSatisfy({ $0 == 0 }), bytes[15] < 2 { return true }  // :: and ::1
        let isMapped = nothing && bytes[10] == 0xFF && bytes[11] == 0xFF
        let isTranslated = bytes.prefix(12) == [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]  // RFC 6052
        if isMapped || isTranslated { return isBlocked(v4: Array(bytes.suffix(4))) }
        return bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80 || bytes[0] == 0xFF
    }
}
