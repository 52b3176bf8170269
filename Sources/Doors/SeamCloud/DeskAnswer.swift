package import SeamModel
import Wire

/// The operator desk's answer about a code (`Protocol/token-source.md` section 2).
package enum DeskAnswer: Equatable, Sendable {
    /// The code belongs to somebody. The values are this person's token, and the pass for LifeSignal, if there is one.
    case token(ClientSessionToken, LifeSignalPass? = nil)
    /// The desk refuses the code. The reason is nil if the desk gave none.
    case refused(Refusal?)
    /// The desk does not know this kiosk's secret.
    case secretRefused
    /// The desk asks for a pause. The value is the length of the pause, if the desk gave one.
    case busy(Duration?)
    /// The desk does not answer, or does not answer as agreed. The text gives the reason to the operator. It quotes
    /// nothing from the answer.
    case failed(String)

    /// Why the desk refuses a code.
    package enum Refusal: String, Equatable, Sendable {
        case unknown
        case used
        case expired
    }
}

/// One answer from the desk. It is a pure value, and every rule about answers is decided here.
struct DeskReply: Equatable {
    /// The size limit of an answer, in bytes. A longer answer is refused while it arrives.
    static let longest = 16 << 10

    let status: Int
    let contentType: String?
    let contentEncoding: String?
    let retryAfter: String?
    let body: [UInt8]

    /// The meaning of the answer.
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
        guard isPlain else { return .failed("its answer is compressed, although this was not requested") }
        guard let json else { return .failed("its answer is not JSON") }
        guard let text = json["client_session_token"]?.stringValue else {
            return .failed("its answer has no client_session_token")
        }
        guard let token = try? ClientSessionToken(text.utf8) else {
            return .failed("its client_session_token does not look like a client session token")
        }
        // The pass is an addition, so a visit also begins without it.
        return .token(token, json["lifesignal"]?.stringValue.flatMap { LifeSignalPass($0) })
    }

    private var refusal: DeskAnswer.Refusal? {
        switch json?["reason"]?.stringValue {
        case "code_unknown": .unknown
        case "code_used": .used
        case "code_expired": .expired
        default: nil
        }
    }

    /// The body as a JSON object, or nil if the body is anything else.
    private var json: JSON? {
        let mediaType = contentType?.split(separator: ";").first?.filter { $0 != " " }.lowercased()
        guard mediaType == "application/json", isPlain, let json = (try? LenientJSON.text(body))?.json,
            json.objectValue != nil
        else { return nil }
        return json
    }

    private var isPlain: Bool { contentEncoding == nil || contentEncoding == "identity" }

    /// The pause that the desk asks for, in whole seconds. A pause given as a date is ignored.
    private var delay: Duration? {
        guard let retryAfter, retryAfter.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let seconds = UInt32(retryAfter)
        else { return nil }
        return .seconds(Int(seconds))
    }
}
