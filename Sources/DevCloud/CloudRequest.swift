import Wire

/// One HTTP request as far as the API looks at it, without any HTTP library's types.
struct CloudRequest {
    let verb: String
    /// Without its leading slash and its query.
    let path: String
    let query: String
    let credentials: PresentedCredentials
    let contentType: String?
    let body: [UInt8]
}

/// The answer to a ``CloudRequest``.
struct CloudAnswer: Equatable {
    let status: Int
    var contentType = "application/json; charset=utf-8"
    var retryAfter: Int?
    let body: [UInt8]

    init(_ error: APIError) {
        status = error.status
        body = error.json.bytes
    }

    init(_ members: JSONObject) {
        status = 200
        body = JSON.object(JSONObject(members.members + [JSONMember(key: "ok", value: true)])).bytes
    }

    init(_ outage: Outage) {
        status = outage.status
        contentType = outage.contentType
        retryAfter = outage.retryAfter
        body = Array(outage.body.utf8)
    }
}

extension CloudState {
    /// Answers one request. `wallClock` is this machine's time; the cloud's own is ``clockOffset`` away from it.
    mutating func answer(_ request: CloudRequest, apiKey: String, wallClock: Timestamp) -> CloudAnswer {
        let isControl = request.path.hasPrefix(Endpoint.developmentPrefix)
        if !isControl, let outage = faults.takeOutage(of: request.path) { return CloudAnswer(outage) }
        do throws(APIError) {
            return CloudAnswer(try result(of: request, apiKey: apiKey, now: wallClock.advanced(by: clockOffset)))
        } catch {
            return CloudAnswer(error)
        }
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
        if endpoint.audience == .apiKey, principal != .apiKey { throw .methodDoesNotApply }
        let parameters = try Self.parameters(of: request, verb: verb, endpoint.parameters)
        let call = Call(method: verb, principal: principal, parameters: parameters, now: now)
        return try endpoint.handler(&self, call)
    }

    private static func parameters(
        of request: CloudRequest,
        verb: HTTPVerb,
        _ specs: [ParameterSpec]
    ) throws(APIError) -> Parameters {
        guard verb != .get else {
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
