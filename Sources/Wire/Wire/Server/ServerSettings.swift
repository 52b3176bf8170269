/// The facts that a server announces to its clients, and the limits that it sets for each connection
/// (`Protocol/framing.md` section 1.4).
package struct ServerSettings: Sendable {
    package var name: String
    package var version: String
    /// The server's epoch. It is a new random value each time the server starts.
    package var epoch: String
    package var features: [String] = ["credit", "resume", "idem"]
    package var limits: WireLimits = .standard
    /// For each service's name, the digest of its contract. A digest is `sha256:` followed by hexadecimal digits.
    package var contracts: [String: String]
    /// The socket at which the connection arrived: `session`, `admin`, `radio` or `provider`.
    package var socket: String

    /// The time between accepting the connection and the end of the hello.
    package var helloTimeout: Duration = .seconds(3)
    /// The time between a frame's first byte and its last byte.
    package var frameTimeout: Duration = .seconds(5)
    /// How long input is still read after a fault has caused a goaway.
    package var faultLinger: Duration = .seconds(1)
    /// How long a stopping server waits for running calls.
    package var drainTime: Duration = .seconds(5)
    /// How long a handler may take to end the call after it was cancelled. After that, the server answers the call in
    /// place of the handler.
    package var cancelGrace: Duration = .seconds(5)
    /// The timeout of a unary method if its contract specifies no timeout.
    package var unaryTimeout: Duration = .seconds(10)
    /// In framed mode, the credit of a stream if its call specifies no credit.
    package var defaultCredit = 64
    /// The largest unused credit of a stream.
    package var largestCredit = 1024
    /// The largest number of one stream's items that may wait for credit or for the socket.
    package var queueItems = 256
    /// The largest number of bytes of these waiting items.
    package var queueBytes = 262_144
    /// If this number of bytes is waiting for the socket, items begin to stay in their queues. They stay there until
    /// only ``outputLow`` bytes are left.
    package var outputHigh = 262_144
    package var outputLow = 65_536
    /// The largest number of bytes that may wait for the socket. While more bytes than this are waiting, nothing is
    /// read from the client, and the time ``slowReaderTime`` is running.
    package var outputLargest = 1_048_576
    /// The limit for reading while the peer's user has reached the quota. If a connection keeps no more bytes than
    /// this, it is still read.
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
