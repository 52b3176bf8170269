import Wire

/// The caller of a method.
enum Principal: Equatable {
    /// The holder of the API key, who sees the whole workspace.
    case apiKey
    /// The holder of the workspace's publishable key, which every program of the operator contains. This key may create
    /// empty sessions.
    case publishableKey
    /// A client session, which sees the objects that its person may see. A session of a customer may manage the objects
    /// that belong to the customer.
    case clientSession(id: String, userIdentityID: String?, isOfCustomer: Bool)

    /// The id of the session, or nil for the keys.
    var sessionID: String? {
        switch self {
        case .apiKey, .publishableKey: nil
        case .clientSession(let id, _, _): id
        }
    }
}

/// The credentials of one request, from its headers.
struct PresentedCredentials: Equatable {
    /// The text after `Bearer` in `authorization`.
    let bearer: String?
    /// The header `client-session-token` or `seam-client-session-token`.
    let sessionToken: String?
    /// The header `seam-publishable-key`.
    var publishableKey: String?

    private static let tokenPrefix = "seam_cst"

    /// Identifies the caller. If an authentication method does not apply, the next method is tried, as in the real API.
    func principal(in state: CloudState, apiKey: String, now: Timestamp) throws(APIError) -> Principal {
        if let sessionToken {
            guard sessionToken.hasPrefix(Self.tokenPrefix), bearer == nil || bearer == sessionToken else {
                throw APIError(
                    status: 400,
                    type: "invalid_client_session_token",
                    message: "This is not a client session token."
                )
            }
            return try Self.session(sessionToken, in: state, now: now)
        }
        if bearer == nil, let publishableKey {
            guard publishableKey == state.workspace.string("publishable_key") else {
                throw .unauthorized("unauthorized", "The publishable key is not known.")
            }
            return .publishableKey
        }
        guard let bearer, bearer.hasPrefix("seam_") else { throw .methodDoesNotApply }
        if bearer.hasPrefix(Self.tokenPrefix) { return try Self.session(bearer, in: state, now: now) }
        guard bearer == apiKey else { throw .unauthorized("unauthorized", "The API key is not known.") }
        return .apiKey
    }

    private static func session(_ token: String, in state: CloudState, now: Timestamp) throws(APIError) -> Principal {
        guard let row = state.rows(.clientSessions).first(where: { $0.string("token") == token }),
            let id = row.string("client_session_id")
        else { throw .unauthorized("client_session_not_found", "The client session is not known.") }
        guard row["revoked_at"] == nil else {
            throw .unauthorized("client_session_revoked", "The client session has been revoked.")
        }
        guard let expiry = row.time("expires_at"), now < expiry else {
            throw .unauthorized("client_session_expired", "The client session has expired.")
        }
        return .clientSession(
            id: id,
            userIdentityID: row.string("user_identity_id"),
            isOfCustomer: row.string("customer_key") != nil
        )
    }
}
