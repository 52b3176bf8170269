import SeamWords
import SignalCore
import Wire

/// The format of the POST body.
enum HTTPTemplate: String, Sendable, CaseIterable {
    case ntfy
    case gotify
    case json
    case form

    var contentType: String { self == .form ? "application/x-www-form-urlencoded" : "application/json" }

    /// The body for a message.
    func body(_ message: OutgoingMessage) -> [UInt8] {
        switch self {
        case .ntfy:
            JSON.members(
                ("topic", .string(message.address)), ("title", .string(message.subject)),
                ("message", .string(message.whole.utf8.count <= Self.ntfyLimit ? message.whole : message.marked)),
                ("priority", .integer(Self.isUrgent(message) ? 5 : 3)),
                ("sequence_id", .string(message.name.replacing(".", with: "-"))),
                ("click", message.link.map { .string($0) }), ("actions", message.link.map { Self.view($0, message) })
            ).bytes
        case .gotify:
            JSON.members(
                ("title", .string(message.subject)), ("message", .string(message.whole)),
                ("priority", .integer(Self.isUrgent(message) ? 10 : 5)),
                (
                    "extras",
                    message.link.map { ["client::notification": ["click": ["url": .string($0)]]] }
                )
            ).bytes
        case .json: ProgramChannel.json(message).bytes
        case .form:
            Array(
                [
                    ("to", message.address), ("text", message.linked), ("title", message.title),
                    ("kind", message.kind), ("word", message.word ?? ""), ("id", message.name),
                    ("details", message.details ?? ""), ("link", message.link ?? ""),
                ].map { "\($0.0)=\(Self.encode($0.1))" }.joined(separator: "&").utf8)
        }
    }

    /// The largest number of bytes that ntfy displays. If a text is longer, ntfy turns it into a file or refuses it.
    private static let ntfyLimit = 4_096

    /// A button that opens the page, as ntfy describes buttons.
    private static func view(_ link: String, _ message: OutgoingMessage) -> JSON {
        let label = SenderText.answerLabel.said(in: message.language)
        return .array([.members(("action", "view"), ("label", .string(label)), ("url", .string(link)))])
    }

    private static func isUrgent(_ message: OutgoingMessage) -> Bool {
        message.kind == "alert" || message.kind == "last"
    }

    /// Encodes every byte that is neither a letter nor a digit.
    private static func encode(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            let scalar = UnicodeScalar(byte)
            if byte < 0x80, scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
                encoded.unicodeScalars.append(scalar)
            } else {
                encoded += "%" + Hex.encode([byte])
            }
        }
        return encoded
    }
}
