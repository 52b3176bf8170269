import Glibc

/// The terminal at one of a process's descriptors.
package struct TTYDevice: Sendable {
    private let descriptor: CInt
    /// If a terminal reports that it accepts bytes, it certainly accepts this number of them.
    private static let room = 256

    /// Creates a device for a terminal's descriptor. Returns nil if the descriptor is not a terminal, or if it cannot
    /// be both read and written.
    package init?(_ descriptor: CInt) {
        guard isatty(descriptor) == 1, fcntl(descriptor, F_GETFL) & O_ACCMODE == O_RDWR else { return nil }
        self.descriptor = descriptor
    }

    /// Creates a device for a terminal that is opened only for reading, to get its settings. Returns nil if the
    /// descriptor is not a terminal.
    package init?(reading descriptor: CInt) {
        guard isatty(descriptor) == 1 else { return nil }
        self.descriptor = descriptor
    }

    /// The number of columns and rows. If a terminal does not report its size, 80 by 24 is assumed.
    package var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// The size of a cell. The value is nil if the terminal does not report its size in pixels.
    package var cell: CellPixels? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
        return CellPixels(
            terminal: (Int(size.ws_xpixel), Int(size.ws_ypixel)), columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Returns the settings for line editing, and for keys that send signals. Returns nil if the terminal no longer
    /// exists.
    package func settings() -> Settings? {
        var settings = termios()
        return unsafe tcgetattr(descriptor, &settings) == 0 ? Settings(settings) : nil
    }

    /// The settings of a terminal.
    package struct Settings: Sendable {
        fileprivate var value: termios

        fileprivate init(_ value: termios) {
            self.value = value
        }

        /// The same settings in raw form: each byte is received as typed and sent as written.
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

        /// Whether both settings treat keys and text in the same way.
        func isSame(as other: Settings) -> Bool {
            value.c_iflag == other.value.c_iflag && value.c_oflag == other.value.c_oflag
                && value.c_lflag == other.value.c_lflag
        }

        /// Whether line editing is off.
        var isRaw: Bool { value.c_lflag & tcflag_t(ICANON) == 0 }
    }

    /// Whether this process is in the terminal's foreground. Other processes must not change the terminal's settings.
    var isOurs: Bool { tcgetpgrp(descriptor) == getpgrp() }

    /// Whether another process is in the foreground. The kernel would stop this process if it read from the terminal.
    var isAnothers: Bool {
        let group = tcgetpgrp(descriptor)
        return group >= 0 && group != getpgrp()
    }

    /// Runs `body`. During this call, this process may write and change settings, even if another process is in the
    /// foreground. Without this protection, the kernel would stop this process or refuse the change.
    static func fromTheBackground(_ body: () -> Void) {
        var (stop, before) = (sigset_t(), sigset_t())
        _ = unsafe sigemptyset(&stop)
        _ = unsafe sigaddset(&stop, SIGTTOU)
        _ = unsafe pthread_sigmask(SIG_BLOCK, &stop, &before)
        body()
        _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// Applies settings, and drops earlier unread input. Returns false if the terminal no longer exists.
    @discardableResult
    package func apply(_ settings: Settings) -> Bool {
        var value = settings.value
        // If nobody reads the output, a wait until all output is written would never end.
        guard unsafe tcsetattr(descriptor, TCSANOW, &value) == 0 else { return false }
        return tcflush(descriptor, TCIFLUSH) == 0
    }

    /// Resumes output if somebody has stopped the kernel's console with Scroll Lock. On other terminals, this method
    /// does nothing. Output can only be resumed if a call has stopped it, so this method first stops the output.
    func goOn() {
        guard LinuxConsole(descriptor) != nil else { return }
        tcflow(descriptor, TCOOFF)
        tcflow(descriptor, TCOON)
    }

    /// Writes all bytes. Returns false if the terminal no longer exists, or accepts no bytes for `limit` milliseconds.
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
            // Only as many bytes are written as the terminal accepts, because further bytes could block forever.
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

    /// Reads the bytes that a person has typed, but no more than 4 KiB. Returns nil if the terminal no longer exists.
    func read() -> [UInt8]? {
        var room = [UInt8](repeating: 0, count: 4096)
        let count = unsafe room.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
        if count > 0 { return Array(room[..<count]) }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
    }

    var pollable: pollfd { pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0) }
}
