import SeamWords
import SignalAPI
import SignalCore
import Wire

/// The result of one attempt at a delivery.
struct DeliveryResult: Sendable, Hashable {
    var outcome: DeliveryOutcome
    /// How long the channel asks to wait.
    var retryAfter: Duration?
    /// The channel's own id for the message.
    var remoteID: String?
    /// Whether the message may have arrived, although its arrival was not confirmed.
    var isUncertain = false
    /// Whether the recipient has already answered through the channel.
    var isAcked = false
    /// The details of the attempt, such as a status, for the operator's log. The text contains nothing of the message
    /// or the address.
    var why = ""

    /// Creates the result of an attempt.
    init(_ outcome: DeliveryOutcome, _ why: String, isUncertain: Bool = false) {
        (self.outcome, self.why, self.isUncertain) = (outcome, why, isUncertain)
    }
}

/// How fast a sender's own time passes. A test that moves the daemon's clock makes the sender's time pass faster.
struct SenderTempo: Sendable {
    var divisor = 1

    /// Scales a duration to this speed.
    func of(_ time: Duration) -> Duration { time / divisor }
}

/// A way for messages to leave the machine. A channel finishes within its kind's time limit, and never retries on its
/// own.
protocol SenderChannel: Sendable {
    var kind: ChannelKind { get }
    /// The public key that people's browsers need for an address of the channel.
    var publicKey: String? { get }

    /// Tries once to deliver a message.
    func send(_ message: OutgoingMessage) async -> DeliveryResult
}

extension SenderChannel {
    /// No key, as for most channels.
    var publicKey: String? { nil }
}

/// A message in the form in which channels send it. Its address was checked for the channel's kind. No text contains
/// control characters, except line breaks in the details.
struct OutgoingMessage: Sendable {
    let id: Int64
    let channel: String
    let address: String
    let kind: String
    /// The recipient's language. Texts that this version cannot translate are in English.
    let language: SeamLanguage
    let text: String
    /// More about an alarm, in several lines.
    let details: String?
    let word: String?
    /// The page on which the recipient sees and answers the alarm.
    let link: String?
    let isRepeat: Bool

    /// Creates the message. Returns nil if a channel of that kind cannot send to such an address.
    init?(_ delivery: SignalDelivery, by kind: ChannelKind) {
        guard
            let to = try? ReachAddress(channel: delivery.channel, address: delivery.address, kind: kind)
        else { return nil }
        id = delivery.id
        channel = to.channel
        address = to.address
        self.kind = PlainText.clean(delivery.kind)
        language = delivery.language.flatMap { SeamLanguage(spoken: $0) } ?? .english
        text = PlainText.clean(delivery.text)
        details = delivery.details.map { PlainText.lines($0).joined(separator: "\n") }
        word = delivery.word.map(PlainText.word)
        // A link goes into markup and into headers of other programs, so nothing but a plain URL is passed on.
        link = delivery.link.flatMap { ChannelEntry.isURL($0) && !$0.contains { "\"'<>".contains($0) } ? $0 : nil }
        isRepeat = delivery.isRepeat
    }

    /// The message's name. It is the same at every attempt, so that others can recognize a repeat. The name consists of
    /// letters, digits and dots.
    var name: String { "lifesignal.\(word.map { "\($0)." } ?? "")\(id)" }

    /// The subject, in a few fixed words.
    var title: String { SenderText.title(of: DeliveryKind(rawValue: kind)).said(in: language) }

    /// The title with the alarm's word.
    var subject: String { word.map { "\(title) \($0)" } ?? title }

    /// The text for people, with a note if the message may be a repeat.
    var marked: String { isRepeat ? SenderText.repeated(text).said(in: language) : text }

    /// The text for people, followed by the link. It is for channels that have only one text.
    var linked: String { link.map { "\(marked) \($0)" } ?? marked }

    /// The text for people, followed by the details.
    var whole: String { details.map { "\(marked)\n\n\($0)" } ?? marked }
}
