package import SeamWords

/// What the sender says beside a message.
package enum SenderText {
    /// What a message is about, in a few words that nobody else has chosen; nil is a kind that this version does not
    /// know.
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

    /// What stands below a mail.
    package static let below: SeamText = "LifeSignal is no emergency service. Nobody reads answers to this mail."
}
