extension JSONReader {
    /// Reads a string.
    package mutating func string() throws(JSONFault) -> String {
        guard try skipSpace() == UInt8(ascii: "\"") else { throw fault(.unexpectedKind) }
        let opening = index
        index += 1
        let start = index
        while true {
            index = bytes.startIndex + JSONScan.plainEnd(of: bytes.span, from: index - bytes.startIndex)
            guard index < bytes.endIndex else { throw fault(.unexpectedEnd) }
            switch bytes[index] {
            case UInt8(ascii: "\""):
                if index - start > limits.stringBytes { try pass(fault(.stringTooLong, at: opening)) }
                defer { index += 1 }
                return String(decoding: bytes[start..<index], as: UTF8.self)
            case UInt8(ascii: "\\"):
                return try escapedString(from: start, opening: opening)
            case 0..<0x20:
                throw fault(.controlCharacter)
            default:
                try skipMultibyte()
            }
        }
    }

    /// Reads the rest of a string. All characters before `index` are plain.
    private mutating func escapedString(from start: Int, opening: Int) throws(JSONFault) -> String {
        var text = Array(bytes[start..<index])
        while index < bytes.endIndex {
            if text.count > limits.stringBytes { try pass(fault(.stringTooLong, at: opening)) }
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
        if first == 0 {
            try pass(fault(.zeroCharacter, at: start))
            return Self.replacement
        }
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, index + 1 < bytes.endIndex, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        else {
            try pass(fault(.loneSurrogate, at: start))
            return Self.replacement
        }
        index += 2
        let second = try fourHexDigits(from: start)
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else {
            try pass(fault(.loneSurrogate, at: start))
            return Self.replacement
        }
        return scalar
    }

    /// In an object whose content is not used, this replaces each character that no string may contain.
    private static let replacement: Unicode.Scalar = "\u{FFFD}"

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

    /// Skips one character of two to four bytes. Refuses the same characters as RFC 3629.
    private mutating func skipMultibyte() throws(JSONFault) {
        guard let length = UTF8Sequence.length(in: bytes.span, at: index - bytes.startIndex) else {
            throw fault(.invalidUTF8)
        }
        index += length
    }
}
