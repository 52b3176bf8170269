package import LockProtocol

/// Why bytes, keys or values of the Nuki protocol were refused.
package typealias NukiError = CodedError<NukiFault>

/// The code, on which callers may base decisions. New codes may appear; existing ones keep their meaning.
package enum NukiFault: String, ByteCode {
    /// Fewer bytes than the field or the message needs.
    case truncated
    /// More bytes than a message of this protocol may have, or bytes remaining after one.
    case oversize
    /// A length field outside 24...512, or one that does not match the bytes received.
    case badLength
    /// The CRC does not match the bytes before it.
    case badChecksum
    /// The box does not open with this key: forged, damaged, or sealed for somebody else.
    case badBox
    /// The authorization id inside the box, or in front of it, is not the expected one.
    case wrongIdentity
    /// A message authentication code is wrong.
    case badAuthenticator
    /// A key of the wrong size, or one that leads to an all-zero shared secret.
    case weakKey
    /// A command that does not belong here.
    case unexpectedCommand
    /// A field contains a value outside its range.
    case badValue
}

/// Takes fields off the front of bytes; throws a `NukiError` for bytes that are not valid.
typealias ByteReader = LockProtocol.ByteReader<NukiFault>
