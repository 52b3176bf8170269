import DaemonKit
import Glibc
import LinuxSupport
import Logging
import NIOSSL

/// Where the certificate and its key are stored.
struct CertificatePlace: Sendable, Hashable {
    /// Paths, or names of credentials, which contain no slash.
    var certificate: String
    var key: String

    /// The largest size of each file, in bytes.
    private static let limit = 262_144

    /// Reads both, in PEM. The server's own certificate must come first. The error reveals nothing about the key.
    func read() throws(ConfigurationError) -> (certificate: [UInt8], key: [UInt8]) {
        do throws(LinuxError) {
            let directory = unsafe getenv("CREDENTIALS_DIRECTORY").map { unsafe String(cString: $0) }
            func path(_ name: String) throws(LinuxError) -> String {
                guard let directory else {
                    throw LinuxError(.notFound, "the service manager has passed no credentials")
                }
                return "\(directory)/\(name)"
            }
            let chain = try SystemFile.read(
                certificate.contains("/") ? certificate : path(certificate), limit: Self.limit)
            let secret =
                key.contains("/")
                ? try SecretFile.read(key, limit: Self.limit)
                : try SecretFile.readCredential(path(key), limit: Self.limit)
            return (chain, secret)
        } catch {
            throw ConfigurationError(error.message)
        }
    }
}

/// The certificate that new connections get. It is read again, and replaced when its files have changed.
final class WebCertificate: Sendable {
    private struct Held {
        var context: NIOSSLContext
        var certificate: [UInt8]
        var key: [UInt8]
        /// Whether the log says that the files cannot be used now.
        var isBroken = false
    }

    /// How often the files are read.
    static let period = Duration.seconds(60)

    private let place: CertificatePlace
    private let held: Locked<Held>

    /// Reads the certificate. Throws if it cannot be used.
    init(_ place: CertificatePlace) throws(ConfigurationError) {
        self.place = place
        let (certificate, key) = try place.read()
        held = Locked(Held(context: try Self.context(certificate, key), certificate: certificate, key: key))
    }

    /// The settings for a new connection.
    var context: NIOSSLContext { held.withLock { $0.context } }

    /// Reads the files again. If they cannot be used, the earlier certificate stays, and the log says why. Returns
    /// whether there is a new certificate.
    @discardableResult
    func refresh(_ logger: Logger) -> Bool {
        do throws(ConfigurationError) {
            let (certificate, key) = try place.read()
            let isSame = held.withLock { held in
                let isSame = held.certificate == certificate && held.key == key
                if isSame { held.isBroken = false }
                return isSame
            }
            if isSame { return false }
            let context = try Self.context(certificate, key)
            held.withLock { $0 = Held(context: context, certificate: certificate, key: key) }
            logger.info("the certificate was replaced")
            return true
        } catch {
            let isNew = held.withLock { held in
                defer { held.isBroken = true }
                return !held.isBroken
            }
            if isNew { logger.error("the new certificate cannot be used", metadata: ["error": "\(error.message)"]) }
            return false
        }
    }

    private static func context(_ certificate: [UInt8], _ key: [UInt8]) throws(ConfigurationError) -> NIOSSLContext {
        do {
            let chain = try NIOSSLCertificate.fromPEMBytes(certificate).map { NIOSSLCertificateSource.certificate($0) }
            let key = try NIOSSLPrivateKey(bytes: key, format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: chain, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["http/1.1"]
            return try NIOSSLContext(configuration: configuration)
        } catch {
            // The library's message may quote the file's contents.
            throw ConfigurationError("the TLS certificate and key are not a pair in PEM")
        }
    }
}
