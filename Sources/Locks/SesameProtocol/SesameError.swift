package import LockProtocol

/// Why bytes, keys or values of the Sesame protocol were refused.
package typealias SesameError = CodedError<SesameFault>

/// The code, on which callers may base decisions. New codes may appear; existing ones keep their meaning.
package enum SesameFault: String, ByteCode {
    /// Fewer bytes than the field or the message needs.
    case truncated
    /// More bytes than a message of this protocol may have, or bytes remaining after one.
    case oversize
    /// The tag does not match: forged, damaged, out of order, or sealed with another key.
    case badTag
    /// A key of the wrong size, or a public key that is not a point on the curve.
    case weakKey
    /// A field contains a value outside its range.
    case badValue
    /// A message that does not belong here.
    case unexpectedMessage
}

/// Takes fields off the front of bytes; throws a `SesameError` for bytes that are not valid.
typealias ByteReader = LockProtocol.ByteReader<SesameFault>
