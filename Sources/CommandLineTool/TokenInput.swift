import LinuxSupport
import SessionAPI
import TermCore

/// Reads a client session token from one of two sources: a file that belongs to the person alone, or standard input.
enum TokenInput {
    /// The token in the file at `path`; without a path, the token on standard input. A terminal asks for it and does
    /// not show it.
    static func read(_ path: String?, on console: Console) throws -> String {
        var text: String
        if let path {
            do throws(LinuxError) {
                text = String(decoding: try SecretFile.read(path, limit: 4096), as: UTF8.self)
            } catch {
                throw UsageFault("cannot read the token: \(error.description)", hint: "chmod 600 the file")
            }
        } else {
            if Prompt.isTerminal { console.ask("client session token: ") }
            do throws(Prompt.Failure) {
                text = try Prompt.line(isSecret: true) ?? ""
            } catch {
                guard error != .interrupted else { throw CommandEnd(status: .cancelled) }
                throw UsageFault("cannot read a token from standard input")
            }
        }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        guard (1...1024).contains(text.utf8.count) else {
            throw UsageFault("no token was given", hint: "on standard input, or --token-file FILE")
        }
        return text
    }
}
