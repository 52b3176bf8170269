import Foundation
import LinuxSupport
import Testing
package import Wire

/// The recorded messages between a program and the daemons. Both belong to the same release. A recording is a file in
/// `Tests/ProcessTests/Releases/VERSION`.
///
/// The file's first line is ``Head``. Each other line is a message, `{"on":…,"dir":…,"msg":…}`. Its `dir` is the same
/// as in `Protocol/transcripts`.
package struct Recording: Sendable, CustomTestStringConvertible {
    /// A recorded message.
    package struct Message: Sendable {
        /// The name of the socket, such as `session` or `admin`. If it is not the first connection to the socket, a
        /// number follows, as in `session-2`.
        package var connection: String
        package var isFromDaemon: Bool
        package var json: JSON

        package init(_ connection: String, isFromDaemon: Bool, _ json: JSON) {
            (self.connection, self.isFromDaemon, self.json) = (connection, isFromDaemon, json)
        }

        /// The name of the socket, which is `session` or `admin`.
        package var socket: String { String(connection.prefix { $0 != "-" }) }
        package var type: String { json["type"]?.stringValue ?? "" }
        package var id: Int64? { json["id"]?.integerValue }
    }

    /// The recorded command, and its end.
    package struct Head: Sendable {
        /// The arguments of `seam`. If a program embeds the SDK, the list is empty.
        package var command: [String] = []
        package var input: String?
        /// The output after which Ctrl-C is pressed.
        package var interruptedAt: String?
        /// The arguments of another `seam`. It starts when a stream has begun, and then runs at the same time.
        package var meanwhile: [String]?
        /// The parts of the daemon's answers that the program printed.
        package var tells: [String] = []
        package var exit: Int32 = 0

        package init(_ command: [String], tells: [String] = []) { (self.command, self.tells) = (command, tells) }
    }

    /// The text that replaces a client session token, which is not recorded.
    package static let token = "<token>"

    package var name: String
    package var head: Head
    package var messages: [Message]

    package init(name: String, head: Head, messages: [Message]) {
        (self.name, self.head, self.messages) = (name, head, messages)
    }

    package var testDescription: String { name }

    // MARK: - the file

    /// Reads a file's text.
    package init(name: String, text: String) throws {
        let lines = try text.split(separator: "\n").map { try JSON(parsing: $0.utf8) }
        guard let first = lines.first, let exit = first["exit"]?.integerValue else {
            throw TestFailure("\(name) has no head")
        }
        self.name = name
        head = Head((first["command"]?.arrayValue ?? []).compactMap(\.stringValue))
        head.input = first["input"]?.stringValue
        head.interruptedAt = first["interrupted_at"]?.stringValue
        head.meanwhile = first["meanwhile"]?.arrayValue?.compactMap(\.stringValue)
        head.tells = (first["tells"]?.arrayValue ?? []).compactMap(\.stringValue)
        head.exit = Int32(exit)
        messages = try lines.dropFirst().map { line in
            guard let connection = line["on"]?.stringValue, let direction = line["dir"]?.stringValue,
                ["c", "s"].contains(direction), let message = line["msg"]
            else { throw TestFailure("\(name): \(line.text)") }
            return Message(connection, isFromDaemon: direction == "s", message)
        }
    }

    /// The file's content.
    package var text: String {
        let first = JSON.members(
            ("command", .strings(head.command)), ("input", head.input.map(JSON.string)),
            ("interrupted_at", head.interruptedAt.map(JSON.string)), ("meanwhile", head.meanwhile.map { .strings($0) }),
            ("tells", head.tells.isEmpty ? nil : .strings(head.tells)), ("exit", .integer(Int64(head.exit))))
        let rest = messages.map { message in
            JSON.members(
                ("on", .string(message.connection)), ("dir", message.isFromDaemon ? "s" : "c"), ("msg", message.json))
        }
        return ([first] + rest).map { $0.text + "\n" }.joined()
    }

    // MARK: - recording

    /// The messages at the named sockets. They are in the order in which they arrived. The function leaves out the
    /// messages that come only because time passes.
    package static func messages(of taps: [String: SocketTap]) throws -> [Message] {
        let pieces = taps.flatMap { socket, tap in tap.pieces.map { (socket, $0) } }.sorted { $0.1.time < $1.1.time }
        var decoders: [String: FrameDecoder] = [:]
        var messages: [Message] = []
        for (socket, piece) in pieces {
            let connection = piece.connection == 1 ? socket : "\(socket)-\(piece.connection)"
            let key = "\(connection) \(piece.isFromServer)"
            var decoder = decoders[key] ?? FrameDecoder(limit: 1_048_576, mode: .framed)
            decoder.append(piece.bytes)
            while let payload = try decoder.next() {
                messages.append(Message(connection, isFromDaemon: piece.isFromServer, try JSON(parsing: payload)))
            }
            decoders[key] = decoder
        }
        return messages.filter { !["ping", "pong"].contains($0.type) && $0.json["kind"] != "bookmark" }
    }

    /// Adds this recording to the other recordings of the current version.
    package func write() throws {
        let folder = "\(RecordedRelease.directory)/\(Release.version)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name).jsonl"))
    }

    // MARK: - what varies

    /// A copy of the recording. In this copy, the result of `body` replaces each string.
    package func replacing(_ body: (String) -> String) -> Recording {
        var copy = self
        for index in copy.messages.indices { copy.messages[index].json.replaceStrings(body) }
        return copy
    }
}

