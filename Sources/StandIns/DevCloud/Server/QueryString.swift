/// The fields of a form-encoded query, in order.
struct QueryString: Equatable {
    /// A decoded name with its decoded value.
    struct Field: Equatable {
        let name: String
        let value: String
    }

    let fields: [Field]

    /// Splits and decodes `text`, the part of a URL after its question mark, or returns nil for a broken percent sign
    /// or for bytes that are not UTF-8.
    init?(_ text: String) {
        var fields: [Field] = []
        for part in text.split(separator: "&") {
            let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = pieces.first.flatMap(Self.decode),
                let value = pieces.count == 2 ? Self.decode(pieces[1]) : ""
            else { return nil }
            fields.append(Field(name: name, value: value))
        }
        self.fields = fields
    }

    private static func decode(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"):
                bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(Self.digit), let low = rest.popFirst().flatMap(Self.digit)
                else {
                    return nil
                }
                bytes.append(high << 4 | low)
            default:
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
