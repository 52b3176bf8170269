import Glibc
import LinuxSupport

/// Where a web service's token is stored.
enum TokenPlace: Sendable, Hashable {
    /// A file that nobody can read except the sender's user and root.
    case file(String)
    /// A credential from the service manager.
    case credential(String)

    /// The token: one line of printable characters. The error reveals nothing about the token.
    func read() throws(ConfigurationError) -> String {
        let bytes: [UInt8]
        do throws(LinuxError) {
            switch self {
            case .file(let path): bytes = try SecretFile.read(path, limit: 4_096)
            case .credential(let name):
                guard let directory = unsafe getenv("CREDENTIALS_DIRECTORY").map({ unsafe String(cString: $0) }) else {
                    throw LinuxError(.notFound, "the service manager has passed no credentials")
                }
                bytes = try SecretFile.readCredential("\(directory)/\(name)", limit: 4_096)
            }
        } catch {
            throw ConfigurationError(error.message)
        }
        // Some editors put a byte order mark before the text, or a carriage return after the line.
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        let line = text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.first ?? []
        guard !line.isEmpty, line.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ConfigurationError("a token must be one line of printable characters")
        }
        return String(decoding: line, as: UTF8.self)
    }
}
