import Wire

/// Interprets bytes as a list of events on a server's connection.
enum ServerScript {
    /// Faulty calls, hellos, and other messages that a client should never send.
    static let texts = [
        #"{"type":"hello","proto":[1],"client":{"name":"a","version":"1"}}"#,
        #"{"type":"hello","proto":[2],"client":{"name":"a","version":"1"}}"#,
        #"{"type":"hello","proto":[1],"client":{"name":"a","version":"1"},"require":["fds"]}"#,
        #"{"type":"call","id":0,"method":"echo"}"#,
        #"{"type":"call","method":"echo"}"#,
        #"{"type":"call","id":9007199254740991,"method":"echo"}"#,
        #"{"type":"call","id":90,"method":"echo","frob":1}"#,
        #"{"type":"call","id":91,"method":"watch","stream":{"credit":0}}"#,
        #"{"type":"call","id":92,"method":"watch","stream":{"frob":0}}"#,
        #"{"type":"call","id":93,"method":"watch","stream":{"from":"now"}}"#,
        #"{"type":"call","id":94,"method":"echo","stream":{}}"#,
        #"{"type":"call","id":95,"method":"echo","idem":"0123456789abcdef"}"#,
        #"{"type":"call","id":96,"method":"nobody.knows","trace":"00-1-2-3"}"#,
        #"{"type":"call","id":97,"method":"echo","params":[]}"#,
        #"{"type":"call","id":98,"method":"echo","timeout_ms":9007199254740991,"trace":"00-1"}"#,
        #"{"type":"credit","id":1,"n":0}"#,
        #"{"type":"cancel","id":1,"frob":1}"#,
        #"{"type":"welcome"}"#,
        #"{"type":"call","id":1,"method":"echo","method":"echo"}"#,
        "[]",
    ]

    static let methods = MethodTable([
        MethodTraits("echo", .unary, sockets: ["session"], maxTimeout: .seconds(60)),
        MethodTraits("finish", .unary, sockets: ["session"], onDisconnect: .finish),
        MethodTraits("key", .unary, sockets: ["session"], idempotency: .required),
        MethodTraits("admin", .unary, sockets: ["admin"]),
        MethodTraits("watch", .stream, sockets: ["session"], overflow: [.lossless, .dropOldest]),
        MethodTraits("latest", .stream, sockets: ["session"], overflow: [.latest]),
        MethodTraits("unlock", .stream, sockets: ["session"], defaultTimeout: .seconds(20), overflow: [.lossless]),
        MethodTraits(
            "resume", .stream, sockets: ["session"], onDisconnect: .finish, overflow: [.dropOldest], isResumable: true),
    ])

    /// Settings with small limits, which a script reaches soon.
    static func settings(_ choice: UInt8) -> ServerSettings {
        var settings = ServerSettings(name: "fuzz", version: "1", epoch: "e", socket: "session")
        guard choice & 2 == 0 else { return settings }
        settings.limits = WireLimits(
            helloFrame: 512, frameIn: 1024, frameOut: 8192, item: 512, inflight: 4, streams: 2)
        settings.queueItems = 4
        settings.queueBytes = 1024
        settings.defaultCredit = 3
        settings.largestCredit = 6
        settings.outputHigh = 2048
        settings.outputLow = 512
        settings.outputLargest = 4096
        return settings
    }

    /// The next step.
    enum Step: UInt8, CaseIterable {
        case call, streamCall, credit, cancel, ping, pong
        case text, payload, bytes
        case deliverSome, deliverAll
        case item, burst, finish, fail, gate, awaitRoom
        case wait, fire, wroteSome, wroteAll
        case allowance, end, lost, drain
    }

    /// The step for each byte. Ordinary steps are frequent, and the last steps of a connection are rare.
    static let table: [Step] = {
        let often: [Step] = [
            .call, .streamCall, .credit, .cancel, .ping, .deliverSome, .item, .burst, .finish, .fail, .gate,
            .awaitRoom, .wait, .fire, .wroteSome,
        ]
        let usual: [Step] = [.call, .streamCall, .deliverAll, .wroteAll, .finish, .item]
        let rare: [Step] = [.pong, .text, .payload, .bytes, .allowance, .end, .lost, .drain]
        var table = Array(repeating: often, count: 10).flatMap { $0 }
        table += Array(repeating: usual, count: 15).flatMap { $0 }
        return table + rare + rare
    }()

    static func step(_ source: inout ByteSource) -> Step { table[Int(source.byte()) % table.count] }

    /// A script that sends a hello and then `payload`.
    static func seed(payload: [UInt8]) -> [UInt8] {
        guard payload.count <= 255 else { return [2, code(.deliverAll), code(.bytes), 255] + payload }
        return [0, code(.deliverAll), code(.payload), UInt8(payload.count)] + payload + [
            code(.deliverAll), code(.wroteAll), code(.finish), 0, 0,
        ]
    }

    static func code(_ step: Step) -> UInt8 { UInt8(table.firstIndex(of: step) ?? 0) }
}
