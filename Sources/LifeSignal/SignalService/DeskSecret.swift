import Crypto
package import LinuxSupport

/// The secret with which the operator's desk signs passes (`Protocol/token-source.md` section 5). The secret is never
/// printed, not even inside other values.
package struct DeskSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of bytes that a secret may have.
    package static let length = 32...1_024
    /// The name of the systemd credential that contains the secret.
    static let credential = "lifesignal-desk-secret"

    private let key: SymmetricKey

    /// Creates the secret from a file's content, without the blanks, line endings and byte order mark that editors add
    /// around it. Returns nil if the rest is not 32 to 1,024 printable ASCII characters without blanks.
    package init?(_ content: [UInt8]) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        func isAround(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        var bytes = content.starts(with: mark) ? content.dropFirst(mark.count) : content[...]
        bytes = bytes.drop(while: isAround)
        while let last = bytes.last, isAround(last) { bytes.removeLast() }
        guard Self.length.contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        key = SymmetricKey(data: Array(bytes))
    }

    /// Reads the secret from the systemd credential. If there is no such credential, reads it from `file`. As with the
    /// machine key, a file that other users can read is refused.
    ///
    /// `credentialsDirectory` is the value of `CREDENTIALS_DIRECTORY`.
    package static func load(_ file: String?, credentialsDirectory: String?) throws(ConfigurationError) -> DeskSecret {
        let limit = length.upperBound + 16
        if let credentialsDirectory {
            let path = "\(credentialsDirectory)/\(credential)"
            let found = try read(path) { () throws(LinuxError) in try SecretFile.readCredential(path, limit: limit) }
            if let found { return found }
        }
        guard let file else {
            throw ConfigurationError(
                "there is no desk secret: pass \(credential) as a systemd credential, or set desk.secret to a file of "
                    + "mode 0600; if there is no desk, leave out desk")
        }
        let found = try read(file) { () throws(LinuxError) in try SecretFile.read(file, limit: limit) }
        guard let found else { throw ConfigurationError("desk secret \(file): there is no such file") }
        return found
    }

    /// Reads the secret with `read`, or returns nil if there is no file at the path.
    private static func read(
        _ path: String, _ read: () throws(LinuxError) -> [UInt8]
    ) throws(ConfigurationError) -> DeskSecret? {
        let content: [UInt8]
        do throws(LinuxError) {
            content = try read()
        } catch {
            guard error.code != .notFound else { return nil }
            let remedy = error.code == .unsafeFile ? "; make it readable only by root and the daemon's user" : ""
            throw ConfigurationError("desk secret \(path): \(error.message)\(remedy)")
        }
        guard let secret = DeskSecret(content) else {
            throw ConfigurationError(
                "desk secret \(path): must have \(length.lowerBound) to \(length.upperBound) printable ASCII characters, "
                    + "without blanks")
        }
        return secret
    }

    /// Whether a signature of a text was made with this secret. The comparison takes constant time.
    package func isSigned(_ text: [UInt8], _ signature: [UInt8]) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(signature, authenticating: text, using: key)
    }

    /// A constant text, which never contains the secret.
    package var description: String { "<desk secret>" }

    /// A constant text, which never contains the secret.
    package var debugDescription: String { description }

    /// An empty mirror, so that nothing can be inspected.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
