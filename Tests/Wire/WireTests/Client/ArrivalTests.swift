import Testing
import Wire

/// Tests the client when it examines items in the read buffer. The result must be the same as when it decodes them one
/// by one.
@Suite("What arrives at a client")
struct ArrivalTests {
    private static let welcome =
        #"{"type":"welcome","proto":1,"server":{"name":"s","version":"1","epoch":"e"},"features":["credit"],"#
        + #""limits":{"hello_frame":8192,"frame_in":262144,"frame_out":1048576,"item":32768,"inflight":64,"streams":16,"#
        + #""ping_min_ms":5000,"idle_ms":300000},"peer":{"uid":1,"gids":[]},"contracts":{}}"#

    /// Histories of three calls. Calls 1 and 2 are streams with a credit of 6. Call 3 is not a stream.
    private static let histories: [String: [String]] = [
        "numbered items": [
            #"{"type":"item","id":1,"seq":9,"kind":"k","data":{"a":"x"}}"#,
            #"{"type":"item","id":1,"seq":10,"kind":"k","data":{"a":"xy","b":[1,{"c":null}]}}"#,
            #"{"type":"item","id":1,"seq":123456789012,"kind":"k","data":{}}"#,
            #"{"type":"reply","id":1,"result":{"n":1}}"#,
        ],
        "items without numbers, of several kinds and calls": [
            #"{"type":"item","id":1,"kind":"k","data":{"a":1}}"#, #"{"type":"item","id":1,"kind":"k","data":{"a":2}}"#,
            #"{"type":"item","id":1,"kind":"kind","data":{"a":3}}"#,
            #"{"type":"item","id":1,"seq":4,"kind":"kind","data":{"a":4}}"#,
            #"{"type":"item","id":2,"kind":"k","data":{"a":5}}"#, #"{"type":"item","id":1,"kind":"k","data":{"a":6}}"#,
            #"{"type":"reply","id":3,"result":true}"#, #"{"type":"item","id":2,"kind":"k","data":{"a":7}}"#,
        ],
        "other spellings": [
            #"{"type":"item","id":1,"seq":1,"kind":"k","data":{"a":1}}"#,
            #"{"id":1,"type":"item","kind":"k","seq":2,"data":{"a":2}}"#,
            #"{"type":"item", "id":1,"seq":3,"kind":"k","data": {"a":3} }"#,
            #"{"type":"item","id":1,"seq":4,"kind":"k","data":{"a":4},"coalesced":3}"#,
            #"{"type":"item","id":1,"seq":5,"kind":"\u006b","data":{"a":"\u00e9é"}}"#,
            #"{"type":"item","id":1,"seq":6,"kind":"k","data":{"a":6.5e1}}"#, #"{"type":"ping","nonce":"p"}"#,
        ],
        "more items than were granted": (1...8).map { #"{"type":"item","id":1,"seq":\#($0),"kind":"k","data":{}}"# },
        "an item of a unary call": [
            #"{"type":"item","id":1,"seq":1,"kind":"k","data":{}}"#, #"{"type":"item","id":3,"kind":"k","data":{}}"#,
        ],
        "an item behind the reply": [
            #"{"type":"reply","id":1,"result":{}}"#, #"{"type":"item","id":1,"kind":"k","data":{}}"#,
        ],
        "data that are not JSON": [
            #"{"type":"item","id":1,"seq":1,"kind":"k","data":{"a":1}}"#,
            #"{"type":"item","id":1,"seq":2,"kind":"k","data":{"a":01}}"#,
            #"{"type":"item","id":1,"seq":3,"kind":"k","data":{"a":1}}"#,
        ],
        "the same key twice": [
            #"{"type":"item","id":1,"seq":1,"kind":"k","data":{"a":1}}"#,
            #"{"type":"item","id":1,"seq":2,"kind":"k","data":{"a":1,"a":1}}"#,
        ],
        "a number that is none": [
            #"{"type":"item","id":1,"seq":1,"kind":"k","data":{}}"#,
            #"{"type":"item","id":1,"seq":01,"kind":"k","data":{}}"#,
        ],
        "bytes behind the item": [
            #"{"type":"item","id":1,"seq":1,"kind":"k","data":{}}"#,
            #"{"type":"item","id":1,"seq":2,"kind":"k","data":{}}}"#,
        ],
        "an empty frame": [#"{"type":"item","id":1,"seq":1,"kind":"k","data":{}}"#, ""],
        "items beside a goaway": [
            #"{"type":"item","id":1,"seq":1,"kind":"k","data":{}}"#,
            #"{"type":"goaway","code":"unavailable","reason":"rpc.shutdown","last_id":3}"#,
            #"{"type":"item","id":1,"seq":2,"kind":"k","data":{}}"#, #"{"type":"reply","id":1,"result":{}}"#,
        ],
    ]

    private static func client() throws -> ClientConnection {
        var client = try ClientConnection(hello: Hello(clientName: "c", clientVersion: "1"), now: .zero)
        for method in ["a", "b"] {
            _ = try client.call(OutgoingCall(stream: method, terms: StreamTerms(credit: 6)), now: .zero)
        }
        _ = try client.call(OutgoingCall(unary: "c"), now: .zero)
        _ = client.received(Frame.encode(Array(Self.welcome.utf8)), now: .zero)
        return client
    }

    /// The actions that the client takes after it has read `pieces`, one after the other.
    private static func actions(of pieces: [ArraySlice<UInt8>]) throws -> [ClientConnection.Action] {
        var client = try client()
        var actions: [ClientConnection.Action] = []
        for piece in pieces {
            unsafe Array(piece).withUnsafeBytes { bytes in
                var bytes = unsafe bytes
                while let arrival = unsafe client.nextArrival(in: &bytes, now: .zero) {
                    switch arrival {
                    case .action(let action): actions.append(action)
                    case .items(let items): actions += items.map { .item($0) }
                    case .result: Issue.record("a result that nobody asked for unchecked")
                    }
                }
                #expect(unsafe bytes.isEmpty)
            }
        }
        return actions
    }

    @Test("arrival: is the same wherever reads end", arguments: histories.keys.sorted())
    func pieces(name: String) throws {
        let messages = try #require(Self.histories[name])
        let bytes = messages.flatMap { Frame.encode(Array($0.utf8)) }
        var client = try Self.client()
        let expected = client.received(bytes, now: .zero)
        #expect(!expected.isEmpty)
        #expect(try Self.actions(of: [bytes[...]]) == expected)
        #expect(try Self.actions(of: bytes.indices.map { bytes[$0...$0] }) == expected)
        for cut in bytes.indices { #expect(try Self.actions(of: [bytes[..<cut], bytes[cut...]]) == expected) }
    }

    @Test("arrival: is checked as strictly behind items of the same shape", arguments: 0..<8)
    func alike(seed: UInt64) throws {
        var draw = Draw(1700 + seed)
        var refused = 0
        let texts = [
            #"{"time":1763600000000,"source":"service","message":"GET /v1/items/42","ok":true}"#,
            #"{"a":[1,{"b":"x"},null],"c":{},"d":-1,"e":"","f":[]}"#, #"[["a","b"],0]"#, "17", #""text""#, "{}",
            #"{"a" : 1}"#, #"{"a":"\u00e9"}"#, #"{"a":"é"}"#, #"{"a":1.5}"#,
        ]
        for _ in 0..<200 {
            let text = draw.one(of: texts)
            let messages = (1...6).map { number in
                var bytes = Array(text.utf8)
                if number == 5 { for _ in 0..<draw.below(3) { JSONTrees.mutate(&bytes, &draw) } }
                return Array(#"{"type":"item","id":1,"seq":\#(number),"kind":"k","data":"#.utf8) + bytes + [0x7D]
            }
            let bytes = messages.flatMap { Frame.encode($0) }
            var client = try Self.client()
            let expected = client.received(bytes, now: .zero)
            #expect(try Self.actions(of: [bytes[...]]) == expected, "\(String(decoding: messages[4], as: UTF8.self))")
            if client.isClosed { refused += 1 }
        }
        #expect(refused > 15)
    }

    @Test("arrival: comes together where it belongs together, and each text can be kept alone")
    func together() throws {
        var client = try Self.client()
        let messages = (1...6).map { #"{"type":"item","id":1,"seq":\#($0),"kind":"k","data":{"n":\#($0)}}"# }
        var found: [[Item]] = []
        unsafe messages.flatMap { Frame.encode(Array($0.utf8)) }.withUnsafeBytes { bytes in
            var bytes = unsafe bytes
            while case .items(let items)? = unsafe client.nextArrival(in: &bytes, now: .zero) { found.append(items) }
        }
        let items = try #require(found.first)
        #expect(found.count == 1 && items.count == 6)
        #expect(items[0] == Item(id: 1, seq: 1, kind: "k", data: JSONText(["n": 1])))
        let second = items[1].data
        #expect(second.detached == second && second.detached.bytes.startIndex == 0)
    }
}
