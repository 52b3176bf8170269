import NIOSSL

/// A server's proof of its name. The proof is a chain of certificates, and the private key of the first certificate.
package struct ServerCertificate: Sendable {
    let configuration: TLSConfiguration

    /// Reads the certificates and the key in PEM. The server's own certificate must come first.
    ///
    /// Throws a ``DevCloudError`` in two cases: the certificates or the key are not valid, or they do not belong
    /// together.
    package init(certificate: [UInt8], key: [UInt8]) throws(DevCloudError) {
        do {
            let chain = try NIOSSLCertificate.fromPEMBytes(certificate).map { NIOSSLCertificateSource.certificate($0) }
            let key = try NIOSSLPrivateKey(bytes: key, format: .pem)
            configuration = .makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(key))
            // Creating a context detects a mismatched key now, and not only when the first client connects.
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            // The library's message may quote the file's contents.
            throw DevCloudError(.certificate, "the TLS certificate and key are not a pair in PEM")
        }
    }
}
