import Foundation
import Glibc
import LinuxSupport
import Wire

/// A daemon of an earlier release. Its recordings are replayed. The daemon answers each call with the recorded
/// messages, but sends no more items than the caller's credit allows. If the release's contracts do not allow a call,
/// the daemon refuses it as the real daemon does.
package final class ReleasedDaemon: Sendable {
    private let script: Locked<ReleasedScript>
    private let listeners = Locked<[Int32]>([])
    /// The directory with the daemon's sockets, `session.sock` and `admin.sock`.
    package let directory: TestDirectory

    /// Starts listening, and answers as in `recording`. If a call is not in `recording`, it gets the answer from
    /// another recording of the same release.
    package init(_ recording: Recording, of release: RecordedRelease) throws {
        let others = release.recordings.filter { $0.name != recording.name }
        script = Locked(try ReleasedScript([recording] + others, release))
        directory = try TestDirectory()
        for socket in ["session", "admin"] {
            let listener = try SocketTap.serve(at: directory.file("\(socket).sock")) { [self] client in
                Thread.detachNewThread { [self] in
                    serve(client, socket)
                    Glibc.close(client)
                }
            }
            listeners.withLock { $0.append(listener) }
        }
    }

    /// Stops listening.
    package func stop() {
        let all = listeners.withLock { listeners in
            defer { listeners = [] }
            return listeners
        }
        for listener in all { shutdown(listener, Int32(SHUT_RDWR)) }
    }

    /// The client's messages, in order, that this release does not know or that were not recorded.
    package var faults: [String] { script.withLock { $0.faults } }

    private func serve(_ client: Int32, _ socket: String) {
        var decoder = FrameDecoder(limit: 262_144)
        var conversation = ReleasedConversation(socket: socket)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(client, &buffer, buffer.count)
            guard count > 0 else { return }
            decoder.append(buffer[..<count])
            while let payload = try? decoder.next(), let message = try? JSON(parsing: payload) {
                let answers = script.withLock { conversation.received(message, $0) }
                for answer in answers {
                    let bytes = Frame.encode(answer.bytes, mode: decoder.mode ?? .framed)
                    guard send(client, bytes, bytes.count, Int32(truncatingIfNeeded: MSG_NOSIGNAL)) == bytes.count
                    else { return }
                }
            }
        }
    }
}

/// The answers to the calls of one or more recordings.
final class ReleasedScript {
    /// A message from the daemon, with its position in the recording.
    struct Line {
        /// The place of the message in the recording.
        let place: Int
        let json: JSON
        /// The number of calls of each method that the client had made before this message. Methods that only read do
        /// not count.
        let after: [String: Int]
    }

    /// The answer to a call.
    struct Answer {
        /// The items of the call. If the call was not cancelled, its reply is also included.
        var lines: [Line] = []
        /// The messages after the client cancelled the call.
        var afterCancel: [Line]?
    }

    private let contracts: [Contract]
    private let welcomes: [String: JSON]
    /// The answers by socket and method, in order.
    private var answers: [String: [Answer]] = [:]
    fileprivate(set) var faults: [String] = []

    init(_ recordings: [Recording], _ release: RecordedRelease) throws {
        contracts = try ["rpc", "session"].map { try release.contract($0) }
        let messages = recordings.flatMap(\.messages)
        welcomes = Dictionary(messages.filter { $0.type == "welcome" }.map { ($0.socket, $0.json) }) { first, _ in first
        }
        for (index, recording) in recordings.enumerated() { add(recording, isInOrder: index == 0) }
    }

    /// Adds the answers in a recording. Answers from another recording are sent immediately, because the client does
    /// not make the calls that came before them there.
    private func add(_ recording: Recording, isInOrder: Bool) {
        for call in recording.messages where call.type == "call" {
            var answer = Answer()
            var asked: [String: Int] = [:]
            for (place, message) in recording.messages.enumerated() where message.connection == call.connection {
                if isInOrder, let method = Self.deed(message.json) { asked[method, default: 0] += 1 }
                guard message.id == call.id else { continue }
                if message.type == "cancel" { answer.afterCancel = [] }
                guard message.isFromDaemon else { continue }
                let line = Line(place: place, json: message.json, after: asked)
                if answer.afterCancel == nil { answer.lines.append(line) } else { answer.afterCancel?.append(line) }
            }
            answers["\(call.socket) \(call.json["method"]?.stringValue ?? "")", default: []].append(answer)
        }
    }

    /// If a message is a call that changes something, this is its method. For any other message, it is nil.
    static func deed(_ message: JSON) -> String? {
        guard message["type"] == "call", let method = message["method"]?.stringValue else { return nil }
        let reads = ["get", "list", "watch", "health", "whoami", "verify", "describe"]
        return reads.contains { method.hasSuffix(".\($0)") } ? nil : method
    }

    func welcome(_ socket: String) -> JSON? { welcomes[socket] }

    /// The next answer to a call of a method. Each answer is given once. Only the last answer is repeated.
    func answer(_ socket: String, _ method: String) -> Answer? {
        let key = "\(socket) \(method)"
        guard let first = answers[key]?.first else { return nil }
        if answers[key, default: []].count > 1 { answers[key]?.removeFirst() }
        return first
    }

