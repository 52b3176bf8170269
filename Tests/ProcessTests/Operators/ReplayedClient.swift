import TestSupport
import Wire

/// A client of an earlier release. Its recording is replayed. The client sends the recorded messages to the current
/// daemons. It compares the answers with the recorded answers. Before the client sends a message, it waits for the
/// messages that had arrived before this message in the recording.
final class ReplayedClient {
    private let recording: Recording
    private let sockets: [String: String]
    private let beside: ([String]) throws -> ChildProcess
    private var peers: [String: Peer] = [:]
    private var companion: ChildProcess?
    /// The messages and members that the client expects but does not find in the answers.
    private(set) var differences: [String] = []

    /// One of the client's connections.
    private final class Peer {
        let connection: UnixConnection
        /// The messages that arrived before the client expected them.
        var pending: [JSON] = []

        init(_ socket: String) throws { connection = try UnixConnection(socket) }

        /// The first message that `fits` accepts. Earlier messages are kept for later. Returns nil if `ends` accepts a
        /// message that arrives, because no matching message can follow such a message.
        func next(where fits: (JSON) -> Bool, orEnd ends: (JSON) -> Bool) throws -> JSON? {
            if let index = pending.firstIndex(where: fits) { return pending.remove(at: index) }
            while !pending.contains(where: ends) {
                let message = try JSON(parsing: try connection.frame())
                if fits(message) { return message }
                pending.append(message)
            }
            return nil
        }
    }

    /// Creates a client. `sockets` contains the paths of the sockets by name. `beside` starts the command that ran at
    /// the same time as the recorded client.
    init(
        _ recording: Recording, token: String, at sockets: [String: String],
        beside: @escaping ([String]) throws -> ChildProcess
    ) {
        self.recording = recording.replacing { $0 == Recording.token ? token : $0 }
        (self.sockets, self.beside) = (sockets, beside)
    }

    /// Sends and expects all recorded messages.
    func run() async throws {
        for message in recording.messages {
            if message.isFromDaemon { try await expect(message) } else { try say(message) }
        }
        guard let companion else { return }
        let status = try await companion.awaitExit()
        if status != 0 { differences.append("beside it: \(companion.errors)") }
    }

    private func say(_ message: Recording.Message) throws {
        try peer(message).connection.send(Frame.encode(message.json.bytes))
    }

    private func peer(_ message: Recording.Message) throws -> Peer {
        if let peer = peers[message.connection] { return peer }
        let peer = try Peer(sockets[message.socket] ?? "")
        peers[message.connection] = peer
        return peer
    }

    private func expect(_ message: Recording.Message) async throws {
        let place = "\(message.connection) \(message.type)\(message.id.map { " \($0)" } ?? "")"
        let peer = try peer(message)
        let came = try peer.next {
            Self.signature($0) == Self.signature(message.json)
        } orEnd: { other in
            other["type"] == "goaway"
                || message.type == "item" && other["type"] == "reply" && other["id"] == message.json["id"]
        }
        guard let came else {
            let instead = peer.pending.map(\.text).joined(separator: "\n")
            differences.append("\(place) did not come: \(Self.signature(message.json))\n\(instead)")
            return
        }
        differences += FrameComparison(recorded: message.json, current: came).differences.map { "\(place): \($0)" }
        if message.json["kind"] == "synced", let command = recording.head.meanwhile {
            companion = try beside(command)
        }
    }

    /// The parts that identify a message. The rows of a snapshot come in no fixed order, so their ids are included.
    private static func signature(_ message: JSON) -> [JSON?] {
        let data = message["data"]
        return [
            message["type"], message["id"], message["kind"], data?["event"], data?["phase"],
            message["kind"] == "snapshot" ? data?["id"] : nil,
        ]
    }
}
