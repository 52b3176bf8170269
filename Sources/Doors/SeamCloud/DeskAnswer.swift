package import SeamModel
import Wire

/// The operator desk's answer about a code (`Protocol/token-source.md` section 2).
package enum DeskAnswer: Equatable, Sendable {
    /// The code is somebody's, and this is their token.
    case token(ClientSessionToken)
    /// The code is refused; nil if the desk did not say why.
    case refused(Refusal?)
    /// The desk does not know this kiosk's secret.
    case secretRefused
    /// The desk wants to be left alone, for this long if it said so.
    case busy(Duration?)
    /// The desk does not answer, or not as agreed; says why, for the operator. The words quote nothing from the answer.
    case failed(String)

    /// Why a code is refused.
    package enum Refusal: String, Equatable, Sendable {
        case unknown
        case used
        case expired
    }
}

/// One answer from the desk: a pure value, so every rule about answers is decided here.
struct DeskReply: Equatable {
    /// The size limit of an answer, in bytes; a longer one is refused while it arrives.
    static let longest = 16 << 10

    let status: Int
    let contentType: String?
    let contentEncoding: String?
    let retryAfter: String?
    let body: [UInt8]

    /// What the answer means.
    var answer: DeskAnswer {
        switch status {
        case 200: accepted
        case 401: .secretRefused
        case 403, 404, 410, 422: .refused(refusal)
        case 429: .busy(delay)
        case 300...399: .failed("it answers with a redirect")
        default: .failed("it answers with status \(status)")
        }
    }

    private var accepted: DeskAnswer {
        guard isPlain else { return .failed("its answer is compressed, which was not asked for") }
        guard let json else { return .failed("its answer is not JSON") }
        guard let text = json["client_session_token"]?.stringValue else {
            return .failed("its answer has no client_session_token")
        }
        guard let token = try? ClientSessionToken(text.utf8) else {
            return .failed("its client_session_token has not the shape of one")
        }
        return .token(token)
    }

    private var refusal: DeskAnswer.Refusal? {
        switch json?["reason"]?.stringValue {
        case "code_unknown": .unknown
        case "code_used": .used
        case "code_expired": .expired
        default: nil
        }
    }

    /// The body as an object; nil if it is anything else.
    private var json: JSON? {
        let mediaType = contentType?.split(separator: ";").first?.filter { $0 != " " }.lowercased()
        guard mediaType == "application/json", isPlain, let json = (try? LenientJSON.text(body))?.json,
            json.objectValue != nil
        else { return nil }
        return json
    }

    private var isPlain: Bool { contentEncoding == nil || contentEncoding == "identity" }

    /// Whole seconds; a date counts as none.
    private var delay: Duration? {
        guard let retryAfter, retryAfter.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let seconds = UInt32(retryAfter)
        else { return nil }
        return .seconds(Int(seconds))
    }
}
