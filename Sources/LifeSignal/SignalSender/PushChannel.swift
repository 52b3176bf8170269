import Crypto
import LinuxSupport
import NIOHTTP1
import SeamWords
import SignalCore
import Wire

/// The push services of people's browsers (RFC 8030). A service sees which browser gets a message and when, and cannot
/// read it.
struct PushChannel: SenderChannel {
    let kind = ChannelKind.push
    private let settings: PushSettings
    private let poster: WebPoster

    /// A channel whose answers may take as long as `limit`. The key is read for each message, as the tokens of other
    /// channels are.
    init(_ settings: PushSettings, limit: Duration) {
        self.settings = settings
        poster = WebPoster(limit: limit)
    }

    /// The public key, or nil if there is no key that can be used now.
    var publicKey: String? { try? settings.signer().publicKey }

    func send(_ message: OutgoingMessage) async -> DeliveryResult {
        guard let address = PushAddress(message.address) else {
            return DeliveryResult(.permanent, "the address is not valid")
        }
        guard settings.services.contains(where: { $0.isOrigin(address.origin) }) else {
            return DeliveryResult(.permanent, "the browser's push service is not one of `services`")
        }
        guard let body = PushCipher.encrypt(Self.payload(message), for: address) else {
            return DeliveryResult(.permanent, "the browser's key is not valid")
        }
        let signature: String?
        do throws(ConfigurationError) {
            let now = Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds())
            signature = try settings.signer()
                .authorization(for: address.origin, contact: settings.contact, at: now)
        } catch {
            return DeliveryResult(.temporary, "the key: \(error.message)")
        }
        guard let signature else { return DeliveryResult(.temporary, "the key does not sign") }
        var headers: HTTPHeaders = [
            "authorization": signature, "content-encoding": "aes128gcm", "content-type": "application/octet-stream",
            "ttl": "\(Self.lifetime(of: message).components.seconds)",
            "urgency": Self.isUrgent(message) ? "high" : "normal",
        ]
        if let topic = Self.topic(of: message) { headers.add(name: "topic", value: topic) }
        return await poster.post(body, to: address.endpoint, headers, hasID: false)
    }

    /// What the page's service worker gets. The text is cut if it would be too long for a push service.
    static func payload(_ message: OutgoingMessage) -> [UInt8] {
        func payload(_ text: String) -> [UInt8] {
            JSON.members(
                ("title", .string(message.subject)), ("text", .string(text)), ("kind", .string(message.kind)),
                ("language", .string(message.language.code)), ("tag", .string(topic(of: message) ?? message.name)),
                ("urgent", .bool(isUrgent(message))), ("link", message.link.map { .string($0) })
            ).bytes
        }
        var text = message.marked
        while true {
            let bytes = payload(text)
            guard bytes.count > PushCipher.longest, !text.isEmpty else { return bytes }
            text = "\(text.prefix(text.count * 3 / 4))"
        }
    }

    /// How long a push service keeps a message for a phone that is off. A code and a reminder are soon worth nothing.
    /// An alarm is worth as much as its link.
    static func lifetime(of message: OutgoingMessage) -> Duration {
        switch DeliveryKind(rawValue: message.kind) {
        case .alert, .last: .seconds(86_400)
        case .reminder: DeliveryRules.reminderLifetime
        case .code: DeliveryRules.codeLifetime
        case .allClear, .drill, .ping, .news, nil: DeliveryRules.lifetime
        }
    }

    /// Whether a phone should wake up for the message.
    static func isUrgent(_ message: OutgoingMessage) -> Bool {
        switch DeliveryKind(rawValue: message.kind) {
        case .alert, .last, .drill, .reminder, .code: true
        case .allClear, .ping, .news, nil: false
        }
    }

    /// The name of the alarm that a message is about. A phone that was off gets only the newest message with it. Nobody
    /// can read the alarm's word in it.
    static func topic(of message: OutgoingMessage) -> String? {
        guard let kind = DeliveryKind(rawValue: message.kind), kind.isAlarm || kind == .allClear,
            let word = message.word
        else { return nil }
        return Base64URL.encode(Array(SHA256.hash(data: Array("lifesignal \(word)".utf8)).prefix(24)))
    }
}

/// The settings of a channel to push services.
struct PushSettings: Sendable, Hashable {
    /// Some push services, by their URL: a scheme and a host, which may begin with `*.` for all hosts below it.
    struct Service: Sendable, Hashable {
        let pattern: String

        /// Reads a pattern. Returns nil if the text has another form.
        init?(_ pattern: String) {
            let plain = pattern.replacing("https://*.", with: "https://", maxReplacements: 1)
            let key = Base64URL.encode([4] + [UInt8](repeating: 0, count: 64))
            guard let address = PushAddress("\(plain)/ \(key) AAAAAAAAAAAAAAAAAAAAAA"), address.origin == plain else {
                return nil
            }
            self.pattern = pattern
        }

        /// Whether a browser's origin is one of these services.
        func isOrigin(_ origin: String) -> Bool {
            let parts = pattern.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return origin == pattern }
            return origin.hasPrefix(parts[0]) && origin.hasSuffix(parts[1])
                && origin.count > parts[0].count + parts[1].count
        }
    }

    /// The services to which the channel posts. Addresses come from visitors, so there are no others.
    let services: [Service]
    let key: TokenPlace
    /// The URL at which the people of a push service can reach the operator.
    let contact: String

    /// The services of Chrome, Firefox, Safari and Edge, and of the browsers that are built on them.
    static let known = [
        "https://fcm.googleapis.com", "https://*.push.services.mozilla.com", "https://*.push.apple.com",
        "https://*.notify.windows.com",
    ]

    /// Reads the key.
    func signer() throws(ConfigurationError) -> PushSigner { try PushSigner(try key.read()) }
}
