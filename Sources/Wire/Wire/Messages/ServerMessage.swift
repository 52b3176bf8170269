/// A message from server to client (`Protocol/framing.md`).
package enum ServerMessage: Sendable, Hashable {
    indirect case welcome(Welcome)
    case item(Item)
    /// The reply. It comes exactly once for each call, and is the last message with the call's id.
    case reply(id: Int64, Outcome)
    indirect case goaway(Goaway)
    case ping(nonce: String)
    case pong(nonce: String)

    /// How a call ended.
    package enum Outcome: Sendable, Hashable {
        case result(JSONText)
        indirect case error(WireError)
    }
}

/// The server's answer to ``Hello``.
package struct Welcome: Sendable, Hashable {
    package var proto: Int
    package var serverName: String
    package var serverVersion: String
    /// The server's epoch. It is a new random value each time the server starts. Cursors from another epoch are
    /// invalid.
    package var epoch: String
    package var features: [String]
    package var limits: WireLimits
    /// The client's user and groups, as the kernel reports them.
    package var peerUID: UInt32
    package var peerGIDs: [UInt32]
    /// The digests of the contracts. Each digest is `sha256:` followed by hexadecimal digits.
    package var contracts: ContractDigests

    package init(
        proto: Int = 1, serverName: String, serverVersion: String, epoch: String, features: [String],
        limits: WireLimits, peerUID: UInt32, peerGIDs: [UInt32], contracts: ContractDigests
    ) {
        self.proto = proto
        self.serverName = serverName
        self.serverVersion = serverVersion
        self.epoch = epoch
        self.features = features
        self.limits = limits
        self.peerUID = peerUID
        self.peerGIDs = peerGIDs
        self.contracts = contracts
    }
}

/// One element of a stream.
package struct Item: Sendable, Hashable {
    /// The id of the call to which the item belongs.
    package var id: Int64
    package var seq: Int64?
    /// The item's kind. It is `snapshot`, `synced`, `gap`, `bookmark`, or a kind that the method's contract lists.
    package var kind: String
    package var data: JSONText
    /// If the policy is `latest`, the number of events that this item replaces.
    package var coalesced: Int?

    package init(id: Int64, seq: Int64? = nil, kind: String, data: JSONText = .emptyObject, coalesced: Int? = nil) {
        self.id = id
        self.seq = seq
        self.kind = kind
        self.data = data
        self.coalesced = coalesced
    }
}

/// The server's last message. It says why the server ends the connection, and which calls the server has read.
package struct Goaway: Sendable, Hashable {
    package var code: WireError.Code
    package var reason: String
    /// The largest call id that the server has read. If a call has a larger id, it was not read, so its effect is
    /// `none`.
    package var lastID: Int64
    package var retryAfter: Duration?
    package var details: JSON?

    package init(
        _ code: WireError.Code, _ reason: String, lastID: Int64, retryAfter: Duration? = nil, details: JSON? = nil
    ) {
        self.code = code
        self.reason = reason
        self.lastID = lastID
        self.retryAfter = retryAfter
        self.details = details
    }
}

/// The limits of a connection, which ``Welcome`` announces.
package struct WireLimits: Sendable, Hashable {
    /// The maximum number of bytes of one frame as long as the hello has not been accepted.
    package var helloFrame: Int
    /// The maximum number of bytes of one frame from client to server.
    package var frameIn: Int
    /// The maximum number of bytes of one frame from server to client.
    package var frameOut: Int
    /// The maximum number of bytes of one item's frame.
    package var item: Int
    /// The largest number of running calls on one connection.
    package var inflight: Int
    /// The largest number of stream calls that may run at the same time on one connection.
    package var streams: Int
    /// The shortest time between pings. Pings that are closer together may be answered late.
    package var pingInterval: Duration
    /// If a connection has no calls and sends no frame for this time, it is closed.
    package var idle: Duration

    package init(
        helloFrame: Int = 8192, frameIn: Int = 262_144, frameOut: Int = 1_048_576, item: Int = 32_768,
        inflight: Int = 64, streams: Int = 16, pingInterval: Duration = .seconds(5), idle: Duration = .seconds(300)
    ) {
        self.helloFrame = helloFrame
        self.frameIn = frameIn
        self.frameOut = frameOut
        self.item = item
        self.inflight = inflight
        self.streams = streams
        self.pingInterval = pingInterval
        self.idle = idle
    }

    package static let standard = WireLimits()
}
