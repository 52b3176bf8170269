package import LockProtocol

/// The reason why bytes, keys or values of the Nuki protocol were refused.
package typealias NukiError = CodedError<NukiFault>

/// The code of a ``NukiError``, on which callers may base decisions. Later releases may add codes, but existing codes
/// keep their meaning.
package enum NukiFault: String, ByteCode {
    /// The bytes are fewer than the field or the message needs.
    case truncated
    /// The bytes are more than a message of this protocol may have, or bytes remain after a message.
    case oversize
    /// A length field is outside 24...512, or does not match the bytes received.
    case badLength
    /// The CRC does not match the bytes before it.
    case badChecksum
    /// The box does not open with this key: the box is forged, damaged, or sealed with another key.
    case badBox
    /// The authorization id in the box, or before the box, is not the expected id.
    case wrongIdentity
    /// A message authentication code is wrong.
    case badAuthenticator
    /// A key has the wrong size, or leads to an all-zero shared secret.
    case weakKey
    /// A command is not allowed at this point of the conversation.
    case unexpectedCommand
    /// A field contains a value outside its range.
    case badValue
}

/// Reads fields, one after another, from bytes. Throws a `NukiError` for invalid bytes.
typealias ByteReader = LockProtocol.ByteReader<NukiFault>
