/// What a server announces to its clients, and the limits that it enforces on each connection (`Protocol/framing.md`
/// section 1.4).
package struct ServerSettings: Sendable {
    package var name: String
    package var version: String
    /// Random each time the server starts.
    package var epoch: String
    package var features: [String] = ["credit", "resume", "idem"]
    package var limits: WireLimits = .standard
    /// From a service's name to `sha256:` and the hexadecimal digest of its contract.
    package var contracts: [String: String]
    /// The socket that the connection came in on: `session`, `admin`, `radio` or `provider`.
    package var socket: String

    /// The time from accepting the connection to the complete hello.
    package var helloTimeout: Duration = .seconds(3)
    /// The time from a frame's first byte to its last.
    package var frameTimeout: Duration = .seconds(5)
    /// How long input is still read after a goaway caused by a fault.
    package var faultLinger: Duration = .seconds(1)
    /// How long a stopping server waits for running calls.
    package var drainTime: Duration = .seconds(5)
    /// How long a cancelled handler may take to end the call. After that, the call is answered in its place.
    package var cancelGrace: Duration = .seconds(5)
    /// The timeout of a unary method whose contract does not specify one.
    package var unaryTimeout: Duration = .seconds(10)
    /// The credit of a stream whose call does not specify any, in framed mode.
    package var defaultCredit = 64
    /// The maximum unused credit of a stream.
    package var largestCredit = 1024
    /// The maximum number of a stream's items waiting for credit or for the socket.
    package var queueItems = 256
    /// The maximum number of bytes of these items.
    package var queueBytes = 262_144
    /// Once this many bytes are waiting for the socket, items stay in their queues until ``outputLow`` are left.
    package var outputHigh = 262_144
    package var outputLow = 65_536
    /// While more bytes than this are waiting for the socket, nothing is read from the client, and ``slowReaderTime``
    /// is running.
    package var outputLargest = 1_048_576
    /// The limit for reading while the peer's user has no room left. A connection that holds no more is still read.
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
