import LinuxSupport
import NIOHTTP1
import SignalCore

/// The operator's web service: one POST to the configured URL.
struct HTTPChannel: SenderChannel {
    let kind = ChannelKind.http
    private let url: String
    private let template: HTTPTemplate
    private let token: TokenPlace?
    private let poster: WebPoster

    /// A channel to a URL that was checked. The content of `token` becomes the `authorization` header. The token is
    /// read for each message, so that a new token takes effect immediately. `limit` is how long an answer may take.
    init(url: String, template: HTTPTemplate, token: TokenPlace?, limit: Duration) {
        (self.url, self.template, self.token) = (url, template, token)
        poster = WebPoster(limit: limit)
    }

    func send(_ message: OutgoingMessage) async -> DeliveryResult {
        var headers: HTTPHeaders = ["content-type": template.contentType, "idempotency-key": message.name]
        do throws(ConfigurationError) {
            if let token { headers.add(name: "authorization", value: "Bearer \(try token.read())") }
        } catch {
            return DeliveryResult(.temporary, "the token: \(error.message)")
        }
        return await poster.post(template.body(message), to: url, headers, hasID: true)
    }
}
