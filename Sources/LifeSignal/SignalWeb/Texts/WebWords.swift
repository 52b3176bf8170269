import SeamWords
import SignalAPI

/// The texts of buttons, of answers, and of pages without an alarm.
enum WebWords {
    static let note: SeamText = "Their note for an emergency:"
    static let notAService: SeamText = "LifeSignal is not an emergency service."
    static let stale: SeamText = "There is no connection, so this page may be out of date."

    /// The text of an answer's button.
    static func button(_ answer: LinkTake.Answer) -> SeamText {
        switch answer {
        case .onMyWay: "I am on my way"
        case .cannot: "I cannot come"
        case .allRight: "They are all right"
        }
    }

    /// The second question before an alarm ends.
    static func question(_ name: String) -> SeamText { "Is \(name) all right?" }
    static let condition: SeamText =
        "Say yes only if you have seen them or spoken to them. The alarm then ends for everyone."
    static let yes: SeamText = "Yes, end the alarm"
    static let back: SeamText = "No, back to the alarm"

    /// What was recorded.
    static func recorded(_ answer: LinkTake.Answer) -> SeamText {
        switch answer {
        case .onMyWay: "Recorded: you are on the way. The others can see it now."
        case .cannot: "Recorded: you cannot come. You still get all messages, in case nobody else reads them."
        case .allRight: "Recorded: they are all right. The alarm is over, and the others are informed."
        }
    }

    /// Why an answer was not recorded.
    static func notRecorded(_ alarm: LinkedAlarm) -> SeamText {
        if alarm.end != nil { return "This was not recorded, because the alarm is already over." }
        if !alarm.canAnswer { return "This was not recorded." }
        return "This was not recorded, because somebody else is already on the way."
    }

    /// A page's title and its text.
    struct Plain: Sendable, Hashable {
        let title: SeamText
        let text: SeamText
    }

    /// The page for every link that leads nowhere.
    static let unknown = Plain(
        title: "This link is not valid",
        text: "It is incomplete, or its alarm ended more than a day ago. If you worry about somebody, phone them.")
    static let away = Plain(
        title: "LifeSignal cannot be reached at the moment",
        text: "Phone the person who needs help. This page tries again by itself.")
    /// The page for an answer of which nobody knows whether it was recorded.
    static let uncertain = Plain(
        title: "LifeSignal cannot be reached at the moment",
        text: "Your answer may not have been recorded. Open the link again, and look. Phone the person who needs help.")
    static let crowded = Plain(
        title: "Too many requests", text: "Please wait a moment. This page tries again by itself.")
    static let foreign = Plain(
        title: "This was not recorded",
        text: "It did not come from a page of LifeSignal. Open the page of LifeSignal again, and do it there.")
    static let malformed = Plain(
        title: "This request cannot be answered", text: "Open the page of LifeSignal again.")
}
