import Wire

/// A reply of 199 bytes, with five strings, an array and four scalars. Both Foundation and the code for the contracts'
/// types can encode and decode the reply.
struct Reply: Codable, Sendable {
    struct Result: Codable, Sendable {
        var name: String
        var state: String
        var pid: Int64
        var uptime: Int64
        var healthy: Bool
        var tags: [String]
        var note: String
    }

    var id: Int64
    var result: Result

    static let example = Reply(
        id: 123_456,
        result: Result(
            name: "service-alpha", state: "running", pid: 4242, uptime: 86_400, healthy: true,
            tags: ["red", "bluebell"], note: "the quick brown fox jumps over the lazy dog 0123456789 ok"))
}

extension Reply: JSONRecord {
    init(fields: inout JSONFields) throws(FieldFault) {
        id = try fields.integer("id")
        result = try fields.value("result")
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("id", id)
        writer.member("result", result)
    }
}

extension Reply.Result: JSONRecord {
    init(fields: inout JSONFields) throws(FieldFault) {
        name = try fields.string("name")
        state = try fields.string("state")
        pid = try fields.integer("pid")
        uptime = try fields.integer("uptime")
        healthy = try fields.bool("healthy")
        tags = try fields.strings("tags")
        note = try fields.string("note")
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("state", state)
        writer.member("pid", pid)
        writer.member("uptime", uptime)
        writer.member("healthy", healthy)
        writer.member("tags", tags)
        writer.member("note", note)
    }
}
