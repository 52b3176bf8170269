/// The bytes of one checked JSON value. A parameter, result or item can pass through without being decoded.
package struct JSONText: Sendable, Hashable {
    /// UTF-8, without white space around it.
    package let bytes: ArraySlice<UInt8>

    /// Wraps bytes that the caller has checked or written.
    init(checked bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    /// Checks that `bytes` are one JSON value.
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

    /// `{}`.
    package static let emptyObject = JSONText(checked: [0x7B, 0x7D])

    /// Whether it is `{}`, without white space inside.
    var isEmptyObject: Bool { bytes.count == 2 && bytes.first == UInt8(ascii: "{") }

    /// The value.
    package var json: JSON {
        var reader = JSONReader(bytes, limits: .none)
        return (try? reader.value()) ?? .null
    }

    /// The same text in its own memory. Keeping it for long does not keep anything else alive.
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
