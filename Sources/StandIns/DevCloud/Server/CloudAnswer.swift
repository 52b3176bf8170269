import Wire

/// The answer to a ``CloudRequest``.
struct CloudAnswer: Equatable {
    /// How much of the answer is sent.
    enum Delivery: Equatable {
        case whole
        /// Half of the body, then nothing.
        case stalled
        /// Half of the body, then the end of the connection.
        case truncated
        /// Nothing; the connection ends.
        case nothing
        /// This many blanks in place of the body, in chunks.
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

    /// A web page for people.
    init(status: Int, contentType: String, body: String) {
        self.status = status
        self.contentType = contentType
        self.body = Array(body.utf8)
    }

    /// An answer from the desk, which has no API members.
    init(desk status: Int, _ members: JSON?) {
        self.status = status
        body = members?.bytes ?? []
    }

    /// An answer without a body of its own.
    init(_ delivery: Delivery) {
        status = 200
        body = []
        self.delivery = delivery
    }
}
