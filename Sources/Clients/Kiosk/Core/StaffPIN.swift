import CSodium
import LinuxSupport

/// The staff PIN, as stored in its file. The file has a salted Argon2id hash, in libsodium's text form.
nonisolated struct StaffPIN: Sendable, Equatable {
    /// The number of digits. With five attempts an hour, a shorter PIN could be guessed within a year or two.
    static let digits = 6...12
    /// The longest PIN file, in bytes.
    private static let fileLimit = 1024

    /// The content of the file.
    let text: String

    /// Hashes digits, which takes some tenths of a second and 64 MiB. Returns nil if the digits are not a valid PIN.
    init?(digits: String) {
        guard Self.digits.contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            sodiumIsReady
        else { return nil }
        var room = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let status = unsafe crypto_pwhash_str(
            &room, digits, UInt64(digits.utf8.count), UInt64(crypto_pwhash_OPSLIMIT_MODERATE),
            Int(crypto_pwhash_MEMLIMIT_INTERACTIVE))
        guard status == 0 else { return nil }
        text = String(decoding: room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Reads a file that only root or the program's own user may write. Throws ``LinuxError``, and
    /// ``ConfigurationError`` if the file has no hash.
    init(file: String) throws {
        let bytes = try TrustedPath.read(file, limit: Self.fileLimit, owners: [0, ProcessUser.effective])
        let text = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        guard text.hasPrefix("$argon2id$"), text.utf8.count < Int(crypto_pwhash_STRBYTES) else {
            throw ConfigurationError("\(file): contains no PIN: write one with 'seam tui --kiosk --set-pin'")
        }
        self.text = text
    }

    /// Whether `digits` are the PIN's digits. The check takes as long as hashing the digits.
    func isRight(_ digits: String) -> Bool {
        guard sodiumIsReady, digits.utf8.count <= Self.digits.upperBound else { return false }
        return unsafe crypto_pwhash_str_verify(text, digits, UInt64(digits.utf8.count)) == 0
    }
}

/// libsodium must be initialized once before it is used.
private nonisolated let sodiumIsReady = sodium_init() >= 0
