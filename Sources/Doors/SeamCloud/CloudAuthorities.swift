import NIOSSL

/// Certificate authorities that may sign a cloud's certificate, in addition to the system's authorities.
package struct CloudAuthorities: Sendable {
    /// Why bytes are not a bundle of authorities. The fault contains none of the bytes.
    package struct Fault: Error, Equatable, Sendable {
        /// The rule that the bytes break.
        package let description: String
    }

    /// The largest number of certificates in a bundle.
    package static let most = 64

    let certificates: [NIOSSLCertificate]

    /// Reads PEM: one or more certificates, at most ``most``. Text between the certificates and a leading byte order
    /// mark are ignored, as usual. A certificate that begins but cannot be read is a fault. Otherwise, the certificate
    /// would be missing without any notice.
    package init(pem: [UInt8]) throws(Fault) {
        let text = pem.starts(with: Self.byteOrderMark) ? pem.dropFirst(Self.byteOrderMark.count) : pem[...]
        do {
            certificates = try NIOSSLCertificate.fromPEMBytes(Array(text))
        } catch {
            throw Fault(description: "contains no PEM certificates")
        }
        guard (1...Self.most).contains(certificates.count) else {
            throw Fault(description: "must contain 1 to \(Self.most) certificates")
        }
        let begun = Self.begun(in: text)
        guard begun == certificates.count else {
            throw Fault(description: "contains \(begun) certificates, of which only \(certificates.count) can be read")
        }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The number of times that the text announces a certificate, anywhere in a line.
    private static func begun(in text: ArraySlice<UInt8>) -> Int {
        String(decoding: text, as: UTF8.self).matches(of: /-----BEGIN (TRUSTED |X509 )?CERTIFICATE-----/).count
    }
}
