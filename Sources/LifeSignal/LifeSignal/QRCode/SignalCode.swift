import CQRencode
public import Foundation

/// What a person's QR code says: `LS1:`, 26 characters of Crockford's base 32 with the 128 bits of ``User/qrCodeID``,
/// and 2 check characters. Nothing else of the person is in it.
///
/// The check characters are the number of 128 bits modulo 1021, in base 32. As 1021 is a prime number and greater than
/// 32, one wrong character is always noticed, and so are two neighbours in the wrong order.
public enum SignalCode {
    private static let prefix = "LS1:"
    private static let digits = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    /// For each byte the digit that it is; 32 for none.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 32, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        for (digit, value) in zip("ILO".utf8, [1, 1, 0] as [UInt8]) { values[Int(digit)] = value }
        return values
    }()
    private static let modulus: UInt32 = 1021
    /// How long a text may be to be looked at.
    private static let longest = 256

    /// The text of an id's code: 32 characters.
    public static func text(of id: UUID) -> String {
        let bytes = unsafe withUnsafeBytes(of: id.uuid) { unsafe Array($0) }
        // 26 digits have 130 bits: two of zero, then the id's.
        var characters: [UInt8] = []
        var (bits, count, sum): (UInt32, Int, UInt32) = (0, 2, 0)
        for byte in bytes {
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

    /// The id in a code's text, or in a bare UUID. Takes what a scanner types: small letters, a line's end, spaces
    /// around it; and what people write: I and L for 1, O for 0, hyphens between.
    ///
    /// Throws `.validationError` for anything else.
    public static func id(in text: String) throws(QRCodeError) -> UUID {
        guard text.utf8.count <= longest else { throw .validationError("this is not a LifeSignal code") }
        let code = text.trimmingCharacters(in: .whitespacesAndNewlines).uppercased()
        if let id = UUID(uuidString: code) { return id }
        guard code.hasPrefix(prefix) else { throw .validationError("this is not a LifeSignal code") }
        let characters = code.utf8.dropFirst(prefix.utf8.count).filter { $0 != UInt8(ascii: "-") }
        let values: [UInt8] = characters.map { Self.values[Int($0)] }
        guard values.count == 28, values.allSatisfy({ $0 < 32 }), values[0] < 8 else {
            throw .validationError("this LifeSignal code is not complete (scan it again)")
        }
        var sum: UInt32 = 0
        for value in values.prefix(26) { sum = (sum * 32 + UInt32(value)) % modulus }
        guard sum == UInt32(values[26]) * 32 + UInt32(values[27]) else {
            throw .validationError("a character of this LifeSignal code is wrong (scan it again)")
        }
        return id(of: values.prefix(26))
    }

    /// The last 128 of the 130 bits in 26 digits.
    private static func id(of digits: ArraySlice<UInt8>) -> UUID {
        var high: UInt64 = 0
        var low: UInt64 = 0
        for digit in digits {
            high = high << 5 | low >> 59
            low = low << 5 | UInt64(digit)
        }
        func byte(_ word: UInt64, _ place: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: word >> (56 - 8 * place)) }
        return UUID(
            uuid: (
                byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3),
                byte(high, 4), byte(high, 5), byte(high, 6), byte(high, 7),
                byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
                byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
            ))
    }
}

extension SignalCode {
    /// The light margin, in modules: what ISO/IEC 18004 demands.
    static let margin = 4
    /// The side of a module, in pixels.
    static let module = 8

    /// A code as a picture, with its margin. Throws `.serverError` if the library cannot draw it.
    static func image(of id: UUID) throws(QRCodeError) -> SignalImage {
        // All characters of the code are of the alphanumeric kind, for which the library looks by itself.
        guard let code = unsafe QRcode_encodeString(text(of: id), 0, QR_ECLEVEL_M, QR_MODE_8, 1) else {
            throw .serverError("the code could not be drawn")
        }
        defer { unsafe QRcode_free(code) }
        let (width, data) = unsafe (Int(code.pointee.width), code.pointee.data)
        guard let data = unsafe data, width > 0 else { throw .serverError("the code could not be drawn") }
        let side = (width + 2 * margin) * module
        var pixels = [UInt8](repeating: 255, count: side * side * 4)
        for place in 0..<width * width {
            // The lowest bit says whether a module is dark (qrencode.h).
            guard unsafe data[place] & 1 == 1 else { continue }
            let (row, column) = (place / width + margin, place % width + margin)
            for y in row * module..<(row + 1) * module {
                for x in column * module..<(column + 1) * module {
                    for colour in 0..<3 { pixels[(y * side + x) * 4 + colour] = 0 }
                }
            }
        }
        return SignalImage(known: side, side, pixels)
    }
}
