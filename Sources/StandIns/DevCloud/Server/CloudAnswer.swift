import Wire

/// The answer to a ``CloudRequest``.
struct CloudAnswer: Equatable {
    /// The part of an answer that is sent.
    enum Delivery: Equatable {
        case whole
        /// Half of the body is sent, and then nothing more.
        case stalled
        /// Half of the body is sent, and then the connection ends.
        case truncated
        /// Nothing is sent, and the connection ends.
        case nothing
        /// A number of blanks is sent in place of the body, in chunks.
        case flood(bytes: Int)
    }

    static let json = "application/json; charset=utf-8"

    let status: Int
    var contentType = Self.json
    var retryAfter: Int?
    var location: String?
    let body: [UInt8]
    var delivery = Delivery.whole
    /// The cloud's time, for the header `date`.
    var time = Timestamp(millisecondsSince1970: 0)

    init(_ error: APIError) {
        status = error.status
        body = error.json.bytes
    }

    init(_ members: JSONObject) {
        status = 200
        body = JSON.object(JSONObject(members.members + [JSONMember(key: "ok", value: true)])).bytes
    }

    init(_ canned: CannedAnswer) {
        status = canned.status
        contentType = canned.contentType
        retryAfter = canned.retryAfter
        location = canned.location
        body = Array(canned.body.utf8)
    }

    /// Creates an answer that is a web page for people.
    init(status: Int, contentType: String, body: String) {
        self.status = status
        self.contentType = contentType
        self.body = Array(body.utf8)
    }

    /// Creates an answer from the desk, which has no API members.
    init(desk status: Int, _ members: JSON?) {
        self.status = status
        body = members?.bytes ?? []
    }

    /// Creates an answer without a body of its own.
    init(_ delivery: Delivery) {
        status = 200
        body = []
        self.delivery = delivery
    }
}
