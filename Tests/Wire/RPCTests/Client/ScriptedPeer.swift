import Foundation
import LinuxSupport
import TestSupport
import Testing
import Wire

/// A server that follows a script for one connection. It runs on a separate thread. The connection is closed when the
/// script ends.
final class ScriptedPeer: Sendable {
    let path: String
    private let directory: TestDirectory
    private let outcome: Task<Void, any Error>

    init(_ script: @escaping @Sendable (inout PeerConnection) throws -> Void) throws {
        directory = try TestDirectory()
        path = directory.file("peer.sock")
        let listener = try UnixSocket.listen(at: path, mode: 0o600)
        outcome = Task.detached {
            try await onThread {
                guard let listening = listener.takeDescriptor() else { throw TestFailure("not listening") }
                let socket = try UnixSocket.accept(from: listening, deadline: .after(.seconds(20)))
                var connection = PeerConnection(socket: socket)
                try script(&connection)
            }
        }
    }

    /// A server that sends pings after the first call. After that call, it reads nothing. The pings have 98 MB
    /// together, and their answers are equally long. If the client is still connected after the last ping, the script
    /// fails.
    static func thatOnlyPings() throws -> ScriptedPeer {
        try ScriptedPeer { connection in
            try connection.greet()
            try connection.expect("call")
            let ping = Frame.encode(ClientMessage.ping(nonce: String(repeating: "n", count: 64)).encoded())
            let pings = Array(repeatElement(ping, count: 500).joined())
            guard connection.isClosed(whileSending: pings, times: 2_000) else { throw TestFailure("the client lives") }
        }
    }

    /// Waits until the script ends, and rethrows its error.
    func finish() async throws { try await outcome.value }
}

/// A script's end of its connection.
struct PeerConnection: ~Copyable {
    private let socket: OwnedDescriptor
    private var reader = FrameDecoder(limit: WireLimits.standard.frameIn, mode: .framed)
    static let patience = Duration.seconds(20)

    init(socket: consuming OwnedDescriptor) {
        self.socket = socket
    }

    /// The next message, or nil at the end of input.
    mutating func read() throws -> JSON? {
        while true {
            if let payload = try reader.next() { return try JSON(parsing: payload) }
            let bytes = try socket.read(upTo: 65_536, deadline: .after(Self.patience))
            if bytes.isEmpty { return nil }
            reader.append(bytes)
        }
    }

    /// The next message. Throws if its type is not `type`.
    @discardableResult
    mutating func expect(_ type: String) throws -> JSON {
        let message = try read()
        guard let message, message["type"] == .string(type) else {
            throw TestFailure("expected \(type), got \(message?.text ?? "the end")")
        }
        return message
    }

    func send(_ message: JSON) throws {
        try write(Frame.encode(message.bytes))
    }

    func write(_ bytes: [UInt8]) throws {
        try socket.write(bytes, deadline: .after(Self.patience))
    }

    /// Writes the bytes `times` times, without reading. Returns true if the client closes the connection during this
    /// time.
    func isClosed(whileSending bytes: [UInt8], times: Int) -> Bool {
        do {
            for _ in 0..<times { try write(bytes) }
            return false
        } catch {
            return true
        }
    }

    /// Sends each byte in a separate write.
    func trickle(_ message: JSON) throws {
        for byte in Frame.encode(message.bytes) { try write([byte]) }
    }

    /// Reads the hello and sends the welcome.
    mutating func greet() throws {
        try expect("hello")
        try send(Self.welcome)
    }

    static let welcome: JSON = {
        let welcome = Welcome(
            serverName: "peer", serverVersion: "1", epoch: "e1", features: ["credit"], limits: .standard, peerUID: 0,
            peerGIDs: [], contracts: [:])
        return (try? JSON(parsing: ServerMessage.welcome(welcome).encoded())) ?? .null
    }()

    static func reply(_ id: Int64, _ result: JSON = [:]) -> JSON {
        ["type": "reply", "id": .integer(id), "result": result]
    }

    static func item(_ id: Int64, _ n: Int64) -> JSON {
        ["type": "item", "id": .integer(id), "kind": "k", "data": ["n": .integer(n)]]
    }
}

/// Runs blocking work on a separate thread.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
    }
}

/// The ``WireError`` that `body` throws.
func failure<Value>(_ body: () async throws(WireError) -> Value) async throws -> WireError {
    do throws(WireError) {
        _ = try await body()
    } catch {
        return error
    }
    throw TestFailure("no error was thrown")
}

let testHello = Hello(clientName: "test", clientVersion: "1")
