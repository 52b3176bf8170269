/// The name under which browsers reach the pages: a scheme, a host, and a port if it is not the scheme's own.
struct WebSite: Sendable, Hashable {
    /// The origin as browsers send it, in lower case, for example `https://alarm.example.org`.
    let origin: String
    /// The host as browsers send it, in lower case.
    let host: String

    /// Whether browsers reach the pages with TLS.
    var isSecure: Bool { origin.hasPrefix("https") }

    /// Reads a URL without a path, or with the path `/`. Returns nil for anything else.
    init?(_ url: String) {
        let text = url.lowercased()
        guard let scheme = ["https", "http"].first(where: { text.hasPrefix("\($0)://") }) else { return nil }
        var rest = text.dropFirst(scheme.count + 3)
        if rest.hasSuffix("/") { rest.removeLast() }
        let allowed = "abcdefghijklmnopqrstuvwxyz0123456789.-:[]"
        guard !rest.isEmpty, rest.utf8.count <= 200, rest.allSatisfy({ allowed.contains($0) }) else { return nil }
        host = Self.withoutPort(rest, scheme)
        origin = "\(scheme)://\(host)"
    }

    /// Whether a request's `Host` is this name. The scheme's own port may be written or not.
    func isMeant(by sent: String) -> Bool {
        Self.withoutPort(Substring(sent.lowercased()), isSecure ? "https" : "http") == host
    }

    private static func withoutPort(_ host: Substring, _ scheme: String) -> String {
        let port = scheme == "https" ? ":443" : ":80"
        return String(host.hasSuffix(port) ? host.dropLast(port.count) : host)
    }
}
