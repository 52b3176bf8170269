import Wire

/// Normalizes telephone numbers to E.164 form. This is a plus sign, the country code and the number, with 7 to 15
/// digits. However a person writes their number, the normalized number is the same.
package enum PhoneNumber {
    /// Why a text is not a telephone number. The fault does not repeat any part of the text.
    package enum Fault: Error, Sendable, Hashable, CaseIterable {
        case notANumber
        /// The zero may belong to the number, or may be the prefix for calls within the country.
        case unclearZero

        /// A description of the fault and of how to correct it, worded to follow "the number".
        package var message: String {
            switch self {
            case .notANumber: "must have its country code, 7 to 15 digits in all, such as +4915112345678"
            case .unclearZero:
                "has a 0 after its country code that may not belong there: write it as it is dialled from abroad"
            }
        }
    }

    /// Normalizes a number as people write it: with spaces, hyphens, brackets, dots and slashes, and with the prefix
    /// for calls within the country. Throws an error if it is unclear whether a zero belongs to the number.
    package static func normal(_ text: String) throws(Fault) -> String {
        guard text.utf8.count <= longest else { throw .notANumber }
        var written = TypedText.plain(text)
        if written.lowercased().hasPrefix("tel:") { written.removeFirst(4) }
        // A zero in brackets is normally not dialled from abroad, but some countries do dial it. The bracket must
        // directly follow the country code.
        if let bracket = written.firstRange(of: "(0)") {
            let before = written[..<bracket.lowerBound].filter(\.isNumber)
            guard codeLength(Substring(before)) == before.count else { throw .unclearZero }
        }
        let unbracketed = written.replacing("(0)", with: "")
        let digits = unbracketed.filter { !$0.isWhitespace && !"-()/.".contains($0) }
        guard digits.utf8.first == UInt8(ascii: "+"), digits.utf8.dropFirst().allSatisfy(isDigit) else {
            throw .notANumber
        }
        let number = digits.dropFirst()
        guard let first = number.first, first != "0" else { throw .notANumber }
        let code = number.prefix(codeLength(number))
        let trunk = Trunk(code)
        if trunk == .kept, unbracketed != written { throw .unclearZero }
        let rest = number.dropFirst(code.count)
        let national = rest.dropFirst(trunk.length(in: rest))
        guard trunk == .kept || national.first != "0" else { throw .unclearZero }
        guard (7...15).contains(code.count + national.count) else { throw .notANumber }
        return "+\(code)\(national)"
    }

    /// The most bytes of a number as written.
    private static let longest = 256

    /// The number in the form in which an earlier version may have stored it, with the zero for calls within the
    /// country. If there is no such form, this is nil.
    package static func withTrunkZero(_ number: String) -> String? {
        let digits = number.dropFirst()
        let code = digits.prefix(codeLength(digits))
        guard Trunk(code) == .zero, digits.count < 15 else { return nil }
        return "+\(code)0\(digits.dropFirst(code.count))"
    }

    /// The prefix dialled before a number for calls within its country.
    private enum Trunk {
        /// Nothing is known about the country's prefix. No number in such a country is known to begin with a zero,
        /// either.
        case unknown
        /// The zero belongs to the number, and is also dialled from abroad.
        case kept
        case zero
        /// The prefix of Hungary.
        case zeroSix
        /// The prefix of Russia and Kazakhstan, whose numbers have ten digits.
        case eight
        /// The prefix of Belarus, whose numbers have nine digits.
        case eightZero
        /// The prefix of Lithuania, which has changed from 8 to 0. Numbers in Lithuania have eight digits.
        case eightOrZero
        /// The prefix of North America, where numbers have ten digits.
        case one

        init(_ code: Substring) {
            self =
                switch code {
                case "1": .one
                case "7": .eight
                case "36": .zeroSix
                case "370": .eightOrZero
                case "375": .eightZero
                case _ where PhoneNumber.keeping.contains(code): .kept
                case _ where PhoneNumber.dropping.contains(code): .zero
                default: .unknown
                }
        }

        /// How many digits after the country code are left out by callers from abroad.
        func length(in rest: Substring) -> Int {
            switch self {
            case .unknown, .kept: 0
            case .zero: rest.hasPrefix("0") ? 1 : 0
            case .zeroSix: rest.hasPrefix("06") ? 2 : 0
            case .eight: rest.count == 11 && rest.hasPrefix("8") ? 1 : 0
            case .eightZero where rest.count == 11: rest.hasPrefix("80") ? 2 : 0
            case .eightZero: rest.count == 10 && rest.hasPrefix("0") ? 1 : 0
            case .eightOrZero: rest.count == 9 && (rest.hasPrefix("8") || rest.hasPrefix("0")) ? 1 : 0
            case .one: rest.count == 11 && rest.hasPrefix("1") ? 1 : 0
            }
        }
    }

    /// How many digits the country code of a number has (ITU-T E.164, its list of assigned codes).
    private static func codeLength(_ number: Substring) -> Int {
        if number.hasPrefix("1") || number.hasPrefix("7") { return 1 }
        return twoDigits.contains(number.prefix(2)) ? 2 : 3
    }

    private static func words(_ text: String) -> Set<Substring> { Set(text.split(separator: " ")) }

    private static let twoDigits = words(
        "20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 "
            + "81 82 84 86 90 91 92 93 94 95 98")

    /// The country codes of Italy, San Marino, the Vatican, Ivory Coast, Benin and the Congo, whose numbers keep their
    /// zero.
    private static let keeping = words("39 378 379 225 229 242")

    /// The country codes where calls within the country begin with a zero, but no number begins with a zero (the ITU's
    /// list of dialling procedures). The list omits countries where calls within the country change more than the zero.
    private static let dropping = words(
        "20 27 31 32 33 40 41 43 44 46 49 51 58 60 61 62 63 64 66 81 82 84 86 90 91 92 93 94 95 98 "
            + "211 212 213 218 231 232 233 234 243 249 251 254 255 256 260 261 262 263 264 265 291 "
            + "353 355 358 359 373 374 380 381 382 383 385 386 387 389 421 "
            + "590 591 593 594 595 596 598 855 856 880 886 "
            + "961 962 963 964 966 967 970 971 972 976 977 994 995 996")

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
