/// Why the cloud gave no usable answer.
package struct CloudError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kinds of errors, by which callers decide.
    package enum Kind: Equatable, Sendable {
        /// No connection was made, because there was no route or no name, or because the server refused it. Nothing was
        /// sent.
        case offline
        /// The server could not prove its identity, or the encryption failed. This is never treated as offline, because
        /// somebody may be intercepting the connection. Nothing was sent.
        case tls
        /// The connection broke after it was made.
        case connectionLost
        /// No connection was made within the connection's own deadline. Nothing was sent.
        case connectTimedOut
        /// The complete answer did not arrive within the deadline.
        case timedOut
        /// The answer does not come from the API. It has another content type, is a redirect, or is not HTTP. A captive
        /// portal causes such answers.
        case unexpectedContent
        /// The answer is longer than any answer may be.
        case replyTooLarge
        /// The answer comes from the API but is not as documented. `field` is a JSON Pointer into the answer, and is
        /// empty for the whole text.
        case invalidReply(field: String)
        /// The token is malformed, unknown, revoked or expired.
        case invalidToken(TokenFault)
        /// The token is valid, but not for this request.
        case notPermitted
        /// The object does not exist, or this token may not see it.
        case notFound(type: String)
        /// The request was refused for another reason. `type` is the API's error type.
        case rejected(status: Int, type: String)
        /// The client sent too many requests. `retryAfter` is how long the client must wait. It is set if the server
        /// says so.
        case rateLimited(retryAfter: Duration?)
        /// The server failed. `retryAfter` is how long the client must wait. It is set if the server says so.
        case server(status: Int, retryAfter: Duration? = nil)
        /// Too many of this machine's requests to the cloud are waiting, so this request was not accepted. Nothing was
        /// sent.
        case tooManyWaiting
        /// The asking task was cancelled.
        case cancelled
    }

    /// The fault of a token.
    package enum TokenFault: Equatable, Sendable {
        /// No session has the token.
        case notFound
        /// The token's session was revoked.
        case revoked
        /// The token's session has expired.
        case expired
        /// The token's workspace no longer exists.
        case workspaceGone
        /// The server calls the token malformed or unauthorized, without further details.
        case malformed
    }

    /// The request's possible effect in the cloud.
    package enum Effect: Equatable, Sendable {
        /// The request had no effect.
        case none
        /// The effect is unknown. Repeating a change may carry it out twice.
        case unknown
    }

    /// The kind of error. Decisions use only the kind.
    package let kind: Kind

    /// The server's `seam-request-id`, for support, if the answer had one.
    package let requestID: String?

    /// Creates an error.
    package init(_ kind: Kind, requestID: String? = nil) {
        self.kind = kind
        self.requestID = requestID
    }

    /// The possible effect of a changing request that ended with this error.
    package var effect: Effect {
        switch kind {
        case .offline, .tls, .connectTimedOut, .invalidToken, .notPermitted, .notFound, .rejected, .rateLimited,
            .tooManyWaiting:
            .none
        case .connectionLost, .timedOut, .unexpectedContent, .replyTooLarge, .invalidReply, .server, .cancelled:
            .unknown
        }
    }

    /// How long the client must wait before the next request, if the server says so.
    package var retryAfter: Duration? {
        switch kind {
        case .rateLimited(let delay), .server(_, let delay): delay
        case .offline, .tls, .connectTimedOut, .connectionLost, .timedOut, .unexpectedContent, .replyTooLarge,
            .invalidReply,
            .invalidToken,
            .notPermitted, .notFound, .rejected, .tooManyWaiting, .cancelled:
            nil
        }
    }

    /// One line for people and logs. The line contains nothing of the token. Of the server's words, it contains only
    /// the request id and the names of fields.
    package var description: String {
        guard let requestID else { return words }
        return "\(words) (request \(requestID))"
    }

    private var words: String {
        switch kind {
        case .offline: "the cloud cannot be reached"
        case .tls: "the connection to the cloud is not trustworthy"
        case .connectionLost: "the connection to the cloud broke"
        case .connectTimedOut, .timedOut: "the cloud did not answer in time"
        case .unexpectedContent: "something other than the cloud answered"
        case .replyTooLarge: "the cloud's answer is too large"
        case .invalidReply(let field): "the cloud's answer is invalid at \(field.isEmpty ? "its start" : field)"
        case .invalidToken(let fault): "the client session token is not valid: \(fault)"
        case .notPermitted: "the client session may not do this"
        case .notFound: "the cloud does not know this object"
        case .rejected(let status, _): "the cloud refused the request with status \(status)"
        case .rateLimited: "the cloud is asking for fewer requests"
        case .server(let status, _): "the cloud failed with status \(status)"
        case .tooManyWaiting: "too many requests to the cloud are waiting on this machine"
        case .cancelled: "cancelled"
        }
    }
}