extension JSON {
    fileprivate mutating func replaceStrings(_ body: (String) -> String) {
        switch self {
        case .string(let text): self = .string(body(text))
        case .array(var elements):
            for index in elements.indices { elements[index].replaceStrings(body) }
            self = .array(elements)
        case .object(let object):
            var members = object.members
            for index in members.indices { members[index].value.replaceStrings(body) }
            self = .object(JSONObject(members))
        case .null, .bool, .integer, .number: break
        }
    }
}

/// The recordings of one release.
package struct RecordedRelease: Sendable, CustomTestStringConvertible {
    package let version: String
    /// The directory in `Protocol/contract/released` that contains the release's contracts.
    package let contracts: Int
    package let recordedAt: Timestamp
    /// The recordings in the order in which they were made.
    package let recordings: [Recording]

    /// The directory with the recordings of all releases.
    package static let directory = "\(Products.package)Tests/ProcessTests/Releases"

    /// All releases that have recordings.
    package static let all = Result {
        try FileManager.default.contentsOfDirectory(atPath: directory).sorted().filter { $0.first?.isNumber == true }
            .map { try RecordedRelease(version: $0) }
    }

    /// Reads the directory of one release.
    package init(version: String) throws {
        self.version = version
        let folder = "\(Self.directory)/\(version)"
        let about = try JSON(parsing: String(contentsOfFile: "\(folder)/release.json", encoding: .utf8).utf8)
        guard let contracts = about["contracts"]?.integerValue,
            let recordedAt = about["recorded_at"]?.stringValue.flatMap({ Timestamp($0) })
        else { throw TestFailure("\(folder)/release.json") }
        (self.contracts, self.recordedAt) = (Int(contracts), recordedAt)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".jsonl") }
        recordings = try files.sorted().map { file in
            let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            return try Recording(name: String(file.dropLast(".jsonl".count)), text: text)
        }
    }

    package var testDescription: String { version }

    /// Writes the data that all recordings of the current version share. The recordings that are being made now. They
    /// use the newest released contracts.
    package static func writeHead() throws {
        let released = try FileManager.default.contentsOfDirectory(
            atPath: "\(Products.package)Protocol/contract/released")
        let head = JSON.members(
            ("contracts", released.compactMap { Int64($0) }.max().map(JSON.integer)),
            ("recorded_at", .string(Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds()).description)))
        try Data((head.text + "\n").utf8).write(to: URL(filePath: "\(directory)/\(Release.version)/release.json"))
    }

    /// The contract of a service in this release.
    package func contract(_ service: String) throws -> Contract {
        let file = "\(Products.package)Protocol/contract/released/\(contracts)/\(service).json"
        return try Contract(bytes: try Data(contentsOf: URL(filePath: file)))
    }

    /// The recordings with later times. Each time is moved forward by the time that has passed since the recordings
    /// were made. If a time was in the future when the recordings were made, it is still in the future now.
    package var recordingsOfToday: [Recording] {
        let passed = recordedAt.duration(to: Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds()))
        return recordings.map { recording in
            recording.replacing { text in
                guard text.utf8.count == 24, text.hasSuffix("Z"), let time = Timestamp(text) else { return text }
                return time.advanced(by: passed).description
            }
        }
    }
}
