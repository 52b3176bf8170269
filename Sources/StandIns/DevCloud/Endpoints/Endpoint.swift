import Wire

/// One call, authenticated and with its parameters checked.
struct Call {
    let method: HTTPVerb
    let principal: Principal
    let parameters: Parameters
    let now: Timestamp
}

/// The HTTP methods that routes accept.
enum HTTPVerb: String, Equatable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
}

/// One route of the API: who may call it, its parameters, and what it does.
struct Endpoint {
    /// Who may call; all others are told that their authentication method does not apply.
    enum Audience: Equatable {
        /// Client sessions and the API key.
        case everyone
        /// Only the API key.
        case apiKey
        /// The API key and the publishable key.
        case keys
        /// Client sessions of a customer, and the API key.
        case customer
        /// Only client sessions.
        case clientSession
        /// Seam's own programs, which never call here.
        case certifiedClient

        func admits(_ principal: Principal) -> Bool {
            switch (self, principal) {
            case (.everyone, .apiKey), (.everyone, .clientSession): true
            case (.apiKey, .apiKey), (.keys, .apiKey), (.keys, .publishableKey), (.customer, .apiKey): true
            case (.customer, .clientSession(_, _, let isOfCustomer)): isOfCustomer
            case (.clientSession, .clientSession): true
            case (.everyone, .publishableKey), (.apiKey, .publishableKey), (.apiKey, .clientSession),
                (.keys, .clientSession), (.customer, .publishableKey), (.clientSession, .apiKey),
                (.clientSession, .publishableKey), (.certifiedClient, _):
                false
            }
        }
    }

    /// Handles a call. Returns the members of the answer other than `ok`.
    typealias Handler = @Sendable (inout CloudState, Call) throws(APIError) -> JSONObject

    /// The path without its leading slash.
    let path: String
    let verbs: [HTTPVerb]
    let audience: Audience
    let parameters: [ParameterSpec]
    let handler: Handler

    /// A read: GET with a query, POST with JSON.
    static func read(
        _ path: String,
        _ audience: Audience = .everyone,
        _ parameters: [ParameterSpec] = [],
        _ handler: @escaping Handler
    ) -> Endpoint {
        Endpoint(path: path, verbs: [.get, .post], audience: audience, parameters: parameters, handler: handler)
    }

    /// A change, with JSON.
    static func write(
        _ path: String,
        _ audience: Audience,
        _ parameters: [ParameterSpec] = [],
        verbs: [HTTPVerb] = [.post],
        _ handler: @escaping Handler
    ) -> Endpoint {
        Endpoint(path: path, verbs: verbs, audience: audience, parameters: parameters, handler: handler)
    }

    /// Returns a table row that the caller may see, by its id.
    static func row(_ path: String, _ audience: Audience, _ table: Table, as key: String) -> Endpoint {
        .read(path, audience, [.text(table.idKey, required: true)]) { state, call throws(APIError) in
            let id = try call.parameters.required(table.idKey)
            return .answer(key, try state.visible(table, id, to: call.principal).shown)
        }
    }

    /// Returns the table rows that the caller may see, under the table's name, all in one answer.
    static func list(_ path: String, _ audience: Audience, _ table: Table, _ filters: [Filter]) -> Endpoint {
        .read(path, audience, filters.parameters) { state, call in
            let rows = state.visible(table, to: call.principal).matching(filters, call)
            return .answer(table.rawValue, .array(rows.map(\.shown)))
        }
    }

    /// The same rows in pages. `narrow` removes rows for reasons not found in the rows themselves.
    static func pages(
        _ path: String,
        _ audience: Audience,
        _ table: Table,
        _ filters: [Filter],
        limit: Int64,
        also parameters: [ParameterSpec] = [],
        _ narrow: @escaping @Sendable (CloudState, Call, [JSONObject]) throws(APIError) -> [JSONObject] = { $2 }
    ) -> Endpoint {
        let specs = filters.parameters + parameters + Page.parameters(defaultLimit: limit)
        return .read(path, audience, specs) { state, call throws(APIError) in
            let rows = state.seen(table, by: call.principal).rows.matching(filters, call)
            return try Page.answer(table.rawValue, narrow(state, call, rows), call, defaultLimit: Int(limit))
        }
    }

    /// Every route, by path.
    static let all: [String: Endpoint] = {
        let api =
            sessionRoutes + identityRoutes + enrollmentRoutes + accessRoutes + credentialRoutes + lockRoutes
            + phoneRoutes + mobileRoutes + activityRoutes + absentRoutes
        return Dictionary(
            (api + developmentRoutes + faultRoutes).map { ($0.path, $0) },
            uniquingKeysWith: { first, _ in first }
        )
    }()

    /// The prefix of the routes that only the development cloud has.
    static let developmentPrefix = "_dev/"
}

extension JSONObject {
    /// An answer with one member.
    static func answer(_ key: String, _ value: JSON) -> JSONObject { JSONObject([JSONMember(key: key, value: value)]) }
}
