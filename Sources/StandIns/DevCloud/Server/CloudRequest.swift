import Wire

/// An HTTP request. It has the parts that the API needs, and uses no types of an HTTP library.
struct CloudRequest {
    let verb: String
    /// The path of the request, without its leading slash and its query.
    let path: String
    let query: String
    let credentials: PresentedCredentials
    let contentType: String?
    /// The header `idempotency-key`, which only the desk uses.
    var idempotencyKey: String?
    let body: [UInt8]

    /// Whether the request controls the development cloud, so that faults do not apply.
    var isControl: Bool { path.hasPrefix(Endpoint.developmentPrefix) }
}

extension CloudState {
    /// Answers one request. The argument `wallClock` is this machine's time. The cloud's own time differs from this
    /// machine's time by ``clockOffset``.
    mutating func answer(_ request: CloudRequest, apiKey: String, wallClock: Timestamp) -> CloudAnswer {
        var answer = faultyAnswer(request, apiKey: apiKey, wallClock: wallClock)
        answer.time = wallClock.advanced(by: clockOffset)
        return answer
    }

    private mutating func faultyAnswer(
        _ request: CloudRequest,
        apiKey: String,
        wallClock: Timestamp
    ) -> CloudAnswer {
        let fault = request.isControl ? nil : faults.take(of: request.path)
        switch fault {
        case .answer(let canned): return CloudAnswer(canned)
        case .flood(let bytes): return CloudAnswer(.flood(bytes: bytes))
        case .close(isPerformed: false): return CloudAnswer(.nothing)
        case nil, .stall, .truncate, .close(isPerformed: true): break
        }
        var answer: CloudAnswer
        let now = wallClock.advanced(by: clockOffset)
        do throws(APIError) {
            answer =
                if request.path == Desk.path {
                    deskAnswer(request, now: now)
                } else if request.path.hasPrefix(AuthorizationPages.prefix) {
                    pageAnswer(request)
                } else {
                    CloudAnswer(try result(of: request, apiKey: apiKey, now: now))
                }
        } catch {
            answer = CloudAnswer(error)
        }
        switch fault {
        case .stall: answer.delivery = .stalled
        case .truncate: answer.delivery = .truncated
        case .close: answer.delivery = .nothing
        case nil, .answer, .flood: break
        }
        return answer
    }

    private mutating func pageAnswer(_ request: CloudRequest) -> CloudAnswer {
        let (answer, lock) = pages.answer(request)
        authorizedLock = lock
        return answer
    }

    private mutating func result(
        of request: CloudRequest,
        apiKey: String,
        now: Timestamp
    ) throws(APIError) -> JSONObject {
        guard let endpoint = Endpoint.all[request.path] else { throw .noSuchRoute }
        guard let verb = HTTPVerb(rawValue: request.verb), endpoint.verbs.contains(verb) else {
            throw .methodNotAllowed
        }
        let principal = try request.credentials.principal(in: self, apiKey: apiKey, now: now)
        guard endpoint.audience.admits(principal) else { throw .methodDoesNotApply }
        let parameters = try Self.parameters(of: request, verb: verb, endpoint.parameters)
        let call = Call(method: verb, principal: principal, parameters: parameters, now: now)
        return try endpoint.handler(&self, call)
    }

    /// Returns the parameters of a request. Reads and deletions have their parameters in the query, and all other
    /// requests have them in the body. A deletion may also have a body.
    private static func parameters(
        of request: CloudRequest,
        verb: HTTPVerb,
        _ specs: [ParameterSpec]
    ) throws(APIError) -> Parameters {
        guard verb != .get, verb != .delete || !request.body.isEmpty else {
            guard let query = QueryString(request.query) else {
                throw APIError(status: 400, type: "invalid_query_params", message: "The query is not form-encoded.")
            }
            return try Parameters(query: query, specs: specs)
        }
        guard !request.body.isEmpty else { return try Parameters(body: JSONObject(), specs: specs) }
        let mediaType = request.contentType?.split(separator: ";").first.map { $0.lowercased() }
        guard mediaType == "application/json" else { throw .invalidContentType }
        guard let body = (try? JSON(parsing: request.body))?.objectValue else {
            throw APIError(status: 400, type: "invalid_input", message: "The body is not a JSON object.")
        }
        return try Parameters(body: body, specs: specs)
    }
}
