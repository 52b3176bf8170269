import Glibc

/// The text that a program writes to standard output and error while it has the screen. In the middle of the screen,
/// this text would disturb. It is kept in a pipe, and printed when the screen has been given back. The pipe holds 64
/// KiB, and further writes fail.
struct HeldErrors: ~Copyable {
    /// The descriptor that the child uses as both its standard error and its standard output.
    let writingEnd: CInt
    private let readingEnd: CInt

    /// Creates the pipe, or returns nil if there are no descriptors left.
    init?() {
        var ends: [CInt] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            // A program whose output nobody reads must not wait.
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (readingEnd, writingEnd) = (ends[0], ends[1])
    }

    deinit {
        close(readingEnd)
        close(writingEnd)
    }

    /// Writes the captured text to this process's standard error, line by line, in safe form. Lines for a log, which
    /// begin with a syslog level such as `<6>`, are left out, because a person at a terminal does not read a log.
    func tell() {
        var bytes: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(readingEnd, &room, room.count)
            guard count > 0 else { break }
            bytes += room[..<count]
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").filter {
            $0.prefixMatch(of: /<[0-7]>/) == nil
        }
        guard !lines.isEmpty else { return }
        let text = lines.map { TerminalSafe(String($0), limit: 2000).description + "\n" }.joined()
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return }
            rest = rest.dropFirst(max(0, count))
        }
    }
}
