import Glibc

/// The terminal that a process has as one of its descriptors.
package struct TTYDevice: Sendable {
    private let descriptor: CInt
    /// Bytes that a terminal takes at once when it says that it takes any.
    private static let room = 256

    /// Nil if the descriptor is no terminal, or may only be read or written.
    package init?(_ descriptor: CInt) {
        guard isatty(descriptor) == 1, fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDWR else { return nil }
        self.descriptor = descriptor
    }

    /// One that is only read from, for its settings. Nil if the descriptor is no terminal.
    package init?(reading descriptor: CInt) {
        guard isatty(descriptor) == 1 else { return nil }
        self.descriptor = descriptor
    }

    /// Columns and rows. A terminal that does not say has 80 by 24.
    package var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// How lines are edited and keys become signals; nil if the terminal has gone.
    package func settings() -> Settings? {
        var settings = termios()
        return unsafe tcgetattr(descriptor, &settings) == 0 ? Settings(settings) : nil
    }

    /// What ``settings()`` was, or is to be.
    package struct Settings: Sendable {
        fileprivate var value: termios

        fileprivate init(_ value: termios) {
            self.value = value
        }

        /// The same, but every byte comes as it is typed, and goes as it is written.
        package var raw: Settings {
            var raw = value
            unsafe cfmakeraw(&raw)
            return Settings(raw)
        }

        /// The same, but what is typed is not shown.
        package var silent: Settings {
            var silent = value
            silent.c_lflag &= ~tcflag_t(ECHO)
            return Settings(silent)
        }

        /// Lines are not edited.
        var isRaw: Bool { value.c_lflag & tcflag_t(ICANON) == 0 }
    }

    /// Whether it is this process that has the terminal. Its settings are not for others to change.
    var isOurs: Bool { tcgetpgrp(descriptor) == getpgrp() }

    /// Takes settings over; what was typed before and nobody has read is dropped. False if the terminal has gone.
    @discardableResult
    package func apply(_ settings: Settings) -> Bool {
        var value = settings.value
        // Waiting until all is written would have no end where nobody reads.
        guard unsafe tcsetattr(descriptor, TCSANOW, &value) == 0 else { return false }
        return tcflush(descriptor, TCIFLUSH) == 0
    }

    /// Writes everything; false if the terminal has gone, or takes nothing for five seconds.
    @discardableResult
    package func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            switch unsafe poll(&room, 1, 5000) {
            case 0: return false
            case 1...: break
            default:
                guard errno == EINTR else { return false }
                continue
            }
            // As much as there is room for: a write of more would wait without a limit.
            let piece = rest.prefix(Self.room)
            let count = unsafe piece.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EAGAIN, errno != EINTR {
                return false
            }
        }
        return true
    }

    /// What has been typed, at most 4 KiB; nil if the terminal has gone.
    func read() -> [UInt8]? {
        var room = [UInt8](repeating: 0, count: 4096)
        let count = unsafe room.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        if count > 0 { return Array(room[..<count]) }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
    }

    var pollable: pollfd { pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0) }
}
