/// Where the parts of an item are in a frame in our own writers' spelling: these members, in this order, without white
/// space. Any other spelling and any fault is left to ``ServerMessage/decode(_:)``.
struct ItemScan {
    let id: Int64
    /// Negative if there is none.
    private(set) var seq: Int64 = -1
    /// The digits of `seq`.
    private var number = 0..<0
    /// Plain ASCII.
    let kind: Range<Int>
    let data: Range<Int>

    /// `payload` is that of one frame. If `isChecking` is false, the data are everything before its closing bracket,
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

    /// Scans the item in the frame at `frame` by comparing it with `model`, the item in the frame at `place`. They may
    /// differ only in their number and data, as most consecutive items do. `shape` is that of the model's data, if it
    /// is known.
    @inline(__always)
    init?(
        _ bytes: Span<UInt8>, _ frame: Range<Int>, like model: ItemScan, at place: Int, isChecking: Bool,
        shape: DataShape?
    ) {
        // Compare up to the number or, if there is none, up to the data.
        let head = model.seq < 0 ? model.data.lowerBound : model.number.lowerBound
        guard Self.areEqual(bytes, place, frame.lowerBound, head) else { return nil }
        var index = frame.lowerBound + head
        if model.seq >= 0 {
            // Bytes after the frame neither begin with a digit nor match what must follow the number.
            guard let number = Self.integer(bytes, &index) else { return nil }
            seq = number
            let middle = model.data.lowerBound - model.number.upperBound
            guard Self.areEqual(bytes, place + model.number.upperBound, index, middle) else { return nil }
            index += middle
        }
        let end = frame.upperBound - 1
        guard index < end, bytes[end] == UInt8(ascii: "}"), JSONScan.byte(bytes, index) > 0x20 else { return nil }
        data = index - frame.lowerBound..<end - frame.lowerBound
        // If there are many items, their data nearly always have that shape.
        if isChecking, shape?.fits(bytes, index..<end) != true {
            guard Self.data(bytes.extracting(frame), data.lowerBound, true) == data else { return nil }
        }
        id = model.id
        kind = model.kind
    }

    /// The data that begin at `index`, if only the closing bracket follows them.
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

    /// The call of the item in `payload`, and where the rest of the item begins. Nil if `payload` is not an item.
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

    /// Whether `count` bytes at the two places are equal.
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
        // The last eight bytes. Some of them may have been compared already.
        return areSame(bytes, left &+ last, right &+ last)
    }

    /// Whether eight bytes at the two places are equal. All of them must be within `bytes`.
    @inline(__always)
    private static func areSame(_ bytes: Span<UInt8>, _ left: Int, _ right: Int) -> Bool {
        let one = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: left, as: UInt64.self)
        let other = unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: right, as: UInt64.self)
        return one == other
    }
}

/// Finds items and replies in bytes that hold frames.
struct ItemFinder {
    /// The most bytes of one payload.
    let limit: Int
    /// Whether the data of items are checked.
    var isChecking = true

    /// The call of the item in the frame at `start`. Nil if the frame is incomplete, or not in our own writers'
    /// spelling.
    func call(_ bytes: Span<UInt8>, at start: Int) -> Int64? {
        guard let frame = frame(bytes, at: start) else { return nil }
        return ItemScan.id(of: bytes.extracting(frame))?.0
    }

    /// The frames from `start` on that are items of call `id`, at most `most`, and where they end. Nil if the first
    /// frame is not such an item.
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

    /// Records where the items are. Returns where the last one ends.
    private func scan(
        _ bytes: Span<UInt8>, at start: Int, of id: Int64, most: Int, marks: inout [ItemBatch.Mark],
        kinds: inout [String]
    ) -> Int {
        var position = start
        marks.reserveCapacity(min(most, (bytes.count - start) / 64))
        // The last item that was spelled differently from the one before it, and where its payload begins.
        var model: (item: ItemScan, place: Int)?
        var shape: DataShape?
        // How many items since then were spelled like it.
        var alike = 0
        while marks.count < most, let frame = frame(bytes, at: position) {
            let base = frame.lowerBound - start
            // For fewer items, a shape does not pay off.
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

    /// The reply with a result in the frame at `start`. Nil if it is something else, incomplete, or spelled
    /// differently.
    func reply(_ bytes: Span<UInt8>, at start: Int) -> ReplyScan? {
        guard JSONScan.holds(bytes, at: start + 4, "{\"type\":\"reply\""), let frame = frame(bytes, at: start) else {
            return nil
        }
        return ReplyScan(bytes, frame)
    }

    /// The payload of the frame at `start`, if the frame is complete and within the limit.
    @inline(__always)
    private func frame(_ bytes: Span<UInt8>, at start: Int) -> Range<Int>? {
        guard bytes.count - start > 4 else { return nil }
        // The first byte of a frame is zero, because no limit is larger.
        let length = Int(UInt32(truncatingIfNeeded: JSONScan.word(bytes, start)).byteSwapped)
        guard length > 0, length <= limit, bytes.count - start - 4 >= length else { return nil }
        return start + 4..<start + 4 + length
    }
}

/// Where the parts of a reply with a result are in a frame in our own writers' spelling.
struct ReplyScan {
    let id: Int64
    private let frame: Range<Int>
    /// Where the result begins, counted from the first byte of the payload.
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

    /// The result, in its own memory. Nil if it is not plain JSON; then the general decoder decides.
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

    /// The result, unchecked.
    func raw(in bytes: Span<UInt8>) -> RawResult {
        unsafe bytes.extracting(frame).withUnsafeBufferPointer { unsafe RawResult(payload: Array($0), start: result) }
    }
}
