/// Where the parts of an item stand in a frame that is spelled as our own writers spell it: these members, in this
/// order, without white space. All other spellings, and all faults, are left to ``ServerMessage/decode(_:)``.
struct ItemScan {
    let id: Int64
    /// Negative: there is none.
    private(set) var seq: Int64 = -1
    /// The digits of `seq`.
    private var number = 0..<0
    /// Of plain ASCII.
    let kind: Range<Int>
    let data: Range<Int>

    /// `payload` is that of one frame. Unless `isChecking`, its data are all that stands before its closing bracket,
    /// whatever that is.
    @inline(__always)
    init?(_ payload: Span<UInt8>, isChecking: Bool) {
        guard let (id, start) = Self.id(of: payload) else { return nil }
        var index = start
        if JSONScan.holds(payload, at: index, ",\"seq\":") {
            let start = index + 7
            index = start
            guard let value = Self.integer(payload, &index) else { return nil }
            seq = value
            number = start..<index
        }
        guard JSONScan.holds(payload, at: index, ",\"kind\":\"") else { return nil }
        let kind = index + 9
        index = JSONScan.plainEnd(of: payload, from: kind)
        guard index > kind, index - kind <= 64, JSONScan.holds(payload, at: index, "\",\"data\":") else { return nil }
        self.kind = kind..<index
        index += 9
        guard let data = Self.data(payload, index, isChecking) else { return nil }
        self.data = data
        self.id = id
    }

    /// The same for the item in the frame at `start`, if it is spelled as the one in the frame at `place` but for its
    /// number and its data: nearly all that follow each other are. `shape` is that of the other's data, if it is
    /// known.
    @inline(__always)
    init?(
        _ bytes: Span<UInt8>, _ frame: Range<Int>, like model: ItemScan, at place: Int, isChecking: Bool,
        shape: DataShape?
    ) {
        // Up to its number, or up to its data if it has none.
        let head = model.seq < 0 ? model.data.lowerBound : model.number.lowerBound
        guard Self.areEqual(bytes, place, frame.lowerBound, head) else { return nil }
        var index = frame.lowerBound + head
        if model.seq >= 0 {
            // What is no part of the frame does not begin with a digit, nor is it spelled as what follows here.
            guard let number = Self.integer(bytes, &index) else { return nil }
            seq = number
            let middle = model.data.lowerBound - model.number.upperBound
            guard Self.areEqual(bytes, place + model.number.upperBound, index, middle) else { return nil }
            index += middle
        }
        let end = frame.upperBound - 1
        guard index < end, bytes[end] == UInt8(ascii: "}"), JSONScan.byte(bytes, index) > 0x20 else { return nil }
        data = index - frame.lowerBound..<end - frame.lowerBound
        // They have that shape nearly always, where there are many.
        if isChecking, shape?.fits(bytes, index..<end) != true {
            guard Self.data(bytes.extracting(frame), data.lowerBound, true) == data else { return nil }
        }
        id = model.id
        kind = model.kind
    }

    /// Where the data end that begin at `index`, if only the closing bracket follows.
    @inline(__always)
    private static func data(_ payload: Span<UInt8>, _ index: Int, _ isChecking: Bool) -> Range<Int>? {
        guard JSONScan.byte(payload, index) > 0x20 else { return nil }
        guard isChecking else {
            let end = payload.count - 1
            return index < end && JSONScan.byte(payload, end) == UInt8(ascii: "}") ? index..<end : nil
        }
        guard let end = JSONScan.end(of: payload, from: index, depth: 1, limits: .wire),
            end == payload.count - 1, payload[end] == UInt8(ascii: "}")
        else { return nil }
        return index..<end
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

    /// Whether so many bytes at two places are the same.
    @inline(__always)
    static func areEqual(_ bytes: Span<UInt8>, _ left: Int, _ right: Int, _ count: Int) -> Bool {
        guard count >= 8 else {
            return JSONScan.prefix(JSONScan.word(bytes, left), count)
                == JSONScan.prefix(JSONScan.word(bytes, right), count)
        }
        let last = count &- 8
        guard left >= 0, right >= 0, max(left, right) <= bytes.count &- count else { return false }
        var offset = 0
        while offset < last {
            guard areSame(bytes, left &+ offset, right &+ offset) else { return false }
            offset &+= 8
        }
        // The last eight bytes, some of which may have been compared.
        return areSame(bytes, left &+ last, right &+ last)
    }

    /// Whether eight bytes at two places are the same, both of which are there.
    @inline(__always)
    private static func areSame(_ bytes: Span<UInt8>, _ left: Int, _ right: Int) -> Bool {
        let one = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: left, as: UInt64.self)
        let other = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: right, as: UInt64.self)
        return one == other
    }
}

