import Testing
import Wire

@Suite struct ServerConnectionTests {
    @Test("server connection: greets and answers pipelined") func greetsAndAnswersPipelined() {
        var fixture = MachineFixture(greeted: false)
        let hello = ClientMessage.hello(Hello(clientName: "t", clientVersion: "1")).encoded()
        let call = ClientMessage.call(Call(id: 3, method: "echo")).encoded()
        fixture.sendBytes(Frame.encode(hello) + Frame.encode(call))
        guard case .welcome(let welcome)? = fixture.received.first else { return #expect(Bool(false)) }
        #expect(welcome.peerUID == 1001)
        #expect(welcome.epoch == "e")
        #expect(fixture.dispatched.map(\.id) == [3])
        fixture.finish(3, ["a": 1])
        #expect(fixture.replies(to: 3) == [.result(JSONText(["a": 1]))])
    }

    @Test("server connection: text mode is the same") func textModeIsTheSame() {
        var fixture = MachineFixture(mode: .text)
        fixture.call(1, "echo")
        fixture.finish(1)
        #expect(fixture.replies(to: 1).count == 1)
        fixture.call(2, "watch")
        for index in 0..<100 { fixture.item(2, ["n": .int(index)]) }
        #expect(fixture.items(of: 2).count == 100, "credit is automatic")
    }

    @Test(
        "server connection: refuses hello",
        arguments: [
            (#"{"type":"call","id":1,"method":"echo"}"#, "rpc.hello_required"),
            (#"{"type":"hello","proto":[7],"client":{"name":"a","version":"1"}}"#, "rpc.version_unsupported"),
            (
                #"{"type":"hello","proto":[1],"client":{"name":"a","version":"1"},"require":["fds"]}"#,
                "rpc.feature_unsupported"
            ),
            (#"{"type":"hello","proto":[1]}"#, "rpc.bad_message"),
            (#"{"type":"hello","proto":[1],"client":{"name":"a","version":"1"},"x":1}"#, "rpc.unknown_member"),
            ("{", "rpc.bad_json"),
        ])
    func refusesHello(_ text: String, _ reason: String) {
        var fixture = MachineFixture(greeted: false)
        fixture.send(text: text)
        #expect(fixture.goaway?.reason == reason)
        #expect(fixture.goaway?.lastID == 0)
        #expect(fixture.closed == .seconds(1))
        #expect(fixture.dispatched.isEmpty)
        #expect(fixture.machine.isFinished)
    }

    @Test(
        "server connection: faults end the connection",
        arguments: [
            (#"{"type":"hello","proto":[1],"client":{"name":"a","version":"1"}}"#, "rpc.hello_repeated"),
            (#"{"type":"call","method":"echo"}"#, "rpc.bad_id"),
            (#"{"type":"call","id":0,"method":"echo"}"#, "rpc.bad_id"),
            (#"{"type":"call","id":5,"method":"echo"}"#, "rpc.bad_id"),
            (#"{"type":"call","id":4,"method":"echo"}"#, "rpc.bad_id"),
            (#"{"type":"shout"}"#, "rpc.unknown_type"),
            (#"[]"#, "rpc.unknown_type"),
            (#"{"type":"ping","nonce":"a","x":1}"#, "rpc.unknown_member"),
            (#"{"type":"ping"}"#, "rpc.bad_message"),
            (#"{"type":"credit","id":5,"n":0}"#, "rpc.bad_message"),
            (#"{"type":"ping","nonce":"a","nonce":"a"}"#, "rpc.bad_json"),
        ])
    func faultsEndTheConnection(_ text: String, _ reason: String) {
        var fixture = MachineFixture()
        fixture.call(5, "echo")
        fixture.send(text: text)
        #expect(fixture.goaway?.reason == reason)
        #expect(fixture.goaway?.lastID == 5)
        #expect(fixture.cancelled[5] == [.lost])
        #expect(fixture.replies(to: 5).isEmpty)
        #expect(!fixture.machine.isFinished, "the handler still runs")
        fixture.finish(5)
        #expect(fixture.machine.isFinished)
        #expect(fixture.replies(to: 5).isEmpty)
    }

    @Test(
        "server connection: faults of a call are replies",
        arguments: [
            (#"{"type":"call","id":1,"method":"echo","frob":1}"#, "rpc.unknown_member", "/frob"),
            (#"{"frob":1,"type":"call","method":"echo","id":1}"#, "rpc.unknown_member", "/frob"),
            (#"{"type":"call","id":1,"method":"echo","n":1}"#, "rpc.unknown_member", "/n"),
            (#"{"type":"call","id":1}"#, "rpc.invalid_call", "/method"),
            (#"{"type":"call","id":1,"method":"echo","params":[]}"#, "rpc.invalid_call", "/params"),
            (#"{"type":"call","id":1,"method":"echo","timeout_ms":0}"#, "rpc.invalid_call", "/timeout_ms"),
            (#"{"type":"call","id":1,"method":"echo","stream":{}}"#, "rpc.invalid_call", "/stream"),
            (#"{"type":"call","id":1,"method":"watch","stream":{"x":1}}"#, "rpc.invalid_call", "/stream/x"),
            (
                #"{"type":"call","id":1,"method":"watch","stream":{"credit":1025}}"#, "rpc.invalid_call",
                "/stream/credit"
            ),
            (
                #"{"type":"call","id":1,"method":"watch","stream":{"policy":"latest"}}"#, "rpc.invalid_call",
                "/stream/policy"
            ),
            (#"{"type":"call","id":1,"method":"key","idem":"short"}"#, "rpc.invalid_call", "/idem"),
            (#"{"type":"call","id":1,"method":"key"}"#, "idem.required", "/idem"),
            (#"{"type":"call","id":1,"method":"echo","idem":"0123456789abcdef"}"#, "rpc.invalid_call", "/idem"),
        ])
    func faultsOfACallAreReplies(_ text: String, _ reason: String, _ field: String) {
        var fixture = MachineFixture()
        fixture.send(text: text)
        #expect(fixture.error(of: 1)?.reason == reason)
        #expect(fixture.error(of: 1)?.code == .invalidArgument)
        #expect(fixture.error(of: 1)?.field == field)
        #expect(fixture.goaway == nil)
        fixture.call(2, "echo")
        #expect(fixture.dispatched.map(\.id) == [2])
    }

    @Test("server connection: refuses by method") func refusesByMethod() {
        var fixture = MachineFixture()
        fixture.call(1, "nothing")
        fixture.call(2, "admin")
        #expect(fixture.error(of: 1)?.reason == "rpc.unknown_method")
        #expect(fixture.error(of: 2)?.reason == "rpc.method_not_permitted")
        #expect(fixture.error(of: 2)?.code == .permissionDenied)
    }

    @Test("server connection: bounds calls and streams") func boundsCallsAndStreams() {
        var fixture = MachineFixture {
            $0.limits.inflight = 3
            $0.limits.streams = 1
        }
        fixture.call(1, "watch")
        fixture.call(2, "watch")
        fixture.call(3, "echo")
        fixture.call(4, "echo")
        fixture.call(5, "echo")
        #expect(fixture.error(of: 2)?.details?["quota"] == "streams_per_connection")
        #expect(fixture.error(of: 5)?.reason == "rpc.quota_exceeded")
        #expect(fixture.error(of: 5)?.details?["limit"] == 3)
        #expect(fixture.error(of: 5)?.details?["used"] == 3)
        fixture.finish(3)
        fixture.call(6, "echo")
        #expect(fixture.dispatched.map(\.id) == [1, 3, 4, 6])
    }

    @Test("server connection: answers pings") func answersPings() {
        var fixture = MachineFixture()
        fixture.send(.ping(nonce: "n"))
        #expect(fixture.received == [.pong(nonce: "n")])
    }

    @Test("server connection: handles every split") func handlesEverySplit() {
        let messages: [ClientMessage] = [
            .hello(Hello(clientName: "t", clientVersion: "1")), .call(Call(id: 1, method: "echo")),
            .call(Call(id: 2, method: "watch", stream: StreamTerms(credit: 1))), .credit(id: 2, n: 3),
            .cancel(id: 1, reason: "x"), .ping(nonce: "p"),
        ]
        for mode in [Frame.Mode.framed, .text] {
            let bytes = messages.flatMap { Frame.encode($0.encoded(), mode: mode) }
            for split in 0...bytes.count {
                var fixture = MachineFixture(mode: mode, greeted: false)
                fixture.sendBytes(Array(bytes[..<split]))
                fixture.sendBytes(Array(bytes[split...]))
                #expect(fixture.dispatched.map(\.id) == [1, 2])
                #expect(fixture.cancelled == [1: [.client]])
                #expect(fixture.received.count == 2)
                #expect(fixture.goaway == nil)
            }
        }
    }
}
