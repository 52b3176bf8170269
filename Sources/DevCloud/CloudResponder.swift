import HTTPTypes
import Hummingbird
import NIOCore
import Wire

/// Turns HTTP into calls on the cloud's state and back.
struct CloudResponder: HTTPResponder {
    typealias Context = BasicRequestContext

    /// More than any request of the API needs.
    static let longestBody = 1 << 20

    let cloud: Cloud

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let answer: CloudAnswer
        do {
            let body = try await request.body.collect(upTo: Self.longestBody)
            answer = try await cloud.answer(Self.cloudRequest(request, body: body))
        } catch is NIOTooManyBytesError {
            answer = CloudAnswer(APIError(status: 413, type: "payload_too_large", message: "The body is too large."))
        }
        return Self.response(answer)
    }

    private static func cloudRequest(_ request: Request, body: ByteBuffer) -> CloudRequest {
        let headers = request.headers
        let sessionToken = headers[.clientSessionToken] ?? headers[.seamClientSessionToken]
        let credentials = PresentedCredentials(bearer: bearer(headers[.authorization]), sessionToken: sessionToken)
        return CloudRequest(
            verb: request.method.rawValue,
            path: String(request.uri.path.drop { $0 == "/" }),
            query: request.uri.query ?? "",
            credentials: credentials,
            contentType: headers[.contentType],
            body: Array(body.readableBytesView)
        )
    }

    private static func bearer(_ header: String?) -> String? {
        guard let header else { return nil }
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }

    private static func response(_ answer: CloudAnswer) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = answer.contentType
        headers[.seamRequestID] = Identifier.make("req")
        headers[.cacheControl] = "no-store"
        if let seconds = answer.retryAfter { headers[.retryAfter] = String(seconds) }
        let body = ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
        return Response(status: HTTPResponse.Status(code: answer.status), headers: headers, body: body)
    }
}

extension HTTPField.Name {
    fileprivate static let clientSessionToken = parsed("client-session-token")
    fileprivate static let seamClientSessionToken = parsed("seam-client-session-token")
    fileprivate static let seamRequestID = parsed("seam-request-id")

    /// The names above are valid; the fallback exists so that nothing needs to be unwrapped by force.
    private static func parsed(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .contentType }
}
