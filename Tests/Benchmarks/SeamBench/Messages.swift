import Wire

/// The parameters of `bench.status`.
struct StatusParams: Sendable, JSONRecord {
    var name: String
    var count: Int64
    var flag: Bool
    var tags: [String]

    static let example = StatusParams(name: "service-alpha", count: 0, flag: true, tags: ["red", "bluebell"])

    init(name: String, count: Int64, flag: Bool, tags: [String]) {
        self.name = name
        self.count = count
        self.flag = flag
        self.tags = tags
    }

    init(fields: inout JSONFields) throws(FieldFault) {
        name = try fields.string("name", bytes: 0...64)
        count = try fields.integer("count")
        flag = try fields.bool("flag")
        tags = try fields.strings("tags", count: 0...16, bytes: 0...64)
        try fields.end()
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("count", count)
        writer.member("flag", flag)
        writer.member("tags", tags)
    }
}

/// The result of `bench.status`. Its reply has about 200 bytes of JSON.
struct Status: Sendable, JSONRecord {
    var name: String
    var state: String
    var pid: Int64
    var uptime: Int64
    var healthy: Bool
    var tags: [String]
    var note: String

    init(answering params: StatusParams) {
        name = params.name
        state = "running"
        pid = 4242
        uptime = 86_400
        healthy = true
        tags = params.tags
        note = "the quick brown fox jumps over the lazy dog 0123456789 ok"
    }

    init(fields: inout JSONFields) throws(FieldFault) {
        name = try fields.string("name", bytes: 0...64)
        state = try fields.string("state", bytes: 0...16)
        pid = try fields.integer("pid")
        uptime = try fields.integer("uptime")
        healthy = try fields.bool("healthy")
        tags = try fields.strings("tags", count: 0...16, bytes: 0...64)
        note = try fields.string("note", bytes: 0...256)
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

/// An item of `bench.log`. With its envelope, it has about 150 bytes of JSON.
struct LogEntry: Sendable, JSONRecord {
    var time: Int64
    var source: String
    var message: String

    static let example = LogEntry(
        time: 1_763_600_000_000, source: "service-alpha", message: "GET /v1/items/42 from 10.0.0.17, 200 in 13 ms")

    init(time: Int64, source: String, message: String) {
        self.time = time
        self.source = source
        self.message = message
    }

    init(fields: inout JSONFields) throws(FieldFault) {
        time = try fields.integer("time")
        source = try fields.string("source", bytes: 0...64)
        message = try fields.string("message", bytes: 0...256)
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("time", time)
        writer.member("source", source)
        writer.member("message", message)
    }
}

/// The parameters of `bench.log`.
struct LogParams: Sendable, JSONRecord {
    var count: Int64

    init(count: Int64) {
        self.count = count
    }

    init(fields: inout JSONFields) throws(FieldFault) {
        count = try fields.integer("count", in: 1...1_000_000_000)
        try fields.end()
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("count", count)
    }
}

/// The result of `bench.log`.
struct Nothing: Sendable, JSONRecord {
    init() {}

    init(fields: inout JSONFields) throws(FieldFault) {}

    func writeMembers(to writer: inout JSONWriter) {}
}
