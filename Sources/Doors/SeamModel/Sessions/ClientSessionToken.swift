/// A Seam client session token: the secret with which one person's session calls the cloud.
///
/// A token's description and dump reveal only its prefix and its last four characters. ``secret`` is for the sealed
/// store and for the one place that builds the request's header.
package struct ClientSessionToken: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// Why a text is not a client session token. The fault contains no part of the text.
    package enum Fault: Error, Equatable, Sendable {
        /// The text does not begin with `seam_cst`.
        case prefix
        /// The text has fewer than 16 or more than 256 characters.
        case length
        /// The text contains characters other than letters, digits, hyphens and underscores.
        case character
    }

    /// The token's ASCII bytes.
    package let secret: [UInt8]

    /// Checks the form of a token. Only the cloud knows whether the token is valid.
    package init(_ bytes: some Collection<UInt8>) throws(Fault) {
        guard bytes.starts(with: "seam_cst".utf8) else { throw .prefix }
        guard (16...256).contains(bytes.count) else { throw .length }
        guard bytes.allSatisfy(Self.isAllowed) else { throw .character }
        secret = Array(bytes)
    }

    /// The token's prefix and its last four characters.
    package var description: String { "seam_cst…\(String(decoding: secret.suffix(4), as: UTF8.self))" }

    /// The same as ``description``.
    package var debugDescription: String { description }

    /// An empty mirror, so that `dump` and test failures reveal nothing.
    package var customMirror: Mirror { Mirror(self, children: []) }

    /// Whether a token or a cloud id may contain this ASCII byte.
    package static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default:
            false
        }
    }
}
