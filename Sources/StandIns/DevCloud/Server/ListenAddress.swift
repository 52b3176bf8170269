/// The address on which the development cloud listens, which is always on this machine.
package enum ListenAddress: Equatable, Sendable {
    /// A loopback address and a port. Port 0 lets the kernel choose a port.
    case loopback(host: String, port: Int)
    /// The path of a Unix socket.
    case unix(path: String)

    /// Reads an address, such as `127.0.0.1:0`, `[::1]:0` or `unix:PATH`.
    ///
    /// Names are refused, even `localhost`, because their meaning depends on other programs. Every other address is
    /// also refused, because the server gives tokens to anyone who has the key.
    package init(_ text: String) throws(DevCloudError) {
        if text.hasPrefix("unix:") {
            let path = String(text.dropFirst("unix:".count))
            guard path.hasPrefix("/"), path.utf8.count <= Self.longestPath else { throw .badSocketPath }
            self = .unix(path: path)
            return
        }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            throw .badAddress
        }
        let host = String(text[..<colon])
        switch host {
        case "[::1]": self = .loopback(host: "::1", port: Int(port))
        case _ where Self.isLoopbackIPv4(host): self = .loopback(host: host, port: Int(port))
        default: throw .notLoopback
        }
    }

    /// Returns the base URL of the server. The `port` is the port that was bound.
    package func url(port boundPort: Int?, scheme: String = "http") -> String {
        switch self {
        case .loopback(let host, let port):
            let shown = host.contains(":") ? "[\(host)]" : host
            return "\(scheme)://\(shown):\(boundPort ?? port)"
        case .unix(let path):
            return "unix:\(path)"
        }
    }

    /// The longest path of a socket. A socket address has 108 bytes, the last of which is zero.
    private static let longestPath = 107

    private static func isLoopbackIPv4(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in UInt8(part).map { String($0) == part } ?? false }
    }
}

/// The reason why the development cloud does not start.
package struct DevCloudError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kind of a fault. Comparisons and decisions use only the kind.
    package enum Code: Equatable, Sendable {
        /// An argument is unknown, missing or without its value.
        case usage
        /// The address is neither loopback nor a Unix socket.
        case address
        /// A file cannot be read or written.
        case file
        /// The seed file is not valid.
        case seed
        /// The API key does not have the form of an API key.
        case apiKey
        /// The certificate or its key is not valid, or they do not belong together.
        case certificate
    }

    /// The kind of the fault.
    package let code: Code

    /// A description in one line for people, without any secret.
    package let description: String

    /// Creates an error.
    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }

    package static func == (left: DevCloudError, right: DevCloudError) -> Bool { left.code == right.code }

    static let badAddress = DevCloudError(.address, "not an address as in 127.0.0.1:0, [::1]:0 or unix:/path")
    static let notLoopback = DevCloudError(.address, "only loopback addresses and Unix sockets are served")
    static let badSocketPath = DevCloudError(.address, "a socket path must be absolute, and have at most 107 bytes")
}
