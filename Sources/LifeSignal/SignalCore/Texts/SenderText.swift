package import SeamWords

/// The sender's own words beside a message.
package enum SenderText {
    /// The subject of a message, in a few words of our own; nil for a kind that this version does not know.
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

    /// The text, of which the reader may have had the same before.
    package static func repeated(_ text: String) -> SeamText { "\(text) (repeat)" }

    /// The lines below a mail.
    package static let below: SeamText = "LifeSignal is not an emergency service. Replies to this mail are not read."
}
