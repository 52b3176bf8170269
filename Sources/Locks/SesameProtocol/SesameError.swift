package import LockProtocol

/// The reason why bytes, keys or values of the Sesame protocol were refused.
package typealias SesameError = CodedError<SesameFault>

/// The code of a ``SesameError``, on which callers may base decisions. Later releases may add codes, but existing codes
/// keep their meaning.
package enum SesameFault: String, ByteCode {
    /// The bytes are fewer than the field or the message needs.
    case truncated
    /// The bytes are more than a message of this protocol may have, or bytes remain after a message.
    case oversize
    /// The tag does not match: the message is forged, damaged, out of order, or sealed with another key.
    case badTag
    /// A key has the wrong size, or a public key is not a point on the curve.
    case weakKey
    /// A field contains a value outside its range.
    case badValue
    /// A message is not allowed at this point of the conversation.
    case unexpectedMessage
}

/// Reads fields, one after another, from bytes. Throws a `SesameError` for invalid bytes.
typealias ByteReader = LockProtocol.ByteReader<SesameFault>
