// A daemon's configuration is read in the same way as the configuration of any other program.
@_exported public import ConfigurationFiles
package import LinuxSupport
package import RPC
package import Wire

/// A daemon's configuration file.
package protocol DaemonConfiguration: ConfigurationFile {
    /// The names under which a service manager may pass sockets, with the paths where they are bound.
    var sockets: [String: String] { get }
    /// The names under which a service manager may pass stream sockets of any kind, whose units decide where they
    /// listen.
    var openSockets: Set<String> { get }
    /// The limits on the clients' number and request rates.
    var quotas: RPCQuotas { get set }
}

extension DaemonConfiguration {
    /// Most daemons have no such sockets.
    package var openSockets: Set<String> { [] }
}

/// Reading the users and groups that a configuration admits to a socket.
extension RPCAllowList {
    /// Root and the daemon's own user. A socket for people always admits them. A socket for another daemon admits only
    /// the users named in its configuration, and this rule also applies to root.
    package static var alwaysAtPeoplesSockets: Set<UInt32> { [0, ProcessUser.effective] }

    /// Creates the list of users and groups named in a member of `allow`.
    ///
    /// Throws if the machine does not know a name, or if a lookup fails.
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

    /// Returns the list of users and groups named in a member of `allow`, for a socket for people. If the member is
    /// absent, the list contains the group created by the installation, if that group exists.
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
