import Glibc
import NIOCore

/// Where the pages are served.
enum WebListen: Sendable, Hashable {
    /// An address and a port. Port 0 lets the kernel choose a port.
    case network(host: String, port: Int)
    /// The path of a Unix socket.
    case unix(String)

    /// The longest path of a socket. A socket address has 108 bytes, the last of which is zero.
    private static let longestPath = 107

    /// Reads an address such as `127.0.0.1:8480`, `[::1]:8480` or `unix:/run/lifesignal-web/http.sock`. Returns nil for
    /// anything else. Names are refused as well, because their meaning depends on other programs.
    init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = text.dropFirst("unix:".count)
            guard path.hasPrefix("/"), path.utf8.count <= Self.longestPath else { return nil }
            self = .unix(String(path))
            return
        }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        let host = String(text[..<colon])
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let address = isBracketed ? String(host.dropFirst().dropLast()) : host
        guard WebAddress(ip: address) != nil, address.contains(":") == isBracketed else { return nil }
        self = .network(host: address, port: Int(port))
    }

    /// Whether only this machine can reach it.
    var isLocal: Bool {
        switch self {
        case .network(let host, _): WebAddress(ip: host)?.isLoopback ?? false
        case .unix: true
        }
    }

    /// The address for the log, with the port that was bound.
    func name(port bound: Int?) -> String {
        switch self {
        case .network(let host, let port): "\(host.contains(":") ? "[\(host)]" : host):\(bound ?? port)"
        case .unix(let path): "unix:\(path)"
        }
    }
}

extension WebAddress {
    /// Reads an address without a port. Returns nil if the text is not an IPv4 or IPv6 address.
    init?(ip text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        if unsafe inet_pton(AF_INET, text, &bytes) == 1 {
            self.init(Array(bytes.prefix(4)))
        } else if unsafe inet_pton(AF_INET6, text, &bytes) == 1 {
            self.init(bytes)
        } else {
            return nil
        }
    }

    /// The address of a network peer, or nil for a peer on a Unix socket. A link-local address has its interface behind
    /// a percent sign.
    init?(socket: SocketAddress) {
        guard let text = socket.ipAddress else { return nil }
        self.init(ip: String(text.prefix { $0 != "%" }))
    }
}
