import Wire

/// The content of a person's QR code: `LS1:`, 26 characters of Crockford's base 32 with the 128 bits of `qr_code_id`,
/// and 2 check characters. The code contains nothing else about the person.
///
/// The check characters are the 128-bit number modulo 1021, in base 32. Because 1021 is prime and greater than 32, the
/// check characters detect every single wrong character and every swap of two adjacent characters.
package enum SignalCodeText {
    /// Why a text is not a code.
    package enum Fault: Error, Sendable, Hashable {
        case notACode
        case incomplete
        case wrongCharacter

        /// A short description of the fault, for people.
        package var message: String {
            switch self {
            case .notACode: "this is not a LifeSignal code"
            case .incomplete: "this LifeSignal code is not complete (scan it again)"
            case .wrongCharacter: "a character of this LifeSignal code is wrong (scan it again)"
            }
        }
    }

    private static let prefix = "LS1:"
    /// The path of the page on which a person's phone offers to add somebody. The code follows without its prefix.
    package static let addingPath = "/add/"
    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    /// Maps each byte to the value of its digit. The value 32 marks a byte that is no digit.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 32, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        for (digit, value) in zip("ILO".utf8, [1, 1, 0] as [UInt8]) { values[Int(digit)] = value }
        return values
    }()
    private static let modulus: UInt32 = 1021
    /// The length above which a text is rejected unread.
    private static let longest = 256

    /// The text of an id's code: 32 characters.
    package static func text(of id: SignalID) -> String {
        // 26 digits hold 130 bits: two zero bits, followed by the id's 128 bits.
        var characters: [UInt8] = []
        var (bits, count, sum): (UInt32, Int, UInt32) = (0, 2, 0)
        for byte in id.bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 5 {
                count -= 5
                let digit = bits >> UInt32(count) & 31
                sum = (sum * 32 + digit) % modulus
                characters.append(digits[Int(digit)])
            }
        }
        characters += [digits[Int(sum / 32)], digits[Int(sum % 32)]]
        return prefix + String(decoding: characters, as: UTF8.self)
    }

    /// The address of a code on the page for phones, which `site` names without a path.
    package static func address(of id: SignalID, at site: String) -> String {
        site + addingPath + text(of: id).dropFirst(prefix.count)
    }

    /// Extracts the id from a code's text with or without its prefix, from its address on a page, or from a bare UUID.
    /// Accepts scanner output (lower case, a line ending, surrounding spaces) and text that people type or paste (I and
    /// L for 1, O for 0, hyphens, full-width letters).
    package static func id(in text: String) throws(Fault) -> SignalID {
        guard text.utf8.count <= longest else { throw .notACode }
        var code = TypedText.plain(text).uppercased().drop(while: \.isWhitespace)
        while code.last?.isWhitespace == true { code.removeLast() }
        if let id = SignalID(code.lowercased()) { return id }
        let digits: Substring
        if code.hasPrefix(prefix) {
            digits = code.dropFirst(prefix.count)
        } else if code.hasPrefix("HTTP"), let path = code.firstRange(of: addingPath.uppercased()) {
            digits = code[path.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "-" }
        } else if code.count(where: { $0 != "-" }) == 28, !code.contains(where: \.isWhitespace) {
            digits = code
        } else {
            throw .notACode
        }
        let characters = digits.utf8.filter { $0 != UInt8(ascii: "-") }
        let values: [UInt8] = characters.map { Self.values[Int($0)] }
        guard values.count == 28, values.allSatisfy({ $0 < 32 }), values[0] < 8 else { throw .incomplete }
        var sum: UInt32 = 0
        for value in values.prefix(26) { sum = (sum * 32 + UInt32(value)) % modulus }
        guard sum == UInt32(values[26]) * 32 + UInt32(values[27]) else { throw .wrongCharacter }
        // The last 128 of the 130 bits in 26 digits.
        var (high, low): (UInt64, UInt64) = (0, 0)
        for digit in values.prefix(26) {
            high = high << 5 | low >> 59
            low = low << 5 | UInt64(digit)
        }
        let bytes = [high, low].flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
        guard let id = SignalID(bytes: bytes) else { throw .incomplete }
        return id
    }
}
