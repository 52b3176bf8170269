/// The facts that a server announces to its clients, and the limits that it enforces on each connection
/// (`Protocol/framing.md` section 1.4).
package struct ServerSettings: Sendable {
    package var name: String
    package var version: String
    /// The server's epoch, which is random each time the server starts.
    package var epoch: String
    package var features: [String] = ["credit", "resume", "idem"]
    package var limits: WireLimits = .standard
    /// The digest of each contract, by the service's name: `sha256:` followed by hexadecimal digits.
    package var contracts: [String: String]
    /// The socket at which the connection arrived: `session`, `admin`, `radio` or `provider`.
    package var socket: String

    /// The time from accepting the connection to the complete hello.
    package var helloTimeout: Duration = .seconds(3)
    /// The time from a frame's first byte to its last.
    package var frameTimeout: Duration = .seconds(5)
    /// How long input is still read after a goaway caused by a fault.
    package var faultLinger: Duration = .seconds(1)
    /// How long a stopping server waits for running calls.
    package var drainTime: Duration = .seconds(5)
    /// How long a cancelled handler may take to end the call. After that, the server answers the call in the handler's
    /// place.
    package var cancelGrace: Duration = .seconds(5)
    /// The timeout of a unary method whose contract specifies no timeout.
    package var unaryTimeout: Duration = .seconds(10)
    /// The credit of a stream whose call specifies no credit, in framed mode.
    package var defaultCredit = 64
    /// The largest unused credit of a stream.
    package var largestCredit = 1024
    /// The largest number of a stream's items that wait for credit or for the socket.
    package var queueItems = 256
    /// The largest number of bytes of these waiting items.
    package var queueBytes = 262_144
    /// The number of bytes waiting for the socket at which items begin to stay in their queues. They stay there until
    /// only ``outputLow`` bytes are left.
    package var outputHigh = 262_144
    package var outputLow = 65_536
    /// The largest number of bytes that may wait for the socket. While more bytes are waiting, nothing is read from the
    /// client, and ``slowReaderTime`` is running.
    package var outputLargest = 1_048_576
    /// The limit for reading while the peer's user has no room left. A connection that keeps no more bytes than this is
    /// still read.
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
