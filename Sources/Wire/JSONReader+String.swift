extension JSONReader {
    /// Reads a string.
    package mutating func string() throws(JSONFault) -> String {
        guard try skipSpace() == UInt8(ascii: "\"") else { throw fault(.unexpectedKind) }
        let opening = index
        index += 1
        let start = index
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                guard index - start <= limits.stringBytes else { throw fault(.stringTooLong, at: opening) }
                defer { index += 1 }
                return String(decoding: bytes[start..<index], as: UTF8.self)
            case UInt8(ascii: "\\"):
                return try escapedString(from: start, opening: opening)
            case 0..<0x20:
                throw fault(.controlCharacter)
            case 0x20..<0x80:
                index += 1
            default:
                try skipMultibyte()
            }
        }
        throw fault(.unexpectedEnd)
    }

    /// Reads the rest of a string of which everything before `index` is plain.
    private mutating func escapedString(from start: Int, opening: Int) throws(JSONFault) -> String {
        var text = Array(bytes[start..<index])
        while index < bytes.endIndex {
            guard text.count <= limits.stringBytes else { throw fault(.stringTooLong, at: opening) }
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                text.append(contentsOf: String(try escape()).utf8)
            case 0..<0x20:
                throw fault(.controlCharacter)
            case 0x20..<0x80:
                text.append(bytes[index])
                index += 1
            default:
                let character = index
                try skipMultibyte()
                text.append(contentsOf: bytes[character..<index])
            }
        }
        throw fault(.unexpectedEnd)
    }

    private mutating func escape() throws(JSONFault) -> Unicode.Scalar {
        let start = index
        index += 1
        guard index < bytes.endIndex else { throw fault(.unexpectedEnd) }
        let letter = bytes[index]
        index += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape(from: start)
        default: throw fault(.invalidEscape, at: start)
        }
    }

    private mutating func unicodeEscape(from start: Int) throws(JSONFault) -> Unicode.Scalar {
        let first = try fourHexDigits(from: start)
        guard first != 0 else { throw fault(.zeroCharacter, at: start) }
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, index + 1 < bytes.endIndex, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        else { throw fault(.loneSurrogate, at: start) }
        index += 2
        let second = try fourHexDigits(from: start)
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw fault(.loneSurrogate, at: start) }
        return scalar
    }

    private mutating func fourHexDigits(from start: Int) throws(JSONFault) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard index < bytes.endIndex else { throw fault(.unexpectedEnd) }
            guard let digit = Hex.digit(bytes[index]) else { throw fault(.invalidEscape, at: start) }
            value = value << 4 | UInt32(digit)
            index += 1
        }
        return value
    }

    /// Passes over one character of two to four bytes, refusing what RFC 3629 refuses.
    private mutating func skipMultibyte() throws(JSONFault) {
        let lead = bytes[index]
        let second: ClosedRange<UInt8>
        let length: Int
        switch lead {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw fault(.invalidUTF8)
        }
        guard index + length <= bytes.endIndex, second.contains(bytes[index + 1]) else { throw fault(.invalidUTF8) }
        for next in index + 2..<index + length where bytes[next] & 0xC0 != 0x80 { throw fault(.invalidUTF8) }
        index += length
    }
}
