import TestSupport
import Wire

/// A client in text mode that sends exactly what a test wants.
final class TextClient {
    private let connection: UnixConnection
    private var lastID: Int64 = 0

    init(_ socket: String) throws {
        connection = try UnixConnection(socket)
        try connection.send(#"{"type":"hello","proto":[1],"client":{"name":"test","version":"1"}}"# + "\n")
    }

    /// Sends a call, and returns its id.
    @discardableResult
    func send(_ method: String, _ params: JSON = [:], idem: String? = nil) throws -> Int64 {
        lastID += 1
        let call = JSON.members(
            ("type", "call"), ("id", .integer(lastID)), ("method", .string(method)), ("params", params),
            ("idem", idem.map(JSON.string)))
        try connection.send(call.text + "\n")
        return lastID
    }

    /// Cancels a call. The call's reply still arrives.
    func cancel(_ id: Int64) throws {
        try connection.send(JSON.members(("type", "cancel"), ("id", .integer(id))).text + "\n")
    }

    func halfClose() { connection.halfClose() }

    /// The next message that is not the welcome. Waits for at most 20 seconds.
    func message() throws -> JSON {
        while true {
            let message = try JSON(parsing: try connection.line().utf8)
            if message["type"] != "welcome" { return message }
        }
    }

    /// Reads until `isLast` accepts a message. Returns this message and all messages before it. Reads for at most a
    /// minute, because a stream never stops sending bookmarks.
    func messages(until isLast: (JSON) -> Bool) throws -> [JSON] {
        let deadline = ContinuousClock.now + .seconds(60)
        var messages: [JSON] = []
        repeat {
            guard ContinuousClock.now < deadline else {
                throw Self.failed("what was awaited did not come", after: messages)
            }
            do {
                messages.append(try message())
            } catch {
                throw Self.failed("\(error)", after: messages)
            }
        } while messages.last.map(isLast) != true
        return messages
    }

    private static func failed(_ what: String, after messages: [JSON]) -> TestFailure {
        let last = messages.suffix(20).map(\.text).joined(separator: "\n")
        return TestFailure("\(what); the last of \(messages.count) messages:\n\(last)")
    }

    /// Reads until the reply to a call has arrived. Returns the call's items in order, and the reply.
    func answer(to id: Int64) throws -> (items: [JSON], reply: JSON) {
        let all = try messages { $0["type"] == "reply" && $0["id"] == .integer(id) }.filter { $0["id"] == .integer(id) }
        return (all.dropLast().filter { $0["type"] == "item" }, all.last ?? .null)
    }

    /// Reads until all the given calls are answered, and returns their replies by id.
    func replies(to ids: [Int64]) throws -> [Int64: JSON] {
        var replies: [Int64: JSON] = [:]
        _ = try messages { message in
            if message["type"] == "reply", let id = message["id"]?.integerValue { replies[id] = message }
            return ids.allSatisfy { replies[$0] != nil }
        }
        return replies
    }

    /// Reads until the server closes the connection, and returns all messages that it has read.
    func rest() throws -> [JSON] {
        let text = String(decoding: connection.rest(), as: UTF8.self)
        return try text.split(separator: "\n").map { try JSON(parsing: $0.utf8) }.filter { $0["type"] != "welcome" }
    }
}