    /// The error that the release gives when it refuses the call, or nil if it accepts the call.
    func refusal(of call: JSON, on socket: String) -> JSON? {
        let name = call["method"]?.stringValue ?? ""
        guard
            let (contract, method) = contracts.lazy.compactMap({ contract in
                contract[method: name].map { (contract, $0) }
            }).first
        else { return Self.error("unimplemented", "rpc.unknown_method") }
        guard method.sockets.contains(socket) else {
            return Self.error("permission_denied", "rpc.method_not_permitted")
        }
        if method.kind == .unary, call["stream"] != nil {
            return Self.error("invalid_argument", "rpc.invalid_call", field: "/stream")
        }
        if method.idem == .none, call["idem"] != nil {
            return Self.error("invalid_argument", "rpc.invalid_call", field: "/idem")
        }
        if method.idem == .required, call["idem"] == nil {
            return Self.error("invalid_argument", "idem.required", field: "/idem")
        }
        do throws(FieldFault) {
            try contract.validate(call["params"] ?? [:], against: method.params, at: "/params")
            return nil
        } catch {
            return Self.error("invalid_argument", "rpc.invalid_params", field: error.field)
        }
    }

    static func error(_ code: String, _ reason: String, field: String? = nil) -> JSON {
        .members(
            ("code", .string(code)), ("reason", .string(reason)), ("message", "refused by an earlier release"),
            ("effect", "none"), ("retry", ["safe": false]), ("field", field.map(JSON.string)))
    }
}

/// A connection to a daemon of an earlier release. The connection itself performs no input or output. It returns the
/// messages that must be sent.
struct ReleasedConversation {
    private struct Call {
        var answer: ReleasedScript.Answer
        var credit: Int64
    }

    /// The members that the client's messages have in version 1 of the wire. This version refuses all other members.
    private static let members: [String: Set<String>] = [
        "hello": ["type", "proto", "client", "require", "want"],
        "call": ["type", "id", "method", "params", "timeout_ms", "stream", "idem", "trace", "ext"],
        "cancel": ["type", "id", "reason"],
        "credit": ["type", "id", "n"],
        "ping": ["type", "nonce"],
        "pong": ["type", "nonce"],
    ]
    private static let defaultCredit: Int64 = 64

    let socket: String
    private var calls: [Int64: Call] = [:]
    private var asked: [String: Int] = [:]

    init(socket: String) { self.socket = socket }

    /// The daemon's answers to a message.
    mutating func received(_ message: JSON, _ script: ReleasedScript) -> [JSON] {
        let type = message["type"]?.stringValue ?? ""
        let present = Set(message.objectValue?.members.map(\.key) ?? [])
        guard let known = Self.members[type], present.isSubset(of: known) else {
            script.faults.append("\(socket): version 1 of the wire does not know \(message.text)")
            return [["type": "goaway", "code": "invalid_argument", "reason": "rpc.unknown_member", "last_id": 0]]
        }
        let id = message["id"]?.integerValue ?? 0
        switch type {
        case "hello": return script.welcome(socket).map { [$0] } ?? []
        case "ping": return [.members(("type", "pong"), ("nonce", message["nonce"]))]
        case "call":
            if let refusal = script.refusal(of: message, on: socket) {
                script.faults.append("\(socket): refused \(message.text): \(refusal["reason"]?.stringValue ?? "")")
                return [.members(("type", "reply"), ("id", .integer(id)), ("error", refusal))]
            }
            guard let answer = script.answer(socket, message["method"]?.stringValue ?? "") else {
                script.faults.append("\(socket): no answer was recorded to \(message.text)")
                let error = ReleasedScript.error("unavailable", "rpc.not_recorded")
                return [.members(("type", "reply"), ("id", .integer(id)), ("error", error))]
            }
            if let deed = ReleasedScript.deed(message) { asked[deed, default: 0] += 1 }
            let credit = message["stream"]?["credit"]?.integerValue ?? Self.defaultCredit
            calls[id] = Call(answer: answer, credit: credit)
        case "credit": calls[id]?.credit += message["n"]?.integerValue ?? 0
        case "cancel":
            guard let after = calls[id]?.answer.afterCancel else { return [] }
            calls[id]?.answer = ReleasedScript.Answer(lines: after)
        default: return []
        }
        return sent()
    }

    /// The messages that are due and that the credit allows, in their recorded order.
    private mutating func sent() -> [JSON] {
        var sent: [JSON] = []
        while let (id, line) = calls.compactMap({ id, call in due(call).map { (id, $0) } })
            .min(by: { $0.1.place < $1.1.place })
        {
            if line.json["type"] == "item" { calls[id]?.credit -= 1 }
            calls[id]?.answer.lines.removeFirst()
            sent.append(line.json.with("id", .integer(id)))
        }
        return sent
    }

    private func due(_ call: Call) -> ReleasedScript.Line? {
        guard let line = call.answer.lines.first, line.json["type"] != "item" || call.credit > 0 else { return nil }
        return line.after.allSatisfy { asked[$0.key, default: 0] >= $0.value } ? line : nil
    }
}

extension JSON {
    /// A copy of an object with one member replaced.
    fileprivate func with(_ key: String, _ value: JSON) -> JSON {
        guard case .object(let object) = self else { return self }
        return .object(
            JSONObject(object.members.map { $0.key == key ? JSONMember(key: key, value: value) : $0 }))
    }
}
