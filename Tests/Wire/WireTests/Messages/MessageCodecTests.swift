import Testing
import Wire

@Suite struct MessageCodecTests {
    static let clientMessages: [ClientMessage] = [
        .hello(Hello(clientName: "a", clientVersion: "1", require: ["credit"], want: ["resume"])),
        .call(Call(id: 1, method: "a.b")),
        .call(
            Call(
                id: JSON.largestInteger, method: "a.b", params: JSONText(["x": [1, "y"]]), timeout: .milliseconds(1),
                stream: StreamTerms(
                    credit: 1024, from: .cursor(epoch: "e", seq: 4), policy: "latest", heartbeat: .seconds(1)),
                idem: "0123456789abcdef", trace: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")),
        .call(Call(id: 2, method: "a.b", stream: StreamTerms(from: .snapshot))),
        .call(Call(id: 3, method: "a.b", timeout: .milliseconds(JSON.largestInteger))),
        .cancel(id: 3, reason: "x"), .cancel(id: 3, reason: nil), .credit(id: 3, n: 1024), .ping(nonce: "n"),
        .pong(nonce: "n"),
    ]

    static let serverMessages: [ServerMessage] = [
        .welcome(
            Welcome(
                serverName: "s", serverVersion: "1", epoch: "e", features: ["credit"], limits: .standard, peerUID: 1,
                peerGIDs: [1, 2], contracts: ["rpc": "sha256:00"])),
        .item(Item(id: 1, kind: "k")),
        .item(Item(id: 1, seq: 9, kind: "k", data: JSONText(["a": 1]), coalesced: 3)),
        .reply(id: 1, .result(JSONText(["a": []]))),
        .reply(
            id: 1,
            .error(
                WireError(
                    .aborted, "a.b", "m", effect: .unknown, retry: .init(safe: true, after: .seconds(1)), field: "/x",
                    details: ["d": 1], trace: "t"))),
        .goaway(Goaway(.unavailable, "rpc.idle", lastID: 0, retryAfter: .seconds(2), details: ["limit": 1])),
        .ping(nonce: "n"), .pong(nonce: "n"),
    ]

    @Test("message codec: client messages survive", arguments: clientMessages)
    func clientMessagesSurvive(_ message: ClientMessage) throws {
        #expect(try ClientMessage.decode(message.encoded()) == .message(message))
    }

    @Test("message codec: server messages survive", arguments: serverMessages)
    func serverMessagesSurvive(_ message: ServerMessage) throws {
        #expect(try ServerMessage.decode(message.encoded()) == message)
    }

    @Test("message codec: null is absent") func nullIsAbsent() throws {
        let text = #"{"type":"call","id":1,"method":"m","params":null,"timeout_ms":null,"stream":null,"ext":null}"#
        #expect(try ClientMessage.decode(Array(text.utf8)) == .message(.call(Call(id: 1, method: "m"))))
    }

    @Test("message codec: clients ignore what is newer") func clientsIgnoreWhatIsNewer() throws {
        let text = #"{"type":"item","id":1,"kind":"k","data":{},"cause":{"x":1},"later":[1]}"#
        #expect(try ServerMessage.decode(Array(text.utf8)) == .item(Item(id: 1, kind: "k")))
    }

    @Test(
        "message codec: clients refuse what is incomplete",
        arguments: [
            #"{"type":"reply","id":1}"#, #"{"type":"reply","id":1,"result":{},"error":{}}"#, #"{"type":"item","id":1}"#,
            #"{"type":"goaway","code":"internal","reason":"x"}"#, #"{"type":"welcome","proto":1}"#,
        ])
    func clientsRefuseWhatIsIncomplete(_ text: String) {
        #expect(throws: ProtocolFault.self) { try ServerMessage.decode(Array(text.utf8)) }
    }

    @Test("message codec: an extension is an object") func anExtensionIsAnObject() throws {
        let good = #"{"type":"call","id":1,"method":"m","ext":{"org.example.x":1}}"#
        #expect(try ClientMessage.decode(Array(good.utf8)) == .message(.call(Call(id: 1, method: "m"))))
        guard
            case .invalidCall(1, let error) = try ClientMessage.decode(
                Array(#"{"type":"call","id":1,"method":"m","ext":1}"#.utf8))
        else { return #expect(Bool(false)) }
        #expect(error.field == "/ext")
    }
}
