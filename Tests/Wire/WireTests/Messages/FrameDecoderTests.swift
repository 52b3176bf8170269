import Testing
import Wire

@Suite struct FrameDecoderTests {
    @Test("frame decoder: cuts frames at every split") func cutsFramesAtEverySplit() throws {
        let payloads = [
            Array("{}".utf8), Array(#"{"a":1}"#.utf8), Array("{".utf8) + [UInt8](repeating: 0x20, count: 299),
        ]
        for mode in [Frame.Mode.framed, .text] {
            let bytes = payloads.flatMap { Frame.encode($0, mode: mode) }
            for split in 0...bytes.count {
                var decoder = FrameDecoder(limit: 300)
                var found: [[UInt8]] = []
                for part in [bytes[..<split], bytes[split...]] {
                    decoder.append(part)
                    while let payload = try decoder.next() { found.append(payload) }
                }
                #expect(found == payloads)
                #expect(!decoder.isPartial)
                try decoder.end()
            }
        }
    }

    @Test("frame decoder: refuses at the header without the frame") func refusesAtTheHeaderWithoutTheFrame() {
        var decoder = FrameDecoder(limit: 10)
        decoder.append([0, 0, 0, 11])
        #expect(throws: ProtocolFault.tooLarge(got: 11, limit: 10)) { try decoder.next() }
        var exact = FrameDecoder(limit: 10)
        exact.append([0, 0, 0, 10])
        #expect(throws: Never.self) { try exact.next() }
        #expect(exact.isPartial)
        #expect(exact.bufferedByteCount == 4)
    }

    @Test("frame decoder: bounds a line that does not end") func boundsALineThatDoesNotEnd() {
        var decoder = FrameDecoder(limit: 10)
        decoder.append(Array("{123456789".utf8))
        #expect(throws: Never.self) { try decoder.next() }
        decoder.append(Array("0".utf8))
        #expect(throws: ProtocolFault.tooLarge(got: 11, limit: 10)) { try decoder.next() }
    }

    @Test(
        "frame decoder: refuses",
        arguments: [
            ([0, 0, 0, 0], ProtocolFault.FrameProblem.empty), ([0x7B, 0x0A, 0x0A], .empty), ([1], .firstByte),
            ([0x20], .firstByte), ([0, 0, 0, 1, 0x7B, 5], .firstByte), ([0, 0, 0], .truncated), ([0x7B], .truncated),
        ] as [([UInt8], ProtocolFault.FrameProblem)])
    func refuses(_ bytes: [UInt8], _ problem: ProtocolFault.FrameProblem) {
        var decoder = FrameDecoder(limit: 10)
        decoder.append(bytes)
        #expect(throws: ProtocolFault.badFrame(problem)) {
            while try decoder.next() != nil {}
            try decoder.end()
        }
    }

    @Test("frame decoder: a line feed inside a raw text does not end the line")
    func aLineFeedInsideARawTextDoesNotEndTheLine() throws {
        let text = try JSONText(Array("{\n\"a\":\n1}".utf8)[...])
        let item = ServerMessage.item(Item(id: 1, kind: "k", data: text))
        let line = Frame.encode(item.encoded(), mode: .text)
        #expect(line.count { $0 == 0x0A } == 1)
        var decoder = FrameDecoder(limit: 1000, mode: .text)
        decoder.append(line)
        let payload = try #require(try decoder.next())
        guard case .item(let read) = try ServerMessage.decode(payload) else { return #expect(Bool(false)) }
        #expect(read.data.json == ["a": 1])
    }
}
