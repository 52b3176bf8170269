import CSodium
import Foundation
import Glibc
import LinuxSupport

/// A person's login over ssh. The key that sshd accepted determines the session's name. sshd writes the key to a file
/// (`ExposeAuthInfo`), with a line such as `publickey TYPE BASE64` for each method that succeeded. If there are several
/// keys, the last key is used. None of this information is secret.
nonisolated struct SSHLogin: Equatable, Sendable {
    /// The name of the key's session, and of the folder with its settings. The name is `ssh-`, followed by the first 26
    /// digits (130 bits) of the key's SHA-256 in lower-case base32 (RFC 4648). sshd's log has the same digest in
    /// base64.
    let name: String

    /// The reason why a login is refused.
    enum Refusal: Error, Equatable, Sendable {
        /// The client requests a command or a subsystem.
        case command
        /// sshd does not report who has logged in.
        case notTold
        /// sshd's file is not trustworthy, or cannot be read.
        case file(LinuxError)
        /// The person did not log in with a key.
        case noKey
        /// A line of the file has a form that sshd does not write.
        case malformed(line: Int)
        /// The key has a certificate. The next certificate for the same key may belong to another person.
        case certificate
    }

    /// The size of the largest file in bytes. It is enough for a dozen of the largest keys.
    static let fileLimit = 16_384
    /// The longest name of a key type.
    private static let kindLimit = 64
    private static let digits = 26

    /// Reads the file that sshd names in the environment of the program that it starts. Only root or this program's
    /// user may have written the file.
    static func read(_ environment: [String: String]) throws(Refusal) -> SSHLogin {
        guard environment["SSH_ORIGINAL_COMMAND"] == nil else { throw .command }
        guard let path = environment["SSH_USER_AUTH"], path.hasPrefix("/") else { throw .notTold }
        let told: [UInt8]
        do throws(LinuxError) {
            told = try TrustedPath.read(path, limit: fileLimit, owners: [0, ProcessUser.effective])
        } catch {
            throw .file(error)
        }
        return try SSHLogin(told: told)
    }

    /// Reads the content of sshd's file.
    init(told: [UInt8]) throws(Refusal) {
        let lines = told.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // A line without a terminator may contain only a part of a key.
        guard lines.last?.isEmpty == true else { throw .malformed(line: lines.count) }
        var key: [UInt8]?
        for (place, line) in lines.dropLast().enumerated() {
            let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            guard parts[0].elementsEqual("publickey".utf8) else { continue }
            guard parts.count == 3, let found = Self.key(parts[2], kind: parts[1]) else {
                throw .malformed(line: place + 1)
            }
            guard parts[1].firstRange(of: "-cert-".utf8) == nil else { throw .certificate }
            key = found
        }
        guard let key else { throw .noKey }
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        _ = unsafe crypto_hash_sha256(&digest, key, UInt64(key.count))
        name = "ssh-" + Self.base32(digest)
    }

    /// The key's bytes. It is nil if the text is not their canonical base64, or if the bytes do not begin with the same
    /// type (RFC 4253, section 6.6).
    private static func key(_ base64: ArraySlice<UInt8>, kind: ArraySlice<UInt8>) -> [UInt8]? {
        let text = Data(base64)
        guard (1...kindLimit).contains(kind.count), kind.allSatisfy({ (0x21...0x7E).contains($0) }),
            let key = Data(base64Encoded: text), key.base64EncodedData() == text
        else { return nil }
        let start = [0, 0, 0, UInt8(kind.count)] + kind
        return key.starts(with: start) && key.count > start.count ? Array(key) : nil
    }

    /// Returns the first base32 digits of the bytes, with five bits each.
    private static func base32(_ bytes: [UInt8]) -> String {
        let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)
        let digits = (0..<digits).map { place in
            let (byte, bit) = (place * 5).quotientAndRemainder(dividingBy: 8)
            let pair = UInt16(bytes[byte]) << 8 | UInt16(bytes[byte + 1])
            return alphabet[Int(pair >> (11 - UInt16(bit)) & 31)]
        }
        return String(decoding: digits, as: UTF8.self)
    }
}

nonisolated extension SSHLogin.Refusal {
    /// The text for the person who has logged in, and for the machine's operator, whom the person will ask.
    var message: String {
        switch self {
        case .command: "this login runs no commands and no sftp: leave out the command"
        case .notTold: "SSH_USER_AUTH does not show who has logged in: sshd needs 'ExposeAuthInfo yes'"
        case .file(let error): "SSH_USER_AUTH: \(error.message)"
        case .noKey: "SSH_USER_AUTH names no key: sshd needs 'AuthenticationMethods publickey'"
        case .malformed(let line): "SSH_USER_AUTH: line \(line) of the file is not from sshd"
        case .certificate:
            "SSH_USER_AUTH: keys with a certificate are not accepted; use the key without its certificate"
        }
    }

    /// The exit status, which says whether the client or the machine's configuration is at fault.
    var status: CInt { self == .command ? EX_USAGE : EX_CONFIG }
}