/// Finds items in bytes that hold frames.
struct ItemFinder {
    /// Bytes of one payload.
    let limit: Int
    /// Whether the items' data are looked at.
    var isChecking = true

    /// The call of the item that the frame at `start` is; nil if the frame is not there in full, or is not spelled as
    /// usual.
    func call(_ bytes: Span<UInt8>, at start: Int) -> Int64? {
        guard let frame = frame(bytes, at: start) else { return nil }
        return ItemScan.id(of: bytes.extracting(frame))?.0
    }

    /// The frames from `start` on as far as they are items of call `id`, but no more than `most`, and where they end;
    /// nil if the first is not.
    func items(_ bytes: Span<UInt8>, at start: Int, of id: Int64, most: Int) -> (ItemBatch, end: Int)? {
        var marks: [ItemBatch.Mark] = []
        var kinds: [String] = []
        let end = scan(bytes, at: start, of: id, most: most, marks: &marks, kinds: &kinds)
        guard !marks.isEmpty else { return nil }
        return (
            ItemBatch(
                id: id, bytes: Self.copy(bytes, start..<end), isChecked: isChecking, kinds: kinds, marks: marks),
            end
        )
    }

    /// Notes where the items stand, and answers where the last of them ends.
    private func scan(
        _ bytes: Span<UInt8>, at start: Int, of id: Int64, most: Int, marks: inout [ItemBatch.Mark],
        kinds: inout [String]
    ) -> Int {
        var position = start
        marks.reserveCapacity(min(most, (bytes.count - start) / 64))
        // The last item that was spelled otherwise than the one before it, and where its payload begins.
        var model: (item: ItemScan, place: Int)?
        var shape: DataShape?
        // Items since then.
        var alike = 0
        while marks.count < most, let frame = frame(bytes, at: position) {
            let base = frame.lowerBound - start
            // For fewer it is not worth it.
            if let model, isChecking, alike == 1 {
                let data = model.item.data
                shape = DataShape(bytes, model.place + data.lowerBound..<model.place + data.upperBound)
            }
            if let model,
                let item = ItemScan(
                    bytes, frame, like: model.item, at: model.place, isChecking: isChecking, shape: shape)
            {
                alike += 1
                marks.append(ItemBatch.Mark(item, at: base, kind: kinds.count - 1))
            } else {
                let payload = bytes.extracting(frame)
                guard let item = ItemScan(payload, isChecking: isChecking), item.id == id else { break }
                kinds.append(String(decoding: Self.copy(payload, item.kind), as: UTF8.self))
                model = (item, frame.lowerBound)
                shape = nil
                alike = 0
                marks.append(ItemBatch.Mark(item, at: base, kind: kinds.count - 1))
            }
            position = frame.upperBound
        }
        return position
    }

    private static func copy(_ bytes: Span<UInt8>, _ range: Range<Int>) -> [UInt8] {
        unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// The reply with a result that the frame at `start` is, spelled as usual; nil if it is something else or is not
    /// there in full.
    func reply(_ bytes: Span<UInt8>, at start: Int) -> ReplyScan? {
        guard JSONScan.holds(bytes, at: start + 4, "{\"type\":\"reply\""), let frame = frame(bytes, at: start) else {
            return nil
        }
        return ReplyScan(bytes, frame)
    }

    /// Where the payload of the frame at `start` stands, if it is there in full and within the limit.
    @inline(__always)
    private func frame(_ bytes: Span<UInt8>, at start: Int) -> Range<Int>? {
        guard bytes.count - start > 4 else { return nil }
        // The first byte of a frame is zero, as no limit is larger.
        let length = Int(UInt32(truncatingIfNeeded: JSONScan.word(bytes, start)).byteSwapped)
        guard length > 0, length <= limit, bytes.count - start - 4 >= length else { return nil }
        return start + 4..<start + 4 + length
    }
}

/// Where the parts of a reply with a result stand in a frame that is spelled as our own writers spell it.
struct ReplyScan {
    let id: Int64
    private let frame: Range<Int>
    /// The result begins there, counted from the first byte of the payload.
    private let result: Int

    /// Where the frame ends.
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

    /// The result, with memory of its own; nil if it is not plain JSON: then the general decoder decides.
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

    /// The result, unseen.
    func raw(in bytes: Span<UInt8>) -> RawResult {
        unsafe bytes.extracting(frame).withUnsafeBufferPointer { unsafe RawResult(payload: Array($0), start: result) }
    }
}
