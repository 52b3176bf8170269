import Wire

/// A call that has been authenticated, and whose parameters have been checked.
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

/// A route of the API, with its audience, its parameters and its handler.
struct Endpoint {
    /// The callers that may use a route. All other callers get the answer that their authentication method does not
    /// apply.
    enum Audience: Equatable {
        /// Client sessions and the API key may call the route.
        case everyone
        /// Only the API key may call the route.
        case apiKey
        /// The API key and the publishable key may call the route.
        case keys
        /// Client sessions of a customer and the API key may call the route.
        case customer
        /// Only client sessions may call the route.
        case clientSession
        /// Only Seam's own programs may call the route. Seam's programs never call the development cloud.
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

    /// The path of the route, without its leading slash.
    let path: String
    let verbs: [HTTPVerb]
    let audience: Audience
    let parameters: [ParameterSpec]
    let handler: Handler

    /// Returns a route that reads, with GET and a query, or with POST and JSON.
    static func read(
        _ path: String,
        _ audience: Audience = .everyone,
        _ parameters: [ParameterSpec] = [],
        _ handler: @escaping Handler
    ) -> Endpoint {
        Endpoint(path: path, verbs: [.get, .post], audience: audience, parameters: parameters, handler: handler)
    }

    /// Returns a route that makes a change, with JSON.
    static func write(
        _ path: String,
        _ audience: Audience,
        _ parameters: [ParameterSpec] = [],
        verbs: [HTTPVerb] = [.post],
        _ handler: @escaping Handler
    ) -> Endpoint {
        Endpoint(path: path, verbs: verbs, audience: audience, parameters: parameters, handler: handler)
    }

    /// Returns a route that answers with a table row, by the row's id, if the caller may see the row.
    static func row(_ path: String, _ audience: Audience, _ table: Table, as key: String) -> Endpoint {
        .read(path, audience, [.text(table.idKey, required: true)]) { state, call throws(APIError) in
            let id = try call.parameters.required(table.idKey)
            return .answer(key, try state.visible(table, id, to: call.principal).shown)
        }
    }

    /// Returns a route whose single answer contains all table rows that the caller may see. The rows are under the
    /// table's name.
    static func list(_ path: String, _ audience: Audience, _ table: Table, _ filters: [Filter]) -> Endpoint {
        .read(path, audience, filters.parameters) { state, call in
            let rows = state.visible(table, to: call.principal).matching(filters, call)
            return .answer(table.rawValue, .array(rows.map(\.shown)))
        }
    }

    /// Returns a route that answers with the table rows that the caller may see, in pages. The closure `narrow` removes
    /// rows for reasons outside the rows themselves.
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

    /// All routes, by their paths.
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
    /// Returns an answer with one member.
    static func answer(_ key: String, _ value: JSON) -> JSONObject { JSONObject([JSONMember(key: key, value: value)]) }
}
