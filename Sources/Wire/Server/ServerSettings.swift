/// What a server tells its clients, and the bounds that it keeps on each connection (`Protocol/framing.md` section
/// 1.4).
package struct ServerSettings: Sendable {
    package var name: String
    package var version: String
    /// Random at each start.
    package var epoch: String
    package var features: [String] = ["credit", "resume", "idem"]
    package var limits: WireLimits = .standard
    /// Service name to `sha256:` and the hexadecimal digest of its contract.
    package var contracts: [String: String]
    /// Which socket the connection came in by: `session`, `admin`, `radio` or `provider`.
    package var socket: String

    /// From accept to a complete hello.
    package var helloTimeout: Duration = .seconds(3)
    /// From a frame's first byte to its last.
    package var frameTimeout: Duration = .seconds(5)
    /// How long a connection is read from after the goaway of a fault.
    package var faultLinger: Duration = .seconds(1)
    /// How long a stopping server waits for running calls.
    package var drainTime: Duration = .seconds(5)
    /// What a cancelled handler has to end the call itself; after it the call is answered for it.
    package var cancelGrace: Duration = .seconds(5)
    /// The timeout of a unary method whose contract names none.
    package var unaryTimeout: Duration = .seconds(10)
    /// The credit of a stream whose call names none, in framed mode.
    package var defaultCredit = 64
    /// Credit that is granted and not used.
    package var largestCredit = 1024
    /// Items of one stream that wait for credit or for the socket.
    package var queueItems = 256
    /// Bytes of those.
    package var queueBytes = 262_144
    /// Items stay in their queues while this many bytes wait for the socket, until ``outputLow`` are left.
    package var outputHigh = 262_144
    package var outputLow = 65_536
    /// Nothing is read from a client, and the clock of ``slowReaderTime`` runs, while more bytes than this wait for
    /// the socket.
    package var outputLargest = 1_048_576
    /// The same while the peer's user has no more room: what a connection may hold that is read from all the same.
    package var outputRestrained = 16_384
    package var slowReaderTime: Duration = .seconds(10)

    package init(name: String, version: String, epoch: String, socket: String, contracts: [String: String] = [:]) {
        self.name = name
        self.version = version
        self.epoch = epoch
        self.socket = socket
        self.contracts = contracts
    }
}
