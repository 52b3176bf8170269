/// Decides what a request asks for, from its head alone.
struct WebRules: Sendable {
    /// What a request asks for.
    enum Request: Sendable, Hashable {
        /// An alarm's page.
        case show(token: String)
        /// The changes of an alarm, as a stream of events.
        case follow(token: String)
        /// An answer to an alarm. Its body is a form.
        case answer(token: String)
        /// The page that adds a phone, with the code's token or a field for its letters.
        case showPairing(token: String?)
        /// A phone that is to be added. Its body is a form.
        case pair(token: String?)
        /// A page of a phone that was added.
        case showDevice(DevicePlace)
        /// The page that offers to add the person with this code.
        case showAdding(code: String)
        /// The page that an installed LifeSignal shows without a connection.
        case offline
        /// What somebody does on such a page. Its body is a form.
        case perform(DevicePlace)
        /// A file of the pages, by its path.
        case file(String)
        case robots
        /// Whether the pages are there, and which machine's they are.
        case health
        /// Something that does not exist.
        case unknown
        case refused(Refusal)

        /// The request's name in the log, which contains nothing that the visitor sent.
        var name: String {
            switch self {
            case .show: "alarm"
            case .follow: "events"
            case .answer: "answer"
            case .showPairing, .pair: "pairing"
            case .showDevice(let place), .perform(let place): place.name
            case .showAdding: "adding"
            case .offline: "offline"
            case .file: "file"
            case .robots: "robots"
            case .health: "health"
            case .unknown: "other"
            case .refused: "refused"
            }
        }
    }

    /// Why a request is refused.
    enum Refusal: Sendable, Hashable {
        /// The head is longer than ``longestHead``.
        case longHead
        /// The body is longer than ``longestBody``, or its length is not a number.
        case longBody
        /// The host is missing.
        case noHost
        /// The host is not ours.
        case otherHost
        /// The method is not one of those that the path has.
        case method(allowed: String)
        /// An answer comes from a page that is not ours.
        case foreign
        /// The body is not a form.
        case notAForm

        var status: Int {
            switch self {
            case .longHead: 431
            case .longBody: 413
            case .noHost, .notAForm: 400
            case .otherHost: 421
            case .method: 405
            case .foreign: 403
            }
        }
    }

    /// The longest head in bytes: the target and all fields.
    static let longestHead = 8_192
    /// The longest body in bytes.
    static let longestBody = 4_096

    let site: WebSite

    /// Reads a head.
    func read(_ head: WebHead) -> Request {
        if head.size > Self.longestHead { return .refused(.longHead) }
        guard let host = head.host else { return .refused(.noHost) }
        guard site.isMeant(by: host) else { return .refused(.otherHost) }
        let length = head.fields["content-length"].map { Int($0) ?? .max } ?? 0
        if length > Self.longestBody { return .refused(.longBody) }
        let parts = head.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        switch (parts.first, parts.count) {
        case ("a", 2): return alarm(String(parts[2]), head)
        case ("a", 3) where parts[3] == "events":
            guard head.method == "GET" else { return .refused(.method(allowed: "GET")) }
            return Self.isToken(parts[2]) ? .follow(token: String(parts[2])) : .unknown
        case ("p", 1): return pairing(nil, head)
        case ("p", 2): return Self.isToken(parts[2]) ? pairing(String(parts[2]), head) : .unknown
        case ("add", 2):
            return Self.isToken(parts[2]) ? reading(head, .showAdding(code: String(parts[2]))) : .unknown
        case ("offline", 1): return reading(head, .offline)
        case ("robots.txt", 1): return reading(head, .robots)
        case ("health", 1): return reading(head, .health)
        case (_, 1) where WebFile.all.contains { $0.path == head.path }: return reading(head, .file(String(head.path)))
        default:
            guard let place = DevicePlace(rawValue: String(head.path)) else { return .unknown }
            return page(head, .showDevice(place), .perform(place))
        }
    }

    private func pairing(_ token: String?, _ head: WebHead) -> Request {
        page(head, .showPairing(token: token), .pair(token: token))
    }

    private func alarm(_ token: String, _ head: WebHead) -> Request {
        Self.isToken(token[...]) ? page(head, .show(token: token), .answer(token: token)) : .unknown
    }

    /// A page that also takes a form.
    private func page(_ head: WebHead, _ shown: Request, _ posted: Request) -> Request {
        guard head.method == "POST" else {
            return Self.isReading(head) ? shown : .refused(.method(allowed: "GET, HEAD, POST"))
        }
        guard isOurs(head) else { return .refused(.foreign) }
        let type = head.fields["content-type"]?.prefix { $0 != ";" }.lowercased() ?? ""
        guard type.filter({ $0 != " " }) == "application/x-www-form-urlencoded" else { return .refused(.notAForm) }
        return posted
    }

    private func reading(_ head: WebHead, _ request: Request) -> Request {
        Self.isReading(head) ? request : .refused(.method(allowed: "GET, HEAD"))
    }

    private static func isReading(_ head: WebHead) -> Bool { head.method == "GET" || head.method == "HEAD" }

    /// Whether a page of ours has sent this request. New browsers say so in `Sec-Fetch-Site`, which no script can set.
    /// For browsers without this field, the origin must be ours.
    private func isOurs(_ head: WebHead) -> Bool {
        if let site = head.fields["sec-fetch-site"] { return site == "same-origin" }
        return head.fields["origin"]?.lowercased() == site.origin
    }

    /// Whether a text may be a token. Only `lifesignald` knows whether it is one.
    static func isToken(_ text: Substring) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
                default: false
                }
            }
    }
}
