import SeamWords
import SignalAPI
import SignalCore
import Wire

/// The result of one try.
struct DeliveryResult: Sendable, Hashable {
    var outcome: DeliveryOutcome
    /// How long the channel asks to wait.
    var retryAfter: Duration?
    /// The channel's own name for the message.
    var remoteID: String?
    /// Whether the message may have arrived without a confirmation.
    var isUncertain = false
    /// Whether the recipient has answered the channel.
    var isAcked = false
    /// The event, for the operator's log: a status, and nothing of message or address.
    var why = ""

    /// The result of a try.
    init(_ outcome: DeliveryOutcome, _ why: String, isUncertain: Bool = false) {
        (self.outcome, self.why, self.isUncertain) = (outcome, why, isUncertain)
    }
}

/// How fast a sender's own time runs: a test that moves the daemon's clock has it run faster.
struct SenderTempo: Sendable {
    var divisor = 1

    /// The effect on a time.
    func of(_ time: Duration) -> Duration { time / divisor }
}

/// A way by which messages leave the machine. It ends within its kind's time, and repeats nothing by itself.
protocol SenderChannel: Sendable {
    var kind: ChannelKind { get }

    /// Hands a message over, once.
    func send(_ message: OutgoingMessage) async -> DeliveryResult
}

/// A message as channels send it: its address was checked by the channel's kind, and no text has control characters
/// but the line ends of the details.
struct OutgoingMessage: Sendable {
    let id: Int64
    let channel: String
    let address: String
    let kind: String
    /// The recipient's; texts that this version cannot translate are in English.
    let language: SeamLanguage
    let text: String
    /// More about an alarm, in several lines.
    let details: String?
    let word: String?
    let isRepeat: Bool

    /// Nil if nothing can be sent to such an address by a channel of that kind.
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
        isRepeat = delivery.isRepeat
    }

    /// The same for every try of the message, so that others can recognize a repeat: of letters, digits, dots.
    var name: String { "lifesignal.\(word.map { "\($0)." } ?? "")\(id)" }

    /// The subject, in a few words of our own.
    var title: String { SenderText.title(of: DeliveryKind(rawValue: kind)).said(in: language) }

    /// The title with the alarm's word.
    var subject: String { word.map { "\(title) \($0)" } ?? title }

    /// The text for people, which says if it may have come before.
    var marked: String { isRepeat ? SenderText.repeated(text).said(in: language) : text }

    /// The text for people, and the details below it.
    var whole: String { details.map { "\(marked)\n\n\($0)" } ?? marked }
}
