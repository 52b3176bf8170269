extension JSONReader {
    /// Reads a number.
    package mutating func number() throws(JSONFault) -> JSON {
        let first = try skipSpace()
        guard first == UInt8(ascii: "-") || Self.isDigit(first) else { throw fault(.unexpectedByte) }
        let start = index
        let negative = first == UInt8(ascii: "-")
        if negative { index += 1 }
        var magnitude: Int64 = 0
        var fitsInteger = true
        let digits = index
        while let digit = digit() {
            if magnitude <= JSON.largestInteger { magnitude = magnitude * 10 + digit }
            fitsInteger = fitsInteger && magnitude <= JSON.largestInteger
        }
        let count = index - digits
        guard count > 0, count == 1 || bytes[digits] != UInt8(ascii: "0") else {
            throw fault(.invalidNumber, at: start)
        }
        guard try fractionOrExponent(from: start) else {
            if !fitsInteger { try pass(fault(.numberRange, at: start)) }
            return .integer(negative ? -magnitude : magnitude)
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        guard let value = Double(text) else { throw fault(.invalidNumber, at: start) }
        if !value.isFinite { try pass(fault(.numberRange, at: start)) }
        return .number(value)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    private mutating func digit() -> Int64? {
        guard index < bytes.endIndex, Self.isDigit(bytes[index]) else { return nil }
        defer { index += 1 }
        return Int64(bytes[index] - UInt8(ascii: "0"))
    }

    private mutating func take(_ byte: UInt8, or other: UInt8? = nil) -> Bool {
        guard index < bytes.endIndex, bytes[index] == byte || bytes[index] == other else { return false }
        index += 1
        return true
    }

    /// Skips a fraction and an exponent. Returns false if there is neither of them.
    private mutating func fractionOrExponent(from start: Int) throws(JSONFault) -> Bool {
        var found = false
        if take(UInt8(ascii: ".")) {
            found = true
            guard digit() != nil else { throw fault(.invalidNumber, at: start) }
            while digit() != nil {}
        }
        if take(UInt8(ascii: "e"), or: UInt8(ascii: "E")) {
            found = true
            _ = take(UInt8(ascii: "+"), or: UInt8(ascii: "-"))
            guard digit() != nil else { throw fault(.invalidNumber, at: start) }
            while digit() != nil {}
        }
        return found
    }
}
