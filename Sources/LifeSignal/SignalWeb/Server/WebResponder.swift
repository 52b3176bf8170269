import HTTPTypes
import HummingbirdCore
import LinuxSupport
import Logging
import NIOCore
import SeamWords
import SignalAPI
import Wire

/// Answers requests: reads them, calls `lifesignald` with the visitor's own token, and writes pages. It keeps nothing.
struct WebResponder: Sendable {
    let rules: WebRules
    let lines: SignalLines
    let pages: OpenPages
    let devices: DeviceLines
    let connections: WebConnections
    let rates = Locked(UnknownRates())
    let logger: Logger

    /// When a visitor may try again, in seconds.
    private static let retryAfter = 5

    /// Answers one request. Throws errors of reading and writing, after which the connection is closed.
    ///
    /// This method is concurrent, like Hummingbird's own functions, to which the writer is passed.
    @concurrent func respond(
        to request: Request, _ writer: consuming ResponseWriter, on connection: WebConnection
    ) async throws {
        connection.begin()
        var isLast = true
        defer { connection.end(isLast: isLast) }
        let head = WebHead(request)
        let asked = rules.read(head)
        let visitor = connections.visitor(head, on: connection)
        let admission =
            connection.admission == .admitted
            ? visitor.map(connections.enter) ?? .admitted : connection.admission
        defer { if let visitor, admission == .admitted { connections.leave(visitor) } }
        let (language, address) = (WebLanguage.of(head), visitor ?? connection.address)
        if admission == .admitted, case .follow(let token) = asked {
            return try await follow(token, language, address, writer, on: connection)
        }
        var answer =
            admission == .admitted
            ? try await self.answer(asked, request, head, language, address) : Self.crowded(admission, language)
        // Nothing more is read from a visitor whose request was refused.
        if answer.status >= 400, answer.status != 404 { answer.isLast = true }
        if connection.admission != .admitted || head.fields["connection"]?.lowercased() == "close" {
            answer.isLast = true
        }
        try await send(answer, head, asked, writer, on: connection)
        isLast = answer.isLast
    }

    private func answer(
        _ asked: WebRules.Request, _ request: Request, _ head: WebHead, _ language: SeamLanguage, _ address: WebAddress
    ) async throws -> WebAnswer {
        let token = DeviceCookie(rules.site).token(head)
        switch asked {
        case .show(let token):
            return await answer(language, address, away: WebWords.away) { () async throws(WireError) in
                let alarm = try await lines.alarm(token)
                return WebAnswer(200, Self.page(alarm, alarm.time, language).page())
            }
        case .answer(let token):
            return try await withForm(of: request, language) { await take($0, token, language, address) }
        case .showPairing(let token): return WebAnswer(200, DevicePage.pairing(hasToken: token != nil, language))
        case .pair(let token):
            return try await withForm(of: request, language) {
                await pair(token, $0, PhoneName.kind(head), language, address)
            }
        case .offline: return WebAnswer(200, DevicePage.offline(language))
        case .showDevice(let place): return await device(place, nil, token, language, address)
        case .showAdding(let code): return await device(.people, nil, code: code, token, language, address)
        case .perform(let place):
            return try await withForm(of: request, language) { await device(place, $0, token, language, address) }
        case .file(let path): return WebFile.all.first { $0.path == path }.map(WebAnswer.init) ?? Self.unknown(language)
        case .robots: return .robots
        case .health:
            let page = try? await lines.page()
            return .health(page?.mark, isWatching: page?.isWatching ?? false)
        case .refused(let refusal):
            // Many clients lose an answer that comes before they have sent their whole form.
            if refusal != .longHead, refusal != .longBody {
                _ = try? await request.body.collect(upTo: WebRules.longestBody)
            }
            return Self.refused(refusal, language)
        case .unknown, .follow: return Self.unknown(language)
        }
    }

    /// The answer that `body` makes of a request's form.
    private func withForm(
        of request: Request, _ language: SeamLanguage, _ body: (String) async -> WebAnswer
    ) async throws -> WebAnswer {
        do {
            return await body(String(buffer: try await request.body.collect(upTo: WebRules.longestBody)))
        } catch is NIOTooManyBytesError {
            return Self.refused(.longBody, language)
        }
    }

    private func take(
        _ form: String, _ token: String, _ language: SeamLanguage, _ address: WebAddress
    ) async -> WebAnswer {
        guard let answer = WebForm.value(of: "answer", in: form).flatMap({ LinkTake.Answer(rawValue: String($0)) })
        else { return Self.refused(.notAForm, language) }
        // Only the second press ends an alarm.
        if answer == .allRight, WebForm.value(of: "sure", in: form) != "yes" {
            return await self.answer(language, address, away: WebWords.away) { () async throws(WireError) in
                let alarm = try await lines.alarm(token)
                let page = Self.page(alarm, alarm.time, language)
                return WebAnswer(200, page.page(alarm.end == nil && alarm.canAnswer ? .question : .notRecorded))
            }
        }
        return await self.answer(language, address, away: WebWords.uncertain) { () async throws(WireError) in
            let result = try await lines.take(answer, token)
            let page = Self.page(result.alarm, result.alarm.time, language)
            return WebAnswer(
                result.isTaken ? 200 : 409, page.page(result.isTaken ? .recorded(answer) : .notRecorded))
        }
    }

