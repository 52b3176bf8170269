/// Where the parts of an item stand in a frame that is spelled as our own writers spell it: these members, in this order, without
/// white space. All other spellings, and all faults, are left to ``ServerMessage/decode(_:)``.
struct ItemScan {
    let id: Int64
    /// Negative: there is none.
    private(set) var seq: Int64 = -1
    /// Of plain ASCII.
    let kind: Range<Int>
    let data: Range<Int>

    /// `payload` is that of one frame.
    @inline(__always)
    init?(_ payload: Span<UInt8>) {
        guard let (id, start) = Self.id(of: payload) else { return nil }
        var index = start
        if JSONScan.holds(payload, at: index, ",\"seq\":") {
            index += 7
            guard let number = Self.integer(payload, &index) else { return nil }
            seq = number
        }
        guard JSONScan.holds(payload, at: index, ",\"kind\":\"") else { return nil }
        let kind = index + 9
        index = JSONScan.plainEnd(of: payload, from: kind)
        guard index > kind, index - kind <= 64, JSONScan.holds(payload, at: index, "\",\"data\":") else { return nil }
        self.kind = kind..<index
        index += 9
        guard JSONScan.byte(payload, index) > 0x20,
            let end = JSONScan.end(of: payload, from: index, depth: 1, limits: .wire),
            end == payload.count - 1, payload[end] == UInt8(ascii: "}")
        else { return nil }
        data = index..<end
        self.id = id
    }

    /// The call of the item that `payload` is, and where the rest of it begins; nil if it is none.
    @inline(__always)
    static func id(of payload: Span<UInt8>) -> (Int64, Int)? {
        guard JSONScan.holds(payload, at: 0, "{\"type\":\"item\",\"id\":") else { return nil }
        var index = 20
        guard let id = integer(payload, &index), id > 0 else { return nil }
        return (id, index)
    }

    /// An integer without a sign, of at most 15 digits.
    @inline(__always)
    private static func integer(_ bytes: Span<UInt8>, _ index: inout Int) -> Int64? {
        let head = JSONScan.word(bytes, index)
        let count = JSONScan.digits(head)
        guard count > 0, count == 1 || head & 0xFF != 0x30 else { return nil }
        var value = JSONScan.number(head, count)
        index += count
        guard count == 8 else { return value }
        let tail = JSONScan.word(bytes, index)
        let rest = JSONScan.digits(tail)
        guard rest < 8 else { return nil }
        for _ in 0..<rest { value *= 10 }
        index += rest
        return value + JSONScan.number(tail, rest)
    }

    /// Whether the bytes of two ranges are the same.
    @inline(__always)
    static func areEqual(_ bytes: Span<UInt8>, _ left: Range<Int>, _ right: Range<Int>) -> Bool {
        guard left.count == right.count else { return false }
        var offset = 0
        while left.count - offset >= 8 {
            guard JSONScan.word(bytes, left.lowerBound + offset) == JSONScan.word(bytes, right.lowerBound + offset)
            else { return false }
            offset += 8
        }
        let rest = left.count - offset
        return JSONScan.prefix(JSONScan.word(bytes, left.lowerBound + offset), rest)
            == JSONScan.prefix(JSONScan.word(bytes, right.lowerBound + offset), rest)
    }
}

extension FrameDecoder {
    /// The call of the item that the next frame is; nil if the frame is not there in full, or is not spelled as usual.
    func nextItemCall() -> Int64? {
        let bytes = buffer.span
        guard mode == .framed, let frame = frame(bytes, at: start) else { return nil }
        return ItemScan.id(of: bytes.extracting(frame))?.0
    }

    /// Takes the frames that come next as far as they are items of call `id`, but no more than `most`; nil if the first is not.
    mutating func nextItems(of id: Int64, most: Int) -> ItemBatch? {
        var marks: [ItemBatch.Mark] = []
        var kinds: [Range<Int>] = []
        let end = scanItems(of: id, most: most, marks: &marks, kinds: &kinds)
        guard !marks.isEmpty else { return nil }
        let bytes = Array(buffer[start..<end])
        let names = kinds.map { String(decoding: buffer[start + $0.lowerBound..<start + $0.upperBound], as: UTF8.self) }
        start = end
        return ItemBatch(id: id, bytes: bytes, kinds: names, marks: marks)
    }

    /// Notes where the items stand, from `start` on, and answers where the last of them ends. Kinds are found once.
    private func scanItems(
        of id: Int64, most: Int, marks: inout [ItemBatch.Mark], kinds: inout [Range<Int>]
    ) -> Int {
        let bytes = buffer.span
        let first = start
        var position = start
        var kind = 0..<0
        marks.reserveCapacity(min(most, (bytes.count - first) / 64))
        while marks.count < most, let frame = frame(bytes, at: position),
            let item = ItemScan(bytes.extracting(frame)), item.id == id
        {
            let base = frame.lowerBound - first
            let found = base + item.kind.lowerBound..<base + item.kind.upperBound
            // Nearly always the same again.
            if kinds.isEmpty || !ItemScan.areEqual(bytes, shifted(kind, first), shifted(found, first)) {
                kinds.append(found)
                kind = found
            }
            marks.append(
                ItemBatch.Mark(
                    seq: item.seq, start: Int32(truncatingIfNeeded: base + item.data.lowerBound),
                    end: Int32(truncatingIfNeeded: base + item.data.upperBound), kind: kinds.count - 1))
            position = frame.upperBound
        }
        return position
    }

    @inline(__always)
    private func shifted(_ range: Range<Int>, _ offset: Int) -> Range<Int> {
        range.lowerBound + offset..<range.upperBound + offset
    }

    /// Where the payload of the frame at `start` stands, if it is there in full and within the limit.
    @inline(__always)
    private func frame(_ bytes: Span<UInt8>, at start: Int) -> Range<Int>? {
        guard bytes.count - start > 4 else { return nil }
        let head = UInt32(truncatingIfNeeded: JSONScan.word(bytes, start)).byteSwapped
        // The first byte of a frame is zero, as no limit is larger.
        let length = Int(head)
        guard length > 0, length <= limit, bytes.count - start - 4 >= length else { return nil }
        return start + 4..<start + 4 + length
    }
}
