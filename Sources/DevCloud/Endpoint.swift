import Wire

/// One call, authenticated and with its parameters checked.
struct Call {
    let method: HTTPVerb
    let principal: Principal
    let parameters: Parameters
    let now: Timestamp
}

/// The methods that routes take.
enum HTTPVerb: String, Equatable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
}

/// One route of the API: who may call it, with what, and what it does.
struct Endpoint {
    /// Who may call.
    enum Audience: Equatable {
        /// Client sessions and the API key.
        case everyone
        /// The API key alone; a client session is told that its method does not apply.
        case apiKey
    }

    /// What the handler gives back: the members of the answer beside `ok`.
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

    /// Every route, by path.
    static let all: [String: Endpoint] = Dictionary(
        (sessionRoutes + accessRoutes + lockRoutes + activityRoutes + developmentRoutes).map { ($0.path, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    /// Routes that only the development cloud has start with this.
    static let developmentPrefix = "_dev/"
}

extension JSONObject {
    /// An answer of one member.
    static func answer(_ key: String, _ value: JSON) -> JSONObject { JSONObject([JSONMember(key: key, value: value)]) }
}
