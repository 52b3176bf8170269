/// The location of a Unix domain socket: a directory and a name in the directory.
struct SocketPath: Sendable {
    /// The largest number of bytes in a path: the size of `sun_path` without its terminating NUL.
    static let limit = 107

    let text: String
    /// The directory part of the path. This part is never empty. Only the root has a trailing slash.
    let directory: String
    let name: String

    /// Splits a path. Throws `.pathTooLong`, whose message contains both lengths, or `.invalidPath`.
    init(_ text: String) throws(LinuxError) {
        guard text.utf8.count <= Self.limit else {
            throw LinuxError(
                .pathTooLong,
                "the socket path has \(text.utf8.count) bytes, but at most \(Self.limit) are allowed: \(text)"
            )
        }
        guard !text.isEmpty, !text.utf8.contains(0) else {
            throw LinuxError(.invalidPath, "a socket path must be neither empty nor abstract")
        }
        self.text = text
        guard let slash = text.lastIndex(of: "/") else {
            (directory, name) = (".", text)
            return
        }
        directory = slash == text.startIndex ? "/" : String(text[..<slash])
        name = String(text[text.index(after: slash)...])
        guard !name.isEmpty, name != ".", name != ".." else {
            throw LinuxError(.invalidPath, "\(text) names a directory, not a socket")
        }
    }
}
