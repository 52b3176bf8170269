package import SeamWords

/// The words that the sender adds to a message.
package enum SenderText {
    /// A message's subject, in a few fixed words, or nil for an unknown kind.
    package static func title(of kind: DeliveryKind?) -> SeamText {
        switch kind {
        case .alert: "LifeSignal: alarm"
        case .last: "LifeSignal: alarm, last message"
        case .allClear: "LifeSignal: all clear"
        case .drill: "LifeSignal: drill"
        case .reminder: "LifeSignal: check in"
        case .ping: "LifeSignal: are you well?"
        case .news: "LifeSignal: news of an alarm"
        case .code: "LifeSignal: code"
        case nil: "LifeSignal"
        }
    }

    /// Marks a text that the reader may already have received.
    package static func repeated(_ text: String) -> SeamText { "\(text) (repeat)" }

    /// The button or link that opens an alarm's page.
    package static let answerLabel: SeamText = "See the alarm, and answer"

    /// The line with the link to an alarm's page. Only the reader may have the link.
    package static func answer(_ link: String) -> SeamText {
        "See the alarm, and answer, on this page. Do not pass it on: \(link)"
    }

    /// The lines at the bottom of a mail.
    package static let below: SeamText = "LifeSignal is not an emergency service. Replies to this mail are not read."
}
