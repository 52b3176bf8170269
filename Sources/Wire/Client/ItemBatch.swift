/// Items of one call that arrived together, in order, in one copy of the bytes that they stand in.
///
/// A text that is taken out of it keeps that copy alive: whoever keeps it for long keeps ``JSONText/detached`` instead.
package struct ItemBatch: Sendable {
    /// Where one item stands.
    struct Mark: Sendable {
        /// Negative: it has none.
        let seq: Int64
        /// The first byte of its payload.
        let payload: Int32
        /// The first byte of its data, which end one byte before the payload.
        let data: Int32
        let end: Int32
        /// Its kind's place among those of the batch.
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

    /// The call that they belong to.
    package let id: Int64
    /// Whether their data were checked.
    private let isChecked: Bool
    private var cursor: JSONCursor
    private let kinds: [String]
    private let marks: [Mark]
    /// Of the one item, where it has something that marks do not tell.
    private let coalesced: Int?
    /// Items that were taken.
    private var taken = 0

    /// `marks` count from the first of `bytes`.
    init(id: Int64, bytes: [UInt8], isChecked: Bool, kinds: [String], marks: [Mark]) {
        self.id = id
        self.isChecked = isChecked
        cursor = JSONCursor(unchecked: bytes[...])
        self.kinds = kinds
        self.marks = marks
        coalesced = nil
    }

    /// A single item. Its data is at most a frame long.
    package init(_ item: Item) {
        id = item.id
        isChecked = true
        cursor = JSONCursor(item.data)
        kinds = [item.kind]
        marks = [Mark(seq: item.seq ?? -1, dataCount: item.data.bytes.count)]
        coalesced = item.coalesced
    }

    /// Items that were not taken yet.
    package var count: Int { marks.count - taken }

    /// The kind of the next item; nil if there is none.
    package var kind: String? { taken < marks.count ? kinds[Int(marks[taken].kind)] : nil }

    /// The kind of all items, also of those that were taken; nil if they are of several, or spelled in several ways.
    package var onlyKind: String? { kinds.count == 1 ? kinds.first : nil }

    /// The number of the next item; nil if it has none, or tells it behind its data: ``next()`` knows that, too.
    package var seq: Int64? { taken < marks.count && marks[taken].seq >= 0 ? marks[taken].seq : nil }

    /// Takes the next item; nil if there is none. Throws `rpc.server_fault` for one whose data are no JSON, which can
    /// only be if they were to be checked when they are taken.
    package mutating func next() throws(WireError) -> Item? {
        guard taken < marks.count else { return nil }
        let mark = marks[taken]
        taken += 1
        guard isChecked else { return try whole(mark) }
        return Item(
            id: id, seq: mark.seq < 0 ? nil : mark.seq, kind: kinds[Int(mark.kind)], data: data(of: mark),
            coalesced: coalesced)
    }

    /// Takes the data of the next item alone; nil if there is none. Throws as ``next()`` does.
    package mutating func nextData() throws(WireError) -> JSONText? {
        guard taken < marks.count else { return nil }
        let mark = marks[taken]
        taken += 1
        guard isChecked else { return try whole(mark).data }
        return data(of: mark)
    }

    /// Takes the next item and lends its data to `body`, which keeps nothing of them; false if there is none. Throws
    /// as ``next()`` does.
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

    // Apart, as nothing of what is lent may change meanwhile.
    @inline(__always)
    private func lend(_ mark: Mark, _ body: (Span<UInt8>) -> Void) {
        body(cursor.bytes.span.extracting(Int(mark.data)..<Int(mark.end) &- 1))
    }

    @inline(__always)
    private func data(of mark: Mark) -> JSONText {
        let first = cursor.bytes.startIndex
        return JSONText(checked: cursor.bytes[first + Int(mark.data)..<first + Int(mark.end) - 1])
    }

    /// Takes the next item and decodes its data; nil if there is none. Throws `rpc.server_fault` for data that are no
    /// JSON, or not as the value has them.
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

    /// Takes the next item and lets go of it; it is not checked then.
    package mutating func skip() { taken = min(taken + 1, marks.count) }

    /// The item in the frame of `mark`, looked at as a whole.
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

/// Items that a reader has taken since more were granted.
package struct TakenItems: Sendable, Hashable {
    /// What the server may send without being granted more.
    let window: Int
    private var count = 0

    /// `window` is the credit of the call's terms.
    package init(window: Int) {
        self.window = window
    }

    /// So many more were taken. How many to grant now, as half of the window is used up; nil: none yet.
    package mutating func take(_ more: Int = 1) -> Int? {
        count += more
        guard count * 2 >= window else { return nil }
        defer { count = 0 }
        return count
    }
}
