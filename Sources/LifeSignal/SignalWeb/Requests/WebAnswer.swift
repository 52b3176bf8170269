import Wire

/// The response to a request.
struct WebAnswer: Sendable {
    private(set) var status: Int
    var type = "text/html; charset=utf-8"
    var body: [UInt8] = []
    /// When the visitor may try again.
    var retryAfter: Int?
    /// The methods that a path has.
    var allow: String?
    /// The page that the browser loads instead.
    var location: String?
    /// The cookie that the browser gets or loses.
    var cookie: String?
    /// Whether browsers may keep the answer for ever.
    var isLasting = false
    /// Whether the connection ends after the answer.
    var isLast = false

    init(_ status: Int, _ page: WebPage) {
        self.status = status
        body = Array(page.html.text.utf8)
    }

    init(_ file: WebFile) {
        (status, type, body, isLasting) = (200, file.type, file.bytes, file.isLasting)
    }

    /// Sends the browser on to another page of ours, which it loads with GET.
    init(to location: String) { (status, self.location) = (303, location) }

    private init(text: String, type: String) {
        (status, self.type, body) = (200, type, Array(text.utf8))
    }

    /// The file that keeps search engines away.
    static let robots = WebAnswer(text: "User-agent: *\nDisallow: /\n", type: "text/plain; charset=utf-8")

    /// Which machine's pages these are, and whether deadlines are watched. Without the mark, `lifesignald` does not
    /// answer.
    static func health(_ mark: String?, isWatching: Bool) -> WebAnswer {
        let json = JSON.members(
            ("service", "lifesignal-web"), ("mark", mark.map(JSON.string)), ("watching", .bool(isWatching)))
        var answer = WebAnswer(text: json.text + "\n", type: "application/json")
        if mark == nil { (answer.status, answer.retryAfter) = (503, 5) }
        return answer
    }

    /// The head of a stream of events.
    static let events = WebAnswer(text: "", type: eventType)

    private static let eventType = "text/event-stream"

    /// What a page may load and do: only its style, its scripts, its icon, its events and its own forms.
    static let policy =
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'; "
        + "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

    /// The header fields, without the length. `isSecure` is whether the connection has TLS.
    func fields(isSecure: Bool) -> [(name: String, value: String)] {
        var fields = [
            ("content-type", type),
            ("cache-control", isLasting ? "public, max-age=31536000, immutable" : "no-store"),
            ("content-security-policy", Self.policy),
            ("referrer-policy", "no-referrer"),
            ("x-content-type-options", "nosniff"),
            ("x-frame-options", "DENY"),
            ("cross-origin-resource-policy", "same-origin"),
        ]
        if isSecure { fields.append(("strict-transport-security", "max-age=31536000")) }
        if let retryAfter { fields.append(("retry-after", String(retryAfter))) }
        if let location { fields.append(("location", location)) }
        if let cookie { fields.append(("set-cookie", cookie)) }
        if let allow { fields.append(("allow", allow)) }
        // Otherwise, nginx would collect events before it passes them on.
        if type == Self.eventType { fields.append(("x-accel-buffering", "no")) }
        if isLast { fields.append(("connection", "close")) }
        return fields
    }
}

/// An event of a stream, as browsers read it.
enum WebEvent {
    /// The event with an alarm's new markup. Every line gets its own field, so no line of a text can be mistaken for
    /// another field. Carriage returns, which would also end a line, do not occur in markup.
    static func bytes(_ html: HTML) -> [UInt8] {
        let lines = html.text.split(separator: "\n", omittingEmptySubsequences: false).map { "data: \($0)\n" }
        return Array((lines.joined() + "\n").utf8)
    }

    /// The beginning of a stream: how long a browser waits before it connects again, in milliseconds.
    static let beginning = Array("retry: 3000\n\n".utf8)
}
