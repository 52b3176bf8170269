package import Logging
package import Wire

/// The counts and rates that a server enforces. Some apply to all its connections together, and some to each user. The
/// configuration can raise them, but cannot switch them off. `Protocol/framing.md` section 1.4 lists the limits for one
/// connection.
package struct RPCQuotas: Sendable, Hashable {
    /// The number of connections of all users combined.
    package var connections = 1024
    /// The average number of new connections per second.
    package var connectionRate = 50
    /// The number of new connections in one burst.
    package var connectionBurst = 200
    /// How many new connections each user may make, per second and in one burst, before they count towards the common
    /// rate. One user's connections therefore cannot prevent another user's connections.
    package var reservedRate = 5
    package var reservedBurst = 20
    package var connectionsPerUser = 64
    /// The number of running calls on one connection, and the number of stream calls among them.
    package var callsPerConnection = WireLimits.standard.inflight
    package var streamsPerConnection = WireLimits.standard.streams
    /// The number of a user's calls with running handlers.
    package var callsPerUser = 128
    package var streamsPerUser = 64
    /// The number of bytes that wait for a user's clients, or for the rest of the clients' frames. All connections of
    /// the user are counted together. No user is exempt from this limit.
    package var queuedBytesPerUser = 4_194_304
    /// The number of such waiting bytes that all users together may have.
    package var queuedBytes = 33_554_432
    /// The number of waiting bytes that each user may have, no matter how many bytes of other users wait.
    package var reservedBytes = 65_536
    /// The number of refused connections that may stay open at the same time. They stay open so that their peers can
    /// read the reason. Beyond this number, refused peers get no goaway.
    package private(set) var refusals = 32
    /// The users to whom the counts and rates do not apply: root, and the user that the server runs as.
    package var exemptUsers: Set<UInt32>

    package init(exemptUsers: Set<UInt32>) {
        self.exemptUsers = exemptUsers
    }

    /// Reads the member `limits` of a configuration file. Each value must be at least its default.
    ///
    /// Throws a fault for the first member that is unknown or out of range.
    package mutating func raise(_ limits: JSONFields?) throws(FieldFault) {
        guard var limits else { return }
        try Self.raise(&connections, "connections", to: 65_536, &limits)
        try Self.raise(&connectionRate, "connection_rate", to: 100_000, &limits)
        try Self.raise(&connectionBurst, "connection_burst", to: 100_000, &limits)
        try Self.raise(&connectionsPerUser, "connections_per_uid", to: 65_536, &limits)
        try Self.raise(&callsPerConnection, "calls_per_connection", to: 65_536, &limits)
        try Self.raise(&streamsPerConnection, "streams_per_connection", to: 65_536, &limits)
        try Self.raise(&callsPerUser, "calls_per_uid", to: 65_536, &limits)
        try Self.raise(&streamsPerUser, "streams_per_uid", to: 65_536, &limits)
        try Self.raise(&queuedBytes, "queued_bytes", to: 17_179_869_184, &limits)
        try Self.raise(&queuedBytesPerUser, "queued_bytes_per_uid", to: 1_073_741_824, &limits)
        try limits.end()
        // The limit for all users together is never lower than the limit for one user.
        queuedBytes = max(queuedBytes, queuedBytesPerUser)
    }

    /// The number of file descriptors that a server with these quotas may need. Some of them are for its own work.
    package var openFiles: UInt64 { UInt64(connections) + 1024 }

    /// If a process may have `limit` open files, lowers the number of connections so that descriptors remain for the
    /// process's own work. The process and the exempt users therefore still have descriptors when the other users have
    /// reached their limits. The change is logged.
    package mutating func fit(openFiles limit: UInt64, _ logger: Logger) {
        guard limit < openFiles else { return }
        let wanted = openFiles
        let limit = Int(limit)
        refusals = max(1, min(refusals, limit / 8))
        connections = max(1, min(connections, limit - min(1024, limit / 2) - refusals))
        logger.warning(
            "fewer connections than configured: the limit of open files does not allow more",
            metadata: ["open_files": "\(limit)", "wanted": "\(wanted)", "connections": "\(connections)"])
    }

    private static func raise(
        _ value: inout Int, _ key: StaticString, to most: Int, _ limits: inout JSONFields
    ) throws(FieldFault) {
        let range = Int64(value)...Int64(most)
        if let raised = try limits.optionalInteger(key, in: range) { value = Int(raised) }
    }
}

/// A limit of ``RPCQuotas`` as clients see it: its name, scope and configuration key.
enum QuotaName: String, Sendable, Hashable, CaseIterable {
    case connections
    case connectionRate = "connection_rate"
    case connectionBurst = "connection_burst"
    case connectionsPerUser = "connections_per_uid"
    case callsPerConnection = "calls_per_connection"
    case streamsPerConnection = "streams_per_connection"
    case callsPerUser = "calls_per_uid"
    case streamsPerUser = "streams_per_uid"
    case queuedBytes = "queued_bytes"
    case queuedBytesPerUser = "queued_bytes_per_uid"

    var scope: String {
        switch self {
        case .connections, .connectionRate, .connectionBurst, .queuedBytes: "server"
        case .callsPerConnection, .streamsPerConnection: "connection"
        case .connectionsPerUser, .callsPerUser, .streamsPerUser, .queuedBytesPerUser: "uid"
        }
    }

    var configKey: String { "limits.\(rawValue)" }

    func breach(limit: Int, used: Int) -> QuotaBreach {
        QuotaBreach(rawValue, limit: limit, used: used, scope: scope, configKey: configKey)
    }
}
