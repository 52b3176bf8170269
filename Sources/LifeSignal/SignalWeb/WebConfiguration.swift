import DaemonKit
import LinuxSupport
import RPC
import Wire

/// The contents of `/etc/seam/lifesignal-web.json`, read once at startup.
struct WebConfiguration: DaemonConfiguration {
    /// Where the pages are served, unless the service manager passes a socket.
    var listen: WebListen
    /// The name under which browsers reach the pages.
    var site: WebSite
    /// The socket at which `lifesignald` shows and takes answers to alarms.
    var lifesignal: String
    /// The certificate and its key, or nil without TLS.
    var tls: CertificatePlace?
    /// Whether a proxy on this machine names the visitors' addresses.
    var trustsProxy: Bool
    /// How many connections visitors may have open at a time.
    var limits: WebRoom.Limits {
        get { WebRoom.Limits(all: quotas.connections, ofAddress: connectionsPerAddress) }
        set { (quotas.connections, connectionsPerAddress) = (newValue.all, newValue.ofAddress) }
    }
    private var connectionsPerAddress = 0
    /// Of these, the program uses only the number of connections, which is lowered if it may open only a few files.
    var quotas = RPCQuotas(exemptUsers: [])

    static let place = "/etc/seam/lifesignal-web.json"
    static let mayBeAbsent = false
    var sockets: [String: String] { [:] }
    /// The socket for browsers. If the service manager passes it, its unit decides where the pages are served.
    var openSockets: Set<String> { ["http"] }

    init(_ fields: inout JSONFields, accounts: AccountLookup) throws {
        let address = try fields.optionalString("listen", bytes: 1...200) ?? "127.0.0.1:8480"
        guard let listen = WebListen(address) else {
            throw fields.fault("listen", "must be an address with a port, or unix: with a path")
        }
        guard let site = WebSite(try fields.string("url", bytes: 1...200)) else {
            throw fields.fault("url", "must be https:// or http:// with a host, and without a path")
        }
        (self.listen, self.site) = (listen, site)
        lifesignal = try fields.optionalString("socket", bytes: 1...107) ?? "/run/seam/lifesignal-web.sock"
        tls = try fields.optionalFields("tls").map(Self.certificate)
        trustsProxy = try fields.optionalBool("trusted_proxy") ?? false
        limits = WebRoom.Limits()
        if var raised = try fields.optionalFields("limits") {
            try Self.raise(&limits.all, "connections", in: &raised)
            try Self.raise(&limits.ofAddress, "connections_per_address", in: &raised)
            try raised.end()
        }
        guard tls != nil || listen.isLocal else {
            throw fields.fault("listen", "must be a loopback address or a Unix socket, unless there is tls")
        }
    }

    /// Reads a limit, which may be raised and not lowered.
    private static func raise(_ limit: inout Int, _ key: StaticString, in raised: inout JSONFields) throws(FieldFault) {
        if let number = try raised.optionalInteger(key, in: Int64(limit)...65_536) { limit = Int(number) }
    }

    private static func certificate(_ fields: JSONFields) throws -> CertificatePlace {
        var fields = fields
        let place = CertificatePlace(
            certificate: try fields.string("certificate", bytes: 1...4096),
            key: try fields.string("key", bytes: 1...4096))
        for (key, name) in [("certificate", place.certificate), ("key", place.key)] as [(StaticString, String)] {
            let isPath = name.hasPrefix("/")
            guard isPath || !name.contains("/") && !name.hasPrefix(".") else {
                throw fields.fault(key, "must be a path from /, or the name of a credential")
            }
        }
        try fields.end()
        return place
    }
}
