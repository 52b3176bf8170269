/// Items of one call that arrived together, in order, in one copy of the bytes that they stand in.
///
/// A text that is taken out of it keeps that copy alive: whoever keeps it for long keeps ``JSONText/detached`` instead.
package struct ItemBatch: Sendable {
    /// Where one item stands.
    struct Mark: Sendable {
        /// Negative: it has none.
        let seq: Int64
        /// The first byte of its data, and the one behind the last.
        let start: Int32
        let end: Int32
        /// Its kind's place among those of the batch.
        let kind: Int

        /// `base` is where the item's payload begins.
        @inline(__always)
        init(_ item: ItemScan, at base: Int, kind: Int) {
            seq = item.seq
            start = Int32(truncatingIfNeeded: base + item.data.lowerBound)
            end = Int32(truncatingIfNeeded: base + item.data.upperBound)
            self.kind = kind
        }

        init(seq: Int64, dataCount: Int) {
            self.seq = seq
            start = 0
            end = Int32(clamping: dataCount)
            kind = 0
        }
    }

    /// The call that they belong to.
    package let id: Int64
    private let bytes: ArraySlice<UInt8>
    private let kinds: [String]
    private let marks: [Mark]
    /// Of the one item, where it has something that marks do not tell.
    private let coalesced: Int?
    /// Items that were taken.
    private var taken = 0

    /// `marks` count from the first of `bytes`.
    init(id: Int64, bytes: [UInt8], kinds: [String], marks: [Mark]) {
        self.id = id
        self.bytes = bytes[...]
        self.kinds = kinds
        self.marks = marks
        coalesced = nil
    }

    /// A single item. Its data is at most a frame long.
    package init(_ item: Item) {
        id = item.id
        bytes = item.data.bytes
        kinds = [item.kind]
        marks = [Mark(seq: item.seq ?? -1, dataCount: item.data.bytes.count)]
        coalesced = item.coalesced
    }

    /// Items that were not taken yet.
    package var count: Int { marks.count - taken }

    /// Takes the next item; nil if there is none.
    package mutating func next() -> Item? {
        guard taken < marks.count else { return nil }
        let mark = marks[taken]
        taken += 1
        let first = bytes.startIndex
        return Item(
            id: id, seq: mark.seq < 0 ? nil : mark.seq, kind: kinds[mark.kind],
            data: JSONText(checked: bytes[first + Int(mark.start)..<first + Int(mark.end)]), coalesced: coalesced)
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

    /// One more was taken. How many to grant now, as half of the window is used up; nil: none yet.
    package mutating func take() -> Int? {
        count += 1
        guard count * 2 >= window else { return nil }
        defer { count = 0 }
        return count
    }
}
