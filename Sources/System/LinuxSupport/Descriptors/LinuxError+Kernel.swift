import Glibc

extension LinuxError {
    /// Checks the result of a CLinuxSupport call. Throws for a negative errno, and returns any other result.
    static func check<Answer: SignedInteger>(
        _ status: Answer,
        _ operation: @autoclosure () -> String
    ) throws(LinuxError) -> Answer {
        guard status < 0 else { return status }
        throw LinuxError(errorNumber: Int32(-status), operation())
    }

    /// Creates the error for an `operation` that the kernel refused.
    init(errorNumber: Int32, _ operation: String) {
        let code: Code
        switch errorNumber {
        case ENOENT, ENOTDIR: code = .notFound
        case EACCES, EPERM, EROFS: code = .permissionDenied
        case ECONNREFUSED: code = .refused
        case EADDRINUSE: code = .addressInUse
        case EPIPE, ECONNRESET: code = .closed
        case ENAMETOOLONG: code = .pathTooLong
        case ETIMEDOUT: code = .timedOut
        default: code = .system
        }
        self.init(code, "\(operation): \(Self.text(errorNumber))", errorNumber: errorNumber)
    }

    private static func text(_ errorNumber: Int32) -> String {
        var room = [CChar](repeating: 0, count: 256)
        guard unsafe strerror_r(errorNumber, &room, room.count) == 0 else { return "error \(errorNumber)" }
        return String(decoding: room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
