import CloudModel
import SeamModel
import Wire

/// One answer from the server. It is a pure value, and every rule about answers is decided here.
struct CloudReply: Equatable {
    let status: Int
    let contentType: String?
    let contentEncoding: String?
    let retryAfter: String?
    let requestID: String?
    /// The answer's `date` header.
    let date: String?
    /// When the answer arrived, by this machine's clock.
    let receivedAt: Timestamp?
    let body: [UInt8]

    /// The JSON of a successful answer. For any other answer, throws the error that the answer means.
    func json() throws(CloudError) -> JSONText {
        switch status {
        case 200...299:
            guard isNamedJSON else { throw error(.unexpectedContent) }
            // The answer comes from the API, as its headers show, but some intermediary has compressed the body anyway.
            guard isPlain else { throw error(.invalidReply(field: "")) }
            do {
                return try LenientJSON.text(body)
            } catch {
                throw self.error(.invalidReply(field: ""))
            }
        case 429:
            throw error(.rateLimited(retryAfter: retryDelay))
        case 511:
            throw error(.unexpectedContent)
        case 503:
            throw error(.server(status: status, retryAfter: retryDelay))
        case 500...599:
            throw error(.server(status: status))
        case 400...499:
            throw error(refusal)
        default:
            throw error(.unexpectedContent)
        }
    }

    /// The time at which the server says that it answered. This time is trusted only if the answer comes from the API.
    var answeredAt: Timestamp? { date.flatMap(HTTPDate.moment) }

    /// An error of the given kind, with this answer's request id.
    func error(_ kind: CloudError.Kind) -> CloudError { CloudError(kind, requestID: safeRequestID) }

    /// The longest wait that a server may ask for, in seconds. A longer wait is reduced to this one.
    private static let longestDelay = 3_600

    private var isNamedJSON: Bool {
        let mediaType = contentType?.split(separator: ";").first?.filter { $0 != " " }.lowercased()
        return ["application/json", "text/json"].contains(mediaType) || mediaType?.hasSuffix("+json") == true
    }

    /// Whether the body is uncompressed. Requests ask for this (RFC 9110, 12.5.3).
    private var isPlain: Bool { contentEncoding == nil || contentEncoding == "identity" }

    /// The wait that the server asks for. It is given either in whole seconds or as a date. A date is counted from the
    /// answer's own date. If the answer has no date, this machine's clock is used. It may disagree with the server's
    /// clock.
    private var retryDelay: Duration? {
        guard let retryAfter else { return nil }
        let longest = Duration.seconds(Self.longestDelay)
        if !retryAfter.isEmpty, retryAfter.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return UInt32(retryAfter).map { min(.seconds(Int($0)), longest) } ?? longest
        }
        guard let end = HTTPDate.moment(retryAfter), let now = answeredAt ?? receivedAt else { return nil }
        return min(max(now.duration(to: end), .zero), longest)
    }

    private var safeRequestID: String? {
        requestID.flatMap { CloudID.isValid($0) ? $0 : nil }
    }

    /// The meaning of a status from 400 to 499. An answer without the API's error object does not come from the API.
    private var refusal: CloudError.Kind {
        guard isNamedJSON else { return .unexpectedContent }
        guard isPlain else { return .invalidReply(field: "") }
        guard let json = (try? LenientJSON.text(body))?.json, let type = json["error"]?["type"]?.stringValue,
            (1...128).contains(type.utf8.count)
        else { return .unexpectedContent }
        return switch (status, type) {
        case (401, "client_session_not_found"): .invalidToken(.notFound)
        case (401, "client_session_revoked"): .invalidToken(.revoked)
        case (401, "client_session_expired"): .invalidToken(.expired)
        case (401, "workspace_not_found"): .invalidToken(.workspaceGone)
        case (401, "auth_method_does_not_apply"), (403, _): .notPermitted
        case (401, _), (400, "invalid_client_session_token"): .invalidToken(.malformed)
        case (404, _): .notFound(type: type)
        case (_, _): .rejected(status: status, type: type)
        }
    }
}
