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

    /// The lines at the bottom of a mail.
    package static let below: SeamText = "LifeSignal is not an emergency service. Replies to this mail are not read."
}
