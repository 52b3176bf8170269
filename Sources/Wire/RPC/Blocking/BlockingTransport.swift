import Glibc
import LinuxSupport
import Wire

/// The descriptors that a ``BlockingClient`` uses. Only ``wait(writing:interrupt:milliseconds:)`` waits. Reads and
/// writes never block.
struct BlockingTransport: ~Copyable {
    /// The result of a wait.
    struct Readiness {
        var canRead = false
        var canWrite = false
        var isInterrupted = false
    }

    /// The result of a read.
    enum Input {
        case bytes([UInt8])
        case nothing
        case end
    }

    private static let chunk = 65_536

    private let input: OwnedDescriptor
    /// The output descriptor. If `input` is a socket, which works in both directions, this is nil.
    private let output: OwnedDescriptor?

    init(socket: consuming OwnedDescriptor) throws(LinuxError) {
        try socket.setNonblocking()
        input = socket
        output = nil
    }

    init(input: consuming OwnedDescriptor, output: consuming OwnedDescriptor) throws(LinuxError) {
        try input.setNonblocking()
        try output.setNonblocking()
        self.input = input
        self.output = consume output
    }

    /// Waits for one of four events: there is something to read, there is room to write (if `writing`), there is an
    /// interrupt, or `milliseconds` have passed. If `milliseconds` is nil, the wait has no limit.
    func wait(writing: Bool, interrupt: Interrupt?, milliseconds: Int64?) -> Readiness {
        var polled = [pollfd(fd: inputNumber, events: Int16(POLLIN), revents: 0)]
        if writing { polled.append(pollfd(fd: outputNumber, events: Int16(POLLOUT), revents: 0)) }
        let own = polled.count
        if let interrupt { polled += interrupt.polled }
        let patience = milliseconds.map { CInt(clamping: max(0, $0)) } ?? -1
        // A signal ends the wait early. The caller then sees that nothing is ready.
        guard unsafe poll(&polled, nfds_t(polled.count), patience) > 0 else { return Readiness() }
        var readiness = Readiness()
        readiness.canRead = polled[0].revents != 0
        readiness.canWrite = writing && polled[1].revents != 0
        if let interrupt { readiness.isInterrupted = interrupt.noticed(Array(polled[own...])) }
        return readiness
    }

    /// Reads the bytes that have arrived, without waiting.
    func read() -> Input {
        var count = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.chunk) { room, filled in
            count = unsafe Glibc.read(inputNumber, room.baseAddress, Self.chunk)
            filled = max(0, count)
        }
        if count > 0 { return .bytes(bytes) }
        if count < 0, errno == EAGAIN || errno == EINTR { return .nothing }
        return .end
    }

    /// Writes as many bytes as the socket accepts. Returns the number of bytes that were written. If the other side has
    /// closed the connection, returns nil.
    func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        let count = unsafe bytes.withUnsafeBytes { buffer in
            if output == nil { return unsafe send(inputNumber, buffer.baseAddress, buffer.count, CInt(MSG_NOSIGNAL)) }
            return unsafe Glibc.write(outputNumber, buffer.baseAddress, buffer.count)
        }
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EINTR ? 0 : nil
    }

    /// Throws `rpc.server_identity` if the peer is not accepted.
    func check(_ identity: ServerIdentity) throws(WireError) {
        try identity.check(descriptor: inputNumber)
    }

    private var inputNumber: CInt { input.withDescriptor { $0 } }
    private var outputNumber: CInt {
        if let number = output?.withDescriptor({ $0 }) { return number }
        return inputNumber
    }
}
