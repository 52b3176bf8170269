import Glibc

/// The terminal at one of a process's descriptors.
package struct TTYDevice: Sendable {
    private let descriptor: CInt
    /// The bytes that a terminal is sure to accept when it reports that it accepts any.
    private static let room = 256

    /// Nil if the descriptor is not a terminal, or cannot be both read and written.
    package init?(_ descriptor: CInt) {
        guard isatty(descriptor) == 1, fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDWR else { return nil }
        self.descriptor = descriptor
    }

    /// A terminal opened only for reading, to get its settings. Nil if the descriptor is not a terminal.
    package init?(reading descriptor: CInt) {
        guard isatty(descriptor) == 1 else { return nil }
        self.descriptor = descriptor
    }

    /// Columns and rows. A terminal that does not report its size counts as 80 by 24.
    package var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// The settings for line editing and for keys that send signals; nil if the terminal is gone.
    package func settings() -> Settings? {
        var settings = termios()
        return unsafe tcgetattr(descriptor, &settings) == 0 ? Settings(settings) : nil
    }

    /// Settings returned by ``settings()``, or to be applied.
    package struct Settings: Sendable {
        fileprivate var value: termios

        fileprivate init(_ value: termios) {
            self.value = value
        }

        /// The same settings, but with each byte received as typed and sent as written.
        package var raw: Settings {
            var raw = value
            unsafe cfmakeraw(&raw)
            return Settings(raw)
        }

        /// The same settings, but without echo.
        package var silent: Settings {
            var silent = value
            silent.c_lflag &= ~tcflag_t(ECHO)
            return Settings(silent)
        }

        /// Whether both treat keys and text alike.
        func isSame(as other: Settings) -> Bool {
            value.c_iflag == other.value.c_iflag && value.c_oflag == other.value.c_oflag
                && value.c_lflag == other.value.c_lflag
        }

        /// Whether line editing is off.
        var isRaw: Bool { value.c_lflag & tcflag_t(ICANON) == 0 }
    }

    /// Whether this process is in the terminal's foreground. Other processes must not change its settings.
    var isOurs: Bool { tcgetpgrp(descriptor) == getpgrp() }

    /// Whether another process is in the foreground: the kernel would stop this one if it read.
    var isAnothers: Bool {
        let group = tcgetpgrp(descriptor)
        return group >= 0 && group != getpgrp()
    }

    /// Runs `body`, during which this process may write and apply settings even if another one is in the foreground.
    /// Otherwise the kernel would stop it, or refuse.
    static func fromTheBackground(_ body: () -> Void) {
        var (stop, before) = (sigset_t(), sigset_t())
        _ = unsafe sigemptyset(&stop)
        _ = unsafe sigaddset(&stop, SIGTTOU)
        _ = unsafe pthread_sigmask(SIG_BLOCK, &stop, &before)
        body()
        _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// Applies settings; earlier unread input is dropped. Returns false if the terminal is gone.
    @discardableResult
    package func apply(_ settings: Settings) -> Bool {
        var value = settings.value
        // Waiting for all output to be written would never end if nobody reads it.
        guard unsafe tcsetattr(descriptor, TCSANOW, &value) == 0 else { return false }
        return tcflush(descriptor, TCIFLUSH) == 0
    }

    /// Resumes output if somebody has stopped the kernel's console with Scroll Lock; elsewhere it does nothing.
    /// Resuming works only after a stop by a call, so output is stopped first.
    func goOn() {
        guard LinuxConsole(descriptor) != nil else { return }
        tcflow(descriptor, TCOOFF)
        tcflow(descriptor, TCOON)
    }

    /// Writes everything; returns false if the terminal is gone, or accepts nothing for that many milliseconds.
    @discardableResult
    package func write(_ bytes: [UInt8], within limit: CInt = 5000) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            switch unsafe poll(&room, 1, limit) {
            case 0: return false
            case 1...: break
            default:
                guard errno == EINTR else { return false }
                continue
            }
            // Writes only as much as there is room for: more could block forever.
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

    /// The bytes that have been typed, at most 4 KiB; nil if the terminal is gone.
    func read() -> [UInt8]? {
        var room = [UInt8](repeating: 0, count: 4096)
        let count = unsafe room.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        if count > 0 { return Array(room[..<count]) }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
    }

    var pollable: pollfd { pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0) }
}
