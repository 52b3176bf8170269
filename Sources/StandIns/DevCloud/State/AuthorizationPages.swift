import LinuxSupport
import Wire

/// The pages `otp/LOCK` on which people authorize the requests of a toy lock (`Protocol/virtual-lock.md`). Each page
/// has a single-use code. A real cloud sends this code as a message, but the development cloud displays it.
struct AuthorizationPages {
    /// The beginning of the pages' paths.
    static let prefix = "otp/"
    private static let mostLocks = 64
    private static let html = "text/html; charset=utf-8"

    /// The unused codes, by lock.
    private var codes: [String: String] = [:]

    /// Answers a request. In the result, `lock` is the lock whose person has authorized. The lock must be informed of
    /// this. There may be no such lock.
    mutating func answer(_ request: CloudRequest) -> (answer: CloudAnswer, lock: String?) {
        let lock = String(request.path.dropFirst(Self.prefix.count))
        guard (1...32).contains(lock.utf8.count), lock.utf8.allSatisfy(Self.isOfName),
            codes[lock] != nil || codes.count < Self.mostLocks
        else { return (Self.page(404, "There is no such page."), nil) }
        switch request.verb {
        case HTTPVerb.get.rawValue:
            return (Self.page(200, form(for: lock)), nil)
        case HTTPVerb.post.rawValue:
            let typed = QueryString(String(decoding: request.body, as: UTF8.self))?.fields.first { $0.name == "code" }?
                .value
            guard let code = codes[lock], typed == code else {
                return (Self.page(403, "That is not the code. " + form(for: lock)), nil)
            }
            codes[lock] = nil
            return (Self.page(200, "Done. The door opens now."), lock)
        default:
            return (Self.page(405, "This page can only be read and submitted."), nil)
        }
    }

    /// The answer for a lock that could not be informed.
    static let unreachable = page(502, "The lock cannot be reached. Try again.")

    private mutating func form(for lock: String) -> String {
        let code = codes[lock] ?? String(Int.random(in: 100_000...999_999))
        codes[lock] = code
        return """
            The code that you would receive in a message: <b>\(code)</b>
            <form method="post"><input name="code" inputmode="numeric" autocomplete="one-time-code" autofocus>
            <button>Open \(lock)</button></form>
            """
    }

    private static func page(_ status: Int, _ body: String) -> CloudAnswer {
        let head = "<!doctype html><meta name=\"viewport\" content=\"width=device-width\"><title>Open a door</title>"
        return CloudAnswer(status: status, contentType: html, body: "\(head)\(body)\n")
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
    }
}

/// The control socket of the virtual locks. The cloud uses it to inform the locks that somebody has authorized.
struct LockControl: Sendable {
    /// The path of the socket.
    let path: String

    /// Informs a lock that its person has authorized. Returns false if the lock does not confirm within two seconds.
    func authorize(_ lock: String) -> Bool {
        let deadline = Deadline.after(.seconds(2))
        do throws(LinuxError) {
            let socket = try UnixSocket.connect(to: path, deadline: deadline)
            let line = JSON.members(("op", "authorize"), ("lock", .string(lock))).text
            try socket.write(Array("\(line)\n".utf8), deadline: deadline)
            let answer = try socket.read(upTo: 4_096, deadline: deadline)
            return (try? JSON(parsing: answer.prefix { $0 != UInt8(ascii: "\n") }))?["ok"] == true
        } catch {
            return false
        }
    }
}
