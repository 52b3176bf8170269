import Glibc
import LinuxSupport
import SeamModel
import SessionAPI
import TermCore

/// Reads a client session token or a visitor's code from a file that only the person can read, from an inherited
/// descriptor, or from standard input.
enum TokenInput {
    private static let limit = 4096

    /// The token in the file at `path`. If there is no path, this is the token from standard input. On a terminal, the
    /// person is asked for the token, which is not echoed.
    static func read(_ path: String?, on console: Console) throws -> String {
        // As usual, "-" means standard input.
        let path = path == "-" ? nil : path
        let text = try path.map { try read(named: $0, on: console) } ?? line(from: STDIN_FILENO, on: console)
        guard (1...1024).contains(text.utf8.count) else {
            throw UsageFault("no token was given", hint: "pass a token on standard input, or with --token-file FILE")
        }
        // A token with a zero byte is not sent, because the daemon must refuse it.
        guard !text.utf8.contains(0) else { throw SessionError.invalidClientSessionToken(detail: nil).wireError }
        return text
    }

    /// A visitor's code from standard input. On a terminal, the person is asked for the code, which is not echoed.
    static func code(on console: Console) throws -> String {
        let text = try line(from: STDIN_FILENO, "code: ", on: console)
        guard SessionExchange.Params.isCode(text) else {
            throw UsageFault("no code was given", hint: "pass a code on standard input: 1 to 128 characters, no blanks")
        }
        return text
    }

    private static func line(
        from descriptor: CInt, _ question: TerminalSafe = "client session token: ", on console: Console
    ) throws -> String {
        do throws(Prompt.Failure) {
            let answer = try Prompt.answer(from: descriptor, isSecret: true) {
                if isatty(descriptor) == 1 { console.ask(question) }
            }
            return answer ?? ""
        } catch {
            guard error != .interrupted else { throw CommandEnd(status: .cancelled) }
            guard descriptor != STDIN_FILENO else { throw UsageFault("cannot read a token from standard input") }
            throw UsageFault("cannot read a token from descriptor \(descriptor)")
        }
    }

    private static func read(named path: String, on console: Console) throws -> String {
        if let descriptor = InheritedDescriptor(path: path) {
            return try read(descriptor, path, on: console)
        }
        do throws(LinuxError) {
            return AnswerLine.first(in: String(decoding: try SecretFile.read(path, limit: limit), as: UTF8.self))
        } catch {
            let isLink = error.errorNumber == ELOOP
            let what: TerminalSafe = isLink ? "\(path) is a symbolic link" : "\(error.description)"
            throw UsageFault("cannot read the token: \(what)", hint: hint(error, path))
        }
    }

    private static func read(_ descriptor: InheritedDescriptor, _ path: String, on console: Console) throws -> String {
        guard descriptor.isInherited else {
            throw UsageFault(
                "cannot read the token: nothing was passed as \(path)",
                hint: "use --token-file <(command), or pass the token on standard input")
        }
        switch descriptor.kind {
        case .stream: return try line(from: descriptor.number, on: console)
        case .terminal where descriptor.number == STDIN_FILENO: return try line(from: STDIN_FILENO, on: console)
        case .terminal, .other:
            throw UsageFault(
                "cannot read the token: \(path) is neither a file nor a pipe",
                hint: "without --token-file, seam asks for the token or reads it from standard input")
        case .file:
            guard descriptor.isPrivate else {
                throw UsageFault(
                    "cannot read the token: the file at \(path) is open to others, or does not belong to you",
                    hint: "chmod 600 the file")
            }
            return try line(from: descriptor.number, on: console)
        }
    }

    /// The remedy for an error with the token's file.
    private static func hint(_ error: LinuxError, _ path: String) -> TerminalSafe? {
        switch error.code {
        case .notFound: return "is the path right?"
        case .permissionDenied: return "this user may not read it: use a file of your own"
        case .tooLarge: return "is it the right file? A token is one short line"
        case .unsafeFile: break
        case .system where error.errorNumber == ELOOP: return "name the file that the link points to"
        default: return "or pass the token on standard input"
        }
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT == S_IFREG else {
            return "leave out --token-file, and pass the token on standard input: … < FILE"
        }
        guard status.st_uid == geteuid() || status.st_uid == 0 else { return "use a file of your own" }
        return "chmod 600 the file"
    }
}
