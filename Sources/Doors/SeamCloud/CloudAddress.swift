/// The base URL of a Seam cloud.
package struct CloudAddress: Equatable, Sendable, CustomStringConvertible {
    /// Why a text is not a base URL to which a token may be sent.
    package struct Fault: Error, Equatable, Sendable, CustomStringConvertible {
        /// The rule that the text breaks. The description contains no part of the text.
        package let description: String

        static let scheme = Fault(description: "must begin with https://, http:// or unix:")
        static let notLoopback = Fault(description: "must use https unless it is a loopback address or a Unix socket")
        static let host = Fault(description: "must name a host as in https://connect.getseam.com")
        static let port = Fault(description: "must have a port from 1 to 65535, or no port")
        static let path = Fault(description: "must have no query, no user, and no special segments in its path")
        static let socket = Fault(description: "must have an absolute socket path of at most 107 bytes")
    }

    /// Whether requests are encrypted. The value is false only for addresses on this machine.
    package let isEncrypted: Bool

    /// The part before a request's path and query, as the HTTP client spells it.
    let prefix: String

    /// The address as it was configured.
    package let description: String

    /// Reads `https://HOST[:PORT][/PREFIX]`, `http://127.0.0.1:PORT`, `http://[::1]:PORT`, `http://localhost:PORT` or
    /// `unix:/PATH`.
    ///
    /// A token is never sent over a network without encryption, so plain `http` is allowed only for loopback addresses.
    /// User names, queries and fragments are refused, because they would interfere with the path and query that are
    /// appended later.
    package init(_ text: String) throws(Fault) {
        description = text
        if text.hasPrefix("unix:") {
            let path = text.dropFirst("unix:".count)
            guard path.hasPrefix("/"), path.utf8.count <= 107 else { throw .socket }
            isEncrypted = false
            prefix = "http+unix://" + PercentEncoding.encode(path)
            return
        }
        guard let separator = text.firstRange(of: "://") else { throw .scheme }
        let scheme = text[..<separator.lowerBound]
        guard scheme == "https" || scheme == "http" else { throw .scheme }
        let rest = text[separator.upperBound...]
        let authority = rest.prefix { $0 != "/" }
        let host = try Self.host(of: authority)
        isEncrypted = scheme == "https"
        guard isEncrypted || Self.isLoopback(host) else { throw .notLoopback }
        prefix = "\(scheme)://\(authority)" + (try Self.path(rest.dropFirst(authority.count)))
    }

    private static func host(of authority: Substring) throws(Fault) -> Substring {
        var host = authority
        if !authority.hasSuffix("]"), let colon = authority.lastIndex(of: ":") {
            host = authority[..<colon]
            guard let port = UInt16(authority[authority.index(after: colon)...]), port > 0 else { throw .port }
        }
        let isLiteral = host.hasPrefix("[") && host.hasSuffix("]") && host.count > 2
        let name = isLiteral ? host.dropFirst().dropLast() : host
        let isAllowed = name.utf8.allSatisfy { byte in
            PercentEncoding.isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
                || (isLiteral && byte == UInt8(ascii: ":"))
        }
        guard !name.isEmpty, name.utf8.count <= 253, isAllowed else { throw .host }
        return host
    }

    private static func isLoopback(_ host: Substring) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// The path without a trailing slash.
    private static func path(_ text: Substring) throws(Fault) -> String {
        let segments = text.split(separator: "/")
        guard segments.allSatisfy({ $0 != "." && $0 != ".." && $0.utf8.allSatisfy(PercentEncoding.isUnreserved) })
        else {
            throw .path
        }
        return segments.map { "/\($0)" }.joined()
    }
}
