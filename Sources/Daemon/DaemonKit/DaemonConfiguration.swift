// A daemon's configuration is read as any program's.
@_exported public import ConfigurationFiles
package import LinuxSupport
package import RPC
package import Wire

/// A daemon's configuration file.
package protocol DaemonConfiguration: ConfigurationFile {
    /// The names under which a service manager may pass sockets, and the paths where they are bound.
    var sockets: [String: String] { get }
    /// The limits of clients' counts and rates.
    var quotas: RPCQuotas { get set }
}

/// The users and groups that a configuration admits to a socket.
extension RPCAllowList {
    /// Root and the daemon's own user. A socket for people always admits them; a socket for another daemon admits
    /// nobody but whom its configuration names, root included.
    package static var alwaysAtPeoplesSockets: Set<UInt32> { [0, ProcessUser.effective] }

    /// Whom a member of `allow` names.
    ///
    /// Throws for names that the machine does not know, and for a look-up that fails.
    package init(_ fields: inout JSONFields, accounts: AccountLookup) throws {
        self.init()
        for name in try fields.strings("users", count: 0...256, bytes: 1...64) {
            guard let user = try accounts.user(name) else {
                throw fields.fault("users", "names a user that does not exist")
            }
            users.insert(user)
        }
        for name in try fields.strings("groups", count: 0...256, bytes: 1...64) {
            guard let group = try accounts.group(name) else {
                throw fields.fault("groups", "names a group that does not exist")
            }
            groups.insert(group)
        }
        try fields.end()
    }

    /// Whom a member of `allow` names, for a socket for people. If the member is absent: the group that the
    /// installation makes, if it exists.
    package static func people(
        _ fields: JSONFields?, orGroup group: String, accounts: AccountLookup
    ) throws -> RPCAllowList {
        var list = RPCAllowList()
        if var fields {
            list = try RPCAllowList(&fields, accounts: accounts)
        } else if let gid = try accounts.group(group) {
            list.groups = [gid]
        }
        list.always = alwaysAtPeoplesSockets
        return list
    }
}
