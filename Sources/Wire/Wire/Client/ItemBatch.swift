/// Items of one call that arrived together, in order, in one copy of their bytes.
///
/// A text that is taken out of a batch keeps that copy alive. To keep a text for long, keep its ``JSONText/detached``.
package struct ItemBatch: Sendable {
    /// Where one item is in the bytes.
    struct Mark: Sendable {
        /// Negative if the item has none.
        let seq: Int64
        /// The first byte of its payload.
        let payload: Int32
        /// The first byte of its data. They end one byte before the payload does.
        let data: Int32
        let end: Int32
        /// The index of its kind in `kinds`.
        let kind: Int32

        /// `base` is where the item's payload begins.
        @inline(__always)
        init(_ item: ItemScan, at base: Int, kind: Int) {
            seq = item.seq
            payload = Int32(truncatingIfNeeded: base)
            data = Int32(truncatingIfNeeded: base + item.data.lowerBound)
            end = Int32(truncatingIfNeeded: base + item.data.upperBound + 1)
            self.kind = Int32(truncatingIfNeeded: kind)
        }

        init(seq: Int64, dataCount: Int) {
            self.seq = seq
            payload = 0
            data = 0
            end = Int32(clamping: dataCount + 1)
            kind = 0
        }
    }

    /// The call of the items.
    package let id: Int64
    /// Whether the data of the items were checked.
    private let isChecked: Bool
    private var cursor: JSONCursor
    private let kinds: [String]
    private let marks: [Mark]
    /// For a batch of one item: its `coalesced`, which marks do not hold.
    private let coalesced: Int?
    /// How many items were taken.
    private var taken = 0

    /// The offsets in `marks` count from the first of `bytes`.
    init(id: Int64, bytes: [UInt8], isChecked: Bool, kinds: [String], marks: [Mark]) {
        self.id = id
        self.isChecked = isChecked
        cursor = JSONCursor(unchecked: bytes[...])
        self.kinds = kinds
        self.marks = marks
        coalesced = nil
    }

    /// A batch of one item. Its data must fit into a frame.
    package init(_ item: Item) {
        id = item.id
        isChecked = true
        cursor = JSONCursor(item.data)
        kinds = [item.kind]
        marks = [Mark(seq: item.seq ?? -1, dataCount: item.data.bytes.count)]
        coalesced = item.coalesced
    }

    /// How many items are left.
    package var count: Int { marks.count - taken }

    /// The kind of the next item. Nil if none is left.
    package var kind: String? { taken < marks.count ? kinds[Int(marks[taken].kind)] : nil }

    /// The kind of all items, including those that were taken. Nil if they differ in kind, or in how they are spelled.
    package var onlyKind: String? { kinds.count == 1 ? kinds.first : nil }

    /// The number of the next item. Nil if it has none, or if its number comes after its data; ``next()`` finds that
    /// one, too.
    package var seq: Int64? { taken < marks.count && marks[taken].seq >= 0 ? marks[taken].seq : nil }

    /// Takes the next item. Returns nil if none is left. Throws `rpc.server_fault` if its data are not JSON, which can
    /// happen only if they were left to be checked when taken.
    package mutating func next() throws(WireError) -> Item? {
        guard taken < marks.count else { return nil }
        let mark = marks[taken]
        taken += 1
        guard isChecked else { return try whole(mark) }
        return Item(
            id: id, seq: mark.seq < 0 ? nil : mark.seq, kind: kinds[Int(mark.kind)], data: data(of: mark),
            coalesced: coalesced)
    }

    /// Takes only the data of the next item. Returns nil if none is left. Throws as ``next()`` does.
    package mutating func nextData() throws(WireError) -> JSONText? {
        guard taken < marks.count else { return nil }
        let mark = marks[taken]
        taken += 1
        guard isChecked else { return try whole(mark).data }
        return data(of: mark)
    }

    /// Takes the next item and lends its data to `body`, which must not keep any of it. Returns false if none is left.
    /// Throws as ``next()`` does.
    package mutating func lendNextData(_ body: (Span<UInt8>) -> Void) throws(WireError) -> Bool {
        guard taken < marks.count else { return false }
        let mark = marks[taken]
        taken += 1
        guard isChecked else {
            let data = try whole(mark).data
            body(data.bytes.span)
            return true
        }
        lend(mark, body)
        return true
    }

    // A separate function, so that the lent bytes cannot be changed meanwhile.
    @inline(__always)
    private func lend(_ mark: Mark, _ body: (Span<UInt8>) -> Void) {
        body(cursor.bytes.span.extracting(Int(mark.data)..<Int(mark.end) &- 1))
    }

    @inline(__always)
    private func data(of mark: Mark) -> JSONText {
        let first = cursor.bytes.startIndex
        return JSONText(checked: cursor.bytes[first + Int(mark.data)..<first + Int(mark.end) - 1])
    }

    /// Takes the next item and decodes its data. Returns nil if none is left. Throws `rpc.server_fault` for data that
    /// are not JSON or do not fit the value.
    package mutating func next<Value: JSONReadable>(_: Value.Type = Value.self) throws(WireError) -> Value? {
        guard taken < marks.count else { return nil }
        let mark = marks[taken]
        taken += 1
        cursor.index = Int(mark.data)
        cursor.trust = isChecked ? .checked : .unchecked
        do throws(FieldFault) {
            let value = try Value(reading: &cursor)
            if isChecked || (cursor.trust == .unchecked && cursor.index == Int(mark.end) &- 1) { return value }
        } catch {
            if isChecked { throw .unagreedItem(error) }
        }
        return try Self.decode(whole(mark))
    }

    /// Takes the next item and drops it unchecked.
    package mutating func skip() { taken = min(taken + 1, marks.count) }

    /// The item in the frame of `mark`, decoded as a whole.
    private func whole(_ mark: Mark) throws(WireError) -> Item {
        let first = cursor.bytes.startIndex
        do throws(ProtocolFault) {
            let payload = Array(cursor.bytes[first + Int(mark.payload)..<first + Int(mark.end)])
            if case .item(let item) = try ServerMessage.decode(payload) { return item }
        } catch {
            throw .noMessage(error)
        }
        throw .serverFault("the server sent what is no item")
    }

    private static func decode<Value: JSONReadable>(_ item: Item) throws(WireError) -> Value {
        var cursor = JSONCursor(item.data)
        do throws(FieldFault) {
            return try Value(reading: &cursor)
        } catch {
            throw .unagreedItem(error)
        }
    }
}

extension WireError {
    fileprivate static func unagreedItem(_ fault: FieldFault) -> WireError {
        .serverFault("an item is not as agreed: \(fault)")
    }
}

/// How many items a reader has taken since the last grant.
package struct TakenItems: Sendable, Hashable {
    /// How many items the server may send before it is granted more.
    let window: Int
    private var count = 0

    /// `window` is the credit in the call's terms.
    package init(window: Int) {
        self.window = window
    }

    /// Counts `more` items as taken. Once half of the window is used, returns how many to grant now; otherwise nil.
    package mutating func take(_ more: Int = 1) -> Int? {
        count += more
        guard count * 2 >= window else { return nil }
        defer { count = 0 }
        return count
    }
}
