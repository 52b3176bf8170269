import Foundation
import Glibc
import LinuxSupport
import TestSupport
import Wire

/// Runs `body` on a separate thread, because `body` blocks. No task then has to wait for a blocked thread.
func onOwnThread<Answer: Sendable>(_ body: @escaping @Sendable () throws -> Answer) async throws -> Answer {
    let result = await withCheckedContinuation {
        (continuation: CheckedContinuation<Result<Answer, any Error>, Never>) in
        Thread { continuation.resume(returning: Result<Answer, any Error> { try body() }) }.start()
    }
    return try result.get()
}

/// A client that uses a blocking socket directly. It can therefore break every rule.
final class RawClient {
    private var descriptor: OwnedDescriptor?
    private var decoder: FrameDecoder
    private let mode: Frame.Mode

    init(_ path: String, mode: Frame.Mode = .framed) throws {
        descriptor = try UnixSocket.connect(to: path, deadline: .after(.seconds(5)))
        decoder = FrameDecoder(limit: Frame.largestPayload)
        self.mode = mode
    }

    init(_ descriptor: consuming OwnedDescriptor, mode: Frame.Mode = .framed) {
        self.descriptor = consume descriptor
        decoder = FrameDecoder(limit: Frame.largestPayload)
        self.mode = mode
    }

    static let helloBytes = ClientMessage.hello(Hello(clientName: "raw", clientVersion: "1")).encoded()

    /// Sends the hello and reads the welcome.
    func greet() throws {
        try send(Self.helloBytes)
        guard case .welcome? = try next() else { throw TestFailure("no welcome") }
    }

    func send(_ payload: [UInt8]) throws { try write(Frame.encode(payload, mode: mode)) }

    func send(_ message: ClientMessage) throws { try send(message.encoded()) }

    func call(_ id: Int64, _ method: String, _ params: JSON = [:], timeout: Duration? = nil) throws {
        try send(.call(Call(id: id, method: method, params: JSONText(params), timeout: timeout)))
    }

    func write(_ bytes: [UInt8]) throws {
        guard descriptor != nil else { throw TestFailure("closed") }
        try descriptor?.write(bytes, deadline: .after(.seconds(5)))
    }

    /// Waits until some bytes have arrived, and does not read them.
    func awaitInput() throws {
        let ready = descriptor?.withDescriptor { number in
            var state = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
            return poll(&state, 1, 10_000)
        }
        guard ready == 1 else { throw TestFailure("nothing came") }
    }

    /// The next message, or nil at the end of the server's output.
    func next(within limit: Duration = .seconds(10)) throws -> ServerMessage? {
        let deadline = Deadline.after(limit)
        while true {
            if let payload = try decoder.next() { return try ServerMessage.decode(payload) }
            guard let bytes = try descriptor?.read(upTo: 65_536, deadline: deadline), !bytes.isEmpty else { return nil }
            decoder.append(bytes)
        }
    }

    func reply(to id: Int64) throws -> ServerMessage.Outcome {
        while let message = try next() {
            if case .reply(id, let outcome) = message { return outcome }
        }
        throw TestFailure("no reply to \(id)")
    }

    func error(of id: Int64) throws -> WireError {
        guard case .error(let error) = try reply(to: id) else { throw TestFailure("no error for \(id)") }
        return error
    }

    /// Reads until the goaway. Then checks that the server closes the connection.
    func goaway() throws -> Goaway {
        var found: Goaway?
        while let message = try next() {
            if case .goaway(let goaway) = message { found = goaway }
        }
        guard let found else { throw TestFailure("no goaway") }
        return found
    }

    func shutDownWriting() {
        _ = descriptor?.withDescriptor { shutdown($0, CInt(SHUT_WR)) }
    }

    func close() { descriptor = nil }
}
