import Wire

/// Interprets bytes as a list of actions, by a server and a program, on a client's connection.
enum ClientScript {
    enum Step: CaseIterable {
        case unary, stream, cancel, consume, ping, close
        case welcome, item, result, error, goaway, serverPing, text, payload, bytes
        case deliverSome, deliverAll, wait, fire, end
    }

    static let table: [Step] = {
        let often: [Step] = [
            .unary, .stream, .cancel, .consume, .consume, .item, .item, .result, .error, .serverPing, .deliverSome,
            .deliverAll, .deliverAll, .wait, .fire, .ping,
        ]
        let rare: [Step] = [.welcome, .goaway, .text, .payload, .bytes, .end, .close]
        return Array(repeating: often, count: 14).flatMap { $0 } + rare + rare
    }()

    /// Messages that a server should never send, or sends rarely.
    static let texts = [
        #"{"type":"welcome"}"#,
        #"{"type":"item","id":1,"kind":"event"}"#,
        #"{"type":"item","id":9007199254740991,"kind":"event","data":{}}"#,
        #"{"type":"reply","id":1}"#,
        #"{"type":"reply","id":1,"result":1,"error":{}}"#,
        #"{"type":"reply","id":1,"error":{"code":"odd","reason":"a.b","message":"","effect":"odd"}}"#,
        #"{"type":"goaway","code":"odd","reason":"a.b","last_id":0,"retry_after_ms":9007199254740991}"#,
        #"{"type":"goaway","code":"internal","reason":"a.b","last_id":9007199254740991,"details":{"a":[]}}"#,
        #"{"type":"call","id":1,"method":"echo"}"#,
        #"{"type":"pong","nonce":"never asked","frob":{}}"#,
        "null",
    ]

    static func step(_ source: inout ByteSource) -> Step { table[Int(source.byte()) % table.count] }

    static func code(_ step: Step) -> UInt8 { UInt8(table.firstIndex(of: step) ?? 0) }

    static func welcome(_ choice: UInt8) -> Welcome {
        var limits = WireLimits()
        if choice & 1 == 1 {
            limits = WireLimits(helloFrame: 1, frameIn: 150, frameOut: 300, item: 1, inflight: 0, streams: 0)
            limits.pingInterval = choice & 2 == 2 ? .milliseconds(JSON.largestInteger) : .zero
        }
        return Welcome(
            serverName: "s", serverVersion: "1", epoch: "e", features: ["credit"], limits: limits, peerUID: 1,
            peerGIDs: [], contracts: [:])
    }

    /// A script with two calls, a welcome and `payload`.
    static func seed(payload: [UInt8]) -> [UInt8] {
        let opening = [0, code(.unary), 1, code(.stream), 2, code(.welcome), 0, code(.deliverAll)]
        guard payload.count <= 255 else { return opening + [code(.bytes), 255] + payload + [code(.deliverAll)] }
        return opening + [code(.payload), UInt8(payload.count)] + payload + [code(.deliverAll), code(.fire)]
    }
}
