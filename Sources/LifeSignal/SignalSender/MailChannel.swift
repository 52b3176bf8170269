import Glibc
import LinuxSupport
import SeamWords
import SignalCore
import Wire

/// Sends mail through the machine's own mail system. The channel runs `sendmail -i -f FROM -- ADDRESS` with the message
/// on its standard input.
struct MailChannel: SenderChannel {
    let kind = ChannelKind.mail
    let sendmail: String
    let from: String
    /// How long `sendmail` may run.
    let limit: Duration

    func send(_ message: OutgoingMessage) async -> DeliveryResult {
        let program = ChildProgram(
            path: sendmail, arguments: ["-i", "-f", from, "--", message.address], limit: limit)
        let now = Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds())
        let end = await program.run(input: Array(Self.mail(message, from: from, at: now).utf8))
        switch end {
        case .exited(EX_OK, _): return DeliveryResult(.accepted, "\(end)")
        // The server refuses the mail permanently, or the address does not exist.
        case .exited(EX_USAGE, _), .exited(EX_DATAERR, _), .exited(EX_NOUSER, _):
            return DeliveryResult(.permanent, "\(end)")
        // The mail was not accepted. msmtp returns EX_UNAVAILABLE if a server answers "later", and EX_NOHOST if there
        // is no network.
        case .exited(EX_TEMPFAIL, _), .exited(EX_UNAVAILABLE, _), .exited(EX_NOHOST, _):
            return DeliveryResult(.temporary, "\(end)")
        // If a server broke the connection off, it may have accepted the mail before that.
        case .exited: return DeliveryResult(.temporary, "\(end)", isUncertain: true)
        case .killed, .timedOut, .notStarted: return end.failure ?? DeliveryResult(.temporary, "\(end)")
        }
    }

    /// The mail. Every header consists of fixed words, the operator's address, or an address that was checked.
    static func mail(_ message: OutgoingMessage, from: String, at now: Timestamp) -> String {
        let host = from.split(separator: "@").last.map(String.init) ?? "localhost"
        let isLong = message.link != nil || message.details != nil
        let body = isLong ? Self.body(message) : Self.body(Self.text(message))
        let headers = [
            "From: LifeSignal <\(from)>", "To: <\(message.address)>", "Subject: \(header(message.subject))",
            "Date: \(date(now))", "Message-ID: <\(message.name)@\(host)>", "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
        ]
        return (headers + body).joined(separator: "\n")
    }

    private static func text(_ message: OutgoingMessage) -> String {
        let link = message.link.map { SenderText.answer($0).said(in: message.language) }
        return ([message.marked, link, message.details] + [SenderText.below.said(in: message.language)])
            .compactMap(\.self).joined(separator: "\n\n") + "\n"
    }

    /// The headers and the lines of a body that is only text.
    private static func body(_ text: String) -> [String] {
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 } && lines.allSatisfy { $0.count <= 900 }
        return [
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: \(isPlain ? "7bit" : "base64")", "",
            isPlain ? text : base64(Array(text.utf8)),
        ]
    }

    /// The headers and the lines of a body that is the text and, beside it, the text in HTML. Both parts are in Base64,
    /// which cannot contain the boundary.
    private static func body(_ message: OutgoingMessage) -> [String] {
        let boundary = "=_\(message.name)"
        let parts = [("plain", text(message)), ("html", page(message))].flatMap { kind, text in
            [
                "--\(boundary)", "Content-Type: text/\(kind); charset=utf-8", "Content-Transfer-Encoding: base64", "",
                base64(Array(text.utf8)),
            ]
        }
        return ["Content-Type: multipart/alternative; boundary=\"\(boundary)\"", ""] + parts + ["--\(boundary)--", ""]
    }

    /// The text in HTML that every mail program shows. It has a button if there is a link, and numbers that a tap
    /// phones. It loads nothing.
    private static func page(_ message: OutgoingMessage) -> String {
        let button = message.link.map { link in
            """
            <p><a href="\(escaped(link))" style="display:inline-block;padding:14px 20px;border-radius:8px;\
            background:#8b0000;color:#fff;font-weight:bold">\
            \(escaped(SenderText.answerLabel.said(in: message.language)))</a></p>
            """
        }
        let details = message.details.map { "<p style=\"white-space:pre-line\">\(phoned($0))</p>" }
        let below = escaped(SenderText.below.said(in: message.language))
        return """
            <!DOCTYPE html><html lang="\(message.language.code)"><meta charset="utf-8">
            <body style="font-family:sans-serif;font-size:18px"><p><b>\(escaped(message.marked))</b></p>
            \([button, details].compactMap(\.self).joined(separator: "\n"))
            <p>\(below)</p></body></html>

            """
    }

    /// The text, escaped. A word that is a number in the international form becomes a link that phones it.
    private static func phoned(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.split(separator: " ", omittingEmptySubsequences: false).map { word in
                let isNumber = (try? PhoneNumber.normal(String(word))) == String(word)
                return isNumber ? "<a href=\"tel:\(word)\">\(word)</a>" : escaped(String(word))
            }.joined(separator: " ")
        }.joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String {
        let names: [Character: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"]
        return text.reduce(into: "") { $0 += names[$1] ?? String($1) }
    }

    /// A header's text, encoded if it is not ASCII (RFC 2047). Every subject fits into one encoded word.
    private static func header(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? text : "=?utf-8?B?\(base64(Array(text.utf8)).filter { $0 != "\n" })?="
    }

    /// A date as a mail header shows it, for example `27 Nov 2026 13:30:00 +0000`.
    private static func date(_ time: Timestamp) -> String {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let parts = time.description.prefix(19).split { "-T".contains($0) }
        guard parts.count == 4, let month = Int(parts[1]), months.indices.contains(month - 1) else { return "" }
        return "\(parts[2]) \(months[month - 1]) \(parts[0]) \(parts[3]) +0000"
    }

    /// Encodes bytes in Base64, in lines of 76 characters.
    private static func base64(_ bytes: [UInt8]) -> String {
        var letters = Base64URL.encode(bytes).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        while letters.count % 4 != 0 { letters.append("=") }
        var lines: [String] = []
        for start in stride(from: 0, to: letters.count, by: 76) {
            lines.append(String(letters[start..<min(start + 76, letters.count)]))
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
