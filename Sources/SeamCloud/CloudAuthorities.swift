import NIOSSL

/// Certificate authorities that a cloud's certificate may be signed by, besides the system's.
package struct CloudAuthorities: Sendable {
    /// Why bytes are no bundle of authorities; holds nothing of them.
    package struct Fault: Error, Equatable, Sendable {
        /// The rule that they break.
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
