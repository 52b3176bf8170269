/// The bytes of one checked JSON value. A parameter, a result or an item can pass through in this form without being
/// decoded.
package struct JSONText: Sendable, Hashable {
    /// The value in UTF-8, without white space around it.
    package let bytes: ArraySlice<UInt8>

    /// Wraps bytes that the caller has checked or written.
    init(checked bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// Checks that `bytes` are one JSON value, and creates a text from them.
    package init(_ bytes: ArraySlice<UInt8>, limits: JSONLimits = .wire) throws(JSONFault) {
        if let value = JSONScan.whole(bytes.span, limits) {
            let start = bytes.startIndex
            self.init(checked: bytes[start + value.lowerBound..<start + value.upperBound])
            return
        }
        var reader = JSONReader(bytes, limits: limits)
        self = try reader.raw()
        try reader.finish()
    }

    package init(_ json: JSON) {
        bytes = json.bytes[...]
    }

    /// The empty object `{}`.
    package static let emptyObject = JSONText(checked: [0x7B, 0x7D])

    /// Whether the text is `{}`, without white space inside.
    var isEmptyObject: Bool { bytes.count == 2 && bytes.first == UInt8(ascii: "{") }

    /// The decoded value.
    package var json: JSON {
        var reader = JSONReader(bytes, limits: .none)
        return (try? reader.value()) ?? .null
    }

    /// The same text in its own memory. This copy keeps no other memory alive, even if the copy itself is kept for a
    /// long time.
    package var detached: JSONText { JSONText(checked: Array(bytes)[...]) }

    package var string: String { String(decoding: bytes, as: UTF8.self) }

    package static func == (left: JSONText, right: JSONText) -> Bool { left.bytes.elementsEqual(right.bytes) }
}

extension JSON {
    /// Reads a whole JSON text.
    package init(parsing bytes: some Sequence<UInt8>, limits: JSONLimits = .wire) throws(JSONFault) {
        self = try JSONText(ArraySlice(bytes), limits: limits).json
    }
}
