/// Reads messages that are written exactly as our own writers write them: with these members, in this order, without
/// white space.
///
/// The general decoders decide about any other form and any fault. For this canonical form, the general decoders return
/// the same result.
struct CanonicalMessage {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Skips `text` if it is at the current place.
    mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - index >= count, JSONScan.holds(bytes.span, at: index, text) else { return false }
        index += count
        return true
    }

    /// Reads an integer without a sign, of at most 15 digits.
    mutating func integer() -> Int64? {
        let start = index
        var value: Int64 = 0
        while index < bytes.count, index - start < 16, bytes[index] &- UInt8(ascii: "0") < 10 {
            value = value * 10 + Int64(bytes[index] &- UInt8(ascii: "0"))
            index += 1
        }
        let count = index - start
        guard count > 0, count <= 15, count == 1 || bytes[start] != UInt8(ascii: "0") else { return nil }
        return value
    }

    /// Reads the rest of a string of 1 to `most` bytes of printable ASCII. The string's opening quotation mark has
    /// already been skipped.
    mutating func name(most: Int) -> String? {
        let end = JSONScan.plainEnd(of: bytes.span, from: index)
        guard JSONScan.byte(bytes.span, end) == UInt8(ascii: "\""), end > index, end - index <= most else { return nil }
        defer { index = end + 1 }
        return String(decoding: bytes[index..<end], as: UTF8.self)
    }

    /// Reads the rest of such a string, which is probably `likely`.
    mutating func name(most: Int, likely: String?) -> String? {
        guard let likely else { return name(most: most) }
        let text = likely.utf8.span
        guard text.count <= most, JSONScan.holds(bytes.span, at: index, text),
            JSONScan.byte(bytes.span, index + text.count) == UInt8(ascii: "\"")
        else { return name(most: most) }
        index += text.count + 1
        return likely
    }

    /// Reads a value inside the message.
    mutating func value() -> JSONText? {
        guard index < bytes.count, bytes[index] > 0x20,
            let end = JSONScan.end(of: bytes.span, from: index, depth: 1, limits: .wire)
        else { return nil }
        defer { index = end }
        return JSONText(checked: bytes[index..<end])
    }

    /// Reads an object inside the message.
    mutating func object() -> JSONText? {
        guard index < bytes.count, bytes[index] == UInt8(ascii: "{") else { return nil }
        return value()
    }

    /// Skips the closing bracket. Returns whether the bracket ends the message.
    mutating func end() -> Bool { take("}") && index == bytes.count }
}

extension ServerMessage {
    /// Reads an item, or a reply with a result. Returns nil if the general decoder must decide.
    static func canonical(_ payload: [UInt8]) -> ServerMessage? {
        var message = CanonicalMessage(payload)
        if message.take("{\"type\":\"item\",\"id\":") { return item(&message) }
        guard message.take("{\"type\":\"reply\",\"id\":"), let id = message.integer(), id > 0,
            message.take(",\"result\":"), let result = message.value(), message.end()
        else { return nil }
        return .reply(id: id, .result(result))
    }

    private static func item(_ message: inout CanonicalMessage) -> ServerMessage? {
        guard let id = message.integer(), id > 0 else { return nil }
        var seq: Int64?
        if message.take(",\"seq\":") {
            guard let number = message.integer() else { return nil }
            seq = number
        }
        guard message.take(",\"kind\":\""), let kind = message.name(most: 64), message.take(",\"data\":"),
            let data = message.value(), message.end()
        else { return nil }
        return .item(Item(id: id, seq: seq, kind: kind, data: data))
    }
}

extension ClientMessage {
    /// Reads a call that has only parameters and a timeout, or only parameters and a credit. Returns nil if the general
    /// decoder must decide.
    static func canonical(_ payload: [UInt8], likely: String?) -> ClientMessage? {
        var message = CanonicalMessage(payload)
        if message.take("{\"type\":\"call\",\"id\":") { return call(&message, likely) }
        guard message.take("{\"type\":\"credit\",\"id\":"), let id = message.integer(), id > 0, message.take(",\"n\":"),
            let n = message.integer(), (1...1024).contains(n), message.end()
        else { return nil }
        return .credit(id: id, n: Int(n))
    }

    private static func call(_ message: inout CanonicalMessage, _ likely: String?) -> ClientMessage? {
        guard let id = message.integer(), id > 0, message.take(",\"method\":\""),
            let method = message.name(most: 128, likely: likely)
        else { return nil }
        var params = JSONText.emptyObject
        if message.take(",\"params\":") {
            guard let object = message.object() else { return nil }
            params = object
        }
        var timeout: Duration?
        if message.take(",\"timeout_ms\":") {
            guard let milliseconds = message.integer(), milliseconds > 0 else { return nil }
            timeout = .milliseconds(milliseconds)
        }
        guard message.end() else { return nil }
        return .call(Call(id: id, method: method, params: params, timeout: timeout))
    }
}