    /// The answer that `body` makes, or the page for its error.
    func answer(
        _ language: SeamLanguage, _ address: WebAddress, away: WebWords.Plain,
        _ body: () async throws(WireError) -> WebAnswer
    ) async -> WebAnswer {
        do throws(WireError) {
            return try await body()
        } catch {
            guard error.reason == "signal.unknown_link" else {
                // A page that was posted would be posted again by loading it.
                return unreachable(error, language, away, reload: away == WebWords.uncertain ? .never : .withoutScript)
            }
            return await unknown(Self.unknown(language), language, address)
        }
    }

    /// The answer while `lifesignald` does not answer.
    func unreachable(
        _ error: WireError, _ language: SeamLanguage, _ words: WebWords.Plain, reload: WebPage.Reload
    ) -> WebAnswer {
        logger.warning("lifesignald does not answer", metadata: ["reason": "\(error.reason)"])
        var answer = WebAnswer(503, .plain(words, language, reload: reload))
        answer.retryAfter = Self.retryAfter
        return answer
    }

    /// The answer to an unknown token, which comes later if there were many of them.
    func unknown(_ answer: WebAnswer, _ language: SeamLanguage, _ address: WebAddress) async -> WebAnswer {
        let now = SystemClock.monotonic()
        switch rates.withLock({ $0.count(address, at: now) }) {
        case .answer(after: .zero): return answer
        case .answer(let wait):
            // If the task is cancelled, the answer comes early, which does no harm.
            try? await Task.sleep(for: wait)
            rates.withLock { $0.waited() }
            return answer
        case .refuse: return Self.crowded(.tooManyOfAddress, language)
        }
    }

    // MARK: - Answers

    static func page(_ alarm: LinkedAlarm, _ now: Timestamp, _ language: SeamLanguage) -> AlarmPage {
        AlarmPage(words: AlarmWords(alarm: alarm, now: now, local: local), language: language)
    }

    /// A time on the machine's clock, as in messages.
    static func local(_ time: Timestamp) -> String {
        MachineZone.text(Int(time.millisecondsSince1970 / 1_000), "%Y-%m-%d %H:%M %Z") ?? time.description
    }

    static func unknown(_ language: SeamLanguage) -> WebAnswer {
        WebAnswer(404, .plain(WebWords.unknown, language))
    }

    private static func crowded(_ admission: WebRoom.Admission, _ language: SeamLanguage) -> WebAnswer {
        let status = admission == .tooManyOfAddress ? 429 : 503
        var answer = WebAnswer(status, .plain(WebWords.crowded, language, reload: .withoutScript))
        answer.retryAfter = retryAfter
        return answer
    }

    static func refused(_ refusal: WebRules.Refusal, _ language: SeamLanguage) -> WebAnswer {
        let words = refusal == .foreign ? WebWords.foreign : WebWords.malformed
        var answer = WebAnswer(refusal.status, .plain(words, language))
        if case .method(let allowed) = refusal { answer.allow = allowed }
        return answer
    }

    // MARK: - Writing

    @concurrent func send(
        _ answer: WebAnswer, _ head: WebHead?, _ asked: WebRules.Request, _ writer: consuming ResponseWriter,
        on connection: WebConnection
    ) async throws {
        log(asked, head?.method ?? "GET", answer.status)
        var response = Self.head(answer, isSecure: connection.isSecure)
        response.headerFields[.contentLength] = String(answer.body.count)
        let body = head?.method == "HEAD" ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
        try await writer.write(response: response, body: body)
    }

    static func head(_ answer: WebAnswer, isSecure: Bool) -> HTTPResponse {
        var fields = HTTPFields()
        for field in answer.fields(isSecure: isSecure) {
            guard let name = HTTPField.Name(field.name) else { continue }
            fields[name] = field.value
        }
        return HTTPResponse(status: HTTPResponse.Status(code: answer.status), headerFields: fields)
    }

    /// Logs a request by its kind. Neither its path nor its visitor is in the log.
    func log(_ asked: WebRules.Request, _ method: String, _ status: Int) {
        let isReading = method == "GET" || method == "HEAD"
        logger.log(
            level: isReading ? .debug : .info, "answered",
            metadata: [
                "page": "\(asked.name)", "method": "\(isReading || method == "POST" ? method : "other")",
                "status": "\(status)",
            ])
    }
}

extension WebHead {
    /// The head of a request as the HTTP library has read it.
    init(_ request: Request) {
        self.init(method: request.method.rawValue, target: request.head.path ?? "", host: request.head.authority)
        size = target.utf8.count + (host?.utf8.count ?? 0)
        for field in request.headers {
            let name = field.name.canonicalName
            // The length of ": " and of the line's end is 4.
            size += name.utf8.count + field.value.utf8.count + 4
            fields[name] = fields[name].map { "\($0),\(field.value)" } ?? field.value
        }
    }
}
