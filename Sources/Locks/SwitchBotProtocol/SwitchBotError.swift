package import LockProtocol

/// The reason why bytes, keys or values of the SwitchBot protocol were refused.
package typealias SwitchBotError = CodedError<SwitchBotFault>

/// The code of a ``SwitchBotError``, on which callers may base decisions. Later releases may add codes, but existing
/// codes keep their meaning.
package enum SwitchBotFault: String, ByteCode {
    /// The bytes are fewer than the field or the message needs.
    case truncated
    /// The bytes are more than a message of this protocol may have, or bytes remain after a message.
    case oversize
    /// A key or an initialization vector has the wrong size, or all bytes of a key are zero.
    case weakKey
    /// A field contains a value outside its range.
    case badValue
    /// A message is not allowed at this point of the conversation.
    case unexpectedMessage
    /// The lock encrypts in a way that this module does not know.
    case otherEncryption
}

/// Reads fields, one after another, from bytes. Throws a `SwitchBotError` for invalid bytes.
typealias ByteReader = LockProtocol.ByteReader<SwitchBotFault>
