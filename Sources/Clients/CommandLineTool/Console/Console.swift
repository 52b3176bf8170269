import Glibc
import LinuxSupport
import TermCore
import Wire

/// The output of a command, with results on standard output and messages on standard error. The console does not accept
/// plain strings.
///
/// If the reader of standard output has gone, that is not an error. The rest of the output is dropped, and
/// ``isReaderGone`` makes streams stop.
final class Console {
    let environment: Environment
    let palette: TextPalette
    /// Whether results are written as JSON Lines.
    let isJSON: Bool
    /// Whether only errors and a person's next steps are written.
    let isQuiet: Bool
    /// The session that `--session` names, for the commands that a message advises.
    let session: String?
    /// The encoding of text for people. Values for programs are always in UTF-8.
    private let charset: Charset
    /// Whether standard output no longer has a reader.
    var isReaderGone: Bool { hasLostReader || Self.hasNoReader(STDOUT_FILENO) }

    /// Whether a write has failed because the reader is gone.
    private var hasLostReader = false

    /// Whether the kernel reports that nobody is reading a pipe, a socket or a terminal.
    private static func hasNoReader(_ descriptor: CInt) -> Bool {
        var polled = pollfd(fd: descriptor, events: 0, revents: 0)
        return unsafe poll(&polled, 1, 0) > 0 && polled.revents != 0
    }

    init(environment: Environment, isJSON: Bool, isQuiet: Bool = false, session: String? = nil) {
        (self.environment, self.session) = (environment, session)
        (self.isJSON, self.isQuiet) = (isJSON, isQuiet)
        charset = isJSON ? .utf8 : Charset { environment[$0] }
        let wantsColour = environment["NO_COLOR"].isEmpty && environment["TERM"] != "dumb" && !isJSON
        palette = TextPalette(hasColour: wantsColour && isatty(STDOUT_FILENO) == 1)
    }

    /// Whether the output can show block characters.
    var hasBlocks: Bool { charset == .utf8 }

    /// Writes a line for people. On a terminal, the line is wrapped between words.
    func line(_ text: TerminalSafe, _ style: TextStyle = .plain) throws {
        guard !isQuiet else { return }
        let text = NamedSession.added(session, to: text)
        let lines = width.map { WordWrap.lines(text, width: $0) } ?? [text]
        try write(lines.map { palette.paint($0, style).description }.joined(separator: "\n"))
    }

    /// Writes a help text, wrapped to the width of the terminal.
    func help(_ text: String) throws {
        try page(TerminalSafe(trusted: HelpPage.laid(text.replacing(" SUBCOMMANDS:", with: ":"))))
    }

    /// Writes text that is already divided into lines.
    func page(_ text: TerminalSafe) throws { try write(text.description) }

    /// Writes a table. On a terminal, the table is fitted to the terminal's width.
    func table(_ table: Table) throws {
        guard !isQuiet else { return }
        let lines = table.lines(palette: palette, width: width)
        try write(lines.map(\.description).joined(separator: "\n"))
    }

    /// Writes a value for programs, given as JSON text.
    func json(_ text: JSONText) throws { try write(SafeJSON.line(text)) }

    /// Writes a value for programs, given as a JSON tree.
    func json(_ json: JSON) throws { try self.json(JSONText(json)) }

    /// Writes one line with a prefix on standard error. On a terminal, the line is wrapped between words. A failed
    /// write is ignored, because there is no way to report the failure.
    func talk(_ text: TerminalSafe) {
        let whole: TerminalSafe = "seam: \(NamedSession.added(session, to: text))"
        let width = Self.size(of: STDERR_FILENO).flatMap(Self.width)
        let lines = width.map { WordWrap.lines(whole, width: $0, indent: 6) } ?? [whole]
        let text = lines.map(\.description).joined(separator: "\n")
        _ = Self.write(charset.bytes(text + "\n"), to: STDERR_FILENO)
    }

    /// Writes a question on standard error, without a line break.
    func ask(_ text: TerminalSafe) { _ = Self.write(charset.bytes(text.description), to: STDERR_FILENO) }

    /// The number of columns that a line may take. For a pipe or a file, this is nil.
    private var width: Int? { terminalSize.flatMap(Self.width) }

    /// The size of the terminal on standard output. For a pipe or a file, this is nil. A terminal that does not report
    /// its size counts as 80 by 24.
    var terminalSize: (columns: Int, rows: Int)? { Self.size(of: STDOUT_FILENO) }

    private static func width(_ size: (columns: Int, rows: Int)) -> Int? { size.columns >= 20 ? size.columns : nil }

    private static func size(of descriptor: CInt) -> (columns: Int, rows: Int)? {
        guard isatty(descriptor) == 1 else { return nil }
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    private func write(_ text: String) throws {
        guard !hasLostReader else { return }
        switch Self.write(charset.bytes(text + "\n"), to: STDOUT_FILENO) {
        case 0: return
        case EPIPE: hasLostReader = true
        case let number:
            throw UsageFault(
                "cannot write to the standard output (errno \(number))",
                hint: "is the disk full, or was the output closed?", status: .fault)
        }
    }

    /// Writes all bytes, and returns 0 or the error number.
    private static func write(_ bytes: [UInt8], to descriptor: CInt) -> CInt {
        WaitingSign.erase()
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&wanted, 1, 1000)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }
}

/// The environment variables that `seam` reads. The value of an absent variable is empty.
struct Environment: Sendable {
    /// The few variables as pairs. A search in this list costs less than a dictionary, because the runtime has to
    /// create the dictionary's type at each start.
    private let values: [(name: String, value: String)]

    init(_ values: [String: String]) {
        self.values = values.map { ($0.key, $0.value) }
    }

    /// Reads the process's own variables. No secret is read from the variables.
    init(
        reading names: [String] = [
            "SEAM_SOCKET", "SEAM_ADMIN_SOCKET", "LIFESIGNAL_SOCKET", "LIFESIGNAL_ADMIN_SOCKET", "NO_COLOR", "TERM",
            "SSL_CERT_FILE", "COLORTERM", "LC_ALL", "LC_CTYPE", "LANG", "SSH_CONNECTION",
        ]
    ) {
        var values: [(name: String, value: String)] = []
        for name in names {
            if let text = unsafe getenv(name) { values.append((name, unsafe String(cString: text))) }
        }
        self.values = values
    }

    subscript(name: String) -> String { values.first { $0.name == name }?.value ?? "" }
}
