import DaemonKit
package import LinuxSupport
package import RPC
package import Wire

/// The contents of `/etc/seam/radio.json`, read once at startup.
package struct RadioConfiguration: DaemonConfiguration, Equatable {
    package var socket = "/run/seam/radio.sock"
    /// The group that may write to the socket. If anyone may connect, this is nil. In that case, the broker checks each
    /// peer's identity and refuses everyone who is not allowed.
    package var socketGroup: UInt32?
    /// The admitted users. Nobody else is admitted, not even root.
    package var allow = RPCAllowList()
    /// The number of links that the adapter can have at the same time, from 1 to 64.
    package var maxLinks = 8
    /// The place where the bus check leaves its report.
    package var busCheck = BusCheckPlace()
    /// The limits for clients, as counts and rates. The member `limits` raises them.
    package var quotas = RPCQuotas(exemptUsers: [0, ProcessUser.effective])

    package init() {}

    package static let place = "/etc/seam/radio.json"
    package static let mayBeAbsent = true
    package var sockets: [String: String] { ["radio": socket] }

    package init(_ fields: inout JSONFields, accounts: AccountLookup) throws {
        socket = try fields.optionalString("socket", bytes: 1...107) ?? socket
        maxLinks = Int(try fields.optionalInteger("max_links", in: 1...64) ?? Int64(maxLinks))
        if let name = try fields.optionalString("socket_group", bytes: 1...64) {
            guard let group = try accounts.group(name) else {
                throw fields.fault("socket_group", "names a group that does not exist")
            }
            socketGroup = group
        }
        try quotas.raise(try fields.optionalFields("limits"))
        busCheck = try BusCheckPlace(try fields.optionalFields("bus_check"), accounts: accounts)
        var allow = try fields.optionalFields("allow")
        if var radio = try allow?.optionalFields("radio") {
            self.allow = try RPCAllowList(&radio, accounts: accounts)
        } else {
            // This is the user that the installation creates. If there is no such user, it is the daemon's own user,
            // for development.
            self.allow.users = [try accounts.user("seam-session") ?? ProcessUser.effective]
        }
        try allow?.end()
    }
}

/// The place where the bus check leaves its report (`deploy/dbus/README.md`), and the users who may have written it.
package struct BusCheckPlace: Sendable, Equatable {
    package var file = "/run/seam-bus-check/report"
    /// The owners whose files are believed: root and the check's own user.
    package var owners: Set<UInt32> = [0]

    package init() {}

    /// - Throws: If a user does not exist, or a lookup fails. The user that the installation creates need not exist.
    init(_ fields: JSONFields?, accounts: AccountLookup) throws {
        var fields = fields
        if let path = try fields?.optionalString("file", bytes: 1...4096) {
            guard path.hasPrefix("/") else { throw fields?.fault("file", "must begin with /") ?? FieldFault("", "") }
            file = path
        }
        let name = try fields?.optionalString("user", bytes: 1...64)
        if let user = try accounts.user(name ?? "seam-bus-check") {
            owners.insert(user)
        } else if name != nil {
            throw fields?.fault("user", "names a user that does not exist") ?? FieldFault("", "")
        }
        try fields?.end()
    }
}
