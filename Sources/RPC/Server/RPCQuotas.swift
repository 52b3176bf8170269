import Wire

/// The counts and rates that a server keeps, over all its connections and for each user. Configuration may raise them; none
/// can be switched off. `Protocol/framing.md` section 1.4 has those of one connection.
package struct RPCQuotas: Sendable, Hashable {
    /// Connections in all.
    package var connections = 1024
    /// New connections per second, in the long run.
    package var connectionRate = 50
    /// New connections at once.
    package var connectionBurst = 200
    package var connectionsPerUser = 64
    /// Calls whose handler runs.
    package var callsPerUser = 128
    package var streamsPerUser = 64
    /// Bytes that wait for a user's clients, over all connections. No user is exempt.
    package var queuedBytesPerUser = 4_194_304
    /// Users that are exempt from counts and rates: root, and the server's own.
    package var exemptUsers: Set<UInt32>

    package init(exemptUsers: Set<UInt32>) {
        self.exemptUsers = exemptUsers
    }
}

/// A bound of ``RPCQuotas`` as it is told: name, scope and the configuration's key.
enum QuotaName: String, Sendable, Hashable, CaseIterable {
    case connections
    case connectionRate = "connection_rate"
    case connectionsPerUser = "connections_per_uid"
    case callsPerUser = "calls_per_uid"
    case streamsPerUser = "streams_per_uid"
    case queuedBytesPerUser = "queued_bytes_per_uid"

    var scope: String {
        switch self {
        case .connections, .connectionRate: "server"
        case .connectionsPerUser, .callsPerUser, .streamsPerUser, .queuedBytesPerUser: "uid"
        }
    }

    var configKey: String { "limits.\(rawValue)" }

    func breach(limit: Int, used: Int) -> QuotaBreach {
        QuotaBreach(rawValue, limit: limit, used: used, scope: scope, configKey: configKey)
    }
}
