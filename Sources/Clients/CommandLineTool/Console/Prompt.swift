import Glibc
import LinuxSupport
import TermCore

/// Reads secrets and answers from standard input or an inherited descriptor, never from arguments or the environment.
struct Prompt {
    /// The reason why there is no answer.
    enum Failure: Error {
        /// A signal arrived, usually from Ctrl-C.
        case interrupted
        case tooLong
        case unreadable
        case timedOut
    }

    private static let longest = 4096

    /// Whether a person is typing at a terminal.
    static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// The first line with any content, without the spaces and the byte order mark that people and editors put around
    /// it. Returns nil if there is no such line. At a terminal, an empty line means that there is no answer.
    static func answer(
        from descriptor: CInt = STDIN_FILENO, isSecret: Bool, asking: () -> Void = {}
    ) throws(Failure) -> String? {
        var read = 0
        while let line = try line(from: descriptor, isSecret: isSecret, asking: read == 0 ? asking : {}) {
            let answer = AnswerLine.trimmed(line)
            if !answer.isEmpty { return answer }
            guard isatty(descriptor) != 1 else { return nil }
            read += line.utf8.count + 1
            guard read <= longest else { throw .tooLong }
        }
        return nil
    }

    /// One line without its terminator, or nil at the end of input. If `isSecret` is true, a terminal does not show the
    /// typed characters.
    ///
    /// A line from a terminal begins only after the question that `asking` shows. The rest of a paste for an earlier
    /// question therefore does not count as an answer. Everything that is typed after the question appears is part of
    /// the answer.
    static func line(
        from descriptor: CInt = STDIN_FILENO, isSecret: Bool, within patience: Duration? = nil,
        asking: () -> Void = {}
    ) throws(Failure) -> String? {
        let echo = isSecret ? TerminalEcho.off(descriptor) : nil
        defer { echo?.restore() }
        let isTerminal = isatty(descriptor) == 1
        if isTerminal { tcflush(descriptor, TCIFLUSH) }
        asking()
        let line = try readLine(from: descriptor, until: patience.map { Deadline.after($0) })
        return isTerminal ? line.map(withoutMarks) : line.map { $0.hasSuffix("\r") ? String($0.dropLast()) : $0 }
    }

    /// A terminal may mark pastes, if the previous program left it in that mode.
    private static func withoutMarks(_ line: String) -> String {
        var line = line[...]
        if line.hasPrefix("\u{1b}[200~") { line = line.dropFirst(6) }
        if line.hasSuffix("\u{1b}[201~") { line = line.dropLast(6) }
        return String(line)
    }

    private static func readLine(from descriptor: CInt, until deadline: Deadline?) throws(Failure) -> String? {
        var line: [UInt8] = []
        while line.count <= longest {
            guard let next = try bytes(from: descriptor, atMost: 1, until: deadline) else { continue }
            guard let byte = next.first else { return line.isEmpty ? nil : String(decoding: line, as: UTF8.self) }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        throw .tooLong
    }

    /// The next bytes. The bytes are empty at the end of input, and nil if there was nothing to read.
    private static func bytes(
        from descriptor: CInt, atMost limit: Int, until deadline: Deadline?
    ) throws(Failure) -> [UInt8]? {
        try wait(for: descriptor, until: deadline)
        var count = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { room, filled in
            count = unsafe read(descriptor, room.baseAddress, limit)
            filled = max(0, count)
        }
        guard count < 0 else { return bytes }
        switch errno {
        case EAGAIN: return nil
        case EINTR: throw .interrupted
        default: throw .unreadable
        }
    }

    /// Waits for input. A signal interrupts `poll` even if `read` would continue, so Ctrl-C works.
    private static func wait(for descriptor: CInt, until deadline: Deadline?) throws(Failure) {
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let patience = deadline.map { CInt(clamping: $0.remainingMilliseconds) } ?? -1
        let ready = unsafe poll(&wanted, 1, patience)
        if ready == 0 { throw .timedOut }
        if ready < 0 { throw errno == EINTR ? .interrupted : .unreadable }
    }

    /// All of standard input, for a value from a pipe. Throws if the input cannot be read to its end, because half a
    /// value is useless.
    static func everything() throws(Failure) -> [UInt8] {
        var all: [UInt8] = []
        while all.count <= 262_144 {
            guard let chunk = try bytes(from: STDIN_FILENO, atMost: longest, until: nil) else { continue }
            if chunk.isEmpty { return all }
            all += chunk
        }
        throw .tooLong
    }
}

/// A terminal's echo, which stays off until this value restores the echo.
private struct TerminalEcho {
    private let descriptor: CInt
    private let saved: termios

    /// Turns the echo off. Returns nil if the descriptor is not a terminal.
    static func off(_ descriptor: CInt) -> TerminalEcho? {
        var settings = termios()
        guard unsafe tcgetattr(descriptor, &settings) == 0 else { return nil }
        let echo = TerminalEcho(descriptor: descriptor, saved: settings)
        settings.c_lflag &= ~tcflag_t(ECHO)
        settings.c_lflag |= tcflag_t(ECHONL)
        _ = unsafe tcsetattr(descriptor, TCSAFLUSH, &settings)
        return echo
    }

    func restore() {
        var settings = saved
        _ = unsafe tcsetattr(descriptor, TCSAFLUSH, &settings)
    }
}
