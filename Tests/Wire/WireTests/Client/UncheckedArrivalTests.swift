import Testing
import Wire

/// Tests data that is checked while it is decoded. The result must be the same as when it is checked before it is
/// decoded.
@Suite("What is checked when it is taken")
struct UncheckedArrivalTests {
    /// A record with every kind of member.
    private struct Sample: JSONRecord, Hashable {
        var name: String
        var count: Int64
        var flag: Bool
        var tags: [String]
        var note: String?
        var inner: Inner?
        var depth: Int64?
        var any: JSON?

        init(fields: inout JSONFields) throws(FieldFault) {
            name = try fields.string("name", bytes: 0...64)
            count = try fields.integer("count")
            flag = try fields.bool("flag")
            tags = try fields.strings("tags", count: 0...16, bytes: 0...64)
            note = try fields.optionalString("note")
            inner = try fields.optionalValue("inner")
            var below = try fields.optionalFields("below")
            depth = try below?.optionalInteger("depth")
            any = fields.optionalJSON("any")
        }

        func writeMembers(to writer: inout JSONWriter) {
            writer.member("name", name)
            writer.member("count", count)
            writer.member("flag", flag)
            writer.member("tags", tags)
            writer.member("note", note)
            writer.member("inner", inner)
        }
    }

    /// A record that refuses unknown members.
    private struct Inner: JSONRecord, Hashable {
        var x: Int64
        var y: String?

        init(fields: inout JSONFields) throws(FieldFault) {
            x = try fields.integer("x")
            y = try fields.optionalString("y")
            try fields.end()
        }

        func writeMembers(to writer: inout JSONWriter) {
            writer.member("x", x)
            writer.member("y", y)
        }
    }

    private static let welcome =
        #"{"type":"welcome","proto":1,"server":{"name":"s","version":"1","epoch":"e"},"features":["credit"],"#
        + #""limits":{"hello_frame":8192,"frame_in":262144,"frame_out":1048576,"item":32768,"inflight":64,"streams":16,"#
        + #""ping_min_ms":5000,"idle_ms":300000},"peer":{"uid":1,"gids":[]},"contracts":{}}"#

    /// A client with two calls. Call 1 is a stream, and a stream's items are always checked. Call 2 is unary.
    private static func client(_ check: OutgoingCall.Check) throws -> ClientConnection {
        var client = try ClientConnection(hello: Hello(clientName: "c", clientVersion: "1"), now: .zero)
        let stream = OutgoingCall(stream: "a")
        var unary = OutgoingCall(unary: "b")
        unary.check = check
        _ = try client.call(stream, now: .zero)
        _ = try client.call(unary, now: .zero)
        _ = client.received(Frame.encode(Array(Self.welcome.utf8)), now: .zero)
        return client
    }

    /// The value that a program gets from a message. For an error, this is nil.
    private static func taken(_ message: [UInt8], _ check: OutgoingCall.Check) throws -> Sample? {
        var client = try client(check)
        var taken: Sample?
        unsafe Frame.encode(message).withUnsafeBytes { bytes in
            var bytes = unsafe bytes
            while let arrival = unsafe client.nextArrival(in: &bytes, now: .zero) {
                switch arrival {
                case .items(let items): taken = try? Sample(text: items[0].data)
                case .result(_, let result): taken = try? result.decoded()
                case .action(.ended(_, .result(let result))): taken = try? Sample(result: result)
                case .action(.item(let item)): taken = try? Sample(text: item.data)
                case .action: break
                }
            }
        }
        return taken
    }

    private static let texts = [
        #"{"name":"a","count":1763600000000,"flag":true,"tags":["x","y"],"note":"n","inner":{"x":-3,"y":"z"}}"#,
        #"{"name":"","count":0,"flag":false,"tags":[]}"#,
        #"{"name":"a","count":1,"flag":true,"tags":[],"inner":{"x":1},"any":2}"#,
        #"{"name":"a","count":1,"flag":true,"tags":[],"inner":{"x":1},"note":"late"}"#,
        #"{"name":"a","count":1,"flag":true,"tags":[],"strange":{"name":[]},"any":2}"#,
        #"{"name":"a","count":9007199254740991,"flag":true,"tags":["x"],"note":null,"inner":null,"more":[{}]}"#,
        #"{ "name" : "a" , "count" : -12 , "flag" : true , "tags" : [ "x" , "y" ] , "inner" : { "x" : 1 } }"#,
        #"{"count":1,"name":"a","tags":[],"flag":true}"#,
        #"{"name":"é\u00e9\n","count":12345678,"flag":true,"tags":["é","\""],"note":"plain"}"#,
        #"{"name":"a","count":1,"flag":true,"tags":["x"],"below":{"other":1,"depth":7},"any":[1,{"b":null}]}"#,
        #"{"name":"a","count":1,"flag":true,"tags":["x"],"below":{"depth":7},"any":{"a":[[[1.5e3]]]}}"#,
    ]

