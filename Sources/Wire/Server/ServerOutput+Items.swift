extension ServerOutput {
    /// What stands around the kind and the data of an item, at most.
    private static let envelope = 160
    /// From here on room for items is made several times over, up to that much: what is copied on the way there is little then.
    private static let smallRoom = 1024
    private static let largeRoom = 393_216

    /// Appends an item of call `id` that stands for so many events, behind the items that are there.
    mutating func append(
        _ kind: String, _ data: JSONText, seq: Int64?, events: Int, of id: Int64, mode: Frame.Mode, high: Int
    ) {
        guard mode == .framed, write(kind, data, seq: seq, events: events, of: id) else {
            let message = ServerMessage.item(
                Item(id: id, seq: seq, kind: kind, data: data, coalesced: events > 1 ? events : nil))
            return append(ordered: message, mode: mode, high: high)
        }
        noteItems(high: high)
    }

    /// Appends an event of a topic, as an item of call `id`, behind the items that are there; framed. `told` is the event's.
    mutating func append(told: Span<UInt8>, of id: Int64, high: Int) {
        unsafe frame(most: told.count) { (pen) in
            unsafe pen.put("{\"type\":\"item\",\"id\":")
            unsafe pen.put(id)
            unsafe pen.put(raw: told)
            unsafe pen.put("}")
            return true
        }
        noteItems(high: high)
    }

    /// False, with nothing written, if the kind needs escapes.
    private mutating func write(_ kind: String, _ data: JSONText, seq: Int64?, events: Int, of id: Int64) -> Bool {
        let kind = kind.utf8.span
        let data = data.bytes.span
        return unsafe frame(most: kind.count + data.count) { (pen) in
            unsafe pen.put("{\"type\":\"item\",\"id\":")
            unsafe pen.put(id)
            if let seq {
                unsafe pen.put(",\"seq\":")
                unsafe pen.put(seq)
            }
            unsafe pen.put(",\"kind\":")
            guard unsafe pen.put(quoted: kind) == kind.count else { return false }
            unsafe pen.put(",\"data\":")
            unsafe pen.put(raw: data)
            if events > 1 {
                unsafe pen.put(",\"coalesced\":")
                unsafe pen.put(Int64(events))
            }
            unsafe pen.put("}")
            return true
        }
    }

    /// Appends a frame whose payload, ``envelope`` and `most` bytes at most, `body` writes; nothing, and false, if it answers false.
    @inline(__always)
    @discardableResult
    private mutating func frame(most: Int, _ body: (inout JSONPen) -> Bool) -> Bool {
        let needed = most + Self.envelope
        makeRoom(for: needed)
        var isWritten = false
        items.append(addingCapacity: needed) { (room: inout OutputSpan<UInt8>) in
            unsafe room.withUnsafeMutableBufferPointer { (buffer, count) in
                guard let start = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
                var pen = unsafe JSONPen(start + 4)
                guard unsafe body(&pen) else { return }
                count = unsafe pen.next - start
                unsafe start.storeBytes(of: UInt32(truncatingIfNeeded: count - 4).bigEndian, as: UInt32.self)
                isWritten = true
            }
        }
        return isWritten
    }

    @inline(__always)
    private mutating func makeRoom(for needed: Int) {
        guard items.capacity - items.count < needed, items.count > Self.smallRoom else { return }
        items.reserveCapacity(max(items.count * 2, min(items.count * 8, Self.largeRoom)) + needed)
    }
}
