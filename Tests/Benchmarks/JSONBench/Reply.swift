import Wire

/// A reply of 199 bytes: five strings, an array and four scalars. Coded by Foundation, by way of ``Wire/JSON`` as the contracts'
/// types are, and straight from and to the bytes.
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

extension Reply: JSONCodable {
    init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        id = try fields.integer("id")
        result = try fields.value("result")
    }

    var json: JSON { .members(("id", .integer(id)), ("result", result.json)) }
}

extension Reply.Result: JSONCodable {
    init(json: JSON, at path: String) throws(FieldFault) {
        var fields = try JSONFields(json, at: path)
        name = try fields.string("name")
        state = try fields.string("state")
        pid = try fields.integer("pid")
        uptime = try fields.integer("uptime")
        healthy = try fields.bool("healthy")
        tags = try fields.strings("tags")
        note = try fields.string("note")
    }

    var json: JSON {
        .members(
            ("name", .string(name)), ("state", .string(state)), ("pid", .integer(pid)), ("uptime", .integer(uptime)),
            ("healthy", .bool(healthy)), ("tags", .strings(tags)), ("note", .string(note)))
    }
}

extension Reply {
    init(reading bytes: [UInt8]) throws(JSONFault) {
        var reader = JSONReader(bytes)
        var id: Int64 = 0
        var result = Result(name: "", state: "", pid: 0, uptime: 0, healthy: false, tags: [], note: "")
        try reader.object { (reader, key) throws(JSONFault) in
            switch key {
            case "id": id = try reader.integer()
            case "result": try result.read(&reader)
            default: try reader.skip()
            }
        }
        try reader.finish()
        self.init(id: id, result: result)
    }

    /// The bytes, without a ``Wire/JSON`` in between.
    var written: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("id", id)
        writer.key("result")
        writer.beginObject()
        writer.member("name", result.name)
        writer.member("state", result.state)
        writer.member("pid", result.pid)
        writer.member("uptime", result.uptime)
        writer.member("healthy", .bool(result.healthy))
        writer.key("tags")
        writer.beginArray()
        for tag in result.tags { writer.string(tag) }
        writer.endArray()
        writer.member("note", result.note)
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }
}

extension Reply.Result {
    mutating func read(_ reader: inout JSONReader) throws(JSONFault) {
        try reader.object { (reader, key) throws(JSONFault) in
            switch key {
            case "name": name = try reader.string()
            case "state": state = try reader.string()
            case "pid": pid = try reader.integer()
            case "uptime": uptime = try reader.integer()
            case "healthy": healthy = try reader.bool()
            case "tags": try reader.array { (reader) throws(JSONFault) in tags.append(try reader.string()) }
            case "note": note = try reader.string()
            default: try reader.skip()
            }
        }
    }
}
