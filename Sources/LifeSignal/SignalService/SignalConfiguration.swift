import DaemonKit
package import LinuxSupport
package import RPC
package import Wire

/// The contents of `/etc/seam/lifesignal.json`, read once at startup. The file may be absent.
package struct SignalConfiguration: DaemonConfiguration {
    var socket: String
    var adminSocket: String
    /// The store's file; its directory must exist.
    var store: String
    /// A file of mode 0600 with the machine key, for machines without systemd credentials.
    var machineKey: String?
    /// Whether anybody may register with a code; otherwise only who was given one by an administrator.
    var isOpen: Bool
    /// Limits for clients' counts and rates; `limits` raises them.
    package var quotas = RPCQuotas(exemptUsers: [0, ProcessUser.effective])
    var allowSession: RPCAllowList
    var allowAdmin: RPCAllowList

    package static let place = "/etc/seam/lifesignal.json"
    package static let mayBeAbsent = true
    package var sockets: [String: String] { ["session": socket, "admin": adminSocket] }

    /// The store's path alone, as the file at `path` names it: other members may be wrong. Scripts that remove or copy
    /// the store ask for it. Throws as ``read(_:)`` does.
    static func store(in path: String) throws(ConfigurationError) -> String {
        try part(of: path) { fields in try store(&fields) }
    }

    private static func store(_ fields: inout JSONFields) throws -> String {
        try fields.optionalString("store", bytes: 1...4096) ?? "/var/lib/lifesignal/lifesignal.db"
    }

    /// Who may register.
    private enum Registration: String, CaseIterable {
        case invite
        case open
    }

    package init(_ fields: inout JSONFields, accounts: AccountLookup) throws {
        socket = try fields.optionalString("socket", bytes: 1...107) ?? "/run/seam/lifesignal.sock"
        adminSocket = try fields.optionalString("admin_socket", bytes: 1...107) ?? "/run/seam/lifesignal-admin.sock"
        store = try Self.store(&fields)
        machineKey = try fields.optionalString("machine_key", bytes: 1...4096)
        let registration: Registration? = try fields.optionalEnumeration("registration")
        isOpen = registration == .open
        try quotas.raise(try fields.optionalFields("limits"))
        var allow = try fields.optionalFields("allow")
        allowSession = try .people(try allow?.optionalFields("session"), orGroup: "seam", accounts: accounts)
        allowAdmin = try .people(try allow?.optionalFields("admin"), orGroup: "seam-admin", accounts: accounts)
        try allow?.end()
    }
}
