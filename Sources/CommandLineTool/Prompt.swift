import Glibc
import LinuxSupport

/// Reads secrets and answers from standard input, never from arguments or the environment.
struct Prompt {
    /// Why there is no answer.
    enum Failure: Error {
        /// A signal came, mostly from Ctrl-C.
        case interrupted
        case tooLong
        case unreadable
        case timedOut
    }

    private static let longest = 4096

    /// Whether a person types on a terminal.
    static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// One line of standard input without its end; nil at the end of input. With `isSecret`, a terminal does not show
    /// what is typed.
    static func line(isSecret: Bool, within patience: Duration? = nil) throws(Failure) -> String? {
        let echo = isSecret ? TerminalEcho.off() : nil
        defer { echo?.restore() }
        return try readLine(until: patience.map { Deadline.after($0) })
    }

    private static func readLine(until deadline: Deadline?) throws(Failure) -> String? {
        var line: [UInt8] = []
        while line.count <= longest {
            try wait(until: deadline)
            var byte: UInt8 = 0
            let count = unsafe read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EAGAIN { continue }
            guard count >= 0 else { throw errno == EINTR ? .interrupted : .unreadable }
            if count == 0 { return line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        throw .tooLong
    }

    /// A signal ends `poll` early even where `read` would go on: this is how Ctrl-C gets through.
    private static func wait(until deadline: Deadline?) throws(Failure) {
        var wanted = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        let patience = deadline.map { CInt(clamping: $0.remainingMilliseconds) } ?? -1
        let ready = unsafe poll(&wanted, 1, patience)
        if ready == 0 { throw .timedOut }
        if ready < 0 { throw errno == EINTR ? .interrupted : .unreadable }
    }

    /// All of standard input, for a value from a pipe.
    static func everything() throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count <= 262_144 {
            try wait(until: nil)
            let chunk = unsafe [UInt8](unsafeUninitializedCapacity: longest) { room, filled in
                filled = max(0, unsafe read(STDIN_FILENO, room.baseAddress, longest))
            }
            if chunk.isEmpty { return bytes }
            bytes += chunk
        }
        throw .tooLong
    }
}

/// The terminal's echo, off until restored.
private struct TerminalEcho {
    private let saved: termios

    /// Nil if standard input is no terminal.
    static func off() -> TerminalEcho? {
        var settings = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        let echo = TerminalEcho(saved: settings)
        settings.c_lflag &= ~tcflag_t(ECHO)
        settings.c_lflag |= tcflag_t(ECHONL)
        _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        return echo
    }

    func restore() {
        var settings = saved
        _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }
}
