import NIOSSL

/// Certificate authorities that may sign a cloud's certificate, besides the system's authorities.
package struct CloudAuthorities: Sendable {
    /// Why bytes are not a bundle of authorities; contains nothing of the bytes.
    package struct Fault: Error, Equatable, Sendable {
        /// The rule that the bytes break.
        package let description: String
    }

    /// How many certificates a bundle may have.
    package static let most = 64

    let certificates: [NIOSSLCertificate]

    /// Reads PEM: one certificate or more, at most ``most``.
    package init(pem: [UInt8]) throws(Fault) {
        do {
            certificates = try NIOSSLCertificate.fromPEMBytes(pem)
        } catch {
            throw Fault(description: "holds no certificates in PEM")
        }
        guard (1...Self.most).contains(certificates.count) else {
            throw Fault(description: "must hold 1 to \(Self.most) certificates")
        }
    }
}
