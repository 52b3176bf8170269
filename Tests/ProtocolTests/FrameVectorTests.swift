import Testing
import Wire

@Suite("Vectors: frames")
struct FrameVectorTests {
    static let names = ProtocolFiles.names(in: "vectors/frames", ending: ".json")

    @Test("frame vector: there are vectors")
    func some() {
        #expect(Self.names.count >= 30)
    }

    @Test("frame vector: a reader sees the same, however the input is cut", arguments: names)
    func decode(name: String) throws {
        let vector = try Vector("frames", name)
        for cuts in Self.cuts(of: vector.input.count) {
            var decoder = FrameDecoder(
                limit: Int(try #require(vector.json["limit"]?.integerValue)), mode: Self.mode(vector.json))
            var payloads: [[UInt8]] = []
            var start = 0
            do {
                for end in cuts + [vector.input.count] {
                    decoder.append(vector.input[start..<end])
                    start = end
                    while let payload = try decoder.next() { payloads.append(payload) }
                }
                try decoder.end()
                try Self.check(payloads, vector)
            } catch let fault as ProtocolFault {
                Self.check(fault, vector.json)
            }
        }
    }

    @Test("frame vector: what was read is written byte for byte", arguments: names)
    func encode(name: String) throws {
        let vector = try Vector("frames", name)
        guard vector.json["expect"] != nil else { return }
        var decoder = FrameDecoder(
            limit: Int(try #require(vector.json["limit"]?.integerValue)), mode: Self.mode(vector.json))
        decoder.append(vector.input)
        var written: [UInt8] = []
        while let payload = try decoder.next() {
            Frame.append(payload, mode: try #require(decoder.mode), to: &written)
        }
        #expect(written == vector.input)
    }

    private static func mode(_ json: JSON) -> Frame.Mode? {
        switch json["mode"] {
        case "framed": .framed
        case "text": .text
        default: nil
        }
    }

    /// The places at which to cut an input. A small input is passed in one piece, in pieces of one byte, and in two
    /// pieces with a cut at each place. A large input is passed in one piece, and in pieces of 4,093 bytes.
    private static func cuts(of count: Int) -> [[Int]] {
        guard count > 1 else { return [[]] }
        guard count <= 256 else { return [[], Array(stride(from: 4093, to: count, by: 4093))] }
        return [[], Array(1..<count)] + (1..<count).map { [$0] }
    }

    private static func check(_ payloads: [[UInt8]], _ vector: Vector) throws {
        let expected = try #require(vector.json["expect"]?.arrayValue, "a fault was expected")
        try #require(payloads.count == expected.count)
        for (payload, expected) in zip(payloads, expected) {
            if let count = expected["bytes"]?.integerValue {
                #expect(payload.count == Int(count))
            } else {
                #expect(.string(String(decoding: payload, as: UTF8.self)) == expected)
            }
        }
    }

    private static func check(_ fault: ProtocolFault, _ json: JSON) {
        #expect(fault.reason.rawValue == json["fault"]?["reason"]?.stringValue, "\(fault)")
        for member in ["problem", "limit", "got"] {
            guard let expected = json["fault"]?[member] else { continue }
            #expect(fault.details?[member] == expected, "\(member)")
        }
    }
}
