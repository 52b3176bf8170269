/// The places of an item's parts in a frame. The frame must be written exactly as our own writers do it: with these
/// members, in this order, without white space. ``ServerMessage/decode(_:)`` decides about any other form and any
/// fault.
struct ItemScan {
    let id: Int64
    private(set) var seq: Int64?
    /// The place of the item's kind. The kind is plain ASCII.
    let kind: Range<Int>
    let data: Range<Int>

    /// Scans an item. `payload` is the payload of one frame.
    @inline(__always)
    init?(_ payload: Span<UInt8>) {
        guard let (id, start) = Self.id(of: payload) else { return nil }
        var index = start
        if JSONScan.holds(payload, at: index, ",\"seq\":") {
            index += 7
            guard let value = Self.integer(payload, &index) else { return nil }
            seq = value
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

    /// The id of the call to which the item in `payload` belongs, and the place where the rest of the item begins.
    /// Returns nil if `payload` is not an item.
    @inline(__always)
    static func id(of payload: Span<UInt8>) -> (Int64, Int)? {
        guard JSONScan.holds(payload, at: 0, "{\"type\":\"item\",\"id\":") else { return nil }
        var index = 20
        guard let id = integer(payload, &index), id > 0 else { return nil }
        return (id, index)
    }

    /// Reads an integer without a sign, of at most 15 digits.
    @inline(__always)
    static func integer(_ bytes: Span<UInt8>, _ index: inout Int) -> Int64? {
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
}

/// Finds items and replies in bytes that contain frames.
struct ItemFinder {
    /// The largest number of bytes of one payload.
    let limit: Int

    /// The id of the call to which the item in the frame at `start` belongs. Returns nil if the frame is incomplete, or
    /// not in exactly the form that our own writers use.
    func call(_ bytes: Span<UInt8>, at start: Int) -> Int64? {
        guard let frame = frame(bytes, at: start) else { return nil }
        return ItemScan.id(of: bytes.extracting(frame))?.0
    }

    /// The items of call `id` in the frames from `start` on, but no more than `most`. Also returns where their frames
    /// end. Returns nil if the first frame is not such an item. The data of all items is in one copy of the bytes.
    func items(_ bytes: Span<UInt8>, at start: Int, of id: Int64, most: Int) -> (items: [Item], end: Int)? {
        var found: [(scan: ItemScan, base: Int)] = []
        found.reserveCapacity(min(most, (bytes.count - start) / 64))
        var end = start
        while found.count < most, let frame = frame(bytes, at: end),
            let scan = ItemScan(bytes.extracting(frame)), scan.id == id
        {
            found.append((scan, frame.lowerBound - start))
            end = frame.upperBound
        }
        guard !found.isEmpty else { return nil }
        let copy = unsafe bytes.extracting(start..<end).withUnsafeBufferPointer { unsafe Array($0) }
        let items = found.map { scan, base in
            Item(
                id: id, seq: scan.seq,
                kind: String(decoding: copy[base + scan.kind.lowerBound..<base + scan.kind.upperBound], as: UTF8.self),
                data: JSONText(checked: copy[base + scan.data.lowerBound..<base + scan.data.upperBound]))
        }
        return (items, end)
    }

    /// The reply with a result in the frame at `start`. Returns nil if the frame contains something else, is
    /// incomplete, or is written in another form.
    func reply(_ bytes: Span<UInt8>, at start: Int) -> ReplyScan? {
        guard JSONScan.holds(bytes, at: start + 4, "{\"type\":\"reply\""), let frame = frame(bytes, at: start) else {
            return nil
        }
        return ReplyScan(bytes, frame)
    }

    /// The payload of the frame at `start`. The frame must be complete and within the limit.
    @inline(__always)
    private func frame(_ bytes: Span<UInt8>, at start: Int) -> Range<Int>? {
        guard bytes.count - start > 4 else { return nil }
        // The first byte of a frame is zero, because no limit allows larger frames.
        let length = Int(UInt32(truncatingIfNeeded: JSONScan.word(bytes, start)).byteSwapped)
        guard length > 0, length <= limit, bytes.count - start - 4 >= length else { return nil }
        return start + 4..<start + 4 + length
    }
}

/// The places of the parts of a reply with a result. The frame must be written exactly as our own writers do it.
struct ReplyScan {
    let id: Int64
    private let frame: Range<Int>
    /// The place where the result begins, counted from the first byte of the payload.
    private let result: Int

    /// The end of the frame.
    var end: Int { frame.upperBound }

    fileprivate init?(_ bytes: Span<UInt8>, _ frame: Range<Int>) {
        let payload = bytes.extracting(frame)
        var index = 21
        guard JSONScan.holds(payload, at: 0, "{\"type\":\"reply\",\"id\":"), let id = ItemScan.integer(payload, &index),
            id > 0,
            JSONScan.holds(payload, at: index, ",\"result\":"), index + 11 < payload.count,
            payload[payload.count - 1] == UInt8(ascii: "}")
        else { return nil }
        self.id = id
        self.frame = frame
        result = index + 10
    }

    /// The result, in its own memory. Returns nil if the result is not plain JSON. The general decoder then decides.
    func text(in bytes: Span<UInt8>) -> JSONText? {
        let payload = bytes.extracting(frame)
        let end = payload.count - 1
        guard payload[result] > 0x20,
            JSONScan.end(of: payload, from: result, depth: 1, limits: .wire) == end
        else { return nil }
        return unsafe payload.extracting(result..<end).withUnsafeBufferPointer {
            unsafe JSONText(checked: Array($0)[...])
        }
    }

    /// The unchecked result.
    func raw(in bytes: Span<UInt8>) -> RawResult {
        unsafe bytes.extracting(frame).withUnsafeBufferPointer { unsafe RawResult(payload: Array($0), start: result) }
    }
}