    /// Data that is not valid JSON, or that is not a valid record. A single pass must notice each of these faults.
    private static let faults = [
        #"{"name":"a","count":1,"flag":true,"tags":[],}"#, #"{"name":"a","count":1,"flag":true,"tags":["x",]}"#,
        #"{"name":"a""count":1,"flag":true,"tags":[]}"#, #"{"name":"a","count":1,"flag":true,"tags":["x""y"]}"#,
        #"{"name":"a","count":01,"flag":true,"tags":[]}"#, #"{"name":"a","count":1x,"flag":true,"tags":[]}"#,
        #"{"name":"a","count":-,"flag":true,"tags":[]}"#, #"{"name":"a","count":1.0,"flag":true,"tags":[]}"#,
        #"{"name":"a","count":9007199254740992,"flag":true,"tags":[]}"#,
        #"{"name":"a","count":12345678901234567890,"flag":true,"tags":[]}"#,
        #"{"name":"a","count":1,"flag":trux,"tags":[]}"#, #"{"name":"a","count":1,"flag":true,"tags":[]]"#,
        #"{"name":"a","count":1,"flag":true,"tags":[}}"#, #"{"name":"a","count":1,"flag":true,"tags":[]"#,
        #"{"name":"a","count":1,"flag":true,"tags":[],"note":nul}"#,
        #"{"name":"a","count":1,"flag":true,"tags":[],"note":"a","note":"b"}"#,
        #"{"name":"a","count":1,"flag":true,"tags":[],"name":"b"}"#,
        #"{"name":"a","count":1,"flag":true,"tags":[],"inner":{"x":1,"x":2}}"#,
        #"{"name":"a","count":1,"flag":true,"tags":[],"inner":{"x":1,"z":2}}"#,
        #"{"name":"a","count":1,"flag":true,"tags":[],"more":{"z":1,"z":2}}"#,
        #"{"name":"a","count":1,"flag":true,"tags":[],"below":{"depth":1,"depth":2}}"#,
        #"{"name":"a","count":1,"flag":true,"tags":[],"any":[01]}"#,
        #"{"name":"a","count":1,"flag":true,"tags":[],"any":\#(String(repeating: "[", count: 2000))}"#,
        #"{"name":"a","count":1,"flag":true,"tags":[],"z":{}"#,
        "{\"name\":\"a\u{1}\",\"count\":1,\"flag\":true,\"tags\":[]}",
        "{\"name\":\"a\",\"count\":1,\"flag\":true,\"tags\":[\"\t\"]}",
        #"{"name":"\x","count":1,"flag":true,"tags":[]}"#, "garbage", "", "[]", "{",
    ]

    /// Messages in which `data` is an item or a result. The members that may follow are present in some messages, and
    /// absent in others.
    private static func messages(_ data: [UInt8]) -> [[UInt8]] {
        [
            (#"{"type":"item","id":1,"seq":7,"kind":"k","data":"#, "}"),
            (#"{"type":"item","id":1,"kind":"k","data":"#, #","coalesced":3}"#),
            (#"{"type":"reply","id":2,"result":"#, "}"), (#"{"type":"reply","id":2,"result":"#, #","more":1}"#),
        ].map { Array($0.utf8) + data + Array($1.utf8) }
    }

    @Test("unchecked arrival: texts that are JSON are decoded, and all others refused")
    func texts() throws {
        for text in Self.texts {
            let expected = try Sample(text: JSONText(ArraySlice(text.utf8)))
            for message in Self.messages(Array(text.utf8)) {
                #expect(try Self.taken(message, .whenTaken) == expected, "\(String(decoding: message, as: UTF8.self))")
            }
        }
        for text in Self.faults {
            for message in Self.messages(Array(text.utf8)) {
                #expect(try Self.taken(message, .whenTaken) == nil, "\(String(decoding: message, as: UTF8.self))")
                #expect(try Self.taken(message, .onArrival) == nil)
            }
        }
        let bytes = Array(#"{"name":"a"#.utf8) + [0xFF] + Array(#"","count":1,"flag":true,"tags":[]}"#.utf8)
        for message in Self.messages(bytes) { #expect(try Self.taken(message, .whenTaken) == nil) }
    }

    @Test("unchecked arrival: one byte more or less makes no difference between the two", arguments: 0..<3)
    func mutations(seed: UInt64) throws {
        var draw = Draw(900 + seed)
        var (decoded, refused) = (0, 0)
        for _ in 0..<250 {
            var bytes = Array(draw.one(of: Self.texts).utf8)
            for _ in 0..<draw.below(3) { JSONTrees.mutate(&bytes, &draw) }
            for message in Self.messages(bytes) {
                let expected = try Self.taken(message, .onArrival)
                let taken = try Self.taken(message, .whenTaken)
                #expect(taken == expected, "\(String(decoding: message, as: UTF8.self))")
                if taken == nil { refused += 1 } else { decoded += 1 }
            }
        }
        #expect(decoded > 20 && refused > 20)
    }
}
