import NIOSSL

/// What a server proves its name with: a chain of certificates and the first one's private key.
package struct ServerCertificate: Sendable {
    let configuration: TLSConfiguration

    /// Reads both in PEM; the server's own certificate comes first.
    ///
    /// Throws ``DevCloudError`` where either is not what it should be, or where they do not belong together.
    package init(certificate: [UInt8], key: [UInt8]) throws(DevCloudError) {
        do {
            let chain = try NIOSSLCertificate.fromPEMBytes(certificate).map { NIOSSLCertificateSource.certificate($0) }
            let key = try NIOSSLPrivateKey(bytes: key, format: .pem)
            configuration = .makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(key))
            // Says now, and not to the first client, that the key is another certificate's.
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            // What the library says may quote what it has read.
            throw DevCloudError(.certificate, "the TLS certificate and key are not a pair in PEM")
        }
    }
}
