extension ServerOutput {
    /// The largest number of bytes of an item. The item's kind and data are not counted, and the frame's length is
    /// counted.
    private static let envelope = 160

    /// Appends an item of call `id` after the items that are already waiting. The item replaces `events` events.
    mutating func append(
        _ kind: String, _ data: JSONText, seq: Int64?, events: Int, of id: Int64, mode: Frame.Mode, high: Int
    ) {
        if mode == .framed,
            append(kind, seq: seq, events: events, of: id, limit: .max, high: high, { $0.text(data) })
        {
            return
        }
        let message = ServerMessage.item(
            Item(id: id, seq: seq, kind: kind, data: data, coalesced: events > 1 ? events : nil))
        append(ordered: message, mode: mode, high: high)
    }

    /// Appends a framed item in place. `write` writes the item's data. Returns false and appends nothing in two cases:
    /// the kind needs escapes, or the payload has more than `limit` bytes.
    mutating func append(
        _ kind: String, seq: Int64?, events: Int, of id: Int64, limit: Int, high: Int,
        _ write: (inout JSONWriter) -> Void
    ) -> Bool {
        let name = kind.utf8.span
        let room = name.count + Self.envelope + JSONInk.usualRoom
        var isWritten = false
        items.append(room: room) { (ink) in
            let isPlain = unsafe ink.put(name.count + Self.envelope) { (pen) in
                unsafe pen.skipLength()
                unsafe pen.put("{\"type\":\"item\",\"id\":")
                unsafe pen.put(id)
                if let seq {
                    unsafe pen.put(",\"seq\":")
                    unsafe pen.put(seq)
                }
                unsafe pen.put(",\"kind\":")
                guard unsafe pen.put(quoted: name) else { return false }
                unsafe pen.put(",\"data\":")
                return true
            }
            guard isPlain else { return ink.removeAll() }
            let start = ink.count
            JSONWriter.write(with: &ink, write)
            guard ink.count - start <= limit - Item.largestEnvelope(of: kind) else { return ink.removeAll() }
            unsafe ink.put(Self.envelope) { (pen) in
                if events > 1 {
                    unsafe pen.put(",\"coalesced\":")
                    unsafe pen.put(Int64(events))
                }
                unsafe pen.put(UInt8(ascii: "}"))
            }
            ink.endFrame()
            isWritten = true
        }
        if isWritten { noteItems(high: high) }
        return isWritten
    }

    /// Appends an event of a topic as an item of call `id`, after the items that are already waiting. The event is
    /// already framed. `told` is ``TopicLog/Event/told`` of the event.
    mutating func append(told: Span<UInt8>, of id: Int64, high: Int) {
        items.append(told: told, of: id)
        noteItems(high: high)
    }
}
