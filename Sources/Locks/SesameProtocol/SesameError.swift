import LockProtocol

/// Why bytes, keys or values of the Sesame protocol were refused. Two errors are equal if their codes are; the
/// message is for people only.
package struct SesameError: Error, Sendable, CustomStringConvertible {
    /// What a caller may decide by. New codes may appear; existing ones keep their meaning.
    package enum Code: String, Sendable {
        /// Fewer bytes than the field or the message needs.
        case truncated
        /// More bytes than a message of this protocol may have, or bytes left over after one.
        case oversize
        /// The tag does not fit: forged, damaged, out of order, or sealed with another key.
        case badTag
        /// A key of the wrong size, or a public key that is no point of the curve.
        case weakKey
        /// A field holds a value outside its range.
        case badValue
        /// A message that has no place here.
        case unexpectedMessage
    }

    /// The stable code.
    package let code: Code
    /// One line for a log or a person; never holds key material.
    package let message: String

    /// Makes an error; `message` must not quote payload bytes.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// `code: message`.
    package var description: String { "\(code.rawValue): \(message)" }
}

extension SesameError: Equatable {
    /// Two errors are equal when their codes are.
    package static func == (left: SesameError, right: SesameError) -> Bool { left.code == right.code }
}

extension SesameError: ByteFault {
    /// See `Code.truncated`.
    package static func truncated(_ message: String) -> SesameError { SesameError(.truncated, message) }
    /// See `Code.oversize`.
    package static func oversize(_ message: String) -> SesameError { SesameError(.oversize, message) }
}

/// Takes fields off the front of bytes; throws a `SesameError` for bytes that are not valid.
typealias ByteReader = LockProtocol.ByteReader<SesameError>
